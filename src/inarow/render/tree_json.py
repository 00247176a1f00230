"""A search tree as plain data, with every number of the text form."""

from __future__ import annotations

from dataclasses import asdict
from math import inf
from typing import Any

from inarow.game import name_of
from inarow.render.tree_words import Notation, cut_reason, side
from inarow.textbook.tree import SearchTree, TreeNode, minimax_nodes


def tree_json(tree: SearchTree, notation: Notation) -> dict[str, Any]:
    """The search and the shown part of its tree. Moves are written as the reader counts them;
    a bound that is not set is null."""
    plain = minimax_nodes(tree.root.pos, tree.spec)
    return {
        "game": name_of(notation.game),
        "position": tree.root.pos.text,
        "columns_from": notation.base,
        "spec": asdict(tree.spec),
        "result": {
            "move": _move(tree.result.move, notation),
            "value": _bound(tree.result.value),
            "nodes": tree.result.nodes,
        },
        "minimax_nodes": plain,
        "principal_variation": [notation.move(move) for move in tree.line()],
        "tree": _node(tree.view, notation),
    }


def _node(node: TreeNode, notation: Notation) -> dict[str, Any]:
    data: dict[str, Any] = {
        "move": _move(node.move, notation),
        "ply": node.ply,
        "side": side(node.maximising),
        "alpha": _bound(node.alpha),
        "beta": _bound(node.beta),
        "relation": node.relation,
        "value": _bound(node.value),
        "nodes": node.nodes,
        "total": node.total,
        "leaf": node.leaf,
        "best": _move(node.best, notation),
        "cut_off": None,
        "children": None,
    }
    if node.cut is not None:
        data["cut_off"] = {
            "after": notation.move(node.cut.move),
            "value": _bound(node.cut.value),
            "bound": _bound(node.cut.bound),
            "skipped": [notation.move(move) for move in node.cut.skipped],
            "saved": node.cut.saved,
            "reason": cut_reason(node, node.cut, notation),
        }
    if node.children is not None:
        data["children"] = [_node(child, notation) for child in node.children]
    return data


def _move(move: int | None, notation: Notation) -> str | None:
    return None if move is None else notation.move(move)


def _bound(value: float) -> float | None:
    return None if abs(value) == inf else value
