"""Threat squares and how a line uses them: the facts that an explanation may name."""

from __future__ import annotations

from inarow._core import Outcome, Position


def ready_threats(pos: Position, player: int) -> list[int]:
    """The cells where a player would win that a stone can reach at once."""
    if not pos.game.gravity:
        return pos.winning_cells(player)
    landings = {pos.landing(col) for col in range(pos.game.cols)}
    return [cell for cell in pos.winning_cells(player) if cell in landings]


def place(pos: Position, cell: int, base: int = 1) -> tuple[int, int]:
    """Column from the left, and row from the bottom where stones fall, else from the top; both
    counted from ``base``."""
    row, col = divmod(cell, pos.game.cols)
    return col + base, (pos.game.rows - 1 - row if pos.game.gravity else row) + base


class Ending:
    """How a line of best play ends: the winning stone, and whether the loser made room for it."""

    def __init__(self, pos: Position, line: tuple[int, ...]) -> None:
        self.cell: int | None = None
        self.beneath = False
        before: int | None = None
        for move in line:
            if pos.outcome() != Outcome.ONGOING:
                break
            landing = pos.landing(move)
            if landing is None:
                break
            after = pos.play(move)
            won = after.outcome() in (Outcome.FIRST_WINS, Outcome.SECOND_WINS)
            if won:
                self.cell = landing
                self.beneath = pos.game.gravity and before == landing + pos.game.cols
            before, pos = landing, after
