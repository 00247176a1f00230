"""The pseudo-code of the very search that runs, whatever its rules, and the line that has just run.

The algorithm is written once, for MAX; MIN is its mirror. Each rule of a search is declared with
what its values change here (``code`` in textbook/*_rules.py): a text in a line, or a whole line,
which may be empty; both may have other texts in braces. A test runs these lines as a program
against the reference search. Beside the words below it knows: the root; number of moves; all states
share one window (a line of ``entered``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from inarow.game import counts_lines
from inarow.render.tree_words import Notation
from inarow.teaching.moments.cursor import Cursor
from inarow.teaching.moments.moment import Moment, done_before
from inarow.teaching.text import fill, mirrored
from inarow.text import count_word
from inarow.textbook.reference import Search
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import SearchTree, TreeNode

Line = tuple[str, str]  # what it does, and its text

LINES = {
    "function": "function {own}(state, depth{bounds})",
    "entered": "",
    "leaf": "",
    "tests": "",
    "expanded": "",
    "begin": "best ← {start}",
    "loop": "for {moves}, {order}",
    "taken": "",
    "child": "v ← {other}(child, {depth left}{handed down})",
    "returned": "",
    "compare": "if v {better} best: best ← v",
    "compared": "",
    "cut": "if {cut test}: return {cut value}",
    "window": "alpha ← {raised}",
    "looped": "",
    "return": "return {value}",
}
"""The lines by what they do. The empty ones are places for lines of rules, those of ``leaf`` done
before a leaf returns; ``cut`` and ``window`` are alpha-beta's."""
_WITHIN_LOOP = ("taken", "child", "returned", "compare", "compared", "cut", "window", "looped")
TEXTS = {
    "bounds": ", alpha, beta",
    "handed down": ", {alpha down}, {beta down}",
    "alpha down": "alpha",
    "beta down": "beta",
    "depth left": "depth − 1",
    "start": "−∞",
    "better": ">",
    "cut test": "best {meets} beta",
    "meets": "≥",
    "cut value": "best",
    "raised": "max(alpha, best)",
    "value": "best",
    "order": "",
    "won test": "{line}{lines long}{lines along}{lines in rows}{lines in columns}{lines at ends}"
    "{lines of}",
    "line": "",
    "lines long": "",
    "lines along": "",
    "lines in rows": "",
    "lines in columns": "",
    "lines at ends": "",
    "lines of": "",
    "depth test": "depth = 0",
    "full test": "full",
    "won value": "±{utility}{per ply}",
    "depth value": "EVALUATION",
    "full value": "EVALUATION",
    "utility": "",
    "per ply": "",
}
"""Texts within lines."""
_SAME_FOR_BOTH = ("function", "loop", "child", "bounds", "handed down")
_PAIRS = {"alpha down": "beta down", "beta down": "alpha down"}


def _for_min(code: Mapping[str, str]) -> dict[str, str]:
    """The same for MIN as some places say for MAX."""
    return {
        _PAIRS.get(place, place): text if place in _SAME_FOR_BOTH else mirrored(text)
        for place, text in code.items()
    }


def code_answer(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The function that searches the state at the cursor; ``on`` is the lit line, from 1."""
    node = tree.view
    lines = code_lines(tree, node, notation)
    moment = Moment(tree, node, done_before(node, None, cursor.after))
    names = [name for name, _ in lines]
    on = next(name for name in _running(node, moment, cursor) if name in " ".join(names).split())
    number = next(number for number, name in enumerate(names, start=1) if on in name.split())
    return {"lines": [text for _, text in lines], "on": number}


def code_lines(tree: SearchTree, node: TreeNode, notation: Notation) -> list[Line]:
    """The lines of MAX or MIN, each with the words for what it does."""
    spec = tree.spec
    texts, fixed = TEXTS | _of_the_game(notation), dict(LINES)
    if spec.algorithm == "minimax":
        texts |= {"bounds": "", "handed down": ""}
        fixed |= {"cut": "", "window": ""}
    if not node.maximising:
        texts, fixed = _for_min(texts), _for_min(fixed)
    lines = {name: [text] if text else [] for name, text in fixed.items()}
    for choice in spec.chosen():
        code = choice.code
        if not node.maximising:
            code = _for_min(code) if choice.min_code is None else choice.min_code
        for place, text in code.items():
            if place in texts:
                texts[place] = text
            elif LINES[place]:
                lines[place] = [text] if text else []
            else:
                lines[place] += text.split("\n")
    texts["own"] = "MAX" if node.maximising else "MIN"
    texts["other"] = "MAX" if _next_maximising(tree, node) else "MIN"
    before_leaf = "".join(f"{fill(text, texts)}; " for text in lines.pop("leaf"))
    written: list[Line] = []
    for name, of_name in lines.items():
        if name == "tests":
            written += _test_lines(spec, texts, notation, before_leaf)
        indent = "" if name == "function" else "    " if name in _WITHIN_LOOP else "  "
        written += [(name, indent + fill(text, texts)) for text in of_name]
    return written


def _of_the_game(notation: Notation) -> dict[str, str]:
    """The texts that depend on the game."""
    game = notation.game
    columns = f"column in {notation.base}..{game.cols - 1 + notation.base}"
    return {
        "moves": columns if game.gravity else "point",
        "order": notation.order,
        "line": f"{count_word(game.k)} in a row",
    }


def _next_maximising(tree: SearchTree, node: TreeNode) -> bool:
    """Who chooses after this state; with two stones a turn it can be the same side."""
    if node.children:
        return node.children[0].maximising
    pos = node.pos
    moves = pos.legal_moves()
    same = bool(moves) and pos.play(moves[0]).to_move == pos.to_move
    return Search(tree.root.pos, tree.spec, None).maximises(pos.to_move if same else pos.opponent)


def _test_lines(
    spec: SearchSpec, texts: dict[str, str], notation: Notation, first: str
) -> list[Line]:
    """The tests for a leaf in their order, with what is done first where one holds; two neighbours
    that return the same share a line."""
    lines: list[tuple[str, str, str]] = []
    for test in spec.leaf_tests:
        condition, result = (fill(f"{{{test} {part}}}", texts) for part in ("test", "value"))
        result = re.sub(r"^±(?!\d+$)(.*)$", r"±(\1)", result)
        if test == "won" and counts_lines(notation.game):
            lines.append(("won", "", "  (no line ends this game)"))
        elif lines and lines[-1][1] == result:
            name, _, text = lines.pop()
            joined = text.replace(":", f" or {condition}:", 1)
            lines.append((f"{name} {test}", result, joined))
        else:
            lines.append((test, result, f"  if {condition}: {first}return {result}"))
    return [(name, text) for name, _, text in lines]


def _running(node: TreeNode, moment: Moment, cursor: Cursor) -> tuple[str, ...]:
    """What the line does that has just run; rules may have taken the first of these away."""
    if node.leaf is not None:
        return (node.leaf,)
    if cursor.after is None:
        return ("expanded", "entered", "begin", "loop")
    if moment.cut:
        return ("cut", "child")
    if moment.finished:
        return ("return", "child")
    if moment.improved:
        return ("compare", "child")
    return ("window", "child")
