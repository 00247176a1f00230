"""Results come in the order of their tasks, and no more tasks are read than the window holds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from in_this_process import OneByOne
from inarow.executor import Task, TaskResult, ordered


class AnyOrder(OneByOne):
    """An executor that ends its tasks in an order of somebody's choice."""

    width = ahead = 1
    remote = False

    def __init__(self, choices: list[int]) -> None:
        self.choices = choices
        self.under_way: dict[str, Task] = {}

    def drain(self, machine: str, why: str) -> None:
        raise AssertionError

    def submit(self, key: str, task: Task) -> None:
        assert key not in self.under_way
        self.under_way[key] = task

    def results(self) -> Iterator[TaskResult]:
        while self.under_way:
            keys = sorted(self.under_way)
            choice = self.choices.pop() if self.choices else 0
            key = keys[choice % len(keys)]
            task = self.under_way.pop(key)
            try:
                yield TaskResult(key, task.run(), None, "here")
            except ZeroDivisionError as error:
                yield TaskResult(key, None, error, "here")

    def cancel(self, key: str) -> None:
        self.under_way.pop(key, None)

    def close(self) -> None:
        self.under_way.clear()


@given(st.integers(0, 40), st.integers(1, 9), st.lists(st.integers(0, 8), max_size=60))
def test_the_order_is_kept_and_the_window_too(count: int, ahead: int, choices: list[int]) -> None:
    read = 0

    def tasks() -> Iterator[Task]:
        nonlocal read
        for number in range(count):
            read += 1
            yield Task("builtins:abs", (-number,))

    found: list[int] = []
    for value in ordered(AnyOrder(choices), tasks(), ahead):
        assert read <= len(found) + ahead
        found.append(value)
    assert found == list(range(count))


def test_an_error_is_raised_in_its_turn() -> None:
    tasks = [Task("operator:floordiv", (6, divisor)) for divisor in (1, 2, 0, 3)]
    found = ordered(AnyOrder([3, 2, 1, 0]), tasks, 4)
    assert [next(found), next(found)] == [6, 3]
    with pytest.raises(ZeroDivisionError):
        next(found)
