"""The MaxConnect4 part of ``inarow solve``: a filter from boards to final differences.

A line in is rows from the top, split by ``/``, and the player to move: ``1210020/... 1``. A line
out begins with the final difference, player 1 minus player 2, under best play by both. A bad line
is reported on standard error by its number, and the filter goes on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from inarow._core import Game, Position
from inarow.analysis.counted import Bounds, CountedAnalyst
from inarow.errors import UserError
from inarow.protocols import complain


def parse_line(game: Game, line: str) -> Position:
    """``rows/from/the/top player``; raises ValueError with one sentence."""
    words = line.split()
    if len(words) != 2 or words[1] not in ("1", "2"):
        raise UserError("expected the rows split by '/', a space, and the player to move, 1 or 2")
    pos = Position(game, words[0], to_move=int(words[1]), symbols="012")
    if pos.floating_cell is not None:
        raise UserError(pos.problems()[0])
    return pos


def answer_line(
    pos: Position, every_move: bool = False, as_json: bool = False, time_s: float | None = None
) -> str:
    """The final difference; with every_move also that after each column, ``-`` for a full one.

    Within a time limit, which is for all of it, a value that is not exact is given as
    ``lower..upper``.
    """
    analyst = CountedAnalyst(pos)
    if every_move:
        value, moves = analyst.with_moves(pos, time_s)
    else:
        value, moves = analyst.look_up_or_solve(pos, time_s), {}
    if not as_json:
        columns = [moves.get(col) for col in range(pos.game.cols)] if every_move else []
        return " ".join(["-" if bounds is None else _text(bounds) for bounds in [value, *columns]])
    answer: dict[str, object] = {
        "board": pos.cells("012"),
        "player": pos.to_move,
        "exact": value.exact,
        "lower": value.lower,
        "upper": value.upper,
        "nodes": value.nodes,
    }
    if value.exact:
        answer["difference"] = value.lower
    if every_move:
        answer["moves"] = {
            str(col + 1): {"lower": bounds.lower, "upper": bounds.upper}
            for col, bounds in moves.items()
        }
    return json.dumps(answer)


def filter_lines(
    game: Game,
    lines: Iterable[str],
    out: TextIO,
    every_move: bool = False,
    as_json: bool = False,
    time_s: float | None = None,
    source: str = "",
) -> int:
    """Answers line by line; the exit status is 2 if there were bad lines, else 0. A bad line is
    named by its number, after the words of ``source``."""
    status = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            pos = parse_line(game, line)
        except ValueError as error:
            complain(f"inarow solve: {source}line {number}: {error}")
            status = 2
            continue
        print(answer_line(pos, every_move, as_json, time_s), file=out, flush=True)
    return status


def _text(bounds: Bounds) -> str:
    return str(bounds.lower) if bounds.exact else f"{bounds.lower}..{bounds.upper}"
