"""The first moment at which a program's search parts from the right one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from inarow._core import Position
from inarow.render.tree_words import LEAF_WORDS, Notation, side
from inarow.teaching.moments.pseudocode import code_lines
from inarow.teaching.why.case import Question
from inarow.teaching.why.hypothesis import Hypothesis
from inarow.textbook import native
from inarow.textbook.events import Event
from inarow.textbook.reference import Search
from inarow.textbook.spec import RULES, SearchSpec
from inarow.textbook.tree import SearchTree, search_tree

_MOST_EVENTS = 400_000


@dataclass(frozen=True)
class Parting:
    """Two searches of one position up to the moment at which they part.

    ``path``, ``after``  the state, by the moves that lead there, and the child that returned last.
    ``tested``           the states that both had tested by then.
    ``right``, ``wrong`` what each does next; they are the same where only the counts part.
    ``counts``           of the right search and of the other, then.
    """

    question: Question
    spec: SearchSpec
    path: tuple[int, ...]
    after: int | None
    tested: int
    right: Event | None
    wrong: Event | None
    counts: tuple[int, int]

    def changed_rules(self, right: SearchSpec | None = None) -> dict[str, str]:
        """The rules of the wrong search that are not those of the right one, as texts, and its
        depth; ``right`` if not that of the question."""
        usual = right or self.question.spec()
        changed = {
            name: rule.text(getattr(self.spec, name)) or "none"
            for name, rule in RULES.items()
            if getattr(self.spec, name) != getattr(usual, name)
        }
        return {**changed, "depth": str(self.spec.depth)}


@dataclass(frozen=True)
class Place:
    """A parting in words: where it is, what the right search does there, what the other does, and
    the lines of the pseudo-code in which the two differ, if they do."""

    where: str
    right: str
    wrong: str
    right_lines: tuple[str, ...]
    wrong_lines: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "where": self.where,
            "right": self.right,
            "wrong": self.wrong,
            "right_lines": list(self.right_lines),
            "wrong_lines": list(self.wrong_lines),
        }


def parting(question: Question, hypothesis: Hypothesis) -> Parting | None:
    """Where a program with these mistakes goes astray; None if it searches another position, or not
    within the events that are looked at."""
    if hypothesis.pos(question) != question.pos:
        return None
    right, wrong = question.spec().asked(), hypothesis.spec(question).asked()
    traced = native.trace(question.pos, right, _MOST_EVENTS)
    beside = _Beside(question.pos, wrong, traced.events, traced.complete)
    try:
        beside.result()
    except _PartedError:
        return beside.found(question)
    except _UnseenError:
        return None
    return None


class _PartedError(Exception):
    pass


class _UnseenError(Exception):
    pass


class _Beside(Search):
    """The readable search under other rules, beside the events of the right one."""

    def __init__(self, root: Position, spec: SearchSpec, right: list[Event], all_: bool) -> None:
        super().__init__(root, spec, None)
        self.expected, self.all = right, all_
        self.number = self.tested = 0
        self.path: list[int] = []
        self.place: tuple[tuple[int, ...], int | None] = ((), None)
        self.event: Event | None = None

    def note(self, event: Event) -> None:
        self.event = event
        if self.number >= len(self.expected):
            raise _PartedError if self.all else _UnseenError
        right = self.expected[self.number]
        if event != right:
            entered = right[:3] == event[:3] and event.kind == "enter"
            if entered and event.move is not None:
                self.place = ((*self.path[: event.ply - 1], event.move), None)
            raise _PartedError
        self.tested += event.kind == "enter"
        self.advance(right)
        if self.nodes != self.tested:
            raise _PartedError
        self.number += 1

    def advance(self, event: Event) -> None:
        """Follow an event that both share to the place after it."""
        if event.kind == "enter" and event.move is not None:
            self.path[event.ply - 1 :] = [event.move]
        path = tuple(self.path[: event.ply])
        if event.kind in ("enter", "leaf"):
            self.place = (path, None)
        elif event.kind in ("update", "cut-off"):
            self.place = (path, event.move)
        elif event.ply > 0:
            self.place = (path[:-1], path[-1])

    def found(self, question: Question) -> Parting:
        right, then = [*self.expected[self.number : self.number + 2], None, None][:2]
        if _accepted_by_both(right, self.event) and then is not None and then.kind == "cut-off":
            right = then
        path, after = self.place
        counts = (self.tested, self.nodes)
        return Parting(question, self.spec, path, after, self.tested, right, self.event, counts)


def _accepted_by_both(right: Event | None, wrong: Event | None) -> bool:
    """Whether the two differ only in what becomes of the window."""
    if right is None or wrong is None or right.kind != "update":
        return False
    return right._replace(alpha=wrong.alpha, beta=wrong.beta) == wrong


def place_of(found: Parting, notation: Notation) -> Place:
    """A parting in words."""
    tree = search_tree(found.question.pos, found.question.spec().asked(), 1, found.path)
    right_code, wrong_code = _code(tree, None, notation), _code(tree, found.spec, notation)
    only_right = tuple(line for line in right_code if line not in wrong_code)
    only_wrong = tuple(line for line in wrong_code if line not in right_code)
    if found.right == found.wrong:
        right, wrong = (f"has counted {count}" for count in found.counts)
    else:
        right, wrong = (_does(event, notation) for event in (found.right, found.wrong))
    return Place(_where(found, tree, notation), right, wrong, only_right, only_wrong)


def _code(tree: SearchTree, spec: SearchSpec | None, notation: Notation) -> list[str]:
    if spec is not None:
        search = Search(tree.root.pos, spec, None)
        maximising = search.maximises(tree.view.pos.to_move)
        view = replace(tree.view, maximising=maximising, children=None)
        tree = replace(tree, spec=spec, view=view)
    else:
        tree = replace(tree, view=replace(tree.view, children=None))
    return [text.strip() for _, text in code_lines(tree, tree.view, notation)]


def _where(found: Parting, tree: SearchTree, notation: Notation) -> str:
    states = "1 state" if found.tested == 1 else f"{found.tested} states"
    path = [notation.move(move) for move in found.path]
    moves = f"the state after {'column' if len(path) == 1 else 'columns'} {' '.join(path)}"
    node = tree.view
    window = f"[{notation.number(node.alpha)}, {notation.number(node.beta)}]"
    bounds = f", {side(node.maximising)}, window {window}"
    if tree.spec.algorithm == "minimax":
        bounds = f", {side(node.maximising)}"
    after = ""
    if found.after is not None:
        after = f", when {notation.named_move(found.after)} has returned"
    return f"after {states}, in {moves if path else 'the root'}{bounds}{after}"


def _does(event: Event | None, notation: Notation) -> str:
    if event is None:
        return "has ended"
    window = f"[{notation.number(event.alpha)}, {notation.number(event.beta)}]"
    move = "the root" if event.move is None else notation.named_move(event.move)
    value = "" if event.value is None else notation.number(event.value)
    if event.kind == "enter":
        return f"searches {move} with the window {window}"
    if event.kind == "leaf":
        assert event.reason is not None
        return f"takes it as a leaf ({LEAF_WORDS[event.reason]}) worth {value}"
    if event.kind == "update":
        return f"takes {move} as its best, {value}; its window is then {window}"
    if event.kind == "cut-off":
        return f"cuts off after {move}: {value} is enough, its window being {window}"
    return f"returns {value}"
