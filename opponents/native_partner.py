"""The sparring partner that is written in C++, built when it is first asked for.

It is no part of the package: the library of ``opponents/native`` is made in ``build/sparring`` by
the same CMake project.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from inarow._core import Position

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "sparring"


class Found(NamedTuple):
    """A cell, the depth it was found at, and the positions looked at."""

    move: int
    depth: int
    nodes: int


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    surroundings = {**os.environ, "PATH": path}
    configure = ["-G", "Ninja", "-S", str(ROOT), "-B", str(BUILD), "-DINAROW_SPARRING=ON"]
    try:
        for words in (configure, ["--build", str(BUILD)]):
            subprocess.run(["cmake", *words], check=True, capture_output=True, env=surroundings)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(
            f"the native sparring partner in {ROOT / 'opponents' / 'native'} cannot be built:"
            f" it needs cmake, ninja and a C++20 compiler ({error})"
        ) from None
    return ctypes.CDLL(str(next(BUILD.glob("libinarow_sparring.*"))))


def window_search_choose(pos: Position, time_s: float, cpu_clock: bool) -> Found:
    """A plain alpha-beta on window counts, for free boards with one stone a turn."""
    if pos.is_over or pos.game.stones[1] != 1:
        raise ValueError("the window searcher plays free first-to-k boards, a stone a turn")
    game, depth, nodes = pos.game, ctypes.c_int(), ctypes.c_ulonglong()
    move = _library().window_search_choose(
        game.rows,
        game.cols,
        game.k,
        int(game.exact),
        pos.cells().encode(),
        pos.to_move - 1,
        ctypes.c_double(time_s),
        int(cpu_clock),
        ctypes.byref(depth),
        ctypes.byref(nodes),
    )
    if move < 0:
        raise ValueError("the window searcher plays free first-to-k boards, a stone a turn")
    return Found(move, depth.value, nodes.value)
