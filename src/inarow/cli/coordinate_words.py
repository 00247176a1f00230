"""The words of ``inarow coordinate``: which engines play what, how much time, and what else is
asked for."""

from __future__ import annotations

import shlex
import shutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from inarow._core import Position
from inarow.cli.options import milliseconds
from inarow.errors import UserError
from inarow.game import game_named
from inarow.players.conduct import Conduct
from inarow.players.seat import untold_move_ms
from inarow.protocols.registry import PROTOCOLS, ProtocolEntry
from inarow.record import Record
from inarow.text import whole_number

COURSE_WORDS = "e0 PATH [e1 PATH] [time MS] [perft D]"
FREE_WORDS = "e0 PATH [e1 PATH] [time MS] [turn MS]"
OPEN_PROTOCOLS = [entry.name for entry in PROTOCOLS.values() if not entry.only_game]
# The whole of a path that stands for our own engine.
_BUILT_IN = "inarow"
_USUAL_TIME_MS = "120000"


class Request(NamedTuple):
    """What the words ask for; ``turn_ms`` and ``perft`` are None unless given."""

    engines: list[list[str]]
    time_ms: int
    turn_ms: int | None
    perft: int | None


class Setup(NamedTuple):
    """What is played: the record of an opening, which both engines are given, and the conduct."""

    opening: Record
    conduct: Conduct


def parse_words(given: Sequence[str], entry: ProtocolEntry) -> Request:
    """The pairs of a keyword and its value, in any order."""
    last, expected = ("perft", COURSE_WORDS) if entry.counts_nodes else ("turn", FREE_WORDS)
    values: dict[str, str] = {}
    for word, value in zip(given[::2], [*given[1::2], None], strict=False):
        if word not in ("e0", "e1", "time", last):
            raise UserError(f"word '{word}' is not e0, e1, time or {last}: expected {expected}")
        if word in values:
            raise UserError(f"word '{word}' is given twice")
        if value is None:
            raise UserError(f"word '{word}' has no value after it: expected {expected}")
        values[word] = value
    if "e0" not in values:
        raise UserError(f"there is no e0: expected {expected}")
    time_ms = whole_number("time", values.get("time", _USUAL_TIME_MS), 1)
    turn_ms = whole_number("turn", values["turn"], 1) if "turn" in values else None
    perft = whole_number("perft", values["perft"], 0) if "perft" in values else None
    built_in = [_BUILT_IN, "engine", "--protocol", entry.name]
    if not entry.told_time:
        built_in += ["--move-time", f"{untold_move_ms(time_ms, turn_ms)}ms"]
    engines = [_engine_command(values["e0"], built_in)]
    if "e1" in values or perft is None:
        engines.append(_engine_command(values.get("e1", values["e0"]), built_in))
    return Request(engines, time_ms, turn_ms, perft)


def setup(args: Namespace, entry: ProtocolEntry, request: Request) -> Setup:
    """What the options name; raises UserError where the protocol cannot carry it."""
    for option in ("game", "opening", "memory"):
        if entry.only_game and getattr(args, option) is not None:
            others = " or ".join(OPEN_PROTOCOLS)
            raise UserError(f"--{option} requires --protocol {others}")
    name = args.game or entry.usual_game
    game = game_named(name)
    if problem := entry.problem_of(game):
        raise UserError(f"game '{name}' {problem}: the protocol {entry.name} has no other")
    text = args.opening or ""
    opening = Record.from_moves(Position(game), text)
    if opening.end.is_over:
        raise UserError(f"--opening '{text}': the game is over before the engines start")
    if opening.end.stone_count > 0 and opening.end.left != game.stones[1]:
        raise UserError(f"--opening '{text}': the last turn is one stone short")
    usual = entry.conduct
    conduct = replace(
        usual,
        time_ms=request.time_ms,
        turn_ms=usual.turn_ms if request.turn_ms is None else request.turn_ms,
        tolerance_ms=(
            usual.tolerance_ms if args.tolerance is None else milliseconds(args.tolerance)
        ),
        handshake_s=args.patience,
        memory_mb=whole_number("--memory", args.memory or str(usual.memory_mb), 1),
    )
    return Setup(opening, conduct)


def _engine_command(path: str, built_in: list[str]) -> list[str]:
    """The command that starts an engine: a directory of the course, our own, any command line."""
    if path and Path(path).is_dir():
        if not (Path(path) / "Interface.class").is_file():
            raise UserError(
                f"directory '{path}' holds no Interface.class: compile the engine there"
            )
        if shutil.which("java") is None:
            raise UserError(f"directory '{path}' holds a Java engine, and there is no java here")
        return ["java", "-classpath", str(Path(path).resolve()), "Interface"]
    try:
        argv = shlex.split(path)
    except ValueError as error:
        raise UserError(f"engine '{path}' is not a command line: {error}") from None
    if not argv:
        raise UserError("the engine's path is empty: expected a directory or a command line")
    if argv == [_BUILT_IN]:
        argv = list(built_in)
    beside = Path(sys.executable).parent / "inarow"
    if argv[0] == "inarow" and shutil.which("inarow") is None and beside.exists():
        argv[0] = str(beside)
    if shutil.which(argv[0]) is None:
        raise UserError(f"engine '{argv[0]}' is neither a directory nor a command that can be run")
    return argv
