"""Which lines win, and what a won state is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, OneOf, declared
from inarow.textbook.rules.directions import Directions, direction_choices
from inarow.textbook.rules.edges import Edges, edge_choices

WinSides = Literal["both", "first", "second", "root-player", "to-move"]
WonBoard = Literal["utility", "evaluate"]
WinLength = Literal["line", "exactly", "one-less", "one-more"]
WinView = Literal["winner", "root-first", "to-move-first"]


def _of(whose: str) -> dict[str, str]:
    return {"lines of": f" ({whose})"}


@dataclass(frozen=True)
class WinningRules:
    """Which lines are seen."""

    win_directions: Directions = declared(
        "all",
        OneOf(
            name="wins looked for",
            sentence="the directions in which a line wins",
            options=direction_choices("lines along"),
        ),
    )
    win_edges: Edges = declared(
        "all",
        OneOf(
            name="wins looked for within",
            sentence="the cells in which a line wins",
            options=edge_choices("lines within"),
        ),
    )
    win_length: WinLength = declared(
        "line",
        OneOf(
            name="winning length",
            sentence="how many in a row win",
            options={
                "line": Choice("those of the game, or more", words="as the game says"),
                "exactly": Choice(
                    "exactly those of the game", words="no more", code={"lines long": " (exactly)"}
                ),
                "one-less": Choice(
                    "one less, or more", words="one less", code={"lines long": " (less one)"}
                ),
                "one-more": Choice(
                    "one more, or still more", words="one more", code={"lines long": " (and one)"}
                ),
            },
        ),
    )
    win_sides: WinSides = declared(
        "both",
        OneOf(
            name="wins of",
            sentence="whose lines are looked for",
            options={
                "both": Choice("those of both players", words="both players"),
                "first": Choice("those of the first player", words="Red alone", code=_of("of Red")),
                "second": Choice(
                    "those of the second player", words="Yellow alone", code=_of("of Yellow")
                ),
                "root-player": Choice(
                    "those of the player who moves at the root",
                    words="who moves at the root",
                    code=_of("of who moves at the top"),
                ),
                "to-move": Choice(
                    "those of the player to move, who did not move last",
                    words="who is to move",
                    code=_of("of who is to move"),
                ),
            },
        ),
    )
    win_view: WinView = declared(
        "winner",
        OneOf(
            name="utility for",
            sentence="for whom a win is worth the value of a win",
            options={
                "winner": Choice("the winner", words="the winner"),
                "root-first": Choice(
                    "the winner, turned if the second player moves at the root",
                    words="turned with the root",
                    code={"won value": "UTILITY (turned with the root)"},
                ),
                "to-move-first": Choice(
                    "the winner, turned if the second player is to move in the state",
                    words="turned with who is to move",
                    code={"won value": "UTILITY (turned with who is to move)"},
                ),
            },
        ),
    )
    won_board: WonBoard = declared(
        "utility",
        OneOf(
            name="won state",
            sentence="what a won state is worth",
            options={
                "utility": Choice("the value of a win", words="UTILITY"),
                "evaluate": Choice(
                    "its evaluation",
                    words="evaluated",
                    code={"won value": "EVALUATION"},
                    says={"won": "EVALUATION is {value}."},
                ),
            },
        ),
    )
