"""Which desk is given what, and what becomes of it when a desk dies: without Ray, so that desks do
what they do, and die, exactly when a test wants it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread
from typing import Any

import pytest

from inarow import UserError
from inarow.cluster.desk import Answer, Desk, Given, pickled
from inarow.cluster.ray_executor import RayExecutor
from inarow.executor import Done, Task, WorkerLostError
from pretended_ray import PretendedRay, held_tasks

Made = Callable[..., tuple[PretendedRay, RayExecutor]]
PATIENCE_S = 60


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, told: list[str]) -> Iterator[Made]:
    """An executor over machines of one core each, with these names."""
    with ExitStack() as stack:

        def make(*machines: str, stillborn: int = 0) -> tuple[PretendedRay, RayExecutor]:
            ray = PretendedRay(*machines, stillborn=stillborn)
            monkeypatch.setattr("inarow.cluster.ray_executor.connected", lambda *_: ray)
            return ray, stack.enter_context(RayExecutor("ray://pc:1", tell=told.append))

        yield make


def hold(executor: RayExecutor, *names: str) -> None:
    for name in names:
        executor.submit(name, Task("pretended_ray:held", (name,)))


def begins(name: str) -> None:
    assert held_tasks[name].begun.wait(PATIENCE_S)


def may_end(*names: str) -> None:
    for name in names:
        held_tasks[name].may_end.set()


def summary(done: Done) -> tuple[str, Any]:
    return done.key, done.value


@pytest.mark.parametrize("stillborn", [0, 2, 3])
def test_a_machine_is_asked_three_times_what_it_is(
    made: Made, stillborn: int, told: list[str]
) -> None:
    ray, executor = made("a", stillborn=stillborn)
    if stillborn < 3:
        executor.ready()
    else:
        with pytest.raises(UserError, match=r"no machine of the cluster can work \(pc a: it does"):
            executor.ready()
    assert executor.nodes[0].state == ("works" if stillborn < 3 else "refused")
    refusal = "pc a gets no work: it does not answer, 3 times: it died"
    assert told == ([] if stillborn < 3 else [refusal])
    assert len(ray.actors) == min(stillborn + 1, 3)


def test_a_desk_goes_on_without_us(made: Made) -> None:
    _, executor = made("a")
    executor.ready()
    hold(executor, "first", "second", "third")
    assert executor.ahead == 2
    begins("first")
    may_end("first")
    begins("second")
    assert not held_tasks["third"].begun.is_set()
    may_end("second", "third")
    assert [done.key for done in executor.results()] == ["first", "second", "third"]


def test_parts_of_two_tasks_are_kept_apart(made: Made) -> None:
    _, executor = made("a")
    executor.ready()
    for name in ("a", "b"):
        executor.submit(name, Task("pretended_ray:parts", (name,)))
    expected = []
    for name in ("a", "b"):
        expected += [(name, f"{name} reports"), (name, f"{name} yields"), (name, None)]
    found: list[tuple[str, Any]] = []
    while len(found) < len(expected):
        for done in executor.results():
            found.append(summary(done))
            break  # whoever does not listen to the end misses nothing
    assert found == expected and list(executor.results()) == []


def test_what_waited_is_not_charged_with_the_death_of_a_desk(made: Made) -> None:
    ray, executor = made("a")
    executor.ready()
    hold(executor, "bad", "good")
    at_the_desk = []

    def kill_three_times() -> None:
        for _ in range(3):
            begins("bad")
            held_tasks["bad"].begun.clear()
            at_the_desk.append(len(executor._workers[0].given))
            ray.on("a").die()

    killer = Thread(target=kill_three_times)
    killer.start()
    come = executor.results()
    found = next(come)
    killer.join()
    assert found.key == "bad" and isinstance(found.error, WorkerLostError)
    assert str(found.error) == "its worker was lost, 3 times: it died"
    assert at_the_desk == [2, 1, 1]  # who was there is alone from then on
    assert "good" not in executor._losses
    may_end("good")
    assert [summary(done) for done in come] == [("good", "good")]


def test_nothing_waits_at_a_busy_desk_while_another_is_idle(made: Made) -> None:
    _, executor = made("a", "b")
    executor.ready()
    hold(executor, "long", "short", "behind long", "behind short")
    begins("long")
    may_end("short", "behind short", "behind long")
    come = executor.results()
    found = [next(come) for _ in range(3)]
    assert {done.key for done in found} == {"short", "behind short", "behind long"}
    assert len({done.where for done in found}) == 1
    may_end("long")
    assert [done.key for done in come] == ["long"]


def test_what_waits_can_be_cancelled_and_survives_what_is(made: Made) -> None:
    ray, executor = made("a")
    executor.ready()
    hold(executor, "first", "second")
    begins("first")
    executor.cancel("second")
    hold(executor, "third", "fourth")
    executor.cancel("first")
    assert not ray.actors[0].lives
    may_end("third", "fourth")
    assert [done.key for done in executor.results()] == ["third", "fourth"]
    assert not held_tasks["second"].begun.is_set()


def test_what_is_cancelled_too_late_to_be_taken_back_is_ended(made: Made) -> None:
    ray, executor = made("a")
    executor.ready()
    hold(executor, "first", "second")
    begins("first")
    may_end("first")
    begins("second")  # which we have not heard of
    executor.cancel("second")
    hold(executor, "third")
    may_end("third")
    assert [done.key for done in executor.results()] == ["first", "third"]
    assert not ray.actors[0].lives and len(ray.actors) == 2


def test_what_was_begun_is_cancelled_without_a_word_when_the_connection_is_broken(
    made: Made,
) -> None:
    ray, executor = made("a")
    executor.ready()
    hold(executor, "first", "second", "third")
    ray.broken = True
    for key in ("second", "first", "third"):
        executor.cancel(key)
    assert list(executor.results()) == []


def test_a_machine_that_is_drained_ends_what_it_has_begun(made: Made, told: list[str]) -> None:
    ray, executor = made("a", "b")
    executor.ready()
    executor.drain("pc a", "it stalls")
    assert told == ["pc a gets no more work: it stalls"] and not ray.actors[0].lives
    executor.drain("pc b", "it stalls too")
    assert executor.nodes[1].state == "works" and len(told) == 1


def test_what_waits_at_a_machine_that_is_drained_is_done_elsewhere(made: Made) -> None:
    _, executor = made("a", "b")
    executor.ready()
    hold(executor, "one", "two", "waits", "waits too")
    drained, other = executor._workers
    begins("one")
    begins("two")
    assert len(drained.given) == len(other.given) == 2
    executor.drain(drained.node.name, "it stalls")
    may_end("two", "waits", "waits too")
    come = executor.results()
    found = [next(come) for _ in range(3)]
    assert {done.key for done in found} == {"two", "waits", "waits too"}
    assert {done.where for done in found} == {other.where}
    may_end("one")
    assert [(done.key, done.where) for done in come] == [("one", drained.where)]
    assert not drained.actor.lives


def test_calls_may_come_in_any_order() -> None:
    desk = Desk()
    tasks = [Given(number, pickled(Task("builtins:abs", (-number,)))[0], {}) for number in range(5)]
    desk.give([tasks[2]])
    desk.take_back(3)
    desk.give([tasks[4], tasks[1]])
    answers: list[Answer] = desk.answers([tasks[3]])
    while len(answers) < 4:
        answers += desk.answers([])
    assert answers[0] == Answer(3, None, begun=False)
    values = [(answer.number, pickle.loads(answer.pickled or b"")) for answer in answers[1:]]
    assert values == [(number, (number, None, True)) for number in (1, 2, 4)]
