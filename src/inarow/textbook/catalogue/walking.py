"""Mistakes in walking the tree: which moves, how deep, who chooses."""

from __future__ import annotations

from inarow._core import Game
from inarow.textbook.mistake import LEAVES, ORDER, SIDES, Mistake
from inarow.textbook.spec import SearchSpec


def _from_the_right(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    return tuple(reversed(range(game.move_count)))


def _centre_first(spec: SearchSpec, game: Game) -> tuple[int, ...]:
    middle = game.cols - 1
    return tuple(sorted(range(game.move_count), key=lambda move: abs(2 * move - middle)))


WALKING_MISTAKES = (
    Mistake(
        "columns-from-the-right",
        {"order": _from_the_right},
        "Columns are examined from the right, so other cut-offs happen and ties end elsewhere.",
        ORDER,
        "the loop over the columns: it starts at 0 and goes up",
    ),
    Mistake(
        "columns-from-the-centre",
        {"order": _centre_first},
        "Columns are examined from the centre: it prunes more, but the task fixes the order.",
        ORDER,
        "the list of moves: it may not be sorted",
        common=True,
    ),
    Mistake(
        "last-of-ties",
        {"tie": "last"},
        "A move that is only as good as the best one so far takes its place.",
        ORDER,
        "the comparison that keeps the best move: > at MAX and < at MIN, without =",
        common=True,
    ),
    Mistake(
        "mover-maximises",
        {"maximiser": "mover"},
        "Whoever moves at the root maximises; the values of yellow have the other sign.",
        SIDES,
        "who is MAX: always red, also when yellow moves first",
        visible=False,
    ),
    Mistake(
        "depth-one-less",
        {"depth": lambda spec, game: max(spec.depth - 1, 0)},
        "The search ends one ply too early.",
        LEAVES,
        "where the depth is counted: the root has depth 0, or all of the depth left",
        common=True,
    ),
    Mistake(
        "depth-one-more",
        {"depth": lambda spec, game: spec.depth + 1},
        "The search goes one ply too deep.",
        LEAVES,
        "the comparison with the depth: = and not <",
        common=True,
    ),
    Mistake(
        "root-player-takes-the-most",
        {"turns": "root"},
        "Whoever moves at the root takes the most, though values are always red's minus yellow's.",
        SIDES,
        "who is MAX at the root: red is, yellow is MIN",
        common=True,
    ),
    Mistake(
        "red-takes-the-least",
        {"turns": "reversed"},
        "Red takes the least of the values and yellow the most.",
        SIDES,
        "which of the two functions is called first, and which calls which",
    ),
    Mistake(
        "full-columns-tried",
        {"full_columns": "passed"},
        "A full column is searched like a free one: nothing is laid, and the other player goes on.",
        ORDER,
        "the loop over the columns: full ones are skipped before anything is counted",
    ),
)
