"""The clock rule, with time that passes only when the test says so."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.players.seat import ClockKind, Effort, RefereeFaultError
from inarow.running.clock import (
    STALL_SHARE,
    TRIES,
    LateError,
    Question,
    Ruling,
    charged_ms,
    settled,
)
from inarow.running.stall import OwnStall

LIMIT = 1000.0


class Machine:
    """Runs one program over and over: it works for ``work_ms`` on a core and sleeps for
    ``sleep_ms``; of each attempt the given time is lost to other programs."""

    def __init__(self, work_ms: float, sleep_ms: float, stalls_ms: list[float]) -> None:
        self.work_ms, self.sleep_ms = work_ms, sleep_ms
        self.stalls_ms = iter(stalls_ms)
        self.asked = 0

    def ask(self, question: Question) -> tuple[str | None, Effort]:
        """As an adapter does it: looks at the program when the rule says so, and stops it then."""
        self.asked += 1
        stall_ms = next(self.stalls_ms)
        whole_ms = self.work_ms + self.sleep_ms + stall_ms

        def at(wall_ms: float) -> Effort:
            share = min(wall_ms / whole_ms, 1.0) if whole_ms else 1.0
            return Effort(wall_ms, self.work_ms * share, stall_ms * share)

        look_ms: float | None = question.look_ms(at(0.0))
        while look_ms is not None:
            if whole_ms <= look_ms:
                return "answer", at(whole_ms)
            last_ms = look_ms
            look_ms = question.look_ms(at(last_ms))
            assert look_ms is None or look_ms > last_ms
        return None, at(last_ms)


times = st.floats(0, 3000)
stalls = st.lists(st.floats(0, 5000), min_size=TRIES, max_size=TRIES)


@given(st.floats(0, LIMIT), stalls)
def test_a_program_that_works_within_its_limit_is_never_late(
    work_ms: float, stalls_ms: list[float]
) -> None:
    """Whatever the machine does: stalls too small to explain anything would have to make up the
    difference, and are left out."""
    stalls_ms = [stall if stall >= 2 * STALL_SHARE * LIMIT else 0.0 for stall in stalls_ms]
    machine = Machine(work_ms, 0.0, stalls_ms)
    if work_ms + min(stalls_ms) <= LIMIT or all(
        stall * min(LIMIT / (work_ms + stall), 1) >= STALL_SHARE * LIMIT for stall in stalls_ms
    ):
        answer, _ = settled(machine.ask, LIMIT)
        assert answer == "answer" and machine.asked <= TRIES


@given(st.floats(LIMIT * 1.001, 5000), st.floats(0, 2000), stalls)
def test_a_program_that_works_longer_than_its_limit_is_always_late(
    work_ms: float, sleep_ms: float, stalls_ms: list[float]
) -> None:
    machine = Machine(work_ms, sleep_ms, stalls_ms)
    with pytest.raises(LateError):
        settled(machine.ask, LIMIT)
    assert machine.asked <= TRIES


@given(times, times)
def test_on_a_quiet_machine_the_wall_decides_at_once(work_ms: float, sleep_ms: float) -> None:
    machine = Machine(work_ms, sleep_ms, [0.0])
    if work_ms + sleep_ms <= LIMIT:
        assert settled(machine.ask, LIMIT)[0] == "answer"
    else:
        with pytest.raises(LateError):
            settled(machine.ask, LIMIT)
    assert machine.asked == 1


def test_five_per_cent_over_on_a_quiet_machine_is_late() -> None:
    with pytest.raises(LateError) as caught:
        settled(Machine(1.05 * LIMIT, 0, [0.0]).ask, LIMIT)
    assert caught.value.effort.wall_ms == LIMIT and not caught.value.answered


def test_a_stalled_answer_is_asked_for_again_and_the_third_time_cpu_time_decides() -> None:
    machine = Machine(600, 0, [1800.0] * 3)
    answer, effort = settled(machine.ask, LIMIT)
    assert answer == "answer" and machine.asked == 3
    assert effort == Effort(2400, 600, 1800)


def test_an_answer_that_is_in_time_the_second_time_is_enough() -> None:
    machine = Machine(600, 0, [1800.0, 100.0])
    assert settled(machine.ask, LIMIT)[1] == Effort(700, 600, 100) and machine.asked == 2


@given(st.floats(0, LIMIT), st.floats(4 * LIMIT + 100, 9000), stalls)
def test_a_sleeper_is_late_whatever_its_cpu_time(
    work_ms: float, sleep_ms: float, stalls_ms: list[float]
) -> None:
    with pytest.raises(LateError):
        settled(Machine(work_ms, sleep_ms, stalls_ms).ask, LIMIT)


@given(times, times, st.floats(0, 5000))
def test_the_cpu_clock_does_not_see_the_machine(
    work_ms: float, sleep_ms: float, stall_ms: float
) -> None:
    machine = Machine(work_ms, min(sleep_ms, 500), [stall_ms])
    if work_ms <= LIMIT:
        assert settled(machine.ask, LIMIT, ClockKind.CPU)[0] == "answer"
    else:
        with pytest.raises(LateError):
            settled(machine.ask, LIMIT, ClockKind.CPU)
    assert machine.asked == 1


@given(st.lists(st.booleans(), max_size=5))
def test_a_fault_of_ours_is_repeated_and_never_held_against_the_program(faults: list[bool]) -> None:
    script = iter([*faults, False])
    quick = Machine(1, 0, [0.0] * 9)

    def ask(question: Question) -> tuple[str | None, Effort]:
        if next(script):
            raise RefereeFaultError("no process could be made")
        return quick.ask(question)

    first = (*faults, False).index(False)
    if first < TRIES:
        assert settled(ask, LIMIT)[0] == "answer"
    else:
        with pytest.raises(RefereeFaultError, match="no process"):
            settled(ask, LIMIT)


@given(times, times, times, st.booleans(), st.booleans(), st.sampled_from(ClockKind))
def test_a_program_is_waited_for_only_while_an_answer_could_count(
    wall_ms: float, cpu_ms: float, stall_ms: float, last: bool, answered: bool, clock: ClockKind
) -> None:
    effort = Effort(wall_ms, cpu_ms, stall_ms)
    question = Question(LIMIT, clock, last)
    look_ms = question.look_ms(effort)
    if look_ms is not None:
        assert look_ms > wall_ms or look_ms == LIMIT
    elif question.ruling(effort, answered=True) is Ruling.IN_TIME:
        # It could only be the very moment of the limit.
        assert wall_ms >= LIMIT
    if not answered:
        assert question.ruling(effort, answered=False) is not Ruling.IN_TIME


@given(st.floats(LIMIT, 50 * LIMIT), st.floats(0, LIMIT), st.sampled_from(ClockKind))
def test_who_wants_a_core_is_waited_for_until_its_wait_is_known(
    wall_ms: float, cpu_ms: float, clock: ClockKind
) -> None:
    """A wait for a core is told of when it is over: until then there seems to be none."""
    question = Question(LIMIT, clock, last=True)
    look_ms = question.look_ms(Effort(wall_ms, cpu_ms, 0.0), runnable=True)
    assert look_ms is not None and look_ms > wall_ms
    asleep = Effort(max(wall_ms, question.asleep_ms), cpu_ms, 0.0)
    assert question.look_ms(asleep) is None
    assert question.look_ms(Effort(wall_ms, LIMIT + 1, 0.0), runnable=True) is None
    assert question.look_ms(Effort(101 * LIMIT + 1000, cpu_ms, 0.0), runnable=True) is None


@given(times, times, times, st.sampled_from(ClockKind))
def test_a_clock_is_charged_with_no_stall_and_no_more_than_passed(
    wall_ms: float, cpu_ms: float, stall_ms: float, clock: ClockKind
) -> None:
    charged = charged_ms(Effort(wall_ms, cpu_ms, stall_ms), clock)
    if clock is ClockKind.CPU:
        assert charged == cpu_ms
    else:
        assert max(wall_ms - stall_ms, 0) <= charged <= wall_ms
    assert charged_ms(Effort(wall_ms), clock) == wall_ms


def test_what_is_taken_from_a_virtual_core_is_a_stall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the core that lost most: others do not add up, however many there are."""
    rows = [b"cpu0 1 1 1 1 1 1 1 50 0 0\ncpu1 1 1 1 1 1 1 1 9 0 0\n"]
    monkeypatch.setattr("inarow.running.stall._stat", lambda: rows[-1])
    monkeypatch.setattr("inarow.running.stall._waited_ns", lambda: 7)
    tick_s = 1 / os.sysconf("SC_CLK_TCK")
    ours = OwnStall()
    assert ours.seconds() == 0
    rows.append(b"cpu0 1 1 1 1 1 1 1 51 0 0\ncpu1 1 1 1 1 1 1 1 12 0 0\n")
    assert ours.seconds() == pytest.approx(3 * tick_s)
    rows.append(b"")
    assert ours.seconds() == 0
