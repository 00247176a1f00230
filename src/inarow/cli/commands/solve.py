"""inarow solve: a filter, one position a line in, one line with its exact score out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inarow._core import Goal, Position
from inarow.analysis.falling import analyse, solve
from inarow.cli.option_types import decimal, whole
from inarow.cli.search_limits import refuse_options, require_limits
from inarow.cli.solve_counting import filter_lines
from inarow.cli.standard_streams import accept_any_bytes
from inarow.errors import UserError
from inarow.game import game_named
from inarow.move_text import play_moves
from inarow.protocols import complain


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
Read positions, one a line, as the columns played from the empty board (1-based, such as 4455; an
empty line is the empty board), and write for each: the moves, the exact score for the side to move,
the nodes searched and the microseconds taken.

A win scores 22 minus the winner's stones at the end, a loss the negative, a draw 0 (on other sizes
half the cells rounded up plus one, minus the stones).

With --game maxconnect4 a line is the rows from the top split by '/', and the player to move, as
0000000/0000000/0000000/0000000/0000000/0001200 1, and the answer begins with the final difference,
player 1 minus player 2, under best play by both.

A line that is not a position is reported on standard error with its number, the rest is carried on,
and the exit status is 2."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="read this file, not the input")
    parser.add_argument("--game", default="connect4", metavar="NAME", help="default connect4")
    parser.add_argument("--all", action="store_true", help="add the score of every column")
    parser.add_argument("--json", action="store_true", help="write one JSON object a line")
    parser.add_argument(
        "--check", action="store_true", help="lines are MOVES SCORE: report every wrong score"
    )
    parser.add_argument("--no-book", action="store_true", help="leave the opening book out")
    parser.add_argument("--threads", type=whole, metavar="N", help="for hard positions; default 1")
    parser.add_argument(
        "--time",
        type=decimal,
        metavar="S",
        help="seconds for each position, with --all too; then bounds LO..HI",
    )


def run(args: Namespace) -> int:
    game = game_named(args.game)
    require_limits(args)
    # Line numbers are those of the file, if there is one.
    source = "" if args.file is None else f"file '{args.file}', "
    if game.goal is Goal.COUNT_TO_FULL:
        refuse_options(args, args.game, "--check", "--no-book", "--threads")
        return filter_lines(
            game, _lines(args.file), sys.stdout, args.all, args.json, args.time, source
        )
    status = 0
    for number, line in enumerate(_lines(args.file), start=1):
        try:
            moves, expected = _fields(line, args.check)
            answer = _answer(play_moves(Position(game), moves), moves, args)
        except ValueError as error:
            complain(f"inarow solve: {source}line {number}: {error}")
            status = 2
            continue
        print(json.dumps(answer) if args.json else _text(answer), flush=True)
        if expected is not None and answer["score"] != expected:
            message = f"line {number}: score {answer['score']}, expected {expected}"
            complain(f"inarow solve: {source}{message}")
            status = max(status, 1)
    return status


def _lines(name: str | None) -> Iterator[str]:
    """Bytes that are no text stay in their lines, for the rule that refuses them to name them."""
    if name is None:
        accept_any_bytes("surrogateescape")
        yield from (line.strip() for line in sys.stdin)
        return
    try:
        with Path(name).open(encoding="utf-8", errors="surrogateescape") as file:
            yield from (line.strip() for line in file)
    except OSError as error:
        raise UserError(f"file '{name}' cannot be read: {error.strerror}") from None


def _fields(line: str, check: bool) -> tuple[str, int | None]:
    """The moves, and the score to check them against."""
    if not check:
        return line, None
    moves, _, score = line.rpartition(" ")
    try:
        return moves.strip(), int(score)
    except ValueError:
        raise UserError(f"'{line}' must be MOVES SCORE") from None


def _answer(pos: Position, moves: str, args: Namespace) -> dict[str, Any]:
    limits = {"time_s": args.time, "threads": args.threads or 1, "book": not args.no_book}
    scores: list[Any] | None = None
    if args.all:
        analysis = analyse(pos, lines=False, **limits)
        solved = analysis.solved
        scores = [None] * pos.game.cols
        for verdict in analysis.moves:
            scores[verdict.move] = _score(verdict.lo, verdict.hi)
    else:
        solved = solve(pos, **limits)
    answer: dict[str, Any] = {
        "moves": moves,
        "score": _score(solved.lo, solved.hi),
        "nodes": solved.nodes,
        "us": round(1e6 * solved.seconds),
    }
    if scores is not None:
        answer["scores"] = scores
    return answer


def _score(lo: int, hi: int) -> int | list[int]:
    """A number, or its bounds where a limit came first."""
    return lo if lo == hi else [lo, hi]


def _text(answer: dict[str, Any]) -> str:
    def word(score: Any) -> str:
        if score is None:
            return "."
        return f"{score[0]}..{score[1]}" if isinstance(score, list) else str(score)

    words = [answer["moves"], word(answer["score"]), str(answer["nodes"]), str(answer["us"])]
    return " ".join(words + [word(score) for score in answer.get("scores", [])])
