"""One clock for every conversation, in a tournament and in a mark."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, cast

import pytest

from inarow.courses.aps105.seat import TerminalDialogue
from inarow.marking.checks.dialogue import ScriptedConversation, ScriptError
from inarow.players.seat import ClockKind, ForfeitError
from inarow.protocols.dialogue import Reply
from inarow.running.clock import Question
from inarow.running.conversation import Conversation
from inarow.running.process import Chunk, RunningProgram
from inarow.running.result import Usage
from inarow.running.seats.lines import TimedLink

LIMIT_S = 0.02


class Pretended:
    """A program that says a line so long after a question, and has used so much by then and so
    much more whenever it is looked at: the rest of the time it waited for a core."""

    def __init__(self, answers_after_s: float, used_s: float, step_s: float = 0.0) -> None:
        self.answers_after_s, self.used_s, self.step_s = answers_after_s, used_s, step_s
        self.asked_s = time.monotonic()
        self.looks = self.begun = 0
        self.cpu_s = 1.0

    def usage(self) -> Usage:
        return Usage(self.cpu_s, 0.0, 5.0)

    def cpu_wait(self) -> Any:
        return self

    def thaw(self) -> None: ...

    def send_bytes(self, data: bytes) -> None:
        self.asked_s = time.monotonic()

    def read_bytes(self, deadline_s: float) -> Chunk | None:
        at_s = min(deadline_s, self.asked_s + self.answers_after_s)
        time.sleep(max(at_s - time.monotonic(), 0))
        if deadline_s < self.asked_s + self.answers_after_s:
            return None
        return Chunk(b"answer\n", time.monotonic())

    def receive(self, deadline_s: float) -> Reply | None:
        arrival = self.read_bytes(deadline_s)
        return arrival and Reply(arrival.data.rstrip(), arrival.arrived_s)

    # As CpuWait has it.

    def begin(self, now_s: float) -> None:
        self.begun += 1

    def look(self, now_s: float, answer: bool) -> None:
        self.looks += 1

    def wait_s(self, wall_s: float, cpu_s: float) -> float:
        return max(wall_s - self.used_s - self.looks * self.step_s, 0.0)

    most_wait_s = wait_s

    def pause_s(self, usual_s: float) -> float:
        return usual_s


def in_a_mark(program: RunningProgram) -> bool:
    talk = ScriptedConversation(program)
    talk.send("question")
    try:
        talk.expect_line("answer", "", LIMIT_S)
    except ScriptError as error:
        assert error.cause == "TIMEOUT"
        return False
    return True


def in_a_mark_to_the_byte(program: RunningProgram) -> bool:
    talk = ScriptedConversation(program)
    talk.send("question")
    try:
        talk.expect_bytes(b"answer\n", LIMIT_S)
    except ScriptError as error:
        assert error.cause == "TIMEOUT"
        return False
    return True


def on_a_terminal(program: RunningProgram) -> bool:
    dialogue = TerminalDialogue(program)
    dialogue.talk.watch.thaw()
    dialogue.talk.send(b"question\n")
    try:
        dialogue.expect("answer\n", Question(LIMIT_S * 1000))
    except ForfeitError as fault:
        assert re.match("did not say 'answer", fault.detail)
        return False
    return True


def by_lines(program: RunningProgram) -> bool:
    link = TimedLink(program)
    link.watch.thaw()
    link.send("question")
    return link.receive(time.monotonic() + LIMIT_S) is not None


ASKED_BY = (in_a_mark, in_a_mark_to_the_byte, on_a_terminal, by_lines)


@pytest.mark.parametrize("is_in_time", ASKED_BY)
@pytest.mark.parametrize(
    ("answers_after_s", "used_s", "in_time"),
    [
        (0.0, 0.001, True),
        (0.06, 0.015, True),  # it waited for a core
        (0.06, 0.025, False),  # and would have been late on an idle machine
        (5.0, 0.025, False),
    ],
)
def test_marks_and_tournaments_obey_the_same_clock(
    is_in_time: Callable[[RunningProgram], bool],
    answers_after_s: float,
    used_s: float,
    in_time: bool,
) -> None:
    program = Pretended(answers_after_s, used_s)
    assert is_in_time(cast("RunningProgram", program)) is in_time
    assert program.begun >= 1 and program.looks >= 1, "the question was not timed when it was sent"


@pytest.mark.parametrize("is_in_time", ASKED_BY)
def test_nobody_is_waited_for_beyond_the_time_it_has(
    is_in_time: Callable[[RunningProgram], bool],
) -> None:
    program = Pretended(600.0, 0.0, step_s=LIMIT_S / 8)
    assert not is_in_time(cast("RunningProgram", program))
    assert program.looks >= 8


def test_the_cpu_clock_looks_at_answers_that_come_early() -> None:
    program = Pretended(0.0, 0.0)
    talk = Conversation(cast("RunningProgram", program))
    talk.watch.thaw()
    talk.send(b"question\n")
    question = Question(1000.0, ClockKind.CPU)
    program.cpu_s += 0.5
    assert talk.next_bytes(question) is not None
    program.cpu_s += 1.0
    assert talk.next_bytes(question) is None
