"""The last line of a refereed game, whatever was played."""

from __future__ import annotations

from typing import Protocol


class Ended(Protocol):
    """What the records of the arena have in common."""

    @property
    def names(self) -> tuple[str, str]: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def detail(self) -> str: ...
    @property
    def clocks_ms(self) -> tuple[float, float]: ...


def ending_line(game: Ended, colours: tuple[str, str], moves: int) -> str:
    """Who beat whom and why, after how many moves, and what was left on the clocks."""
    clocks = " and ".join(f"{clock:.0f} ms" for clock in game.clocks_ms)
    players = [f"{name} ({colour})" for name, colour in zip(game.names, colours, strict=True)]
    left = f"after {moves} moves; clocks {clocks}"
    if game.winner is None:
        return f"Draw between {players[0]} and {players[1]}, {left}"
    loser = players[1 - game.winner]
    detail = f" ({loser} {game.detail})" if game.detail else ""
    return f"{players[game.winner]} beats {loser}: {game.reason}{detail}, {left}"
