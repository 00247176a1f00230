"""A place in time within a textbook search, and how to go from one to the next.

A cursor is a path of moves from the root and the child that returned last, or none when the state
was only entered. Its key sorts cursors as the search meets them:

    entered 0,5           0 5 -1
    entered 0,5,3         0 5 3 -1
    returned from 3       0 5 3.5          after everything below 0,5,3
    returned from 5       0 5.5            after everything below 0,5
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from inarow.teaching.moment import Moment
from inarow.textbook.native import CutOffPlace
from inarow.textbook.tree import SearchTree, TreeNode


@dataclass(frozen=True)
class Cursor:
    path: tuple[int, ...] = ()
    after: int | None = None

    def key(self, order: tuple[int, ...]) -> tuple[float, ...]:
        place = {move: number for number, move in enumerate(order)}
        end = -1.0 if self.after is None else place[self.after] + 0.5
        return (*(float(place[move]) for move in self.path), end)


class Steps:
    """Where the buttons lead from a cursor, in the tree of one algorithm."""

    def __init__(self, tree: SearchTree, cursor: Cursor, order: tuple[int, ...]) -> None:
        self.tree = tree
        self.cursor = cursor
        self.order = order
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
        here = self.cursor.key(self.order)
        root = self.tree.root
        accepted = Moment(self.tree, root, root.children or []).accepted
        changes = [Cursor((), move) for move in accepted]
        keys = [change.key(self.order) for change in changes]
        if direction > 0:
            number = bisect_right(keys, here)
            return changes[number] if number < len(changes) else None
        number = bisect_left(keys, here)
        return changes[number - 1] if number else None


class CutOffs:
    """All cut-offs of a search in their order, and those next to a cursor."""

    def __init__(self, places: list[CutOffPlace], complete: bool, order: tuple[int, ...]) -> None:
        self.places = places
        self.complete = complete
        self.keys = [Cursor(place.path, place.move).key(order) for place in places]
        self.order = order

    def number_at(self, cursor: Cursor) -> int:
        """How many cut-offs have happened at a cursor, its own included."""
        return bisect_right(self.keys, cursor.key(self.order))

    def step(self, cursor: Cursor, direction: int) -> Cursor | None:
        key = cursor.key(self.order)
        later, earlier = bisect_right(self.keys, key), bisect_left(self.keys, key) - 1
        number = later if direction > 0 else earlier
        if not 0 <= number < len(self.places):
            return None
        return Cursor(self.places[number].path, self.places[number].move)
