"""Why an engine of COMP2230 answers or counts wrongly: by a dialogue or counts, or by asking it."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace

from inarow._core import Game, Position
from inarow.courses.comp2230.engine import INPUT_ENDED
from inarow.courses.comp2230.engine import explained as explained_dialogue
from inarow.courses.comp2230.exchange import ANSWERED, Exchange, exchanges_of, position_of
from inarow.courses.comp2230.perft import Count, interviewed, question_text
from inarow.courses.comp2230.perft import explained as explained_counts
from inarow.courses.inquiry import Findings, Inquiry
from inarow.errors import UserError
from inarow.players.seat import ForfeitError
from inarow.protocols.comp2230.manager import ProgramPlayer
from inarow.protocols.dialogue import EngineEndedError
from inarow.protocols.lines import printable
from inarow.running.conversation import start_with_retries
from inarow.running.process import RunningProgram
from inarow.running.seats.lines import LineSeat
from inarow.teaching.why.known import Report
from inarow.text import integer, truncate

_PATIENCE_S = 10.0
_MOST_LINES = 1000
_DEEPEST = 12
_PERFT_PATIENCE_MS = 60_000.0
_PERFT_FORM = "[startpos MOVES] perft DEPTH"
_PERFT_WORDS = ("perft", "startpos", "position")
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


def diagnose(inquiry: Inquiry) -> Findings:
    """What explains the answers of an engine, or its counts of the move tree."""
    inquiry.refuse("trace")
    words = " ".join(inquiry.question) if inquiry.text is None else inquiry.text
    report: Report
    if inquiry.program is not None:
        report = _counted(inquiry) if inquiry.perft else explained_dialogue(_asked(inquiry))
    elif words.split()[:1] and words.split()[0] in _PERFT_WORDS:
        report = explained_counts(_given_counts(inquiry))
    elif inquiry.text is None:
        raise UserError("a dialogue with an engine is given on standard input, or --program asks")
    else:
        report = explained_dialogue(exchanges_of(inquiry.text))
    return replace(report, course=inquiry.course.name)


def _asked(inquiry: Inquiry) -> list[Exchange]:
    program, sandbox = inquiry.built_program()
    launch = program.launch((), inquiry.course.programs.limits)
    running = start_with_retries(sandbox, launch)
    try:
        found = _talked(running, inquiry)
    finally:
        running.stop(0)
    if found[-1].late or found[-1].silent:
        return found
    inquiry.show("the end of the input")
    running = start_with_retries(sandbox, launch)
    try:
        running.close_input()
        found.append(Exchange(INPUT_ENDED, (), ended=_ends(running)))
    finally:
        running.stop(0)
    return found


def _talked(running: RunningProgram, inquiry: Inquiry) -> list[Exchange]:
    """The script, up to a command that is not answered or that ends the engine."""
    found: list[Exchange] = []
    moves: tuple[int, ...] = ()
    unasked: list[str] = []
    for line in SCRIPT:
        inquiry.show(line)
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


def _counted(inquiry: Inquiry) -> Report:
    """An engine that is asked for counts, down the move tree."""
    program, sandbox = inquiry.built_program()
    seat = LineSeat(program, sandbox, inquiry.course.programs.limits, ProgramPlayer)
    try:
        player = seat.restart()
        assert isinstance(player, ProgramPlayer)

        def ask(moves: tuple[int, ...], depth: int) -> int:
            inquiry.show(question_text(moves, depth))
            return _count_by(player, moves, depth)

        return interviewed(ask)
    finally:
        seat.close()


def _given_counts(inquiry: Inquiry) -> list[Count]:
    if inquiry.text is None:
        return [_count(question, got) for question, got in inquiry.pairs("COUNT")]
    lines = inquiry.text.splitlines()
    return [_count(words[:-1], words[-1:]) for words in map(str.split, lines) if words]


def _count_by(player: ProgramPlayer, moves: tuple[int, ...], depth: int) -> int:
    question = question_text(moves, depth)
    try:
        (said_depth, count), _ = player.perft(depth, _PERFT_PATIENCE_MS, moves)
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
        text = truncate(" ".join(question))
        raise UserError(f"question '{text}' has not the form {_PERFT_FORM}")
    digits, depth = "".join(words[:-2]), integer(words[-1])
    if depth is None or not 0 <= depth <= _DEEPEST:
        raise UserError(f"depth '{truncate(words[-1])}' is not a number from 0 to {_DEEPEST}")
    pos = Position(Game())
    for place, digit in enumerate(digits, start=1):
        if digit not in "0123456" or pos.is_over:
            raise UserError(f"move {place} of '{truncate(digits)}' is not a column 0 to 6 in play")
        if pos.landing(int(digit)) is None:
            raise UserError(f"move {place} of '{truncate(digits)}' is into a full column")
        pos = pos.play(int(digit))
    number = integer(got[0]) if got else None
    if number is None:
        raise UserError(f"count '{truncate(' '.join(got))}' is not a whole number")
    return Count(tuple(map(int, digits)), depth, number)
