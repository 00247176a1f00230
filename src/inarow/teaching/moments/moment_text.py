"""A moment of a textbook search in sentences and by its variables.

What a rule changes in the sentences is declared with it (``says`` in textbook/*_rules.py).
"""

from __future__ import annotations

from math import isinf
from typing import Any

from inarow.move_text import move_noun
from inarow.render.tree_words import LEAF_WORDS, CutWords, Notation
from inarow.teaching.moments.cursor import Cursor
from inarow.teaching.moments.moment import Moment, done_before
from inarow.teaching.text import Segment, fill, mirrored
from inarow.text import COLOURS, join_words, signed, thousands
from inarow.textbook.tree import CutOff, SearchTree, TreeNode

Paragraph = list[Segment]

SAYINGS = {
    "won": "UTILITY is {value}.",
    "depth": "EVALUATION is {value}.",
    "full": "EVALUATION is {value}.",
    "meets": "at least",
    "window": "",
    "or equal": "",
}
"""What rules can say otherwise, for MAX: of a leaf by the test that made it one, how a value that
cuts compares with its bound, what is to be added about the window, and a part of such texts."""


def rule_text(tree: SearchTree, place: str, *, maximising: bool, **values: str) -> str:
    """What the rules of a search say at a place, filled in and turned for who chooses."""
    texts = SAYINGS | values
    for choice in tree.spec.chosen():
        texts |= choice.says
    text = fill(texts[place], texts)
    return text if maximising else mirrored(text)


def _moment(tree: SearchTree, cursor: Cursor) -> tuple[TreeNode, list[TreeNode], Moment]:
    node = tree.view
    done = done_before(node, None, cursor.after)
    return node, done, Moment(tree, node, done)


def _side(tree: SearchTree, maximising: bool) -> str:
    """The player who maximises or minimises."""
    root = tree.root
    mover = root.pos.to_move
    return COLOURS[mover if root.maximising == maximising else 3 - mover]


def moment_words(tree: SearchTree, cursor: Cursor, notation: Notation) -> list[Paragraph]:
    """What has just happened in a search."""
    node, done, moment = _moment(tree, cursor)
    if node.leaf is not None:
        return [
            [_bold(f"A leaf: {LEAF_WORDS[node.leaf]}."), Segment(f" {_leaf_words(tree, node)}")]
        ]
    side = _side(tree, node.maximising)
    goal = "largest" if node.maximising else "smallest"
    left = tree.spec.depth - node.ply
    if not done:
        plies = "1 ply" if left == 1 else f"{left} plies"
        head = f"{side} to move, {plies} left: {side} picks the {goal} of its moves’ values."
        return [[_bold(head), Segment(_window_words(tree, node, moment))]]
    if moment.cut and node.cut is not None:
        return _cut_paragraphs(tree, node, node.cut, notation)
    words = _best_words(node, moment, done, notation)
    if moment.finished:
        words += f" That was the last move: {_return_words(node, moment)}"
    return [[_bold(_gives(done[-1], notation)), Segment(words)]]


def _leaf_words(tree: SearchTree, node: TreeNode) -> str:
    assert node.leaf is not None
    return rule_text(tree, node.leaf, maximising=True, value=signed(node.value))


def _gives(child: TreeNode, notation: Notation) -> str:
    """What a child has just returned, and what that says of its value."""
    assert child.move is not None
    name = notation.named_move(child.move).capitalize()
    if child.relation == "?":
        return f"{name} returns {signed(child.value)}, which says nothing of its value."
    bound = {"<=": "at most ", ">=": "at least "}.get(child.relation, "")
    return f"{name} gives {bound}{signed(child.value)}."


def _best_words(node: TreeNode, moment: Moment, done: list[TreeNode], notation: Notation) -> str:
    passes = done[-1].value > moment.before if node.maximising else done[-1].value < moment.before
    if moment.improved and len(moment.accepted) == 1 and not isinf(moment.start):
        return " It is the first value accepted here."
    if moment.improved and len(done) == 1:
        return " It is the first value here."
    if moment.improved and passes:
        return " It is the best value so far."
    if moment.improved:
        compared = "equals" if moment.best == moment.before else "is worse than"
        return f" It {compared} the best value so far and takes its place."
    if moment.best_move is None and passes:
        return " No move is accepted yet."
    if moment.best_move is None:
        bound = "alpha" if node.maximising else "beta"
        return f" It does not pass {bound}, {signed(moment.start)}: no move is accepted yet."
    best = notation.named_move(moment.best_move).capitalize()
    if passes:
        return f" It is better, but not accepted: {best.lower()} stays with {signed(moment.best)}."
    return f" {best} stays the best with {signed(moment.best)}."


def _return_words(node: TreeNode, moment: Moment) -> str:
    returns = f"the state returns {signed(node.value)}"
    if moment.best_move is None:
        returns = f"no move was accepted, and {returns}"
    tells = {
        "<=": ", a bound: its value is at most that.",
        ">=": ", a bound: its value is at least that.",
        "?": ", which says nothing of its value.",
    }
    return returns + tells.get(moment.relation, ".")


def _window_words(tree: SearchTree, node: TreeNode, moment: Moment) -> str:
    if tree.spec.algorithm == "minimax":
        return ""
    window = f" Alpha is {signed(moment.alpha)}, beta {signed(moment.beta)}."
    return window + rule_text(tree, "window", maximising=node.maximising)


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
    words = CutWords(node, cut, notation, signed, lambda high: _side(tree, high))
    head = words.comparison(rule_text(tree, "meets", maximising=node.maximising))
    return [[_bold(head), Segment(f" {words.sentences(tree.path)}")]]


def _skipped(
    tree: SearchTree, node: TreeNode, cut: CutOff, plain: SearchTree, notation: Notation
) -> Paragraph:
    sizes = [child.nodes for move in cut.skipped if (child := plain.view.child(move)) is not None]
    noun = move_noun(notation.game).capitalize()
    names = [notation.move(move) for move in cut.skipped]
    if len(names) == 1:
        first = f"{noun} {names[0]} is skipped: "
    elif len(names) <= 9:
        first = f"{noun}s {join_words(names)} are skipped: "
    else:
        first = f"{len(names)} moves are skipped: "
    total = thousands(sum(sizes)) + (" node" if sum(sizes) == 1 else " nodes")
    added = " + ".join(thousands(size) for size in sizes) + " = " if 1 < len(sizes) <= 9 else ""
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
            f". Minimax goes on, finds {signed(first_better.value)} in"
            f" {notation.named_move(first_better.move)}"
        )
    same = plain.result.move == tree.result.move and plain.result.value == tree.result.value
    end = ", and ends with the same answer." if same else ", and ends with another answer."
    return [Segment(first + added), _bold(total), Segment(tail + end)]


def watch_answer(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The variables at the cursor and where it is."""
    node, _, moment = _moment(tree, cursor)
    best = node.value if node.leaf is not None else moment.best
    return {
        "best": signed(best),
        "alpha": signed(moment.alpha) if tree.spec.algorithm == "alpha-beta" else None,
        "beta": signed(moment.beta) if tree.spec.algorithm == "alpha-beta" else None,
        "at": " → ".join(["root", *(notation.move(move) for move in cursor.path)]),
    }


def _bold(text: str) -> Segment:
    return Segment(text, bold=True)
