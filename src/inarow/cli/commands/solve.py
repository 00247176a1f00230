"""inarow solve: a filter, one position a line in, one line with its exact score out."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

from inarow._core import Family
from inarow.cli.executors import add_cluster, executor_of
from inarow.cli.interrupts import interrupt_note
from inarow.cli.line_solver import LineAnswer, LineSolver
from inarow.cli.options import (
    add_jobs,
    add_json,
    add_threads,
    refuse_options,
    require_threads,
    time_arg,
)
from inarow.cli.parser import Parser
from inarow.cli.standard_streams import accept_any_bytes
from inarow.cli.waiting import Waiting
from inarow.errors import UserError
from inarow.executor import Executor, Task, WorkerLostError, ordered
from inarow.files import LONGEST_INPUT
from inarow.game import game_named
from inarow.limits import Limits, SolverOptions
from inarow.protocols import print_error
from inarow.text import plural, require_range

_LINES_A_TASK = 64
_TASKS_A_JOB = 4
"""Under way or waiting for their turn, so that a hard position does not let the others rest."""


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Read positions, one per line, and write for each: the position, the exact score for the side to
move, the nodes searched and the microseconds taken. A position is moves such as 4455, rows such as
"...x.../..oo... x", or any other form that inarow analyse accepts; an empty line is the empty
board.

A win in Connect Four scores 22 minus the winner's stones at the end, a loss the negative, a draw 0
(other sizes: half the cells rounded up plus one, minus the stones). A free-placement position that
is too early to solve has bounds LO..HI. For MaxConnect4 the answer begins with the final
difference, player 1 minus player 2, under best play by both.

A line that is not a position is reported on standard error with its number; the rest is solved, and
the exit status is 2."""
    parser.add_argument(
        "position",
        nargs="*",
        default=[],
        metavar="POSITION",
        help="one position, or @FILE for a file of them (default: -, standard input)",
    )
    parser.add_argument(
        "--game", default="connect4", metavar="NAME", help="game (default: connect4)"
    )
    parser.add_argument("--all", action="store_true", help="add the score of every move")
    add_json(parser, "one JSON object per line")
    parser.add_argument(
        "--check", action="store_true", help="lines are POSITION SCORE: report wrong scores"
    )
    parser.add_argument("--no-book", action="store_true", help="do not use the opening book")
    add_threads(parser)
    add_jobs(parser, "run N processes, for many lines", 1)
    add_cluster(parser)
    parser.add_argument(
        "--time",
        type=time_arg,
        metavar="TIME",
        help="time limit for each position, such as 10s; then the answer has bounds LO..HI",
    )


def run(args: Namespace) -> int:
    game = game_named(args.game)
    require_threads(args)
    require_range("--jobs", args.jobs, 1, 64)
    if game.family is Family.COUNTED:
        refuse_options(args, args.game, "--check", "--no-book", "--threads")
    text = " ".join(args.position) or "-"
    # Line numbers are those of the file, if there is one.
    source = f"file '{text[1:]}', " if text.startswith("@") else ""
    options = SolverOptions(threads=args.threads or 1, book=not args.no_book, lines=False)
    solver = LineSolver(args.game, Limits(args.time), options, args.all, args.json, args.check)
    lines = _lines(text)
    waiting = _Waiting()
    status = 0
    try:
        with interrupt_note(waiting.interrupt_note):
            for answer in _answers(args, solver, lines, waiting):
                if answer.text is not None:
                    waiting.make_room(sys.stdout)
                    print(answer.text, flush=True)
                if answer.complaint is not None:
                    waiting.make_room(sys.stderr)
                    print_error(f"inarow solve: {source}{answer.complaint}")
                waiting.answered()
                status = max(status, answer.status)
    finally:
        waiting.wipe()
    return status


class _Waiting(Waiting):
    """Says twice a second how many lines are answered."""

    _EVERY_S = 0.5

    def __init__(self) -> None:
        super().__init__()
        self._answered = 0
        self._next = time.monotonic() + self._EVERY_S

    def answered(self) -> None:
        self._answered += 1
        self._due(f"{self._answered} lines answered; Ctrl-C to stop")

    def interrupt_note(self) -> str:
        answered = plural(self._answered, "line")
        return f"{answered} answered; continue from line {self._answered + 1}"

    def make_room(self, stream: TextIO) -> None:
        """Before a line that goes to the terminal as well."""
        if stream.isatty():
            self.wipe()

    def _nodes(self, count: int) -> None:
        looked = f"{count / 1e6:.1f} million positions looked at for the next"
        self._due(f"{self._answered} lines answered, {looked}; Ctrl-C to stop")

    def _due(self, text: str) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + self._EVERY_S
            self.show(text)


def _alone(solver: LineSolver, lines: Iterator[str], waiting: Waiting) -> Iterator[LineAnswer]:
    """Each answer before the next line is read."""
    for number, line in enumerate(lines, start=1):
        yield solver.answer(number, line, waiting.progress)


def _answers(
    args: Namespace, solver: LineSolver, lines: Iterator[str], waiting: Waiting
) -> Iterator[LineAnswer]:
    if args.jobs == 1 and args.cluster is None:
        yield from _alone(solver, lines, waiting)
        return
    with executor_of(args.cluster, args.jobs) as executor:
        yield from _by_workers(solver, lines, executor)


def _by_workers(
    solver: LineSolver, lines: Iterator[str], executor: Executor
) -> Iterator[LineAnswer]:
    """The same answers from several processes, which read ahead."""

    def tasks() -> Iterator[Task]:
        first = 1
        while part := list(islice(lines, _LINES_A_TASK)):
            yield Task("inarow.cli.line_solver:answers", (solver, first, part))
            first += len(part)

    try:
        for part in ordered(executor, tasks(), executor.width * _TASKS_A_JOB):
            yield from part
    except WorkerLostError as error:
        raise UserError(f"a line was not answered: {error}") from None


def _lines(text: str) -> Iterator[str]:
    """The lines of ``@FILE`` or of standard input, or the one that is given. Bytes that are no text
    stay in their lines, for the rule that refuses them to name them."""
    if text == "-":
        accept_any_bytes("surrogateescape")
        yield from _bounded_lines(sys.stdin, "")
        return
    if not text.startswith("@"):
        yield text
        return
    name = text[1:]
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
            raise UserError(f"{source}line {number} is longer than {LONGEST_INPUT} characters")
        yield line.removeprefix("\ufeff").strip() if number == 1 else line.strip()
