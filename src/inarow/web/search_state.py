"""The state at the explorer's cursor: its board, the moves of the path on it, and what a leaf's
evaluation counts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from inarow.render.tree_words import Notation
from inarow.teaching.moments.cursor import Cursor
from inarow.teaching.moments.moment import path_nodes
from inarow.text import count_word
from inarow.textbook.evaluate import evaluated_parts
from inarow.textbook.tree import SearchTree, TreeNode


def state_answer(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The board at the cursor; ``path`` are its moves from the root, with where each stone lies."""
    nodes = path_nodes(tree)
    path = []
    for before, after in pairwise(nodes):
        assert after.move is not None
        path.append(
            {
                "move": after.move,
                "label": notation.move(after.move),
                "player": before.pos.to_move,
                "cell": before.pos.landing(after.move),
            }
        )
    pos = tree.view.pos
    return {
        "cells": pos.cells(".12").replace("/", ""),
        "toMove": pos.to_move,
        "path": path,
        "evaluation": _evaluation(tree, tree.view),
    }


def _evaluation(tree: SearchTree, node: TreeNode) -> dict[str, Any] | None:
    """What the value of a leaf is made of, where it is an evaluation that counts something: rows by
    the stones counted, the first player before the second."""
    sides = evaluated_parts(node.pos, node.leaf, tree.spec, tree.root.pos.to_move)
    if sides is None or not any(sides):
        return None
    kinds = sorted({(part.stones, part.points, part.window) for parts in sides for part in parts})
    rows = [
        {
            "name": _row_name(stones, window),
            "each": points,
            "sides": [
                [
                    list(part.cells)
                    for part in parts
                    if (part.stones, part.points) == (stones, points)
                ]
                for parts in sides
            ],
        }
        for stones, points, window in kinds
    ]
    return {"rows": rows, "totals": [sum(part.points for part in parts) for parts in sides]}


def _row_name(stones: int, window: bool) -> str:
    if window:
        return f"open, {count_word(stones)} of them"
    if stones == 1:
        return "tokens"
    word = count_word(stones)
    return f"{word}es" if word == "six" else f"{word}s"
