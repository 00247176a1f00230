"""Measuring the textbook searches: CPU time and nodes against depth."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inarow._core import Position
from inarow.textbook import native, reference
from inarow.textbook.events import SearchResult
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree_rules import Algorithm

ALGORITHMS: tuple[Algorithm, Algorithm] = ("minimax", "alpha-beta")


@dataclass(frozen=True)
class Measurement:
    """One search: what it answered and the CPU time it took, the median of all repetitions."""

    algorithm: Algorithm
    depth: int
    result: SearchResult
    cpu_s: float

    @property
    def nodes_per_s(self) -> float | None:
        """Nodes a second of CPU time; None when the clock saw no time pass."""
        return self.result.nodes / self.cpu_s if self.cpu_s > 0 else None

    @property
    def branching(self) -> float:
        """The effective branching factor."""
        return effective_branching(self.result.nodes, self.depth)


def effective_branching(nodes: int, depth: int) -> float:
    """The b for which a uniform tree of that depth has as many nodes, 1 + b + ... + b^depth.

    0 for a root alone; found by halving an interval, to nine digits.
    """
    low, high = 0.0, float(max(nodes - 1, 0))
    while high - low > 1e-9 * max(high, 1.0):
        middle = (low + high) / 2
        total, power = 1.0, 1.0
        for _ in range(depth):
            power *= middle
            total += power
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return (low + high) / 2


@dataclass(frozen=True)
class Method:
    """How to search: natively or by the readable Python, and how often for the median."""

    python: bool = False
    reuse: bool = False
    repeat: int = 1

    def run(self, pos: Position, spec: SearchSpec) -> SearchResult:
        if self.python:
            return reference.run(pos, spec)
        return native.run(pos, spec, reuse=self.reuse)

    def measure(self, pos: Position, spec: SearchSpec) -> Measurement:
        """Search ``repeat`` times; every answer is the same, the time is the median."""
        times = []
        for _ in range(self.repeat):
            start = time.process_time()
            result = self.run(pos, spec)
            times.append(time.process_time() - start)
        return Measurement(spec.algorithm, spec.depth, result, statistics.median(times))


def measure_depths(
    pos: Position,
    spec: SearchSpec,
    method: Method,
    deepest: int,
    max_cpu_s: float,
    before: Callable[[SearchSpec, float], None] = lambda spec, expected_s: None,
) -> Iterator[Measurement]:
    """Measure depths 1 to ``deepest`` with the algorithm of ``spec``.

    Stops before a depth that would take the CPU time above ``max_cpu_s``, judging by the growth of
    the depths before; ``before`` is told of each search and the time it is expected to take.
    """
    method.run(pos, spec.replace(depth=1))  # so that no measured search pays for being the first
    spent = expected = 0.0
    previous: Measurement | None = None
    for depth in range(1, deepest + 1):
        if spent + expected > max_cpu_s:
            return
        before(spec.replace(depth=depth), expected)
        start = time.process_time()
        measured = method.measure(pos, spec.replace(depth=depth))
        spent += time.process_time() - start
        yield measured
        growth = measured.result.nodes / previous.result.nodes if previous is not None else 1.0
        expected = measured.cpu_s * method.repeat * growth
        previous = measured
