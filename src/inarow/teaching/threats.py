"""Threat squares and how a line uses them: the facts that an explanation may name."""

from __future__ import annotations

from inarow._core import Outcome, Position


def threat_cells(pos: Position, player: int) -> list[int]:
    """Empty cells where one stone would give the player the line that wins."""
    game = pos.game
    found = []
    for cell in range(game.cells):
        if pos.at(*divmod(cell, game.cols)) == 0:
            longest = pos.longest_line(cell, player)
            if longest == game.k or (longest > game.k and not game.exact):
                found.append(cell)
    return found


def ready_threats(pos: Position, player: int) -> list[int]:
    """The threat cells of a player that a stone can reach at once."""
    if not pos.game.gravity:
        return threat_cells(pos, player)
    landings = {pos.landing(col) for col in range(pos.game.cols)}
    return [cell for cell in threat_cells(pos, player) if cell in landings]


def place(pos: Position, cell: int) -> tuple[int, int]:
    """Column from 1 at the left, and row from 1 at the bottom where stones fall, else the top."""
    row, col = divmod(cell, pos.game.cols)
    return col + 1, (pos.game.rows - row if pos.game.gravity else row + 1)


class Ending:
    """How a line of best play ends: the winning stone, and whether the loser made room for it."""

    def __init__(self, pos: Position, line: tuple[int, ...]) -> None:
        self.cell: int | None = None
        self.beneath = False
        before: int | None = None
        for number, move in enumerate(line):
            if pos.outcome() != Outcome.ONGOING:
                break
            landing = pos.landing(move)
            if landing is None:
                break
            after = pos.play(move)
            won = after.outcome() in (Outcome.FIRST_WINS, Outcome.SECOND_WINS)
            if won and number + 1 <= len(line):
                self.cell = landing
                self.beneath = pos.game.gravity and before == landing + pos.game.cols
            before, pos = landing, after
