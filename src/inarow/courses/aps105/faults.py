"""Programs of APS105, part 1, with known faults: other choices than the fixed rule's.

The list is that of version 1 and is not added to: hidden tests are chosen by it, and must be the
same for the same secret in later years.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property

from inarow._core import Position

_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
SIX = 6


@dataclass(frozen=True)
class Lines:
    """For each empty square, row by row, the stones of both colours that a stone there would join:
    for the mover and for the other side, by direction, those before it and those behind it."""

    pos: Position

    @cached_property
    def squares(self) -> list[int]:
        return self.pos.legal_moves()

    @cached_property
    def own(self) -> dict[int, list[tuple[int, int]]]:
        return self._sides(self.pos.to_move)

    @cached_property
    def other(self) -> dict[int, list[tuple[int, int]]]:
        return self._sides(3 - self.pos.to_move)

    def _sides(self, player: int) -> dict[int, list[tuple[int, int]]]:
        size = self.pos.game.cols
        cells = self.pos.cells("012").replace("/", "")
        stone = str(player)

        def along(row: int, col: int, down: int, right: int) -> int:
            count = 0
            row, col = row + down, col + right
            while 0 <= row < size and 0 <= col < size and cells[row * size + col] == stone:
                count, row, col = count + 1, row + down, col + right
            return count

        return {
            square: [
                (
                    along(square // size, square % size, -down, -right),
                    along(square // size, square % size, down, right),
                )
                for down, right in _STEPS
            ]
            for square in self.squares
        }


Length = Callable[[list[tuple[int, int]]], int]


def _length(sides: list[tuple[int, int]]) -> int:
    return max(1 + before + behind for before, behind in sides)


def _without(direction: int) -> Length:
    def length(sides: list[tuple[int, int]]) -> int:
        kept = sides[:direction] + sides[direction + 1 :]
        return max(1 + before + behind for before, behind in kept)

    return length


def _behind_only(sides: list[tuple[int, int]]) -> int:
    return max(1 + behind for _, behind in sides)


def _sum_of_all(sides: list[tuple[int, int]]) -> int:
    return sum(1 + before + behind for before, behind in sides)


def _scores(
    lines: Lines,
    own: Length = _length,
    other: Length = _length,
    *,
    reply: Callable[[Sequence[int]], int] = max,
    elsewhere: bool = True,
) -> dict[int, int]:
    """The score of each square: the own line less the reply's, which must lie elsewhere."""
    replies = {square: other(sides) for square, sides in lines.other.items()}
    found = {}
    for square, sides in lines.own.items():
        lengths = [n for place, n in replies.items() if place != square or not elsewhere]
        found[square] = own(sides) - (reply(lengths) if lengths else 0)
    return found


def _first(scores: dict[int, int]) -> int:
    return max(scores, key=lambda square: scores[square])


def _last(scores: dict[int, int]) -> int:
    return max(reversed(scores), key=lambda square: scores[square])


def _by_columns(lines: Lines) -> int:
    size = lines.pos.game.cols
    scores = _scores(lines)
    return max(sorted(scores, key=lambda s: (s % size, s // size)), key=lambda s: scores[s])


def _own_line_only(lines: Lines) -> int:
    return _first({square: _length(sides) for square, sides in lines.own.items()})


def _reply_only(lines: Lines) -> int:
    return _first({square: _length(sides) for square, sides in lines.other.items()})


def _wins_if_it_can(lines: Lines) -> int:
    wins = [square for square, sides in lines.own.items() if _length(sides) >= SIX]
    return wins[0] if wins else _first(_scores(lines))


def _blocks_if_it_must(lines: Lines) -> int:
    threats = [square for square, sides in lines.other.items() if _length(sides) >= SIX]
    return threats[0] if threats else _first(_scores(lines))


FAULTS: dict[str, Callable[[Lines], int]] = {
    "takes the last of equal squares": lambda lines: _last(_scores(lines)),
    "goes through columns before rows": _by_columns,
    "considers no reply": _own_line_only,
    "considers the reply alone": _reply_only,
    "lets the reply be the worst": lambda lines: _first(_scores(lines, reply=min)),
    "lets the reply take the same square": lambda lines: _first(_scores(lines, elsewhere=False)),
    "adds the lines of all directions": lambda lines: _first(
        _scores(lines, _sum_of_all, _sum_of_all)
    ),
    "counts to the right and down alone": lambda lines: _first(
        _scores(lines, _behind_only, _behind_only)
    ),
    "sees no rows": lambda lines: _first(_scores(lines, _without(0), _without(0))),
    "sees no columns": lambda lines: _first(_scores(lines, _without(1), _without(1))),
    "sees no falling diagonals": lambda lines: _first(_scores(lines, _without(2), _without(2))),
    "sees no rising diagonals": lambda lines: _first(_scores(lines, _without(3), _without(3))),
    "wins when it can": _wins_if_it_can,
    "stops a win when it must": _blocks_if_it_must,
}
"""What a program with a fault plays, by what it does."""


@dataclass(frozen=True)
class Ending:
    """How a game ended: by whom, by lines of which lengths in which directions; 0 for a draw."""

    winner: int
    lengths: tuple[int, int, int, int]


END_FAULTS: dict[str, Callable[[Ending], Hashable]] = {
    "takes six alone for a win": lambda end: end.winner and SIX not in end.lengths,
    "sees no wins in rows": lambda end: _only(end, 0),
    "sees no wins in columns": lambda end: _only(end, 1),
    "sees no wins on falling diagonals": lambda end: _only(end, 2),
    "sees no wins on rising diagonals": lambda end: _only(end, 3),
    "sees no draw": lambda end: end.winner == 0,
    "sees no win of the second player": lambda end: end.winner == 2,
}
"""Whether a game ends otherwise for a program with a fault."""
SELDOM = frozenset(["wins-first", "only-exactly-six-win", "draw-before-win"])
"""Known mistakes that hardly any game shows: the rule goes for its own line and stops one of five,
and few boards are full when somebody wins."""


def _only(end: Ending, direction: int) -> bool:
    """Whether the winning lines are all in one direction."""
    long = [number for number, length in enumerate(end.lengths) if length >= SIX]
    return long == [direction]


def ending_of(pos: Position, last: int) -> Ending:
    """The end of a game, by its last stone."""
    size = pos.game.cols
    stone = pos.at(last // size, last % size)
    cells = pos.cells("012").replace("/", "")
    lengths = []
    for down, right in _STEPS:
        length = 1
        for sign in (1, -1):
            row, col = last // size + sign * down, last % size + sign * right
            while 0 <= row < size and 0 <= col < size and cells[row * size + col] == str(stone):
                length, row, col = length + 1, row + sign * down, col + sign * right
        lengths.append(length)
    a, b, c, d = lengths
    return Ending(stone if max(lengths) >= SIX else 0, (a, b, c, d))
