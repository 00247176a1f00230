"""What happens in a search, step by step: the stuff of explanations and pictures."""

from __future__ import annotations

from typing import Literal, NamedTuple

from inarow.textbook.tree_rules import LeafTest

EventKind = Literal["enter", "leaf", "update", "cut-off", "leave"]


class Event(NamedTuple):
    """One step of a search.

    ``enter``    a state is tested; alpha and beta as handed down, no value yet.
    ``leaf``     the state is a leaf: its value, and the test that made it one as the reason.
    ``update``   a child (``move``) gave the state a new best value; alpha and beta after it.
    ``cut-off``  the moves after ``move`` are skipped: the best value met alpha or beta.
    ``leave``    the state returns its value.

    ``ply`` is 0 at the root. ``move`` is the move that led to the state, except for ``update`` and
    ``cut-off``, where it is the child's. Bounds are -inf and inf where they are not set.
    """

    kind: EventKind
    ply: int
    move: int | None
    alpha: float
    beta: float
    value: float | None = None
    reason: LeafTest | None = None


class Step(NamedTuple):
    """The variables of a state as its loop begins (``move`` is None) or a child has returned, and
    whether that child was accepted as the new best. A cut-off has changed nothing yet."""

    move: int | None
    accepted: bool
    best: float
    alpha: float
    beta: float


class SearchResult(NamedTuple):
    """The answer of a search. ``move`` is None when the root is a leaf."""

    move: int | None
    value: float
    nodes: int


class Traced(NamedTuple):
    """A search with its events; ``complete`` is False when there were more than asked for."""

    result: SearchResult
    events: list[Event]
    complete: bool
