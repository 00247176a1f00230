"""inarow solve: a filter, one position a line in, one line with its exact score out."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from inarow import families
from inarow._core import Game, Position
from inarow.analysis.analyse import analyse, solve
from inarow.analysis.verdict import Analysis, Verdict
from inarow.cli.option_types import decimal, whole
from inarow.cli.search_limits import refuse_options, require_limits
from inarow.cli.standard_streams import accept_any_bytes
from inarow.errors import UserError
from inarow.files import LONGEST_INPUT
from inarow.game import game_named
from inarow.limits import Limits
from inarow.move_text import play_moves
from inarow.protocols import complain
from inarow.score import Unit


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
Read positions, one a line, as the columns played from the empty board (1-based, such as 4455; on a
board without gravity cells such as 2.2,1.1; an empty line is the empty board), and write for each:
the moves, the exact score for the side to move, the nodes searched and the microseconds taken.

A win in Connect Four scores 22 minus the winner's stones at the end, a loss the negative, a draw 0
(on other sizes half the cells rounded up plus one, minus the stones). On a board without gravity a
position that is too early to solve has bounds LO..HI.

With --game maxconnect4 a line is the rows from the top split by '/', and the player to move, as
0000000/0000000/0000000/0000000/0000000/0001200 1, and the answer begins with the final difference,
player 1 minus player 2, under best play by both.

A line that is not a position is reported on standard error with its number, the rest is carried on,
and the exit status is 2."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="read this file, not the input")
    parser.add_argument("--game", default="connect4", metavar="NAME", help="default connect4")
    parser.add_argument("--all", action="store_true", help="add the score of every move")
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
    boards = families.of(game).solved_as_boards
    if boards:
        refuse_options(args, args.game, "--check", "--no-book", "--threads")
    # Line numbers are those of the file, if there is one.
    source = "" if args.file is None else f"file '{args.file}', "
    limits = Limits(args.time, threads=args.threads or 1, book=not args.no_book, lines=False)
    status = 0
    for number, line in enumerate(_lines(args.file), start=1):
        if boards and not line:
            continue
        try:
            text, expected = _fields(line, args.check)
            pos = parse_board(game, text) if boards else play_moves(Position(game), text)
            found = analyse(pos, limits) if args.all else solve(pos, limits)
        except ValueError as error:
            complain(f"inarow solve: {source}line {number}: {error}")
            status = 2
            continue
        print(
            json.dumps({"input": text, **found.as_json()}) if args.json else _text(text, found),
            flush=True,
        )
        verdict = found.verdict if isinstance(found, Analysis) else found
        if expected is not None and (verdict.lo, verdict.hi) != (expected, expected):
            message = f"line {number}: score {_score(verdict)}, expected {expected}"
            complain(f"inarow solve: {source}{message}")
            status = max(status, 1)
    return status


def parse_board(game: Game, line: str) -> Position:
    """``rows/from/the/top player``; raises ValueError with one sentence."""
    words = line.split()
    if len(words) != 2 or words[1] not in ("1", "2"):
        raise UserError("expected the rows split by '/', a space, and the player to move, 1 or 2")
    pos = Position(game, words[0], to_move=int(words[1]), symbols="012")
    if pos.floating_cell is not None:
        raise UserError(pos.problems()[0])
    return pos


def _lines(name: str | None) -> Iterator[str]:
    """Bytes that are no text stay in their lines, for the rule that refuses them to name them."""
    if name is None:
        accept_any_bytes("surrogateescape")
        yield from _bounded_lines(sys.stdin, "")
        return
    try:
        with Path(name).open(encoding="utf-8", errors="surrogateescape") as file:
            yield from _bounded_lines(file, f"file '{name}', ")
    except OSError as error:
        raise UserError(f"file '{name}' cannot be read: {error.strerror}") from None


def _bounded_lines(file: TextIO, source: str) -> Iterator[str]:
    """Lines without the white space around them. One that does not end is not read to its end."""
    number = 0
    while line := file.readline(LONGEST_INPUT + 1):
        number += 1
        if len(line) > LONGEST_INPUT:
            raise UserError(f"{source}line {number} is longer than {LONGEST_INPUT} letters")
        yield line.removeprefix("\ufeff").strip() if number == 1 else line.strip()


def _fields(line: str, check: bool) -> tuple[str, int | None]:
    """The moves, and the score to check them against."""
    if not check:
        return line, None
    moves, _, score = line.rpartition(" ")
    try:
        return moves.strip(), int(score)
    except ValueError:
        raise UserError(f"'{line}' must be MOVES SCORE") from None


def _text(text: str, found: Analysis | Verdict) -> str:
    """The input, the score, nodes and microseconds, and the scores of all moves where they are
    known; of a game that counts lines only the final differences."""
    verdict = found.verdict if isinstance(found, Analysis) else found
    game = verdict.pos.game
    counted = verdict.unit is Unit.POINTS
    words = [_score(verdict)]
    if not counted:
        words = [text, *words, str(verdict.nodes), str(round(1e6 * verdict.seconds))]
    if isinstance(found, Analysis):
        for number in range(game.cols if game.gravity else game.cells):
            move = found.of(number)
            words.append(("-" if counted else ".") if move is None else _score(move))
    return " ".join(words)


def _score(verdict: Verdict) -> str:
    """A number, or its bounds where a limit came first; where lines are counted, player 1 minus
    player 2."""
    player = 1 if verdict.unit is Unit.POINTS else verdict.pos.to_move
    low, high = verdict.bounds_for(player)
    return str(low) if low == high else f"{low}..{high}"
