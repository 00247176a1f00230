"""A search tree as a drawing that reads from left to right.

    root --+-- 0 [ value ]--+-- 0 [ value ] 32 nodes
           |                +-- 1 [ value ] 22 nodes
           |                +== 2 to 6 ////// 48 nodes saved  (1)
           +-- 1 [ value ]--...

MAX points up and MIN points down; the principal variation is heavy; a cut-off is dashed, crossed by
two strokes and hatched, and its reason stands in words below the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from textwrap import wrap

from inarow.game import name_of
from inarow.render.board_svg import draw_mini_board
from inarow.render.svg import (
    EDGE,
    INK,
    INK_2,
    INK_3,
    LINE,
    LOSS,
    LOSS_SOFT,
    SURFACE,
    VOICE,
    Drawing,
)
from inarow.render.tree_words import LEAF_WORDS, Notation, cut_reason
from inarow.text import MINUS, signed, thousands
from inarow.textbook.tree import CutOff, SearchTree, TreeNode, minimax_nodes

MARGIN = 40.0
ROW = 36.0  # height of a leaf
NODE_WIDTH, NODE_HEIGHT, TIP = 120.0, 26.0, 5.0
INNER_HEIGHT = 42.0
STEP = 268.0  # from one ply to the next
LABEL = 42.0  # room for the move before a node
LINE_LENGTH = 96  # letters of a sentence on one line
LONGEST_LABEL = 13  # letters that fit a state
RELATIONS = {"=": "", "<=": "≤ ", ">=": "≥ ", "?": "? "}


@dataclass
class _Placed:
    """A state or a cut-off (``cut`` set) at the middle of its left edge."""

    node: TreeNode
    cut: CutOff | None
    x: float
    y: float
    principal: bool
    children: list[_Placed]


def tree_svg(tree: SearchTree, notation: Notation) -> str:
    """The shown part of a tree as a standalone file."""
    drawing = Drawing()
    drawing.definitions.append(
        '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><rect width="6" height="6" fill="{LOSS_SOFT}"/>'
        f'<rect width="1.2" height="6" fill="{LOSS}" opacity="0.3"/></pattern>'
    )
    top = _draw_heading(drawing, tree, notation)
    layout = _Layout(top + ROW, set(tree.line_states()))
    root = layout.place(tree.view, 0)
    cuts: list[_Placed] = []
    _draw_edges(drawing, root, notation)
    _draw_states(drawing, root, notation, cuts)
    bottom = _draw_reasons(drawing, cuts, notation, layout.next_y + 8)
    width = max(MARGIN + layout.plies * STEP + NODE_WIDTH + 150 + MARGIN, 980.0)
    title = f"Search tree of {tree.spec.algorithm} to depth {tree.spec.depth}"
    return drawing.document(width, bottom + MARGIN - 12, title)


class _Layout:
    """Leaves take one row each from the top down; a parent stands in the middle of its children."""

    def __init__(self, top: float, principal: set[int]) -> None:
        self.next_y = top
        self.principal = principal
        self.plies = 0

    def place(self, node: TreeNode, level: int) -> _Placed:
        self.plies = max(self.plies, level)
        children = [self.place(child, level + 1) for child in node.children or ()]
        x = MARGIN + level * STEP
        if node.cut is not None and node.cut.skipped:
            self.plies = max(self.plies, level + 1)
            children.append(_Placed(node, node.cut, x + STEP, self.row(), False, []))
        y = (children[0].y + children[-1].y) / 2 if children else self.row()
        if children and level < self.plies:
            self.next_y += 10  # families stand a little apart
        return _Placed(node, None, x, y, id(node) in self.principal, children)

    def row(self) -> float:
        y = self.next_y
        self.next_y += ROW
        return y


def _draw_heading(drawing: Drawing, tree: SearchTree, notation: Notation) -> float:
    """The position, what was searched and what came out; returns the y below it."""
    spec, result, pos = tree.spec, tree.result, tree.root.pos
    cell = 120 / max(pos.game.rows, pos.game.cols)
    draw_mini_board(drawing, pos, MARGIN, MARGIN, cell, notation.base)
    x = MARGIN + cell * pos.game.cols + 36
    name = "Alpha-beta" if spec.algorithm == "alpha-beta" else "Minimax"
    drawing.text(x, MARGIN + 20, f"{name} to depth {spec.depth}", size=22, weight=650)
    answer = (
        f"value {_value(tree.root)}"
        if result.move is None
        else f"plays {notation.named_move(result.move)}, value {_value(tree.root)}"
    )
    mover = "first player (disc)" if pos.to_move == 1 else "second player (ring)"
    drawing.text(x, MARGIN + 48, f"{name_of(notation.game)}, {mover} to move: {answer}", size=15)
    trail = [notation.move(move) for move in tree.path]
    view = f"shown: the tree after {', '.join(trail)}" if trail else "shown: the tree from the root"
    drawing.text(x, MARGIN + 72, view, size=13, fill=INK_2)
    _draw_legend(drawing, x, MARGIN + 106)
    right = 940.0
    drawing.text(right, MARGIN + 24, thousands(result.nodes), size=30, weight=650, anchor="end")
    drawing.text(right, MARGIN + 46, "nodes", size=13, fill=INK_2, anchor="end")
    plain = minimax_nodes(pos, spec) if spec.algorithm == "alpha-beta" else None
    if plain:
        drawing.text(
            right,
            MARGIN + 72,
            f"plain minimax {thousands(plain)}, {100 * (plain - result.nodes) / plain:.1f} % saved",
            size=13,
            fill=INK_2,
            anchor="end",
        )
    bottom = MARGIN + 162
    drawing.path(f"M{MARGIN} {bottom}H940", stroke=LINE)
    return bottom


def _draw_legend(drawing: Drawing, x: float, y: float) -> None:
    drawing.path(_house(x, y, 22, 16, True), stroke=EDGE, width=1.5, fill=SURFACE)
    drawing.text(x + 30, y + 5, "MAX", size=13, fill=INK_2)
    drawing.path(_house(x + 76, y, 22, 16, False), stroke=EDGE, width=1.5, fill=SURFACE)
    drawing.text(x + 106, y + 5, "MIN", size=13, fill=INK_2)
    drawing.path(f"M{x + 152} {y}h28", stroke=INK, width=3)
    drawing.text(x + 188, y + 5, "principal variation", size=13, fill=INK_2)
    drawing.path(f"M{x + 316} {y}h34", stroke=LOSS, width=1.5, dash="4 3")
    drawing.path(_strokes(x + 333, y), stroke=LOSS, width=2)
    drawing.text(x + 358, y + 5, "cut off", size=13, fill=INK_2)


def _draw_edges(drawing: Drawing, placed: _Placed, notation: Notation) -> None:
    start = placed.x + NODE_WIDTH
    for child in placed.children:
        label_x = child.x - LABEL / 2
        end = child.x - LABEL
        bend = (start + end) / 2
        shape = (
            f"M{start:.1f} {placed.y:.1f}C{bend:.1f} {placed.y:.1f}"
            f" {bend:.1f} {child.y:.1f} {end:.1f} {child.y:.1f}"
        )
        if child.cut is not None:
            drawing.path(f"{shape}H{child.x:.1f}", stroke=LOSS, width=1.5, dash="4 3")
            drawing.path(_strokes(label_x, child.y), stroke=LOSS, width=2)
            continue
        principal = placed.principal and child.principal
        drawing.path(shape, stroke=INK if principal else EDGE, width=3 if principal else 1.2)
        drawing.text(
            label_x,
            child.y + 4.5,
            notation.move(child.node.move),
            size=13,
            weight=700 if principal else 600,
            fill=INK if principal else INK_2,
            anchor="middle",
        )
        _draw_edges(drawing, child, notation)


def _draw_states(
    drawing: Drawing, placed: _Placed, notation: Notation, cuts: list[_Placed]
) -> None:
    x, y, node = placed.x, placed.y, placed.node
    middle = x + NODE_WIDTH / 2
    if placed.cut is not None:
        cuts.append(placed)
        _draw_cut(drawing, placed, notation, len(cuts))
        return
    inner = bool(placed.children)
    height = INNER_HEIGHT if inner else NODE_HEIGHT
    drawing.path(
        _house(x, y, NODE_WIDTH, height, node.maximising),
        stroke=INK if placed.principal else EDGE,
        width=2.5 if placed.principal else 1.2,
        fill=SURFACE,
    )
    value_y = y - 2 if inner else y + 5
    drawing.text(middle, value_y, _value(node), size=14, weight=650, anchor="middle")
    if inner:
        drawing.text(middle, y + 14, _nodes(node.nodes), size=12, fill=INK_2, anchor="middle")
        if abs(node.alpha) != inf or abs(node.beta) != inf:
            window = f"α {signed(node.alpha)}\N{EM SPACE}β {signed(node.beta)}"
            drawing.text(middle, y + height / 2 + 18, window, size=12, fill=INK_3, anchor="middle")
    else:
        note = _nodes(node.nodes) if node.leaf is None else LEAF_WORDS[node.leaf]
        drawing.text(x + NODE_WIDTH + 10, y + 4.5, note, size=12, fill=INK_2)
    for child in placed.children:
        _draw_states(drawing, child, notation, cuts)


def _draw_cut(drawing: Drawing, placed: _Placed, notation: Notation, number: int) -> None:
    assert placed.cut is not None
    x, y, cut = placed.x, placed.y, placed.cut
    drawing.path(
        _house(x, y, NODE_WIDTH, NODE_HEIGHT, not placed.node.maximising),
        stroke=LOSS,
        width=1.2,
        fill="url(#hatch)",
        dash="4 3",
    )
    moves = _skipped_label(cut, notation)
    drawing.text(x + NODE_WIDTH / 2, y + 5, moves, size=13, weight=600, anchor="middle")
    saved = "cut" if cut.saved is None else f"cut, {_nodes(cut.saved)} saved"
    drawing.text(
        x + NODE_WIDTH + 10, y + 4.5, f"{saved} ({number})", size=12, fill=LOSS, weight=600
    )


def _skipped_label(cut: CutOff, notation: Notation) -> str:
    """The skipped moves without their noun, or only their number where they would not fit."""
    words = notation.named_moves(cut.skipped)
    label = words.partition(" ")[2] if words.startswith(("column", "move")) else words
    return label if len(label) <= LONGEST_LABEL else f"{len(cut.skipped)} moves"


def _draw_reasons(drawing: Drawing, cuts: list[_Placed], notation: Notation, top: float) -> float:
    """One sentence a cut-off, in the voice of the program."""
    if not cuts:
        return top
    drawing.path(f"M{MARGIN} {top - 14}H940", stroke=LINE)
    y = top + 14
    for number, placed in enumerate(cuts, start=1):
        assert placed.cut is not None
        sentence = cut_reason(placed.node, placed.cut, notation).replace("-", MINUS)
        drawing.text(MARGIN + 22, y, f"({number})", size=13, weight=600, fill=LOSS, anchor="end")
        for line in wrap(sentence[0].upper() + sentence[1:] + ".", LINE_LENGTH):
            drawing.text(MARGIN + 32, y, line, size=15, family=VOICE)
            y += 22
        y += 6
    return y - 12


def _house(x: float, y: float, width: float, height: float, up: bool) -> str:
    """The outline of a state around the middle of its left edge: a roof for MAX, a tip for MIN."""
    top, bottom, middle = y - height / 2, y + height / 2, x + width / 2
    tip = TIP * height / NODE_HEIGHT if height < NODE_HEIGHT else TIP
    if up:
        return (
            f"M{x:.1f} {bottom:.1f}V{top:.1f}L{middle:.1f} {top - tip:.1f}"
            f"L{x + width:.1f} {top:.1f}V{bottom:.1f}Z"
        )
    return (
        f"M{x:.1f} {top:.1f}V{bottom:.1f}L{middle:.1f} {bottom + tip:.1f}"
        f"L{x + width:.1f} {bottom:.1f}V{top:.1f}Z"
    )


def _strokes(x: float, y: float) -> str:
    """The two strokes that cross an edge which was cut."""
    return f"M{x - 6:.1f} {y + 6:.1f}l6 -12M{x:.1f} {y + 6:.1f}l6 -12"


def _value(node: TreeNode) -> str:
    return RELATIONS[node.relation] + signed(node.value)


def _nodes(count: int) -> str:
    return "1 node" if count == 1 else f"{thousands(count)} nodes"
