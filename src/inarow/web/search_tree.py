"""One tree as the explorer shows it at a moment of the search: the path and one level of children.

Everything shown is exact: subtrees off the path are answered by the native search within the very
window they were given, and children that the search has not come to yet stay empty.
"""

from __future__ import annotations

from math import inf
from typing import Any

from inarow.render.tree_words import Notation
from inarow.teaching.moments.cursor import Cursor
from inarow.teaching.moments.moment import Moment, done_before, path_nodes
from inarow.textbook.tree import SearchTree, TreeNode


def panel_json(
    tree: SearchTree, cursor: Cursor, plain: SearchTree, notation: Notation, missing: str | None
) -> dict[str, Any]:
    """A tree at a cursor. ``plain`` is minimax there or below it: it tells what cuts would cost."""
    path = path_nodes(tree)
    plain_path = path_nodes(plain)
    levels = []
    for number, node in enumerate(path):
        last = number == len(path) - 1
        through = cursor.path[number] if not last else None
        after = cursor.after if last else None
        levels.append(_level(tree, node, through, after, last, plain_path[number], notation))
    return {
        "algorithm": tree.spec.algorithm,
        "nodes": tree.result.nodes,
        "count": running_count(tree, cursor),
        "move": None if tree.result.move is None else notation.move(tree.result.move),
        "value": bound_json(tree.result.value),
        "levels": levels,
        "missing": missing,
    }


def running_count(tree: SearchTree, cursor: Cursor) -> int:
    """The search's own count at the cursor, by whatever its rules count.

    At a state that was entered, all that the rules count for the state itself has been counted: it
    has been tested, and is a leaf that was evaluated or has been expanded, its children generated.
    None of the children has been entered. After a child, all below the child has been counted too.
    """
    node = tree.view
    children = node.children or []
    if cursor.after is not None:
        return next(child for child in children if child.move == cursor.after).total
    return children[0].total - children[0].nodes if children else node.total


def _level(
    tree: SearchTree,
    node: TreeNode,
    through: int | None,
    after: int | None,
    last: bool,
    twin: TreeNode,
    notation: Notation,
) -> dict[str, Any]:
    done = done_before(node, through, after)
    moment = Moment(tree, node, done)
    return {
        "label": "root" if node.move is None else notation.move(node.move),
        "maximising": node.maximising,
        "side": node.pos.to_move,
        "relation": moment.relation,
        "soFar": moment.so_far,
        "value": None if moment.value is None else bound_json(moment.value),
        "alpha": bound_json(moment.alpha),
        "beta": bound_json(moment.beta),
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
    twin: TreeNode,
    notation: Notation,
) -> list[dict[str, Any]]:
    """Every legal move in the order of the search, with what is known of it at this moment."""
    if node.leaf is not None:
        return []
    returned = {child.move: child for child in done}
    answers = []
    for move in node.moves:
        child = returned.get(move)
        entry: dict[str, Any] = {"move": move, "label": notation.move(move), "state": "waiting"}
        if child is not None:
            entry["state"] = "done"
            entry |= {
                "value": bound_json(child.value),
                "relation": child.relation,
                "size": child.nodes,
                "leaf": child.leaf,
                "best": moment.best_move == move,
                "latest": last and child is done[-1],
            }
        elif move == through:
            entry["state"] = "path"
        elif moment.cut and last:
            entry["state"] = "cut"
            skipped = twin.child(move)
            entry["size"] = None if skipped is None else skipped.nodes
        elif last and tree.spec.algorithm == "minimax":
            waiting = node.child(move)
            entry["size"] = None if waiting is None else waiting.nodes
        answers.append(entry)
    return answers


def bound_json(value: float) -> float | str:
    """A number, or a word for a bound that is not set: JSON has no infinity."""
    if value == inf:
        return "inf"
    return "-inf" if value == -inf else value
