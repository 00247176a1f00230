"""A moment of a textbook search in sentences, as a line of pseudo-code, and by its variables.

Sentences are lists of segments as in explain.py: ``text`` with an optional ``bold``.
"""

from __future__ import annotations

from math import inf
from typing import Any

from inarow._core import Goal
from inarow.render.tree_words import LEAF_WORDS, Notation
from inarow.textbook.tree import CutOff, SearchTree, TreeNode
from inarow.web.search_cursor import Cursor
from inarow.web.search_tree_answer import Moment, done_before
from inarow.web.words import SIDES, count_word, listed

Paragraph = list[dict[str, Any]]


def number_text(value: float) -> str:
    """A value with its sign, a true minus and narrow spaces: +10 000, −5, −∞."""
    if abs(value) == inf:
        return "+∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    digits = f"{abs(int(value)):,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return ("+" if value > 0 else "−") + digits


def grouped(count: int) -> str:
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _moment(tree: SearchTree, cursor: Cursor) -> tuple[TreeNode, list[TreeNode], Moment]:
    node = tree.view
    done = done_before(node, None, cursor.after)
    return node, done, Moment(tree, node, done)


def _side(tree: SearchTree, maximising: bool) -> str:
    """The player who maximises or minimises."""
    root = tree.root
    mover = root.pos.to_move
    return SIDES[mover if root.maximising == maximising else 3 - mover]


def moment_words(tree: SearchTree, cursor: Cursor, notation: Notation) -> list[Paragraph]:
    """What has just happened in a search."""
    node, done, moment = _moment(tree, cursor)
    if node.leaf is not None:
        kind = "UTILITY" if node.leaf == "won" else "EVALUATION"
        head = f"A leaf: {LEAF_WORDS[node.leaf]}."
        return [[_bold(head), _text(f" {kind} is {number_text(node.value)}.")]]
    side = _side(tree, node.maximising)
    goal = "the most" if node.maximising else "the least"
    left = tree.spec.depth - node.ply
    if not done:
        plies = "1 ply" if left == 1 else f"{left} plies"
        head = f"{side} to move, {plies} left: {side} takes {goal} of its moves’ values."
        return [[_bold(head), _text(_window_words(tree, moment))]]
    last = done[-1]
    if moment.cut and node.cut is not None:
        return _cut_paragraphs(tree, node, node.cut, notation)
    assert last.move is not None and moment.best is not None and moment.best_move is not None
    name = notation.named_move(last.move).capitalize()
    gives = f"{name} gives {_relation(last)}{number_text(last.value)}."
    if moment.improved:
        words = " It is the best so far." if len(done) > 1 else " It is the first value here."
    else:
        best = notation.named_move(moment.best_move)
        words = f" {best.capitalize()} stays the best with {number_text(moment.best)}."
    if moment.finished:
        words += f" That was the last move: the state returns {number_text(node.value)}."
    return [[_bold(gives), _text(words)]]


def _relation(node: TreeNode) -> str:
    return {"<=": "at most ", ">=": "at least "}.get(node.relation, "")


def _window_words(tree: SearchTree, moment: Moment) -> str:
    if tree.spec.algorithm == "minimax":
        return ""
    return f" Alpha is {number_text(moment.alpha)}, beta {number_text(moment.beta)}."


def cut_words(
    tree: SearchTree, cursor: Cursor, plain: SearchTree, notation: Notation
) -> list[Paragraph] | None:
    """A cut-off at the cursor: why, what it skips, and how minimax goes on; None elsewhere."""
    node, done, moment = _moment(tree, cursor)
    if not moment.cut or node.cut is None or not done:
        return None
    paragraphs = _cut_paragraphs(tree, node, node.cut, notation)
    if plain.path == tree.path and node.cut.skipped:
        paragraphs.append(_skipped(tree, node, node.cut, plain, notation))
    return paragraphs


def _cut_paragraphs(
    tree: SearchTree, node: TreeNode, cut: CutOff, notation: Notation
) -> list[Paragraph]:
    strict = tree.spec.prune == "strict"
    bound = "beta" if node.maximising else "alpha"
    if node.maximising:
        compare = "more than" if strict else "at least"
    else:
        compare = "less than" if strict else "at most"
    rest = "so the rest is cut." if cut.skipped else "but nothing is left to cut."
    head = f"{number_text(cut.value)} is {compare} {bound}, {number_text(cut.bound)}, {rest}"
    mine, theirs = _side(tree, node.maximising), _side(tree, not node.maximising)
    best = cut.move if node.best is None else node.best
    gets = "gets" if node.maximising else f"holds {theirs} to"
    words = (
        f" {mine} already {gets} {number_text(cut.value)} here with {notation.named_move(best)}."
    )
    if cut.source is None:
        words += f" The search was started with this {bound}."
    else:
        distance = node.ply - cut.source.ply
        up = "One move up" if distance == 1 else f"{distance} moves up"
        can = f"can hold {mine} to" if node.maximising else "can get"
        avoided = tree.path[cut.source.ply]
        words += (
            f" {up}, {theirs} {can} {number_text(cut.bound)} with"
            f" {notation.named_move(cut.source.move)}, so {theirs} has no use for"
            f" {notation.named_move(avoided)}."
        )
    return [[_bold(head), _text(words)]]


def _skipped(
    tree: SearchTree, node: TreeNode, cut: CutOff, plain: SearchTree, notation: Notation
) -> Paragraph:
    sizes = [child.nodes for move in cut.skipped if (child := plain.view.child(move)) is not None]
    noun = "Columns" if notation.game.gravity else "Moves"
    names = [notation.move(move) for move in cut.skipped]
    if len(names) == 1:
        first = f"{noun[:-1]} {names[0]} is skipped: "
    elif len(names) <= 9:
        first = f"{noun} {listed(names)} are skipped: "
    else:
        first = f"{len(names)} moves are skipped: "
    total = grouped(sum(sizes)) + (" node" if sum(sizes) == 1 else " nodes")
    added = " + ".join(grouped(size) for size in sizes) + " = " if 1 < len(sizes) <= 9 else ""
    better = [
        child
        for child in plain.view.children or []
        if child.move in cut.skipped
        and (child.value > cut.value if node.maximising else child.value < cut.value)
    ]
    tail = ". Minimax goes on and finds nothing better here"
    if better:
        first_better = better[0]
        assert first_better.move is not None
        tail = (
            f". Minimax goes on, finds {number_text(first_better.value)} in"
            f" {notation.named_move(first_better.move)}"
        )
    same = plain.result.move == tree.result.move and plain.result.value == tree.result.value
    end = ", and ends with the same answer." if same else ", and ends with another answer."
    return [_text(first + added), _bold(total), _text(tail + end)]


def watch_answer(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The variables at the cursor and where it is."""
    node, _, moment = _moment(tree, cursor)
    start = -inf if node.maximising else inf
    best = node.value if node.leaf is not None else start if moment.best is None else moment.best
    return {
        "best": number_text(best),
        "alpha": number_text(moment.alpha) if tree.spec.algorithm == "alpha-beta" else None,
        "beta": number_text(moment.beta) if tree.spec.algorithm == "alpha-beta" else None,
        "at": " → ".join(["root", *(notation.move(move) for move in cursor.path)]),
    }


def code_answer(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The pseudo-code of the state being searched, and the line that has just run."""
    node, done, moment = _moment(tree, cursor)
    spec = tree.spec
    pruning = spec.algorithm == "alpha-beta"
    own, other = ("MAX", "MIN") if node.maximising else ("MIN", "MAX")
    window = ", alpha, beta" if pruning else ""
    sign = "−∞" if node.maximising else "+∞"
    beats = {("first", True): ">", ("first", False): "<", ("last", True): "≥", ("last", False): "≤"}
    better = beats[spec.tie, node.maximising]
    game = notation.game
    moves = (
        f"column in {notation.base}..{game.cols - 1 + notation.base}" if game.gravity else "point"
    )
    usual = "left to right" if game.gravity else "row by row"
    order = "in the given order" if spec.order else usual
    full = "EVALUATION" if spec.full_board == "evaluate" else "0"
    won = f"if {count_word(game.k)} in a row: return ±{spec.utility}"
    if game.goal == Goal.COUNT_TO_FULL:
        won = "(no line ends this game)"
    lines = [
        f"function {own}(state, depth{window})",
        "  count ← count + 1" if spec.counting.startswith("tested") else f"  count {spec.counting}",
        f"  {won}",
        "  if depth = 0 or full: return EVALUATION"
        if full == "EVALUATION"
        else "  if depth = 0: return EVALUATION; if full: return 0",
        f"  best ← {sign}",
        f"  for {moves}, {order}",
        f"    v ← {other}(child, depth − 1{window})",
        f"    if v {better} best: best ← v",
    ]
    if pruning:
        compare = {("at-equal", True): "≥ beta", ("at-equal", False): "≤ alpha"}.get(
            (spec.prune, node.maximising), "> beta" if node.maximising else "< alpha"
        )
        result = "best" if spec.bound == "soft" else "beta" if node.maximising else "alpha"
        lines.append(f"    if best {compare}: return {result}")
        lines.append(
            "    alpha ← max(alpha, best)" if node.maximising else "    beta ← min(beta, best)"
        )
    lines.append("  return best")
    return {"lines": lines, "on": _line_number(node, done, moment, pruning, len(lines))}


def _line_number(
    node: TreeNode, done: list[TreeNode], moment: Moment, pruning: bool, last: int
) -> int:
    """The line, from 1, that describes what has just happened."""
    if node.leaf is not None:
        return 3 if node.leaf == "won" else 4
    if not done:
        return 2
    if moment.cut:
        return 9
    if moment.finished:
        return last
    if moment.improved:
        return 8
    return 10 if pruning else 7


def _bold(text: str) -> dict[str, Any]:
    return {"text": text, "bold": True}


def _text(text: str) -> dict[str, Any]:
    return {"text": text}
