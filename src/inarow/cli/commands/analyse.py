"""inarow analyse: the truth about a position, for every move, in numbers and in words."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from dataclasses import replace

from inarow._core import Family
from inarow.analysis.analyse import analyse, analyst_of
from inarow.analysis.game_mistakes import last_mistake
from inarow.analysis.verdict import Analysis
from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import (
    add_json,
    add_threads,
    refuse_options,
    require_threads,
    time_arg,
)
from inarow.cli.parser import Parser
from inarow.cli.position import FORMS, add_position, read_position
from inarow.cli.waiting import Waiting
from inarow.errors import UserError
from inarow.game import counts_lines, name_of
from inarow.limits import Limits, SolverOptions
from inarow.record import Record
from inarow.render.analysis_text import AnalysisText
from inarow.render.terminal import style_of
from inarow.teaching.move_review import PlainReview, review_last_move

_MISTAKE_S = 0.5  # for each position, where the solver may take long
_AT_ONCE_S = 0.001  # what a position can be asked about when the time is up


def add_arguments(parser: Parser) -> None:
    parser.description = f"""\
Show the board, the exact score of every column for the side to move, and the principal variation.
If the position has moves, also show the last mistake of the game: the last move that threw away a
win or a draw, and why. Bounds are shown as bounds if the time is up first.

For MaxConnect4 the scores are final differences, first player minus second. On a free-placement
board the answer shows threats and forced wins with their lines, and says what is proved and what is
judged.

{FORMS}"""
    add_position(parser)
    parser.add_argument(
        "--time",
        type=time_arg,
        metavar="TIME",
        help="stop after TIME, such as 10s, and search no mistake but the last move",
    )
    add_threads(parser)
    parser.add_argument(
        "--lines", action="store_true", help="show the principal variation of every move"
    )
    parser.add_argument("--no-book", action="store_true", help="do not use the opening book")
    add_json(parser)


@interrupt_note(f"{NOTHING_SAVED}; --time TIME limits the search")
def run(args: Namespace) -> int:
    began_s = time.monotonic()
    record, base = read_position(args)
    require_threads(args)
    game = record.game
    if not counts_lines(game) and record.pos.has_line(1) and record.pos.has_line(2):
        raise UserError("both sides have a line")
    if game.family is not Family.FALLING:
        refuse_options(args, name_of(game), "--threads", "--lines", "--no-book")
    waiting = Waiting()
    limits = Limits(args.time)
    options = SolverOptions(threads=args.threads or 1, book=not args.no_book)
    analysis = analyse(record.pos, limits, waiting.progress, options=options)
    if analysis.verdict.source == "none" and analyst_of(game) is None:
        raise UserError(f"there is no analysis of {name_of(game)}")
    search = None
    if record.moves and args.time is None and analysis.exact:
        limits = replace(limits, time_s=_MISTAKE_S if game.family is Family.COUNTED else None)
        search = last_mistake(record, limits, waiting.move, options=options)
    elif args.time is not None:
        left_s = args.time - (time.monotonic() - began_s)
        limits = replace(limits, time_s=max(left_s, _AT_ONCE_S))
    mistake = search and search.mistake
    turn = (
        _review(record, mistake.number, analysis, limits, options, base)
        if mistake
        else PlainReview()
    )
    last = PlainReview()
    if not mistake or (mistake.number < record.at and not args.json):
        last = _review(record, record.at, analysis, limits, options, base)
    waiting.wipe()
    if args.json:
        data = analysis.as_json(base, mistake)
        print(json.dumps({**data, "why": turn.whole or last.whole or None}))
        return 0
    text = AnalysisText(analysis, base)
    print(text.board(style_of(sys.stdout), record.last_move))
    print()
    print("\n".join(text.known(args.lines)))
    if search is not None:
        print(text.mistake(search, record.at))
    if turn.rest:
        print(f"{'Why' if turn.reasoned else 'After it'}: {turn.rest}")
    if last.whole:
        print(f"The last move: {last.whole}")
    return 0


def _review(
    record: Record,
    number: int,
    analysis: Analysis,
    limits: Limits,
    options: SolverOptions,
    base: int,
) -> PlainReview:
    """What a move of the record did, or that its value is not known; ``analysis`` is the one of the
    position at the cursor."""
    if not number:
        return PlainReview()
    after = analysis if number == record.at else None
    return review_last_move(record.viewed_at(number), limits, base, after, options)
