"""A trace beside a search: the first line that is not the search's.

Traces differ in what they print: nodes as they are entered or as they return, the window as it was
handed down or as it was left, the root or not, columns from 0 or from 1. All of these are tried,
and the way that agrees with the most lines is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import NamedTuple

from inarow._core import Position
from inarow.teaching.why.trace.lines import TraceLine
from inarow.textbook.events import Event


class Node(NamedTuple):
    """A state of a search: the window as it was handed down and as it was left, and the value."""

    path: tuple[int, ...]
    window: tuple[float, float]
    left: tuple[float, float]
    value: float | None
    entered: int
    """The number of the event."""


class Reading(NamedTuple):
    """How a trace is meant."""

    returning: bool
    left_window: bool
    without_root: bool
    base: int


READINGS = [
    Reading(returning, left, without_root, base)
    for base in (0, 1)
    for without_root, returning, left in product((False, True), repeat=3)
]


@dataclass(frozen=True)
class Agreement:
    """The first ``agreed`` lines of a trace are those of a search; ``node`` is what the search has
    in place of the next one, None if it has ended; ``wrong`` names what differs there."""

    reading: Reading
    agreed: int
    node: Node | None
    wrong: str


class Walk:
    """The nodes of a search, as it enters them and as they return."""

    def __init__(self, root: Position, events: Sequence[Event], complete: bool) -> None:
        self.root, self.complete = root, complete
        self.entered: list[Node] = []
        self.returned: list[Node] = []
        path: list[int] = []
        open_nodes: list[tuple[int, tuple[float, float], int]] = []
        for number, event in enumerate(events):
            if event.kind == "enter":
                if event.move is not None:
                    path[event.ply - 1 :] = [event.move]
                open_nodes.append((len(self.entered), (event.alpha, event.beta), number))
                place = tuple(path[: event.ply])
                self.entered.append(
                    Node(place, (event.alpha, event.beta), (event.alpha, event.beta), None, number)
                )
            elif event.kind == "leave":
                place_in_list, window, entered = open_nodes.pop()
                node = self.entered[place_in_list]
                whole = Node(node.path, window, (event.alpha, event.beta), event.value, entered)
                self.entered[place_in_list] = whole
                self.returned.append(whole)
        self._boards: dict[tuple[int, ...], str] = {}

    def nodes(self, reading: Reading) -> Sequence[Node]:
        nodes = self.returned if reading.returning else self.entered
        if reading.without_root:
            nodes = [node for node in nodes if node.path]
        return nodes

    def board(self, path: tuple[int, ...]) -> str:
        """The board of a state as the course writes it."""
        if path not in self._boards:
            pos = self.root
            for move in path:
                pos = pos.play(move)
            self._boards[path] = ",".join(reversed(pos.cells(".ry").split("/")))
        return self._boards[path]


def aligned(lines: Sequence[TraceLine], walk: Walk, reading: Reading) -> Agreement:
    """How far a trace agrees with a search if it is meant so. In a trace of nodes as they are
    entered, a value counts as printed when its node has returned: what goes wrong below it comes
    first."""
    nodes = walk.nodes(reading)
    values: list[int] = []
    stop, wrong = len(lines), ""
    for number, line in enumerate(lines):
        if number >= len(nodes):
            stop, wrong = number, "end" if walk.complete else ""
            break
        found = _difference(line, nodes[number], walk, reading)
        if found == "value" and not reading.returning:
            values.append(number)
        elif found:
            stop, wrong = number, found
            break
    for number in reversed(values):  # the innermost of those that have returned by then
        goes_on = stop < len(lines) and _is_below(lines[stop], nodes[number], reading.base)
        if _end(nodes, number) <= stop and not goes_on:
            stop, wrong = number, "value"
    if stop >= len(nodes) or not wrong:
        return Agreement(reading, stop, None, wrong)
    return Agreement(reading, stop, nodes[stop], wrong)


def _end(nodes: Sequence[Node], number: int) -> int:
    """The number behind the last node below one."""
    path = nodes[number].path
    end = number + 1
    while end < len(nodes) and nodes[end].path[: len(path)] == path:
        end += 1
    return end


def _is_below(line: TraceLine, node: Node, base: int) -> bool:
    """Whether a line is of a state below a node, as far as it tells."""
    if line.path is not None:
        path = tuple(move - base for move in line.path)
        return len(path) > len(node.path) and path[: len(node.path)] == node.path
    return line.ply is not None and line.ply > len(node.path)


def best_aligned(lines: Sequence[TraceLine], walk: Walk) -> Agreement:
    """The meaning under which most lines agree."""

    def closeness(found: Agreement) -> tuple[int, bool]:
        return found.agreed, found.wrong != "place"

    return max((aligned(lines, walk, each) for each in READINGS), key=closeness)


def _difference(line: TraceLine, node: Node, walk: Walk, reading: Reading) -> str:
    """What a line has otherwise than a node: place, alpha, beta or value; empty for nothing."""
    if not _same_place(line, node, walk, reading.base):
        return "place"
    alpha, beta = node.left if reading.left_window else node.window
    for name, got, right in (  # the value last, as the last to be known
        ("alpha", line.alpha, alpha),
        ("beta", line.beta, beta),
        ("value", line.value, node.value),
    ):
        begun = name == "value" and not reading.returning and got in (inf, -inf)
        if got is not None and right is not None and got != right and not begun:
            return name
    return ""


def _same_place(line: TraceLine, node: Node, walk: Walk, base: int) -> bool:
    if line.board:
        return line.board == walk.board(node.path)
    if line.path is not None:
        return tuple(move - base for move in line.path) == node.path
    if line.ply is not None and line.ply != len(node.path):
        return False
    move = node.path[-1] if node.path else None
    return move is None if line.move is None else line.move - base == move
