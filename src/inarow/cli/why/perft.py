"""Counts of the move tree: given ones, or an engine that is asked down the tree."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

from inarow._core import Game, Outcome, Position
from inarow.cli.progress import StatusLine
from inarow.cli.why.program import built_program
from inarow.cli.why.questions import pairs_of_arguments
from inarow.cli.why.report import print_report
from inarow.course import find_course
from inarow.courses.comp2230.perft import Count, explained, interviewed, question_text
from inarow.errors import UserError
from inarow.numbers import integer
from inarow.players.seat import ForfeitError
from inarow.protocols.comp2230.manager import ProgramPlayer
from inarow.protocols.lines import printable
from inarow.running.adapters.lines import LineSeat
from inarow.words import shortened

_COURSE = find_course("comp2230")
_DEEPEST = 12
_PATIENCE_MS = 60_000.0
_FORM = "[startpos MOVES] perft DEPTH"


def run_perft(args: Namespace, lines: Iterable[str] | None) -> int:
    """``lines`` of standard input, unless there are words or a program."""
    if args.perft is None:
        if lines is not None:
            counts = [_count(words[:-1], words[-1:]) for words in map(str.split, lines) if words]
        else:
            pairs = pairs_of_arguments(args.question, args.got, "COUNT")
            counts = [_count(question, got) for question, got in pairs]
        print_report(explained(counts), args)
        return 0
    waiting = StatusLine()
    waiting.show("building the program")
    program, sandbox = built_program(args.perft, _COURSE, sandboxed=not args.no_sandbox)
    seat = LineSeat(program, sandbox, _COURSE.programs.limits, ProgramPlayer)
    try:
        player = seat.talker()
        assert isinstance(player, ProgramPlayer)

        def ask(moves: tuple[int, ...], depth: int) -> int:
            waiting.show(question_text(moves, depth))
            return _asked(player, moves, depth)

        found = interviewed(ask)
    finally:
        seat.close()
        waiting.wipe()
    print_report(found, args)
    return 0


def _asked(player: ProgramPlayer, moves: tuple[int, ...], depth: int) -> int:
    question = question_text(moves, depth)
    try:
        (said_depth, count), _ = player.perft(depth, _PATIENCE_MS, moves)
    except ForfeitError as fault:
        raise UserError(f"asked {question}, the engine {fault.detail}") from None
    number = integer(count.decode("latin-1"))
    if said_depth != str(depth).encode() or number is None:
        said = printable(b"perft " + said_depth + b" " + count)
        raise UserError(f"asked {question}, the engine said '{said}'")
    return number


def _count(question: list[str], got: list[str]) -> Count:
    """``[startpos MOVES] perft DEPTH`` and the number; UserError names the word."""
    words = [word for word in question if word not in ("position", "startpos")]
    if "perft" not in words[:2] or words.index("perft") != len(words) - 2:
        text = shortened(" ".join(question))
        raise UserError(f"question '{text}' has not the form {_FORM}")
    digits, depth = "".join(words[:-2]), integer(words[-1])
    if depth is None or not 0 <= depth <= _DEEPEST:
        raise UserError(f"depth '{shortened(words[-1])}' is not a number from 0 to {_DEEPEST}")
    pos = Position(Game())
    for place, digit in enumerate(digits, start=1):
        if digit not in "0123456" or pos.outcome() is not Outcome.ONGOING:
            raise UserError(f"move {place} of '{shortened(digits)}' is not a column 0 to 6 in play")
        if pos.landing(int(digit)) is None:
            raise UserError(f"move {place} of '{shortened(digits)}' is into a full column")
        pos = pos.play(int(digit))
    number = integer(got[0]) if got else None
    if number is None:
        raise UserError(f"count '{shortened(' '.join(got))}' is not a whole number")
    return Count(tuple(map(int, digits)), depth, number)
