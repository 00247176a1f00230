"""The states of a search by number: the first is the root, and each is one that the search tests.

number    1        2           ...        33
state     root     0           ...        0,1          in the order of the search
"""

from __future__ import annotations

from inarow._core import Position
from inarow.teaching.moments.cursor import Cursor
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import SearchTree, search_tree


def state_numbered(pos: Position, spec: SearchSpec, number: int) -> Cursor:
    """The state that a search tests as its ``number``-th, just entered; the last one where there
    are fewer."""
    tested = spec.counting_tests()
    path: tuple[int, ...] = ()
    while True:
        tree = search_tree(pos, tested, 1, path)
        if number <= number_entered(tree):
            return Cursor(path)
        children = tree.view.children or []
        following = next((child for child in children if number <= child.total), None)
        if following is None:
            if not children:
                return Cursor(path)
            following = children[-1]
        assert following.move is not None
        path = (*path, following.move)


def number_entered(tested: SearchTree) -> int:
    """The number of the state that a tree shows, in a search that counts every test."""
    node = tested.view
    children = node.children or []
    return children[0].total - children[0].nodes if children else node.total


def last_leaf(pos: Position, spec: SearchSpec, number: int) -> int | None:
    """The number of the last leaf before a state: the state before it, or an earlier one."""
    while number > 1:
        number -= 1
        cursor = state_numbered(pos, spec, number)
        if search_tree(pos, spec, 1, cursor.path).view.leaf is not None:
            return number
    return None


def next_leaf(pos: Position, spec: SearchSpec, number: int) -> int | None:
    """The number of the first leaf behind a state."""
    count = search_tree(pos, spec.counting_tests(), 1).result.nodes
    while number < count:
        number += 1
        cursor = state_numbered(pos, spec, number)
        if search_tree(pos, spec, 1, cursor.path).view.leaf is not None:
            return number
    return None
