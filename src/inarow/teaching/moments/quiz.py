"""Questions about a moment of alpha-beta: will the next move be searched or cut, and which window
is handed down? Every question comes with its answer, and with what each wrong guess overlooks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from inarow._core import Position
from inarow.render.tree_words import Notation
from inarow.teaching.moments.cursor import Cursor, CutOffs, node_at
from inarow.teaching.moments.moment import Moment, done_before
from inarow.text import signed
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import search_tree

MOST_TRIES = 60


@dataclass(frozen=True)
class Question:
    """``options`` in their order with what to say to each, ``answer`` the place of the right one.
    ``child`` is the move that it asks about. ``shown`` is the last state before the decision, so
    that nothing gives the answer away; ``then`` the moment that shows it."""

    kind: str
    shown: Cursor
    then: Cursor
    child: int
    words: str
    options: tuple[tuple[str, str], ...]
    answer: int

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "path": list(self.shown.path),
            "then": {"path": list(self.then.path), "after": self.then.after},
            "child": self.child,
            "words": self.words,
            "options": [{"label": label, "told": told} for label, told in self.options],
            "answer": self.answer,
        }


def question(
    pos: Position, spec: SearchSpec, cuts: CutOffs, notation: Notation, seed: int
) -> Question | None:
    """The question of a seed; None where a search is too small to ask one. ``spec`` is alpha-beta
    by rules whose window is the usual one."""
    rng = random.Random(seed)
    count = search_tree(pos, spec.counting_tests(), 1, ()).result.nodes
    for _ in range(MOST_TRIES):
        if rng.random() < 0.3:
            found = _window_question(pos, spec, notation, rng, rng.randrange(1, count + 1))
        elif cuts.places and rng.random() < 0.5:
            place = rng.choice(cuts.places)
            found = _cut_question(pos, spec, notation, Cursor(place.path, place.move))
        else:
            entered = node_at(pos, spec, rng.randrange(1, count + 1)).path
            after = entered[-1] if entered else None
            found = _cut_question(pos, spec, notation, Cursor(entered[:-1], after))
        if found is not None:
            return found
    return None


def _cut_question(
    pos: Position, spec: SearchSpec, notation: Notation, cursor: Cursor
) -> Question | None:
    if cursor.after is None:
        return None
    tree = search_tree(pos, spec, 1, cursor.path)
    node = tree.view
    if cursor.after not in node.moves:
        return None
    left = node.moves[node.moves.index(cursor.after) + 1 :]
    if not left:
        return None
    done = done_before(node, None, cursor.after)
    moment = Moment(tree, node, done)
    side, bound, limit = _side(node.maximising), *_bound(node.maximising, moment)
    child = notation.named_move(left[0])
    returned = notation.named_move(cursor.after)
    words = (
        f"{returned.capitalize()} has returned {signed(done[-1].value)} to {side}, whose best is"
        f" {signed(moment.best)}; alpha is {signed(moment.alpha)}, beta {signed(moment.beta)}."
        f" Will {child} be searched or cut?"
    )
    more, less = ("at least", "below") if node.maximising else ("at most", "above")
    if moment.cut:
        reason = (
            f"{side}’s best, {signed(moment.best)}, is {more} {bound}, {signed(limit)}: the other"
            f" side has something as good higher up and will not let the game come here. The rest"
            f" is cut."
        )
        told = (f"No, it is cut. {reason}", f"Right. {reason}")
    else:
        reason = (
            f"{side}’s best, {signed(moment.best)}, is still {less} {bound}, {signed(limit)}: a"
            f" better value here may yet count, so {child} is searched."
        )
        told = (f"Right. {reason}", f"No, it is searched. {reason}")
    options = (("Searched", told[0]), ("Cut", told[1]))
    shown = _last_before(pos, spec, cursor)
    return Question("cut", shown, cursor, left[0], words, options, 1 if moment.cut else 0)


def _last_before(pos: Position, spec: SearchSpec, cursor: Cursor) -> Cursor:
    """The state that was entered last when a child returned."""
    tested = search_tree(pos, spec.counting_tests(), 1, cursor.path).view
    child = next(child for child in tested.children or [] if child.move == cursor.after)
    return node_at(pos, spec, child.total)


def _window_question(
    pos: Position, spec: SearchSpec, notation: Notation, rng: random.Random, number: int
) -> Question | None:
    """Which window the next child gets, where the state has changed its own since."""
    entered = node_at(pos, spec, number).path
    if not entered:
        return None
    path, move = entered[:-1], entered[-1]
    tree = search_tree(pos, spec, 1, path)
    node = tree.view
    done = done_before(node, move, None)
    if not done:
        return None
    child = node.child(move)
    moment = Moment(tree, node, done)
    if child is None or (child.alpha, child.beta) == (node.alpha, node.beta):
        return None
    side = _side(node.maximising)
    wrong = {
        (node.alpha, node.beta): f"No: that is the window {side} was entered with. Since then"
        f" {side} has found {signed(moment.best)}, and hands that down.",
        (-child.beta, -child.alpha): "No: here both sides look at the same values, so nothing is"
        " turned round on the way down.",
        (child.beta, child.alpha): "No: alpha stays the lower bound and beta the upper one, for"
        " both sides.",
    }
    raised = "alpha" if node.maximising else "beta"
    right = (
        f"Right. {side} has {signed(moment.best)} in hand, so {raised} is {signed(moment.best)};"
        " the other bound is handed down as it came."
    )
    wrong.pop((child.alpha, child.beta), None)
    chosen = list(wrong.items())[:2]
    windows = [((child.alpha, child.beta), right), *chosen]
    rng.shuffle(windows)
    words = (
        f"{side} was entered with alpha {signed(node.alpha)}, beta {signed(node.beta)}, and its"
        f" best is {signed(moment.best)} so far. Which window does {notation.named_move(move)} get?"
    )
    options = tuple(
        (f"alpha {signed(low)}, beta {signed(high)}", told) for (low, high), told in windows
    )
    answer = next(place for place, (_, told) in enumerate(windows) if told == right)
    then = Cursor(path, done[-1].move)
    return Question("window", _last_before(pos, spec, then), then, move, words, options, answer)


def _side(maximising: bool) -> str:
    return "MAX" if maximising else "MIN"


def _bound(maximising: bool, moment: Moment) -> tuple[str, float]:
    return ("beta", moment.beta) if maximising else ("alpha", moment.alpha)


def takes(spec: SearchSpec) -> bool:
    """Whether the questions hold under the rules of a search: those of the course, in any order of
    the moves."""
    usual = SearchSpec(algorithm="alpha-beta", depth=spec.depth)
    return spec.replace(order=usual.order) == usual
