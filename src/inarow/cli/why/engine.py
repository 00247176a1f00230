"""Engines of COMP2230: a dialogue, or an engine that is asked every command."""

from __future__ import annotations

import time
from argparse import Namespace
from contextlib import suppress

from inarow.cli.progress import StatusLine, status_line
from inarow.cli.why.program import built_program
from inarow.cli.why.report import print_report
from inarow.course import find_course
from inarow.courses.comp2230.engine import INPUT_ENDED, explained
from inarow.courses.comp2230.exchange import ANSWERED, Exchange, exchanges_of, position_of
from inarow.errors import UserError
from inarow.protocols.dialogue import EngineEndedError
from inarow.running.adapters.starting import started
from inarow.running.running_program import RunningProgram

_COURSE = find_course("comp2230")
_PATIENCE_S = 10.0
_MOST_LINES = 1000
_FULL_COLUMN = "333333"
_DRAWN = "010101101010232323323232454545545454666666"
SCRIPT = (
    "name AI 0",
    "isready AI 0",
    "position startpos ",
    "isready AI 0",
    "go ftime 3000 stime 3000",
    "perft 3",
    f"position startpos {_FULL_COLUMN}",
    "isready AI 0",
    "go ftime 3000 stime 3000",
    "perft 2",
    "hello there",
    "isready AI 0",
    f"position startpos {_DRAWN}",
    "isready AI 0",
    "go ftime 3000 stime 3000",
    "position startpos 3",
    "isready AI 0",
    "go ftime 100 stime 100",
    "quit",
)
"""Every command, twice those whose answer depends on the board: a full column, a full board, and a
clock with little on it."""


def run_engine(args: Namespace, text: str | None) -> int:
    """``text`` is a dialogue on standard input, unless there is a program."""
    if args.program is None and text is None:
        raise UserError("a dialogue with an engine is given on standard input, or --program asks")
    if text is not None:
        print_report(explained(exchanges_of(text)), args)
        return 0
    with status_line("building the program") as waiting:
        found = _asked(args, waiting)
    print_report(explained(found), args)
    return 0


def _asked(args: Namespace, waiting: StatusLine) -> list[Exchange]:
    program, sandbox = built_program(args.program, _COURSE, sandboxed=not args.no_sandbox)
    launch = program.launch((), _COURSE.programs.limits)
    running = started(sandbox, launch)
    try:
        found = _talked(running, waiting)
    finally:
        running.stop(0)
    if found[-1].late or found[-1].silent:
        return found
    waiting.show("the end of the input")
    running = started(sandbox, launch)
    try:
        running.close_input()
        found.append(Exchange(INPUT_ENDED, (), ended=_ends(running)))
    finally:
        running.stop(0)
    return found


def _talked(running: RunningProgram, waiting: StatusLine) -> list[Exchange]:
    """The script, up to a command that is not answered or that ends the engine."""
    found: list[Exchange] = []
    moves: tuple[int, ...] = ()
    unasked: list[str] = []
    for line in SCRIPT:
        waiting.show(line)
        moves = position_of(line, moves)
        exchange = Exchange(line, (), moves)
        command = exchange.command
        heard, ended, how = [], False, ""
        try:
            running.send(line)
            if command in ANSWERED:
                heard = _heard(running, command)
        except EngineEndedError as end:
            ended, how = command != "quit", str(end)
        if command == "isready" and found and found[-1].command not in ANSWERED:
            # What an unanswered command says comes before the next answer.
            *unasked, last = heard or [""]
            found[-1] = Exchange(found[-1].sent, tuple(unasked), found[-1].moves)
            heard = [last] if last else []
        answered = not ended and (command not in ANSWERED or _answers(heard, command))
        if command in ANSWERED and not answered and not ended:
            late = _after_end(running)
            found.append(
                Exchange(line, tuple(heard or late), moves, silent=not late, late=bool(late))
            )
            break
        found.append(Exchange(line, tuple(heard), moves, ended=ended, how=how))
        if ended:
            if command == "isready" and found[-2].command not in ANSWERED:
                found[-2:] = [Exchange(found[-2].sent, tuple(heard), moves, ended=True, how=how)]
            break
    return found


def _heard(running: RunningProgram, command: str) -> list[str]:
    """Lines up to one that may be the answer, or to the end of our patience."""
    lines: list[str] = []
    deadline_s = time.monotonic() + _PATIENCE_S
    while len(lines) < _MOST_LINES:
        try:
            reply = running.receive(deadline_s)
        except EngineEndedError:
            if lines:
                return lines
            raise
        if reply is None:
            break
        lines.append(reply.text.decode("utf-8", "replace").rstrip("\r\n"))
        if _answers(lines[-1:], command):
            break
    return lines


def _answers(lines: list[str], command: str) -> bool:
    """Whether the last line is an answer, right or wrong: one that is no information."""
    return bool(lines) and bool(lines[-1].strip()) and lines[-1].split()[0] != "info"


def _after_end(running: RunningProgram) -> list[str]:
    """What comes when the input ends."""
    running.close_input()
    lines: list[str] = []
    with suppress(EngineEndedError):
        deadline_s = time.monotonic() + 3
        while (reply := running.receive(deadline_s)) is not None and len(lines) < _MOST_LINES:
            lines.append(reply.text.decode("utf-8", "replace").rstrip("\r\n"))
    return lines


def _ends(running: RunningProgram) -> bool:
    deadline_s = time.monotonic() + 3
    try:
        while running.receive(deadline_s) is not None:
            pass
    except EngineEndedError:
        return True
    return False
