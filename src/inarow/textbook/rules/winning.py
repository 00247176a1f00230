"""Which lines win, and what a won state is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, Number, OneOf, declared
from inarow.textbook.rules.directions import ALL, Directions, direction_rule
from inarow.textbook.rules.region import WHOLE, Ends, Interval, ends_rule, span_rule
from inarow.words import count_word

WinSides = Literal["both", "first", "second", "root-player", "to-move"]
WonBoard = Literal["utility", "evaluate"]
LongerLines = Literal["as-game", "win", "no-win"]
WinView = Literal["winner", "root-first", "to-move-first"]


def _of(whose: str) -> dict[str, str]:
    return {"lines of": f" ({whose})"}


@dataclass(frozen=True)
class WinningRules:
    """Which lines are seen."""

    win_directions: Directions = declared(
        ALL,
        direction_rule(
            "wins looked for", "the directions in which a line wins", place="lines along"
        ),
    )
    win_rows: Interval = declared(
        WHOLE,
        span_rule(
            "rows with wins",
            "the rows, from the bottom, in which a line wins",
            "rows",
            place="lines in rows",
        ),
    )
    win_columns: Interval = declared(
        WHOLE,
        span_rule(
            "columns with wins",
            "the columns, from the left, in which a line wins",
            "columns",
            place="lines in columns",
        ),
    )
    win_ends: Ends = declared(
        "counted",
        ends_rule(
            "wins at the end",
            "whether lines win that reach the right or upper end of their row, column or diagonal",
            place="lines at ends",
        ),
    )
    win_length: int | None = declared(
        None,
        Number(
            name="winning length",
            sentence="how many in a row win; `none` means as many as the game says",
            least=1,
            most=64,
            none="the game’s",
            drawn=(None, 2, 3, 5),
            told=lambda length: Choice(
                code={} if length is None else {"line": f"{count_word(length)} in a row"}
            ),
        ),
    )
    longer_lines: LongerLines = declared(
        "as-game",
        OneOf(
            name="longer lines",
            sentence="whether a line wins that is longer than it need be",
            options={
                "as-game": Choice("as the game says", words="as the game says"),
                "win": Choice("it wins", words="win"),
                "no-win": Choice(
                    "it does not win", words="do not win", code={"lines long": " (exactly)"}
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
