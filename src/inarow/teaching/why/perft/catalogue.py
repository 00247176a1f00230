"""The known mistakes of programs that count the move tree (COMP2230, ``perft``), as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from inarow._core import Game, Position
from inarow.teaching.why.mistake_file import read_mistakes
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


_COUNTED: Mapping[str, Counted] = {
    "root-not-counted": _by_rules(_RIGHT._replace(root=False)),
    "only-the-last-ply-counted": _by_rules(_RIGHT._replace(inner=False, over=False)),
    "only-leaves-counted": _by_rules(_RIGHT._replace(inner=False)),
    "won-positions-not-counted": _by_rules(_RIGHT._replace(over=False)),
    "won-positions-expanded": _by_rules(TreeRules(never)),
    **{
        f"wins-not-seen-{way}": _by_rules(_blind(way))
        for way, words in (
            ("across", "in a row of the board"),
            ("upright", "in a column"),
            ("rising", "on a diagonal that rises to the right"),
            ("falling", "on a diagonal that falls to the right"),
        )
    },
    "wins-not-seen-on-diagonals": _by_rules(TreeRules(four_in("across", "upright"))),
    **{
        f"only-wins-of-the-{words}": _by_rules(TreeRules(of_side(_FOUR, side)))
        for side, words in (("1", "first"), ("2", "second"))
    },
    "only-exactly-four-win": _by_rules(TreeRules(four_in(*_WAYS, exactly=True))),
    "five-needed": _by_rules(TreeRules(four_in(*_WAYS, least=5))),
    "three-win": _by_rules(TreeRules(four_in(*_WAYS, least=3))),
    "lines-round-the-edge": _by_rules(TreeRules(wrapping)),
    "full-columns-tried": _by_rules(_RIGHT._replace(full_columns=True)),
    "a-ply-too-deep": _one_more,
    "a-ply-too-shallow": _one_less,
    "position-ignored": _from_the_start,
    "last-move-ignored": _without_last,
    "count-in-32-bits": _in_32_bits,
}

PERFT_MISTAKES: tuple[PerftMistake, ...] = tuple(
    PerftMistake(row.name, _COUNTED[row.name], row.sentence, row.task, row.look_at)
    for row in read_mistakes("comp2230", "perft")
)
"""Every known way to miscount; names are unique."""
