"""What is known of a position or a move: bounds on its score, and the words for them.

The score is for the side to move: a win is worth half the cells (rounded up) plus one, minus the
winner's stones at the end (7 x 6: 22 minus them), a loss the negative, a draw 0. On an unbalanced
board the winner counts as having laid half of all stones, rounded up, so a win is always above 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow._core import Position

Result = Literal["win", "draw", "loss"]


def plies_to_end(pos: Position, score: int) -> int:
    """Plies from a position to the end of the game under best play, from its exact score."""
    if score == 0:
        return pos.game.cells - pos.stone_count
    winners_share = (pos.game.cells + 1) // 2 + 1 - abs(score)
    plies = 2 * winners_share - pos.stone_count
    # The winner lays the last stone: that tells which of the two totals with this share it is.
    winner = pos.to_move if score > 0 else pos.opponent
    return plies if side_of_ply(pos, plies) == winner else plies - 1


def side_of_ply(pos: Position, ply: int) -> int:
    """Whose stone comes as the ``ply``-th from a position on (from 1), if the game lasts so long;
    a turn may take several stones."""
    if ply <= pos.left:
        return pos.to_move
    turns_since = (ply - pos.left - 1) // pos.game.stones[1]
    return pos.opponent if turns_since % 2 == 0 else pos.to_move


def winning_score(pos: Position) -> int:
    """The score of a move that wins at once."""
    return (pos.game.cells + 1) // 2 + 1 - (pos.stone_count + 2) // 2


@dataclass(frozen=True)
class Solved:
    """The score of a position: ``lo <= score <= hi``, exact where they meet."""

    pos: Position
    lo: int
    hi: int
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        return self.lo == self.hi

    @property
    def score(self) -> int:
        """The exact score; ValueError if a limit stopped the solver before it was known."""
        if not self.exact:
            raise ValueError(f"the score is only known to lie within {self.lo} to {self.hi}")
        return self.lo

    @property
    def result(self) -> Result | None:
        """Win, draw or loss for the side to move, or None while that is open."""
        return result_of(self.lo, self.hi)

    @property
    def words(self) -> str:
        return words(self.pos, self.lo, self.hi)


@dataclass(frozen=True)
class Verdict:
    """What a move leads to, from the point of view of the side that makes it."""

    pos: Position
    move: int
    lo: int
    hi: int
    line: tuple[int, ...] = ()
    """Best play of both sides from this move on, itself included; empty where not computed."""

    @property
    def exact(self) -> bool:
        return self.lo == self.hi

    @property
    def result(self) -> Result | None:
        return result_of(self.lo, self.hi)

    @property
    def plies(self) -> int | None:
        """Plies to the end of the game, this move included, where the score is exact."""
        return plies_to_end(self.pos, self.lo) if self.exact else None

    @property
    def words(self) -> str:
        return words(self.pos, self.lo, self.hi)


@dataclass(frozen=True)
class Analysis:
    """A position with a verdict for each legal move, in ascending order of the moves."""

    solved: Solved
    moves: tuple[Verdict, ...]

    @property
    def best(self) -> tuple[Verdict, ...]:
        """The moves that keep the exact score; empty if it is not known or the game is over."""
        if not self.solved.exact:
            return ()
        return tuple(verdict for verdict in self.moves if verdict.lo == self.solved.lo)

    @property
    def line(self) -> tuple[int, ...]:
        """The line of the first best move that has one."""
        return next((verdict.line for verdict in self.best if verdict.line), ())


def result_of(lo: int, hi: int) -> Result | None:
    """What bounds decide, if they do."""
    if lo > 0:
        return "win"
    if hi < 0:
        return "loss"
    return "draw" if lo == hi else None


def words(pos: Position, lo: int, hi: int) -> str:
    """The bounds in words, never saying more than they do."""
    if lo == hi:
        plies = plies_to_end(pos, lo)
        if lo == 0:
            return "draw"
        kind = "win" if lo > 0 else "loss"
        return f"{kind} in {plies} {'ply' if plies == 1 else 'plies'}" if plies else kind
    if lo > 0:
        return f"win in at most {plies_to_end(pos, lo)} plies"
    if hi < 0:
        return f"loss, but not before {plies_to_end(pos, lo)} plies"
    if lo == 0:
        return "at least a draw"
    if hi == 0:
        return "at most a draw"
    return "not known"
