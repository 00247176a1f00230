"""Where a game was decided: the last move that threw away a win or a draw."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from inarow._core import Game
from inarow.analysis.analyse import analyse, solve
from inarow.analysis.verdict import WinDrawLoss
from inarow.limits import UNLIMITED, USUAL, Limits, SolverOptions
from inarow.move_text import format_move
from inarow.record import PASS, Record

_RANK: dict[WinDrawLoss, int] = {"loss": -1, "draw": 0, "win": 1}
_NAME: dict[int, WinDrawLoss] = {rank: result for result, rank in _RANK.items()}


class GameMistake(NamedTuple):
    """A move after which its player could no longer get what it could before."""

    number: int
    """Counted from 1, as the moves of the game are."""
    player: int
    move: int
    before: WinDrawLoss
    after: WinDrawLoss
    better: tuple[int, ...]
    """The moves that would have kept the result."""

    def as_json(self, game: Game, base: int = 1) -> dict[str, Any]:
        """The mistake with its moves as people write them, columns counted from ``base``."""
        return {
            **self._asdict(),
            "move": format_move(game, self.move, base),
            "better": [format_move(game, move, base) for move in self.better],
        }


class LastMistake(NamedTuple):
    """The last mistake, if there is one among the moves from number ``since`` on; the results of
    those before it are not known."""

    mistake: GameMistake | None
    since: int


def last_mistake(
    record: Record,
    limits: Limits = UNLIMITED,
    progress: Callable[[int], bool | None] | None = None,
    *,
    options: SolverOptions = USUAL,
) -> LastMistake:
    """Looks for the last mistake up to the cursor of a record, from there back, since late
    positions are easy, as far as results are found within the limits, which are for each position.
    ``progress`` gets the number of the move looked at, and False cancels the search."""
    positions, moves = record.positions, record.moves
    options = replace(options, lines=False)
    after = solve(record.pos, limits, options=options)
    for number in range(record.at, 0, -1):
        if after.result is None or (progress is not None and progress(number) is False):
            return LastMistake(None, number + 1)
        pos, move = positions[number - 1], moves[number - 1]
        before = solve(pos, limits, options=options)
        if before.result is None:
            return LastMistake(None, number + 1)
        sign = 1 if positions[number].to_move == pos.to_move else -1
        had, got = _RANK[before.result], sign * _RANK[after.result]
        if got < had and move != PASS:
            better = tuple(
                verdict.move
                for verdict in analyse(pos, limits, options=options).moves
                if verdict.result == before.result
            )
            mistake = GameMistake(number, pos.to_move, move, _NAME[had], _NAME[got], better)
            return LastMistake(mistake, number)
        after = before
    return LastMistake(None, 1)
