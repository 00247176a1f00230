"""The known mistakes of programs that count the move tree (COMP2230, ``perft``), and where a count
goes wrong.

The engine is asked for the count that tells most about which mistake it makes, again and again; as
soon as a count is wrong, it is asked for the positions below, move by move, down to the first one
whose own count is wrong while those of all its moves are right.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2

from inarow._core import Game, Outcome, Position
from inarow.courses.comp2230.tree_rules import (
    TreeRules,
    columns_of,
    count,
    four_in,
    never,
    of_side,
    wrapping,
)
from inarow.teaching.why.known import Asked, Found, Report, nearest_first
from inarow.teaching.why.mistake_file import read_mistakes
from inarow.textbook.search import perft

_WAYS = ("across", "upright", "rising", "falling")
_FOUR = four_in(*_WAYS)
_RIGHT = TreeRules(_FOUR)
_MOST_BY_HAND = 400_000
MOST_QUESTIONS = 60
_TO_CHOOSE = 8
_STONES = (4, 8, 12, 16, 20, 24, 28, 32, 36)

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

Ask = Callable[[tuple[int, ...], int], int]
"""An engine's count to a depth after some moves."""


@dataclass(frozen=True)
class Count:
    """An answer: what was counted after some moves to a depth."""

    moves: tuple[int, ...]
    depth: int
    got: int

    @property
    def is_right(self) -> bool:
        return self.got == right_count(self.moves, self.depth)

    def asked(self) -> Asked:
        right = right_count(self.moves, self.depth)
        return Asked(
            question_text(self.moves, self.depth), str(self.got), str(right), self.is_right
        )


def question_text(moves: Sequence[int], depth: int) -> str:
    return f"startpos {''.join(map(str, moves))} perft {depth}".replace("  ", " ")


def explained(counts: Sequence[Count], begins: Sequence[str] = ()) -> Report:
    """What explains all counts."""
    asked = tuple(each.asked() for each in counts)
    if all(each.is_right for each in asked):
        return Report(asked)
    every = tuple(range(len(counts)))
    causes, near = [], []
    for mistake in PERFT_MISTAKES:
        explains = tuple(number for number in every if _agrees(mistake, counts[number]))
        if explains == every:
            causes.append(Found((mistake,), every))
        elif any(not asked[number].is_right for number in explains):
            near.append(Found((mistake,), explains))
    return Report(asked, tuple(causes), () if causes else nearest_first(near, 3), tuple(begins))


def _agrees(mistake: PerftMistake, count: Count) -> bool:
    return mistake.counted(count.moves, count.depth) == count.got


def interviewed(ask: Ask, most_questions: int = MOST_QUESTIONS) -> Report:
    """Ask an engine until a count is wrong and down from there, then what tells the causes left
    apart."""
    counts: list[Count] = []
    left: list[PerftMistake | None] = [None, *PERFT_MISTAKES]

    def put(moves: tuple[int, ...], depth: int) -> Count:
        for known in counts:
            if (known.moves, known.depth) == (moves, depth):
                return known
        counts.append(Count(moves, depth, ask(moves, depth)))
        return counts[-1]

    begins: list[str] = []
    for _ in range(_TO_CHOOSE):
        question = _telling(left, {(each.moves, each.depth) for each in counts})
        if question is None:
            break
        answer = put(*question)
        if not answer.is_right and not begins:
            begins = descended(put, answer)
        left = [each for each in left if _predicted(each, answer.moves, answer.depth) == answer.got]
        if len(counts) >= most_questions or len(left) <= 1:
            break
    return explained(counts, begins)


def _predicted(mistake: PerftMistake | None, moves: tuple[int, ...], depth: int) -> int | None:
    return right_count(moves, depth) if mistake is None else mistake.counted(moves, depth)


def _telling(
    left: Sequence[PerftMistake | None], asked: set[tuple[tuple[int, ...], int]]
) -> tuple[tuple[int, ...], int] | None:
    best, chosen = 0.0, None
    for question in pool():
        if question in asked:
            continue
        answers = Counter(_predicted(each, *question) for each in left)
        entropy = sum(n / len(left) * log2(len(left) / n) for n in answers.values())
        if entropy > best + 1e-9:
            best, chosen = entropy, question
    return chosen


@lru_cache(maxsize=1)
def pool() -> tuple[tuple[tuple[int, ...], int], ...]:
    """Positions of all ages with small depths, some of them won; always the same ones."""
    rng = random.Random(2230)
    found: list[tuple[tuple[int, ...], int]] = [((), depth) for depth in range(1, 5)]
    for stones in _STONES:
        for _ in range(4):
            moves: list[int] = []
            pos = after(())
            while len(moves) < stones and not pos.is_over:
                moves.append(rng.choice(pos.legal_moves()))
                pos = pos.play(moves[-1])
            found += [(tuple(moves), depth) for depth in (1, 2, 3)]
    return tuple(dict.fromkeys(found))


def descended(put: Callable[[tuple[int, ...], int], Count], wrong: Count) -> list[str]:
    """Down from a wrong count to the first position that is wrong by itself."""
    while wrong.depth > 0:
        pos = after(wrong.moves)
        below = None
        for move in pos.legal_moves() if not pos.is_over else ():
            answer = put((*wrong.moves, move), wrong.depth - 1)
            if not answer.is_right:
                below = answer
                break
        if below is None:
            break
        wrong = below
    return _place(wrong)


def _place(wrong: Count) -> list[str]:
    pos = after(wrong.moves)
    right = right_count(wrong.moves, wrong.depth)
    where = f"after {''.join(map(str, wrong.moves))}" if wrong.moves else "on the empty board"
    lines = [
        f"It begins {where}, to depth {wrong.depth}: {right} is right, yours is {wrong.got}, and"
        " below it every count that was asked for is right."
    ]
    if pos.is_over:
        how = "full" if pos.outcome() is Outcome.DRAW else "won"
        lines = [
            f"It begins {where}, to depth {wrong.depth}: the position is {how}, so it is a leaf and"
            f" counts 1; yours is {wrong.got}."
        ]
    elif full := [col for col in range(pos.game.cols) if pos.landing(col) is None]:
        columns = ", ".join(map(str, full))
        lines.append(f"It has {len(pos.legal_moves())} moves: full are {columns}.")
    return [*lines, *str(pos).splitlines()]
