"""The known mistakes of programs that count the move tree (COMP2230, ``perft``), as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from inarow._core import Game, Position
from inarow.teaching.why.perft.counting import (
    TreeRules,
    columns_of,
    count,
    four_in,
    never,
    of_side,
    wrapping,
)
from inarow.textbook.perft import perft

ALL_NODES = "perft d counts all nodes to depth d, the root included."
LEAVES = "Positions that are won or full are leaves."
POSITION = "perft counts from the position that was set last; any position may follow any other."
EXACT = "Any depth is accepted, and the answer is exact."
_WAYS = ("across", "upright", "rising", "falling")
_FOUR = four_in(*_WAYS)
_RIGHT = TreeRules(_FOUR)
_MOST_BY_HAND = 400_000

Counted = Callable[[tuple[int, ...], int], int | None]
"""What is counted after some moves to a depth; None where that takes too long to find out."""


@dataclass(frozen=True)
class PerftMistake:
    """One known mistake, by what it counts."""

    name: str
    counted: Counted
    sentence: str
    sheet: str
    look: str


def right_count(moves: tuple[int, ...], depth: int) -> int:
    """What is right."""
    return perft(after(moves), depth)


def after(moves: tuple[int, ...]) -> Position:
    pos = Position(Game())
    for move in moves:
        pos = pos.play(move)
    return pos


def _by_rules(rules: TreeRules) -> Counted:
    @lru_cache(maxsize=4096)
    def counted(moves: tuple[int, ...], depth: int) -> int | None:
        if right_count(moves, min(depth, 8)) > _MOST_BY_HAND or 7**depth > 10 * _MOST_BY_HAND:
            return None
        return count(columns_of(moves), moves[-1] if moves else None, depth, rules)

    return counted


def _one_more(moves: tuple[int, ...], depth: int) -> int:
    return right_count(moves, depth + 1)


def _one_less(moves: tuple[int, ...], depth: int) -> int:
    return right_count(moves, depth - 1) if depth else 0


def _from_the_start(moves: tuple[int, ...], depth: int) -> int:
    return right_count((), depth)


def _without_last(moves: tuple[int, ...], depth: int) -> int:
    return right_count(moves[:-1], depth)


def _in_32_bits(moves: tuple[int, ...], depth: int) -> int:
    whole = right_count(moves, depth) & 0xFFFFFFFF
    return whole - (1 << 32) if whole >= 1 << 31 else whole


def _blind(way: str) -> TreeRules:
    return TreeRules(four_in(*(each for each in _WAYS if each != way)))


PERFT_MISTAKES: tuple[PerftMistake, ...] = (
    PerftMistake(
        "root-not-counted",
        _by_rules(_RIGHT._replace(root=False)),
        "The position itself is not counted: one node too few.",
        ALL_NODES,
        "what the function returns at depth 0, and where 1 is added",
    ),
    PerftMistake(
        "only-the-last-ply-counted",
        _by_rules(_RIGHT._replace(inner=False, over=False)),
        "Only positions at the depth are counted, as chess programs do.",
        ALL_NODES,
        "what is added for a position that has moves",
    ),
    PerftMistake(
        "only-leaves-counted",
        _by_rules(_RIGHT._replace(inner=False)),
        "Only positions at the depth and ends of games are counted.",
        ALL_NODES,
        "what is added for a position that has moves",
    ),
    PerftMistake(
        "won-positions-not-counted",
        _by_rules(_RIGHT._replace(over=False)),
        "A position that is won or full is not counted.",
        LEAVES,
        "what is returned where the game is over: 1",
    ),
    PerftMistake(
        "won-positions-expanded",
        _by_rules(TreeRules(never)),
        "The game goes on after four in a row.",
        LEAVES,
        "the test for a win before moves are made",
    ),
    *(
        PerftMistake(
            f"wins-not-seen-{way}",
            _by_rules(_blind(way)),
            f"Four in a row {words} do not end the game.",
            LEAVES,
            "the test for a win: its four directions",
        )
        for way, words in (
            ("across", "in a row of the board"),
            ("upright", "in a column"),
            ("rising", "on a diagonal that rises to the right"),
            ("falling", "on a diagonal that falls to the right"),
        )
    ),
    PerftMistake(
        "wins-not-seen-on-diagonals",
        _by_rules(TreeRules(four_in("across", "upright"))),
        "Four in a row on a diagonal do not end the game.",
        LEAVES,
        "the test for a win: whether diagonals are looked at at all",
    ),
    *(
        PerftMistake(
            f"only-wins-of-the-{words}",
            _by_rules(TreeRules(of_side(_FOUR, side))),
            f"Only four in a row of the {words} player end the game.",
            LEAVES,
            "the test for a win: it is made for the side that has just moved",
        )
        for side, words in (("1", "first"), ("2", "second"))
    ),
    PerftMistake(
        "only-exactly-four-win",
        _by_rules(TreeRules(four_in(*_WAYS, exactly=True))),
        "Five or more in a row do not end the game.",
        LEAVES,
        "the comparison in the test for a win: >= and not ==",
    ),
    PerftMistake(
        "five-needed",
        _by_rules(TreeRules(four_in(*_WAYS, least=5))),
        "Only five in a row end the game.",
        LEAVES,
        "the comparison in the test for a win: >= 4 and not > 4",
    ),
    PerftMistake(
        "three-win",
        _by_rules(TreeRules(four_in(*_WAYS, least=3))),
        "Three in a row end the game already.",
        LEAVES,
        "where the counting of a line begins: at 1 for the stone itself",
    ),
    PerftMistake(
        "lines-round-the-edge",
        _by_rules(TreeRules(wrapping)),
        "Lines go on from the top of a column at the bottom of the next.",
        LEAVES,
        "the layout of the board in bits: a spare row between columns",
    ),
    PerftMistake(
        "full-columns-tried",
        _by_rules(_RIGHT._replace(full_columns=True)),
        "A move into a full column is counted.",
        LEAVES,
        "the list of moves: full columns are not among them",
    ),
    PerftMistake(
        "a-ply-too-deep",
        _one_more,
        "The tree is counted one ply deeper than asked.",
        ALL_NODES,
        "where the depth is compared with 0",
    ),
    PerftMistake(
        "a-ply-too-shallow",
        _one_less,
        "The tree is counted one ply less deep than asked.",
        ALL_NODES,
        "where the depth is compared with 0",
    ),
    PerftMistake(
        "position-ignored",
        _from_the_start,
        "The count is always from the empty board.",
        POSITION,
        "what position does with its moves, and which board perft takes",
    ),
    PerftMistake(
        "last-move-ignored",
        _without_last,
        "The last move of the position is not made.",
        POSITION,
        "the loop over the moves of position: where it ends",
    ),
    PerftMistake(
        "count-in-32-bits",
        _in_32_bits,
        "The count overflows 32 bits.",
        EXACT,
        "the type of the count: 64 bits",
    ),
)
"""Every known way to miscount; names are unique."""
