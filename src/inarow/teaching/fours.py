"""Wins by fours: each stone of the attacker leaves one reply (with lines of six, fives).

    attacker  four -> the only reply -> four -> ... -> a stone with two ways to a line -> the line

Everything that such stones can do is looked at, so a count is the least there is, and none means
that no chain of them wins. One stone a turn.
"""

from __future__ import annotations

from inarow._core import Position
from inarow.analysis.free import threats


class TooManyChainsError(Exception):
    """The chains of a position are more than were to be looked at."""


class Fours:
    """Looks at chains of fours, and remembers what it found."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.looked_at = 0
        self._found: dict[Position, int | None] = {}

    def to_a_line(self, pos: Position) -> int | None:
        """The fewest stones of the side to move until its line stands, by fours alone; None where
        no chain wins. TooManyChainsError when it would take more than ``most`` positions in all."""
        if pos in self._found:
            return self._found[pos]
        if pos.winning_cells(pos.to_move):
            return 1
        self.looked_at += 1
        if self.looked_at > self.most:
            raise TooManyChainsError
        counts = [count for _, count in self.first_stones(pos) if count is not None]
        found = min(counts, default=None)
        self._found[pos] = found
        return found

    def first_stones(self, pos: Position) -> list[tuple[int, int | None]]:
        """Every four of the side to move, with the stones until its line stands if it begins."""
        danger = pos.winning_cells(pos.opponent)
        if len(danger) > 1:
            return []
        own = [move for move in fours(pos) if not danger or move == danger[0]]
        return [(move, self._after(pos.play(move))) for move in own]

    def _after(self, after: Position) -> int | None:
        """What is left after a four, with that stone; the opponent is to move and has no line."""
        ways = after.winning_cells(after.opponent)
        if len(ways) > 1:
            return 2
        left = self.to_a_line(after.play(ways[0]))
        return None if left is None else left + 1

    def line(self, pos: Position) -> tuple[int, ...]:
        """A shortest chain: attacker and defender in turn, up to the line."""
        line: list[int] = []
        while True:
            if ends := pos.winning_cells(pos.to_move):
                return (*line, ends[0])
            stones = [(count, move) for move, count in self.first_stones(pos) if count is not None]
            if not stones:
                return tuple(line)
            _, move = min(stones)
            after = pos.play(move)
            line += [move, after.winning_cells(pos.to_move)[0]]
            pos = after.play(line[-1])


def fours(pos: Position) -> list[int]:
    """The stones of the side to move after which it needs one more."""
    found = threats(pos, "one")
    return [threat.cell for threat in found if threat.player == pos.to_move]
