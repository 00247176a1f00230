"""As many pairs as possible in a general graph: Edmonds' algorithm of blossoms.

An augmenting path leads from a free vertex to another one, along edges that are in turn outside and
inside the matching. Odd cycles met on the way (blossoms) are shrunk into their base.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

Neighbours = Callable[[int], Iterable[int]]
"""Those of a vertex, in the order in which they are tried; asked only for those that are needed, so
a dense graph need not be written down."""


def maximum_matching(partner: list[int], neighbours: Neighbours) -> None:
    """Extends a matching to one of the greatest size, in place: ``partner[v]`` is the vertex that v
    is matched with, or -1. Few pairs are changed."""
    for root in range(len(partner)):
        if partner[root] == -1:
            _augment(root, partner, neighbours)


def _augment(root: int, partner: list[int], neighbours: Neighbours) -> bool:
    count = len(partner)
    base = list(range(count))
    parent = [-1] * count
    seen = [False] * count
    seen[root] = True
    queue = deque([root])

    def common(a: int, b: int) -> int:
        on_path = [False] * count
        while True:
            a = base[a]
            on_path[a] = True
            if partner[a] == -1:
                break
            a = parent[partner[a]]
        while not on_path[base[b]]:
            b = parent[partner[base[b]]]
        return base[b]

    def mark(v: int, stem: int, child: int, blossom: list[bool]) -> None:
        while base[v] != stem:
            blossom[base[v]] = blossom[base[partner[v]]] = True
            parent[v] = child
            child = partner[v]
            v = parent[partner[v]]

    while queue:
        v = queue.popleft()
        for to in neighbours(v):
            if base[v] == base[to] or partner[v] == to:
                continue
            if to == root or (partner[to] != -1 and parent[partner[to]] != -1):
                stem = common(v, to)
                blossom = [False] * count
                mark(v, stem, to, blossom)
                mark(to, stem, v, blossom)
                for i in range(count):
                    if blossom[base[i]]:
                        base[i] = stem
                        if not seen[i]:
                            seen[i] = True
                            queue.append(i)
            elif parent[to] == -1:
                parent[to] = v
                if partner[to] == -1:
                    _flip(to, parent, partner)
                    return True
                seen[partner[to]] = True
                queue.append(partner[to])
    return False


def _flip(end: int, parent: list[int], partner: list[int]) -> None:
    while end != -1:
        before = parent[end]
        after = partner[before]
        partner[end], partner[before] = before, end
        end = after
