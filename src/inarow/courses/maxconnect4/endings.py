"""Ends of MaxConnect4 games as programs with known faults see them.

The tree below a board with few empty cells is searched to its end once; its leaves are counted by
direction, so that each fault is another way to count them or to walk the tree. The list is that of
version 1 and is not added to: hidden tests are chosen by it, and must be the same for the same
secret in later years.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inarow._core import Position

_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
_LINES = [
    [
        [(row + i * down) * 7 + col + i * right for i in range(4)]
        for row in range(6)
        for col in range(7)
        if 0 <= row + 3 * down < 6 and 0 <= col + 3 * right < 7
    ]
    for down, right in _STEPS
]

_UNCOUNTED = (
    "counts no horizontal lines",
    "counts no vertical lines",
    "counts no falling diagonals",
    "counts no rising diagonals",
)

Points = tuple[int, ...]
"""Points by direction, of the first player and then of the second."""


@dataclass
class Node:
    """A position; ``children`` by column, none on a full board."""

    player: int
    points: Points
    children: dict[int, Node] = field(default_factory=dict)


def tree_of(pos: Position) -> Node:
    """All that can still happen."""
    node = Node(pos.to_move, _points(pos))
    if not pos.is_full:
        node.children = {column: tree_of(pos.play(column)) for column in pos.legal_moves()}
    return node


def _points(pos: Position) -> Points:
    cells = pos.cells("012").replace("/", "")
    return tuple(
        sum(all(cells[place] == player for place in line) for line in lines)
        for player in "12"
        for lines in _LINES
    )


Evaluate = Callable[[Points], float]
"""For the first player."""


def _margin(points: Points) -> float:
    return sum(points[:4]) - sum(points[4:])


def _without(direction: int) -> Evaluate:
    def evaluate(points: Points) -> float:
        return _margin(points) - points[direction] + points[4 + direction]

    return evaluate


def _own(player: int) -> Evaluate:
    def evaluate(points: Points) -> float:
        return sum(points[:4]) if player == 1 else -sum(points[4:])

    return evaluate


def _minimax(node: Node, evaluate: Evaluate, depth: int) -> float:
    if not node.children or depth == 0:
        return evaluate(node.points)
    values = [_minimax(child, evaluate, depth - 1) for child in node.children.values()]
    return max(values) if node.player == 1 else min(values)


def _best(node: Node, evaluate: Evaluate, depth: int = 42, turned: bool = False) -> frozenset[int]:
    """The columns that a search likes best."""
    sign = 1 if (node.player == 1) != turned else -1
    values = {
        column: sign * _minimax(child, evaluate, depth - 1)
        for column, child in node.children.items()
    }
    most = max(values.values())
    return frozenset(column for column, value in values.items() if value == most)


def _helped(node: Node) -> frozenset[int]:
    """The opponent plays for the computer too."""
    mover = node.player

    def value(inner: Node) -> float:
        if not inner.children:
            return _margin(inner.points) * (1 if mover == 1 else -1)
        return max(value(child) for child in inner.children.values())

    values = {column: value(child) for column, child in node.children.items()}
    most = max(values.values())
    return frozenset(column for column, found in values.items() if found == most)


FAULTS: dict[str, Callable[[Node], frozenset[int]]] = {
    "plays the first column": lambda node: frozenset([min(node.children)]),
    "plays the last column": lambda node: frozenset([max(node.children)]),
    "looks one move ahead only": lambda node: _best(node, _margin, 1),
    "looks two moves ahead only": lambda node: _best(node, _margin, 2),
    "maximises its own points alone": lambda node: _best(node, _own(node.player)),
    "keeps the opponent's points low alone": lambda node: _best(node, _own(3 - node.player)),
    "plays for the other side": lambda node: _best(node, _margin, turned=True),
    "takes itself for the first player": lambda node: _best(node, _margin, turned=node.player == 2),
    "lets the opponent help": _helped,
    _UNCOUNTED[0]: lambda node: _best(node, _without(0)),
    _UNCOUNTED[1]: lambda node: _best(node, _without(1)),
    _UNCOUNTED[2]: lambda node: _best(node, _without(2)),
    _UNCOUNTED[3]: lambda node: _best(node, _without(3)),
}
"""The columns that a program with a fault may choose."""


def right_moves(node: Node) -> frozenset[int]:
    return _best(node, _margin)


def shows(node: Node) -> tuple[bool, ...]:
    """For the right program and each fault: whether every move that it may choose loses value."""
    right = right_moves(node)
    return (False, *(not (choose(node) & right) for choose in FAULTS.values()))


def wrong_scores(node: Node) -> list[str]:
    """The faults that show in the score that is printed before the move."""
    return [name for way, name in enumerate(_UNCOUNTED) if node.points[way] or node.points[4 + way]]
