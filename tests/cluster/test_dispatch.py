"""Which worker gets which task, and what happens when one dies: without Ray, so that workers die
exactly when a test wants it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread
from typing import Any

import pytest

from inarow import UserError
from inarow.cluster.actor import WorkerActor, pickled
from inarow.cluster.ray_executor import RayExecutor
from inarow.executor import Task, TaskResult, WorkerLostError
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
            return ray, stack.enter_context(RayExecutor("ray://pc:1", on_message=told.append))

        yield make


def hold(executor: RayExecutor, *names: str) -> None:
    for name in names:
        executor.submit(name, Task("pretended_ray:held", (name,)))


def begins(name: str) -> None:
    assert held_tasks[name].begun.wait(PATIENCE_S)


def may_end(*names: str) -> None:
    for name in names:
        held_tasks[name].may_end.set()


def summary(done: TaskResult) -> tuple[str, Any]:
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
    assert executor.nodes[0].state == ("working" if stillborn < 3 else "refused")
    refusal = "pc a gets no work: it does not answer, 3 times: it died"
    assert told == ([] if stillborn < 3 else [refusal])
    assert len(ray.actors) == min(stillborn + 1, 3)


def test_worker_has_one_task_at_a_time(made: Made) -> None:
    _, executor = made("a")
    executor.ready()
    hold(executor, "first", "second", "third")
    assert executor.width == 1
    begins("first")
    assert len(executor._waiting) == 2 and not held_tasks["second"].begun.is_set()
    may_end("first")
    come = executor.results()
    assert next(come).key == "first"
    may_end("second", "third")
    assert [result.key for result in come] == ["second", "third"]


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


def test_task_that_ends_three_workers_fails_and_others_are_not_charged(made: Made) -> None:
    ray, executor = made("a")
    executor.ready()
    hold(executor, "bad", "good")

    def kill_three_times() -> None:
        for _ in range(3):
            begins("bad")
            held_tasks["bad"].begun.clear()
            ray.on("a").die()

    killer = Thread(target=kill_three_times)
    killer.start()
    come = executor.results()
    found = next(come)
    killer.join()
    assert found.key == "bad" and isinstance(found.error, WorkerLostError)
    assert str(found.error) == "its worker was lost, 3 times: it died"
    assert "good" not in executor._losses
    may_end("good")
    assert [summary(done) for done in come] == [("good", "good")]


def test_worker_that_dies_while_idle_costs_no_task_a_try(made: Made) -> None:
    ray, executor = made("a", "b")
    executor.ready()
    hold(executor, "one")
    may_end("one")
    assert [result.key for result in executor.results()] == ["one"]
    for machine in ("a", "b"):
        ray.on(machine).die()
    hold(executor, "two")
    may_end("two")
    come = executor.results()
    assert [(result.key, result.error) for result in come] == [("two", None)]
    assert executor._losses == {}


def test_free_worker_takes_what_waits_for_a_busy_one(made: Made) -> None:
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
    assert executor.nodes[1].state == "working" and len(told) == 1


def test_drained_machine_finishes_its_task_and_gets_no_more(made: Made) -> None:
    _, executor = made("a", "b")
    executor.ready()
    hold(executor, "one", "two", "waits", "waits too")
    drained, other = executor._workers
    begins("one")
    begins("two")
    executor.drain(drained.node.name, "it stalls")
    may_end("two", "waits", "waits too")
    come = executor.results()
    found = [next(come) for _ in range(3)]
    assert {done.key for done in found} == {"two", "waits", "waits too"}
    assert {done.where for done in found} == {other.where}
    may_end("one")
    assert [(done.key, done.where) for done in come] == [("one", drained.where)]
    assert not drained.actor.lives


def test_actor_does_tasks_in_order_and_says_when_each_ends() -> None:
    actor = WorkerActor()
    for number in range(3):
        actor.run(pickled(Task("builtins:abs", (-number,)))[0], {})
    replies: list[bytes] = []
    while len(replies) < 3:
        replies += actor.replies()
    assert [pickle.loads(reply) for reply in replies] == [(n, None, True) for n in range(3)]
