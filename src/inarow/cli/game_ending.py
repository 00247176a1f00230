"""How a refereed game ended, in words and as data, whatever was played."""

from __future__ import annotations

from typing import Any, Protocol


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


def ending_fields(game: Ended) -> dict[str, Any]:
    """The same as the last fields of ``--json``."""
    return {
        "winner": game.winner,
        "result": {0: "1-0", 1: "0-1", None: "1/2-1/2"}[game.winner],
        "reason": game.reason,
        "detail": game.detail,
        "clocks_ms": [round(clock, 3) for clock in game.clocks_ms],
    }
