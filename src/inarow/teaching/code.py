"""The pseudo-code of the very search that runs, whatever its rules, and the line that has just run.

Each rule that changes the algorithm changes its line here; a test runs these lines against the
reference search.
"""

from __future__ import annotations

from typing import Any

from inarow._core import Goal
from inarow.render.tree_words import Notation
from inarow.teaching.cursor import Cursor
from inarow.teaching.moment import Moment, done_before
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import SearchTree, TreeNode
from inarow.words import count_word

Line = tuple[str, str]  # what it does, and its text


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
    pruning = spec.algorithm == "alpha-beta"
    window = ", alpha, beta" if pruning else ""
    own = "MAX" if node.maximising else "MIN"
    other = "MAX" if _next_maximising(node) else "MIN"
    better = {
        ("first", True): ">", ("first", False): "<", ("last", True): "≥", ("last", False): "≤",
    }[spec.tie, node.maximising]  # fmt: skip
    start = "−∞" if node.maximising else "+∞"
    if pruning and spec.bound == "hard":
        start = "alpha" if node.maximising else "beta"
    lines = [
        ("function", f"function {own}(state, depth{window})"),
        *_counting_lines(spec, before_tests=True),
        *_test_lines(spec, notation),
        *_counting_lines(spec, before_tests=False),
        ("start", f"  best ← {start}"),
        ("loop", f"  for {_moves(spec, notation)}"),
        ("child", f"    v ← {other}(child, depth − 1{window})"),
        ("better", f"    if v {better} best: best ← v"),
    ]
    if pruning:
        lines += _pruning_lines(spec, node.maximising)
    return [*lines, ("return", "  return best")]


def _next_maximising(node: TreeNode) -> bool:
    """Who chooses after this state; with two stones a turn it can be the same side."""
    if node.children:
        return node.children[0].maximising
    pos = node.pos
    moves = pos.legal_moves()
    same = bool(moves) and pos.play(moves[0]).to_move == pos.to_move
    return node.maximising == same


def _counting_lines(spec: SearchSpec, *, before_tests: bool) -> list[Line]:
    counted = {
        ("tested", True): "count ← count + 1",
        ("tested-but-root", True): "if not the root: count ← count + 1",
        ("generated", True): "if the root: count ← 1",
        ("expanded", False): "count ← count + 1",
        ("generated", False): "count ← count + number of moves",
    }.get((spec.counting, before_tests))
    if counted is None:
        return []
    first_of_two = spec.counting == "generated" and before_tests
    return [("count root" if first_of_two else "count entered", f"  {counted}")]


def _test_lines(spec: SearchSpec, notation: Notation) -> list[Line]:
    """The tests for a leaf in their order; two neighbours that return the same share a line."""
    counted = "count ← count + 1; " if spec.counting == "leaves" else ""
    per_ply = spec.utility_per_ply
    sign = "+" if per_ply > 0 else "−"
    utility = f"({spec.utility} {sign} {abs(per_ply)}·depth)" if per_ply else str(spec.utility)
    if not per_ply and spec.utility < 0:
        utility = f"({spec.utility})"
    tests = {
        "won": (f"{count_word(notation.game.k)} in a row", f"±{utility}"),
        "depth": ("depth = 0", "EVALUATION"),
        "full": ("full", "EVALUATION" if spec.full_board == "evaluate" else "0"),
    }
    lines: list[tuple[str, str, str]] = []
    for test in spec.leaf_tests:
        condition, result = tests[test]
        if test == "won" and notation.game.goal == Goal.COUNT_TO_FULL:
            lines.append(("won", "", "  (no line ends this game)"))
        elif lines and lines[-1][1] == result:
            name, _, text = lines.pop()
            joined = text.replace(":", f" or {condition}:", 1)
            lines.append((f"{name} {test}", result, joined))
        else:
            lines.append((test, result, f"  if {condition}: {counted}return {result}"))
    return [(name, text) for name, _, text in lines]


def _moves(spec: SearchSpec, notation: Notation) -> str:
    game = notation.game
    if not game.gravity:
        return "point, in the given order" if spec.order else "point, row by row"
    columns = f"column in {notation.base}..{game.cols - 1 + notation.base}"
    return f"{columns}, {'in the given order' if spec.order else 'left to right'}"


def _pruning_lines(spec: SearchSpec, maximising: bool) -> list[Line]:
    strict = spec.prune == "strict"
    if maximising:
        compare, bound, update = ">" if strict else "≥", "beta", "alpha ← max(alpha, best)"
    else:
        compare, bound, update = "<" if strict else "≤", "alpha", "beta ← min(beta, best)"
    result = "best" if spec.bound == "soft" else bound
    return [
        ("cut", f"    if best {compare} {bound}: return {result}"),
        ("window", f"    {update}"),
    ]


def _running(node: TreeNode, moment: Moment, cursor: Cursor, names: list[str]) -> str:
    """What the line does that has just run."""
    if node.leaf is not None:
        return node.leaf
    if cursor.after is None:
        return "entered" if "count entered" in names else "start"
    if moment.cut:
        return "cut"
    if moment.finished:
        return "return"
    if moment.improved:
        return "better"
    return "window" if "window" in names else "child"
