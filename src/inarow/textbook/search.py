"""The textbook search with the rules of the game's own course unless others are given, and the
exact size of the move tree."""

from __future__ import annotations

from inarow._core import Position
from inarow._core import perft as perft_by_depth
from inarow.move_text import require_position
from inarow.textbook import native
from inarow.textbook.events import SearchResult
from inarow.textbook.spec import SearchSpec, usual_spec


def perft(pos: Position, depth: int) -> int:
    """All nodes of the move tree to a depth, the root included; won and full positions are leaves.

    >>> from inarow import Position
    >>> [perft(Position(), depth) for depth in range(6)]
    [1, 8, 57, 400, 2801, 19608]
    """
    require_position(pos)
    return sum(perft_by_depth(pos, min(depth, pos.game.cells)))  # no game is longer than that


def search(pos: Position, spec: SearchSpec | None = None, **rules: object) -> SearchResult:
    """The move, value and node count of minimax or alpha-beta, exact to the node. ``rules`` change
    single rules of the spec, which is that of the game's course unless given.

    >>> from inarow import Position
    >>> search(Position().after("4435"), depth=6)
    SearchResult(move=1, value=80, nodes=2599)
    >>> search(Position().after("4435"), depth=6, prune="strict").nodes
    3051
    """
    require_position(pos)
    return native.run(pos, (spec or usual_spec(pos.game)).replace(**rules))
