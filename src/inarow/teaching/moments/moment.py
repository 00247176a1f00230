"""A state of a search as it stands after some of its children have returned.

Beside the search's own variables stands what is truly known: an interval that holds the minimax
value of the state.
"""

from __future__ import annotations

from math import inf

from inarow.textbook.events import Step
from inarow.textbook.tree import SearchTree, TreeNode


def path_nodes(tree: SearchTree) -> list[TreeNode]:
    """The states from the root to the view."""
    nodes = [tree.root]
    for move in tree.path:
        child = nodes[-1].child(move)
        if child is None:
            break
        nodes.append(child)
    return nodes


def done_before(node: TreeNode, through: int | None, after: int | None) -> list[TreeNode]:
    """The children that have returned: those before the one being searched, or up to ``after``."""
    done = []
    for child in node.children or []:
        if child.move == through or (through is None and after is None):
            break
        done.append(child)
        if child.move == after:
            break
    return done


class Moment:
    """A state while its children are searched.

    ``best``, ``best_move``, ``alpha`` and ``beta`` are the search's variables; ``start`` is what
    ``best`` began with, infinite or a bound, and ``before`` what it was before the last child.
    ``accepted`` are the moves that became the best one. ``value`` is the number to show, the best
    so far or what the state has returned; ``relation`` what it says of the state's minimax value,
    or with ``so_far`` only of the moves that have returned. Both are None and empty before the
    first of them.
    """

    def __init__(self, tree: SearchTree, node: TreeNode, done: list[TreeNode]) -> None:
        steps = node.steps[: len(done) + 1]
        best = -inf if node.maximising else inf
        steps = steps or [Step(None, False, best, node.alpha, node.beta)]
        self.start, now = steps[0].best, steps[-1]
        self.best, self.alpha, self.beta = now.best, now.alpha, now.beta
        self.improved = now.accepted
        self.before = steps[-2].best if len(steps) > 1 else now.best
        self.accepted = [step.move for step in steps if step.accepted and step.move is not None]
        self.cut = node.cut is not None and bool(done) and done[-1].move == node.cut.move
        self.finished = self.cut or (node.leaf is None and len(done) == len(node.children or []))
        self.value: float | None = None
        self.relation, self.so_far = "", False
        self._judge(node, done, tree.spec.value_unreliable)

    @property
    def best_move(self) -> int | None:
        return self.accepted[-1] if self.accepted else None

    def _judge(self, node: TreeNode, done: list[TreeNode], value_unreliable: bool) -> None:
        if node.leaf is not None:
            self.value, self.relation = node.value, "="
            return
        if not done:
            return
        if value_unreliable:
            self.value, self.relation = node.value if self.finished else self.best, "?"
            return
        known = [child.interval for child in done]
        pick = max if node.maximising else min
        low, high = pick(low for low, _ in known), pick(high for _, high in known)
        all_returned = len(done) == len(node.children or []) and not (node.cut and node.cut.skipped)
        if not self.finished and (low < self.best if node.maximising else high > self.best):
            # The best is no more than a bound on the moves so far: of the others nothing is known.
            self.value, self.so_far = self.best, True
            self.relation = _relation(self.best, low, high)
            return
        if not all_returned:
            # A move that has not returned can only help the side that chooses.
            low, high = (low, inf) if node.maximising else (-inf, high)
        self.value = self.best
        if self.finished:
            self.value = node.value
            window_low, window_high = node.interval
            low, high = max(low, window_low), min(high, window_high)
        self.relation = _relation(self.value, low, high)


def _relation(value: float, low: float, high: float) -> str:
    """What a value says of one that lies from ``low`` to ``high``."""
    if low == value == high:
        return "="
    if low >= value:
        return ">="
    return "<=" if high <= value else "?"


def mark_uncut(pruned: SearchTree, tested: SearchTree, plain: SearchTree) -> None:
    """Marks as exact every shown subtree of alpha-beta in which no state was skipped.

    ``tested`` is the same search as ``pruned``, and ``plain`` is minimax at the same place; these
    two count so that a skipped state is missed. A search that clips its values to the window is not
    made exact by walking everything.
    """
    if pruned.spec.clipping or pruned.spec.value_unreliable:
        return
    shown = zip(path_nodes(pruned), path_nodes(tested), path_nodes(plain), strict=False)
    for node, counted, twin in shown:
        for child, same in zip(node.children or [], counted.children or [], strict=True):
            other = None if child.move is None else twin.child(child.move)
            if other is not None and other.nodes == same.nodes:
                child.relation = "="
