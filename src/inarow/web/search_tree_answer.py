"""One tree as the explorer shows it at a moment of the search: the path and one level of children.

Everything shown is exact: subtrees off the path are answered by the native search within the very
window they were given, and children that the search has not come to yet stay empty.
"""

from __future__ import annotations

from math import inf
from typing import Any

from inarow._core import Position
from inarow.render.tree_words import Notation
from inarow.textbook.tree import SearchTree, TreeNode, minimax_nodes
from inarow.web.search_cursor import Cursor


def panel_answer(
    tree: SearchTree, cursor: Cursor, plain: SearchTree, notation: Notation, missing: str | None
) -> dict[str, Any]:
    """A tree at a cursor. ``plain`` is minimax at the same place: it tells what cuts would cost."""
    path = path_nodes(tree)
    plain_path = path_nodes(plain)
    levels = []
    for number, node in enumerate(path):
        last = number == len(path) - 1
        through = cursor.path[number] if not last else None
        after = cursor.after if last else None
        twin = plain_path[number] if number < len(plain_path) else None
        levels.append(_level(tree, node, through, after, last, twin, notation))
    return {
        "algorithm": tree.spec.algorithm,
        "nodes": tree.result.nodes,
        "count": running_count(tree, cursor),
        "move": None if tree.result.move is None else notation.move(tree.result.move),
        "value": bound_answer(tree.result.value),
        "levels": levels,
        "missing": missing,
    }


def path_nodes(tree: SearchTree) -> list[TreeNode]:
    """The states from the root to the view."""
    nodes = [tree.root]
    for move in tree.path:
        child = nodes[-1].child(move)
        if child is None:
            break
        nodes.append(child)
    return nodes


def running_count(tree: SearchTree, cursor: Cursor) -> int:
    """The search's own count at the cursor, by whatever its rules count."""
    node = tree.view
    root_apart = 1 if tree.spec.counting == "tested-but-root" else 0
    children = node.children or []
    if cursor.after is not None:
        child = next(child for child in children if child.move == cursor.after)
        return child.total - root_apart
    if children:
        return children[0].total - children[0].nodes - root_apart
    return node.total - root_apart


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
    """A state as it stands while its children are searched: best value so far and the window."""

    def __init__(self, tree: SearchTree, node: TreeNode, done: list[TreeNode]) -> None:
        self.best: float | None = None
        self.best_move: int | None = None
        self.alpha, self.beta = node.alpha, node.beta
        self.cut = node.cut is not None and bool(done) and done[-1].move == node.cut.move
        self.finished = self.cut or (node.leaf is None and len(done) == len(node.children or []))
        self.improved = False
        for child in done:
            value = child.value
            better = (
                self.best is None
                or (value > self.best if node.maximising else value < self.best)
                or (tree.spec.tie == "last" and value == self.best)
            )
            self.improved = better
            if better:
                self.best, self.best_move = value, child.move
            if tree.spec.algorithm == "alpha-beta" and not (self.cut and child is done[-1]):
                assert self.best is not None
                if node.maximising:
                    self.alpha = max(self.alpha, self.best)
                else:
                    self.beta = min(self.beta, self.best)


def _level(
    tree: SearchTree,
    node: TreeNode,
    through: int | None,
    after: int | None,
    last: bool,
    twin: TreeNode | None,
    notation: Notation,
) -> dict[str, Any]:
    done = done_before(node, through, after)
    moment = Moment(tree, node, done)
    relation, value = "", moment.best
    if node.leaf is not None:
        relation, value = "=", node.value
    elif moment.finished and last:
        relation, value = node.relation, node.value
    elif moment.best is not None:
        relation = ">=" if node.maximising else "<="
    return {
        "label": "root" if node.move is None else notation.move(node.move),
        "maximising": node.maximising,
        "side": node.pos.to_move,
        "relation": relation,
        "value": None if value is None else bound_answer(value),
        "alpha": bound_answer(moment.alpha),
        "beta": bound_answer(moment.beta),
        "leaf": node.leaf,
        "cut": moment.cut and last,
        "children": _children(tree, node, done, moment, through, last, twin, notation),
    }


def _children(
    tree: SearchTree,
    node: TreeNode,
    done: list[TreeNode],
    moment: Moment,
    through: int | None,
    last: bool,
    twin: TreeNode | None,
    notation: Notation,
) -> list[dict[str, Any]]:
    """Every legal move in the order of the search, with what is known of it at this moment."""
    if node.leaf is not None:
        return []
    returned = {child.move: child for child in done}
    order = tree.spec.order or tuple(range(node.pos.game.move_count))
    answers = []
    for move in order:
        if node.pos.landing(move) is None:
            continue
        child = returned.get(move)
        entry: dict[str, Any] = {"move": move, "label": notation.move(move), "state": "waiting"}
        if child is not None:
            entry["state"] = "done"
            entry |= {
                "value": bound_answer(child.value),
                "relation": _relation(child, twin),
                "size": child.nodes,
                "leaf": child.leaf,
                "best": moment.best_move == move,
                "latest": last and child is done[-1],
            }
        elif move == through:
            entry["state"] = "path"
        elif moment.cut and last:
            entry["state"] = "cut"
            entry["size"] = _size(tree, node.pos, move, node.ply, twin)
        elif last and tree.spec.algorithm == "minimax":
            waiting = node.child(move)
            entry["size"] = None if waiting is None else waiting.nodes
        answers.append(entry)
    return answers


def _relation(child: TreeNode, twin: TreeNode | None) -> str:
    """The child's value, or the bound that it is; exact too where no node below was skipped."""
    other = None if twin is None or child.move is None else twin.child(child.move)
    whole = other is not None and other.nodes == child.nodes
    return "=" if whole else child.relation


def _size(
    tree: SearchTree, pos: Position, move: int, ply: int, twin: TreeNode | None
) -> int | None:
    """What plain minimax counts below a move that was cut off."""
    other = None if twin is None else twin.child(move)
    if other is not None:
        return other.nodes
    spec = tree.spec.replace(depth=tree.spec.depth - ply - 1, maximiser="first")
    return minimax_nodes(pos.play(move), spec)


def bound_answer(value: float) -> float | str:
    """A number, or a word for a bound that is not set: JSON has no infinity."""
    if value == inf:
        return "inf"
    return "-inf" if value == -inf else value
