"""A place in time within a textbook search, and how to go from one to the next.

A cursor is a path of moves from the root and the child that returned last, or none when the state
was only entered.

The cut-offs of a search and its cursors are put in order by the states tested until then. States
that return one after the other without another test are told apart by their depth:

    entered 0,5          8 states tested, 2 moves deep
    entered 0,5,3        9                3              a leaf
    returned from 3      9                2
    returned from 5      9                1

Nodes also have numbers: the first is the root, and each is one that the search tests.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from inarow._core import Position
from inarow.teaching.moments.moment import Moment
from inarow.textbook.native import CutOffPlace
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import SearchTree, TreeNode, search_tree


@dataclass(frozen=True)
class Cursor:
    path: tuple[int, ...] = ()
    after: int | None = None


class Steps:
    """Where the buttons lead from a cursor, in the tree of one algorithm."""

    def __init__(self, tree: SearchTree, cursor: Cursor) -> None:
        self.tree = tree
        self.cursor = cursor
        self.node = tree.view
        children = self.node.children or []
        self.searched = [child.move for child in children if child.move is not None]
        self.position = -1 if cursor.after is None else self.searched.index(cursor.after)

    def following(self) -> int | None:
        """The child that the search takes next here, if any."""
        position = self.position + 1
        return self.searched[position] if position < len(self.searched) else None

    def on(self) -> Cursor | None:
        """Over the next child, or out of a state that is done."""
        child = self.following()
        if child is not None:
            return Cursor(self.cursor.path, child)
        return self.out()

    def back(self) -> Cursor | None:
        if self.position >= 0:
            previous = self.searched[self.position - 1] if self.position else None
            return Cursor(self.cursor.path, previous)
        if not self.cursor.path:
            return None
        parent = self.parent()
        siblings = [child.move for child in parent.children or []]
        number = siblings.index(self.cursor.path[-1])
        return Cursor(self.cursor.path[:-1], siblings[number - 1] if number else None)

    def parent(self) -> TreeNode:
        node = self.tree.root
        for move in self.cursor.path[:-1]:
            child = node.child(move)
            assert child is not None
            node = child
        return node

    def into(self) -> Cursor | None:
        child = self.following()
        return None if child is None else Cursor((*self.cursor.path, child))

    def out(self) -> Cursor | None:
        if not self.cursor.path:
            return None
        return Cursor(self.cursor.path[:-1], self.cursor.path[-1])

    def change(self, direction: int) -> Cursor | None:
        """The next or previous time that the root gets a new best move."""
        root = self.tree.root
        moves = [child.move for child in root.children or []]
        accepted = Moment(self.tree, root, root.children or []).accepted
        if self.cursor.path:
            here = moves.index(self.cursor.path[0]) - 0.5  # its last change was a move before
        else:
            here = -1 if self.cursor.after is None else moves.index(self.cursor.after)
        if direction > 0:
            found = [move for move in accepted if moves.index(move) > here][:1]
        else:
            found = [move for move in accepted if moves.index(move) < here][-1:]
        return Cursor((), found[0]) if found else None


class CutOffs:
    """All cut-offs of a search in their order, and those next to a cursor.

    ``tested`` is always the number of states tested until the cursor.
    """

    def __init__(self, places: list[CutOffPlace], complete: bool) -> None:
        self.places = places
        self.complete = complete
        self.keys = [(place.tested, -len(place.path)) for place in places]

    def number_at(self, cursor: Cursor, tested: int) -> int:
        """How many cut-offs have happened at a cursor, its own included."""
        return bisect_right(self.keys, (tested, -len(cursor.path)))

    def step(self, cursor: Cursor, tested: int, direction: int) -> Cursor | None:
        """The next or previous cut-off."""
        key = (tested, -len(cursor.path))
        later, earlier = bisect_right(self.keys, key), bisect_left(self.keys, key) - 1
        number = later if direction > 0 else earlier
        if not 0 <= number < len(self.places):
            return None
        return Cursor(self.places[number].path, self.places[number].move)


def node_at(pos: Position, spec: SearchSpec, number: int) -> Cursor:
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
        cursor = node_at(pos, spec, number)
        if search_tree(pos, spec, 1, cursor.path).view.leaf is not None:
            return number
    return None


def next_leaf(pos: Position, spec: SearchSpec, number: int) -> int | None:
    """The number of the first leaf behind a state."""
    count = search_tree(pos, spec.counting_tests(), 1).result.nodes
    while number < count:
        number += 1
        cursor = node_at(pos, spec, number)
        if search_tree(pos, spec, 1, cursor.path).view.leaf is not None:
            return number
    return None
