"""Who has not slept since the question waited for a core whenever it did not run."""

from __future__ import annotations

from typing import cast

import pytest

from inarow.running.adapters.stopwatch import Stopwatch
from inarow.running.outcome import Rest, Usage
from inarow.running.running_program import RunningProgram
from inarow.running.stall import OwnStall


class Machine:
    """A program that has run for so long, and the time of day."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.used = Usage(1.0, 0.0, 5.0, rest=Rest(7, True))

    def usage(self) -> Usage:
        return self.used

    def rest(self) -> Rest | None:
        return self.used.rest

    def thaw(self) -> None:
        """It goes on."""

    def goes_on(self, wall_s: float, cpu_s: float, sleeps: int, *, asleep: bool) -> None:
        """Without a word of the system's about a wait."""
        self.now_s += wall_s
        used = self.used
        rest = Rest((used.rest.sleeps if used.rest else 0) + sleeps, asleep)
        self.used = used._replace(cpu_s=used.cpu_s + cpu_s, rest=rest)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(OwnStall, "seconds", lambda self: 0.0)
    return Machine()


@pytest.fixture
def watch(machine: Machine) -> Stopwatch:
    made = Stopwatch(cast("RunningProgram", machine), lambda: machine.now_s)
    made.thaw()
    made.put()
    return made


@pytest.mark.parametrize(
    ("sleeps", "asleep", "answered", "waited"),
    [
        (0, False, False, True),
        (1, True, False, False),  # it sleeps
        (1, False, False, False),  # it has slept
        (0, False, True, True),
        (1, True, True, True),  # it waits for the next question
        (1, False, True, False),  # it has slept and answered
        (2, True, True, False),  # and waits for the next question
    ],
)
def test_what_it_did_not_run_it_waited_unless_it_slept(
    machine: Machine, watch: Stopwatch, sleeps: int, asleep: bool, answered: bool, waited: bool
) -> None:
    machine.goes_on(0.030, 0.012, sleeps, asleep=asleep)
    effort = watch.effort(machine.now_s if answered else None)
    assert effort.wall_ms == pytest.approx(30) and effort.cpu_ms == pytest.approx(12)
    assert effort.stall_ms == pytest.approx(18 if waited else 0)


def test_what_was_seen_of_it_is_kept_until_the_next_question(
    machine: Machine, watch: Stopwatch
) -> None:
    machine.goes_on(0.130, 0.012, 0, asleep=False)
    watch.effort()
    machine.goes_on(0.001, 0.0, 2, asleep=True)  # it has answered and is frozen
    assert watch.effort(machine.now_s).stall_ms == pytest.approx(118)
    watch.heard()
    watch.put()
    machine.goes_on(0.010, 0.0, 1, asleep=False)
    assert watch.effort().stall_ms == 0


@pytest.mark.parametrize("awake", [True, False])
def test_who_waited_for_the_question_did_not_sleep_over_it(
    machine: Machine, watch: Stopwatch, awake: bool
) -> None:
    machine.goes_on(0.0, 0.0, 1, asleep=not awake)  # it waited once more as the line was sent
    watch.sent()
    machine.goes_on(0.030, 0.012, 0, asleep=False)
    assert watch.effort().stall_ms == pytest.approx(18 if awake else 0)


def test_where_the_system_does_not_tell_nothing_is_concluded(machine: Machine) -> None:
    machine.used = machine.used._replace(rest=None)
    watch = Stopwatch(cast("RunningProgram", machine), lambda: machine.now_s)
    watch.thaw()
    watch.put()
    machine.now_s += 1.0
    assert watch.effort().stall_ms == 0
