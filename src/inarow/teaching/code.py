"""The pseudo-code of the very search that runs, whatever its rules, and the line that has just run.

The algorithm is written once, for MAX; MIN is its mirror. Each rule of a search is declared with
what its choices change here (``code`` in textbook/spec.py): a text within a line, or a whole line,
which may be empty. A test runs these lines against the reference search.
"""

from __future__ import annotations

import re
from typing import Any

from inarow import families
from inarow.render.tree_words import Notation
from inarow.teaching.cursor import Cursor
from inarow.teaching.moment import Moment, done_before
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import SearchTree, TreeNode
from inarow.words import count_word

Line = tuple[str, str]  # what it does, and its text

LINES = {
    "function": "function {own}(state, depth{bounds})",
    "entered": "",
    "tests": "",
    "expanded": "",
    "begin": "best ← {start}",
    "loop": "for {moves}",
    "child": "v ← {other}(child, depth − 1{bounds})",
    "returned": "",
    "compare": "if v {better} best: best ← v",
    "cut": "if best {meets} beta: return {cut value}",
    "window": "alpha ← max(alpha, best)",
    "looped": "",
    "return": "return best",
}
"""The lines by what they do. The empty ones are places for lines of rules; ``cut`` and ``window``
are alpha-beta's."""
_SAME_FOR_BOTH = ("function", "loop", "child")
_WITHIN_LOOP = ("child", "returned", "compare", "cut", "window", "looped")
TEXTS = {
    "bounds": ", alpha, beta",
    "start": "−∞",
    "better": ">",
    "meets": "≥",
    "cut value": "best",
    "full": "EVALUATION",
    "leaf": "",
}
"""Texts within lines; ``leaf`` is done before a leaf returns."""

_MIRROR = {
    "alpha": "beta", "beta": "alpha", "max": "min", "min": "max", "MAX": "MIN", "MIN": "MAX",
    ">": "<", "<": ">", "≥": "≤", "≤": "≥", "−∞": "+∞", "+∞": "−∞",
}  # fmt: skip
_MIRRORED = re.compile(r"\b(?:alpha|beta|max|min|MAX|MIN)\b|[<>≥≤]|[−+]∞")


def mirrored(text: str) -> str:
    """The same for MIN as a text says for MAX."""
    return _MIRRORED.sub(lambda found: _MIRROR[found[0]], text)


def code_answer(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The function that searches the state at the cursor; ``on`` is the lit line, from 1."""
    node = tree.view
    lines = code_lines(tree, node, notation)
    moment = Moment(tree, node, done_before(node, None, cursor.after))
    names = [name for name, _ in lines]
    on = _running(node, moment, cursor, names)
    number = next(number for number, name in enumerate(names, start=1) if on in name.split())
    return {"lines": [text for _, text in lines], "on": number}


def code_lines(tree: SearchTree, node: TreeNode, notation: Notation) -> list[Line]:
    """The lines of MAX or MIN, each with the words for what it does."""
    spec = tree.spec
    texts, lines = dict(TEXTS), {name: [text] if text else [] for name, text in LINES.items()}
    if spec.algorithm == "minimax":
        texts["bounds"] = ""
        lines["cut"], lines["window"] = [], []
    for place, text in (item for choice in spec.chosen() for item in choice.code.items()):
        if place in texts:
            texts[place] = text
        elif LINES[place]:
            lines[place] = [text] if text else []
        else:
            lines[place].append(text)
    texts["moves"] = _moves(spec, notation)
    texts["own"] = "MAX" if node.maximising else "MIN"
    texts["other"] = "MAX" if _next_maximising(node) else "MIN"
    written: list[Line] = []
    for name, of_name in lines.items():
        if name == "tests":
            written += _test_lines(spec, texts, notation)
        indent = "" if name == "function" else "    " if name in _WITHIN_LOOP else "  "
        for text in of_name:
            filled = re.sub(r"\{([^}]*)\}", lambda place: texts[place[1]], text)
            same = node.maximising or name in _SAME_FOR_BOTH
            written.append((name, indent + (filled if same else mirrored(filled))))
    return written


def _next_maximising(node: TreeNode) -> bool:
    """Who chooses after this state; with two stones a turn it can be the same side."""
    if node.children:
        return node.children[0].maximising
    pos = node.pos
    moves = pos.legal_moves()
    same = bool(moves) and pos.play(moves[0]).to_move == pos.to_move
    return node.maximising == same


def _test_lines(spec: SearchSpec, texts: dict[str, str], notation: Notation) -> list[Line]:
    """The tests for a leaf in their order; two neighbours that return the same share a line."""
    first = f"{texts['leaf']}; " if texts["leaf"] else ""
    per_ply = spec.utility_per_ply
    sign = "+" if per_ply > 0 else "−"
    utility = f"({spec.utility} {sign} {abs(per_ply)}·depth)" if per_ply else str(spec.utility)
    if not per_ply and spec.utility < 0:
        utility = f"({spec.utility})"
    tests = {
        "won": (f"{count_word(notation.game.k)} in a row", f"±{utility}"),
        "depth": ("depth = 0", "EVALUATION"),
        "full": ("full", texts["full"]),
    }
    lines: list[tuple[str, str, str]] = []
    for test in spec.leaf_tests:
        condition, result = tests[test]
        if test == "won" and families.of(notation.game).counted:
            lines.append(("won", "", "  (no line ends this game)"))
        elif lines and lines[-1][1] == result:
            name, _, text = lines.pop()
            joined = text.replace(":", f" or {condition}:", 1)
            lines.append((f"{name} {test}", result, joined))
        else:
            lines.append((test, result, f"  if {condition}: {first}return {result}"))
    return [(name, text) for name, _, text in lines]


def _moves(spec: SearchSpec, notation: Notation) -> str:
    game = notation.game
    if not game.gravity:
        return "point, in the given order" if spec.order else "point, row by row"
    columns = f"column in {notation.base}..{game.cols - 1 + notation.base}"
    return f"{columns}, {'in the given order' if spec.order else 'left to right'}"


def _running(node: TreeNode, moment: Moment, cursor: Cursor, names: list[str]) -> str:
    """What the line does that has just run."""
    if node.leaf is not None:
        return node.leaf
    if cursor.after is None:
        return next(name for name in ("expanded", "entered", "begin") if name in names)
    if moment.cut:
        return "cut"
    if moment.finished:
        return "return"
    if moment.improved:
        return "compare"
    return "window" if "window" in names else "child"
