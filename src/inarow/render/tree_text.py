"""A search tree as lines of text.

root    MAX  = +10000  [-inf, +inf]  297 nodes  297 so far  principal variation
|-- 0   MIN  = -120    [-inf, +inf]   70 nodes   71 so far
|   `-- 3 to 6  cut: column 2 already gives MIN -120 here, and MAX has ...; 17 nodes saved
"""

from __future__ import annotations

from collections.abc import Iterator

from inarow.render.terminal import Line
from inarow.render.tree_words import LEAF_WORDS, Notation, cut_reason, saved_words, side
from inarow.text import plural
from inarow.textbook.tree import CutOff, SearchTree, TreeNode

_UNICODE = {"branch": "├─ ", "last": "└─ ", "through": "│  ", "cut": "✂ ", "<=": "≤", ">=": "≥"}
_ASCII = {"branch": "|-- ", "last": "`-- ", "through": "|   ", "cut": "x ", "<=": "<=", ">=": ">="}


def tree_lines(tree: SearchTree, notation: Notation) -> list[Line]:
    """The shown part of a tree, one line a state and one line a cut-off."""
    marks = _ASCII if notation.ascii else _UNICODE
    rows = list(_rows(tree.view, notation, marks, "", ""))
    principal = tree.line_states()
    cells = [_cells(node, notation, marks) for _, node, cut in rows if cut is None]
    label_width = max(len(stem) for stem, _, cut in rows if cut is None)
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines: list[Line] = []
    for stem, node, cut in rows:
        if cut is not None:
            reason = f"{cut_reason(node, cut, notation)}; {saved_words(cut)}"
            lines.append([(stem, "faint"), (marks["cut"] + reason, "cut")])
            continue
        kind, value, window, nodes, total = _padded(_cells(node, notation, marks), widths)
        on_line = id(node) in principal
        text = f"{stem.ljust(label_width)}  {kind} {value}  "
        note = "  principal variation" if on_line else ""
        leaf = f"  {LEAF_WORDS[node.leaf]}" if node.leaf is not None else ""
        lines.append(
            [
                (text, "strong" if on_line else ""),
                (f"{window}  {nodes}  {total}", "faint"),
                (leaf, "faint"),
                (note, "strong"),
            ]
        )
    return lines


def cut_lines(tree: SearchTree, notation: Notation) -> list[Line]:
    """Only the cut-offs of the shown part, each with the moves that lead to it."""
    lines: list[Line] = []
    for trail, node in _states(tree.view, ()):
        if node.cut is not None:
            place = " ".join(notation.move(move) for move in trail) or "the root of the view"
            reason = f"{cut_reason(node, node.cut, notation)}; {saved_words(node.cut)}"
            lines.append([(f"after {place}: " if trail else f"at {place}: ", ""), (reason, "cut")])
    return lines


def _states(node: TreeNode, trail: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], TreeNode]]:
    yield trail, node
    for child in node.children or ():
        assert child.move is not None
        yield from _states(child, (*trail, child.move))


def _rows(
    node: TreeNode, notation: Notation, marks: dict[str, str], lead: str, below: str
) -> Iterator[tuple[str, TreeNode, CutOff | None]]:
    yield lead + notation.move(node.move), node, None
    children = node.children or []
    for child in children:
        final = child is children[-1] and node.cut is None
        yield from _rows(
            child,
            notation,
            marks,
            below + marks["last" if final else "branch"],
            below + (" " * len(marks["through"]) if final else marks["through"]),
        )
    if node.cut is not None:
        yield below + marks["last"], node, node.cut


def _cells(node: TreeNode, notation: Notation, marks: dict[str, str]) -> tuple[str, ...]:
    relation = marks.get(node.relation, node.relation)
    window = f"[{notation.number(node.alpha)}, {notation.number(node.beta)}]"
    return (
        side(node.maximising),
        f"{relation} {notation.number(node.value)}",
        window,
        plural(node.nodes, "node"),
        f"{node.total} so far",
    )


def _padded(cells: tuple[str, ...], widths: list[int]) -> list[str]:
    return [
        cell.rjust(width) if i >= 3 else cell.ljust(width)
        for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
