"""The clock rule, with time that passes only when the test says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.players.seat import ClockKind, Effort, RefereeFaultError
from inarow.running.clock import TRIES, Question, retry_faults, used_ms
from inarow.running.program import RunLimits

LIMIT = 1000.0
times = st.floats(0, 3000)


@pytest.mark.parametrize(
    ("wall", "cpu", "wait", "late"),
    [
        (1000, 1000, 0, False),
        (1050, 1050, 0, True),
        (2400, 600, 1800, False),  # as slow as the machine is busy
        (2400, 600, 1000, True),  # and asleep for the rest
        (2730, 450, 180, True),  # nine threads that wait for each other, then sleep
        (1550, 50, 400, True),  # a sleeper on a busy machine
        (4000, 1010, 2990, True),  # a worker on a busy machine
        (900, 1800, 0, False),  # two cores, within the limit
        (1100, 1800, 400, True),  # two cores, beyond it: CPU time counts
    ],
)
def test_time_used_is_wall_time_less_cpu_wait(
    wall: float, cpu: float, wait: float, late: bool
) -> None:
    effort = Effort(wall, cpu, wait)
    assert Question(LIMIT).is_late(effort) is late
    if late:
        assert Question(LIMIT).is_over(effort)


@given(times, times, times, times)
def test_what_the_machine_does_changes_no_verdict(
    work: float, sleep: float, wait: float, other_wait: float
) -> None:
    """A program of one task: it works, sleeps and waits."""

    def is_late(wait: float) -> bool:
        return Question(LIMIT).is_late(Effort(work + sleep + wait, work, wait))

    if abs(work + sleep - LIMIT) > 1e-6:
        assert is_late(wait) == is_late(other_wait) == (work + sleep > LIMIT)


@given(times, times, times)
def test_the_cpu_clock_reads_cpu_time_alone(wall: float, cpu: float, wait: float) -> None:
    question = Question(LIMIT, ClockKind.CPU)
    assert question.is_late(Effort(wall, cpu, wait)) == (cpu > LIMIT)


def test_on_the_cpu_clock_a_sleeper_is_not_waited_for_without_end() -> None:
    question = Question(LIMIT, ClockKind.CPU)
    assert not question.is_over(Effort(4999, 100, 0))
    assert question.is_over(Effort(5000, 100, 0))
    assert not question.is_over(Effort(9000, 100, 4500))
    assert question.is_over(Effort(101001, 100, 101000))


@given(times, times, times, st.sampled_from(ClockKind))
def test_a_clock_is_charged_no_wait_and_no_more_than_passed(
    wall: float, cpu: float, wait: float, clock: ClockKind
) -> None:
    used = used_ms(Effort(wall, cpu, wait), clock)
    if clock is ClockKind.CPU:
        assert used == cpu
    else:
        assert min(max(wall - wait, 0), wall) <= used <= wall
    assert used_ms(Effort(wall), clock) == wall  # nobody measured the rest


@given(st.floats(1, 5000), st.sampled_from(ClockKind), st.floats(0.01, 9))
def test_a_program_that_is_stopped_is_late(limit: float, clock: ClockKind, cpu_s: float) -> None:
    """The bounds of a run and the rule are one: who is stopped would have been late."""
    bounds = Question(limit, clock).bounds(RunLimits(cpu_s=cpu_s))
    assert bounds.wall_s is not None and bounds.used_s is not None and bounds.cpu_s is not None
    assert bounds.cpu_s <= cpu_s
    ms = bounds.used_s * 1000 + 1e-6
    assert Question(limit, clock).is_over(Effort(ms, ms, 0))
    assert Question(limit, clock).is_over(Effort(bounds.wall_s * 1000 + 1e-6, 0, 0))


@given(st.integers(0, 5))
def test_a_fault_of_the_referee_is_repeated(faults: int) -> None:
    asked: list[int] = []

    def ask() -> str:
        asked.append(1)
        if len(asked) <= faults:
            raise RefereeFaultError("no process could be made")
        return "answer"

    if faults < TRIES:
        assert retry_faults(ask) == "answer"
    else:
        with pytest.raises(RefereeFaultError, match="no process"):
            retry_faults(ask)
    assert len(asked) == min(faults + 1, TRIES)
