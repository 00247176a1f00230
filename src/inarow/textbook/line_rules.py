"""Where lines of stones are seen: those that win, and those that an evaluation counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from inarow.text import count_word
from inarow.textbook.rule import Choice, Number, Numbers, OneOf, Span, Subset, declared

Directions: TypeAlias = tuple[str, ...]

WAYS = {"across": (0, 1), "upright": (1, 0), "falling": (1, 1), "rising": (1, -1)}
"""The four directions as steps of rows, counted from the top, and columns."""

ALL: Directions = tuple(WAYS)

NAMED: dict[str, Directions] = {
    "all": ALL,
    "not-across": ("upright", "falling", "rising"),
    "not-upright": ("across", "falling", "rising"),
    "not-rising": ("across", "upright", "falling"),
    "not-falling": ("across", "upright", "rising"),
    "straight": ("across", "upright"),
}
"""The sets of directions that have names."""

_SIGNS = {"across": "across", "upright": "upright", "falling": "\\", "rising": "/"}


def steps(directions: Directions) -> list[tuple[int, int]]:
    """The steps of the directions that are searched."""
    return [WAYS[way] for way in directions]


def direction_rule(name: str, sentence: str, place: str = "") -> Subset:
    """A rule that is a set of directions; ``place`` is where the pseudo-code shows it."""

    def code(text: str) -> Mapping[str, str]:
        return {place: f" ({text})"} if place else {}

    def told(value: Any) -> Choice:
        signs = " and ".join(_SIGNS[way] for way in value) or "in no direction"
        return Choice(f"{' and '.join(value) or 'none'} alone", code=code(signs))

    def without(sentence: str, words: str, short: str) -> Choice:
        return Choice(sentence, words=words, code=code(short))

    choices = {
        "all": Choice("all four", words="all directions"),
        "not-across": without("all but the rows", "not across", "not across"),
        "not-upright": without("all but the columns", "not upright", "not upright"),
        "not-rising": without(
            "all but the diagonals that rise to the right", "not rising", "not /"
        ),
        "not-falling": without(
            "all but the diagonals that fall to the right", "not falling", "not \\"
        ),
        "straight": without("rows and columns alone", "no diagonals", "no diagonals"),
    }
    return Subset(
        name=name,
        sentence=sentence,
        parts=ALL,
        named={name: (NAMED[name], choice) for name, choice in choices.items()},
        told=told,
        drawn=(("rising",), ("upright", "falling"), ()),
    )


Interval: TypeAlias = "tuple[int, int | None]"
"""First and stop, as in a Python slice."""
Ends = Literal["counted", "left-out"]

WHOLE: Interval = (0, None)


def span_rule(name: str, sentence: str, things: str, place: str = "") -> Span:
    """A rule that is an interval of rows or columns, shown in the pseudo-code at ``place``."""

    def told(value: Any) -> Choice:
        first, stop = value
        start = f"from {first}" if first else ""
        until = (
            "" if stop is None else f"before {stop}" if stop >= 0 else f"without the last {-stop}"
        )
        words = " ".join(part for part in (things, start, until) if part)
        return Choice(words, words=words, code={place: f" ({words})"} if place else {})

    last = told((0, -1))
    return Span(
        name=name,
        sentence=sentence,
        named={
            "all": (WHOLE, Choice(f"all {things}", words="all")),
            ":-1": ((0, -1), last),
            "1:": ((1, None), told((1, None))),
        },
        told=told,
        drawn=((1, 3), (2, -2)),
    )


def ends_rule(name: str, sentence: str, place: str = "") -> OneOf:
    """Whether rows of stones that reach the last cell of their line are seen."""
    words = "not at the end"
    return OneOf(
        name=name,
        sentence=sentence,
        options={
            "counted": Choice("they are found", words="found"),
            "left-out": Choice(
                "they are left out", words=words, code={place: f" ({words})"} if place else {}
            ),
        },
    )


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


LongRuns = Literal["once", "each-four", "never"]
InnerRuns = Literal["none", "all", "one-of-each"]
ScoreView = Literal[
    "difference",
    "first-alone",
    "root-first",
    "to-move-first",
    "sum",
    "second-first",
    "root-alone",
]

_LARGEST = 100_000


@dataclass(frozen=True)
class ScoringRules:
    """How runs are counted."""

    token_weight: int = declared(
        1,
        Number(
            name="tokens weigh",
            sentence="what each token is worth",
            least=-_LARGEST,
            most=_LARGEST,
            drawn=(1, 0, 5),
        ),
    )
    run_weights: tuple[int, ...] = declared(
        (),
        Numbers(
            name="runs weigh",
            sentence="what a run of 1, 2, 3, ... tokens is worth, the last number also longer runs;"
            " `usual`: 0, 10, 100, and so on",
            least=-_LARGEST,
            most=_LARGEST,
            longest=64,
            named={"usual": ((), Choice("0, 10, 100, 1000", words="as in the course"))},
            drawn=((0, 0, 100, 1000), (0, 10, 10, 1000), (1, 5, 50), (0,)),
        ),
    )
    inner_runs: InnerRuns = declared(
        "none",
        OneOf(
            name="runs within runs",
            sentence="which shorter runs a run also counts as",
            options={
                "none": Choice("none", words="not counted"),
                "all": Choice("all within it: a run of three holds two twos", words="counted"),
                "one-of-each": Choice(
                    "one of each length: a run of three is also one of two", words="one of each"
                ),
            },
        ),
    )
    run_directions: Directions = declared(
        ALL, direction_rule("runs looked for", "the directions in which runs are counted")
    )
    run_rows: Interval = declared(
        WHOLE,
        span_rule("rows with runs", "the rows, from the bottom, in which runs are counted", "rows"),
    )
    run_columns: Interval = declared(
        WHOLE,
        span_rule(
            "columns with runs", "the columns, from the left, in which runs are counted", "columns"
        ),
    )
    run_ends: Ends = declared(
        "counted",
        ends_rule(
            "runs at the end",
            "whether runs count that reach the right or upper end of their row, column or diagonal",
        ),
    )
    run_line: int = declared(
        1,
        Number(
            name="shortest line",
            sentence="how many cells a row, column or diagonal must have for its runs to count",
            least=1,
            most=64,
            drawn=(1, 4, 3),
        ),
    )
    long_runs: LongRuns = declared(
        "once",
        OneOf(
            name="longer runs",
            sentence="what a run is worth that is longer than a line",
            options={
                "once": Choice("as much as a line", words="one line"),
                "each-four": Choice("as much as all lines within it", words="every line within"),
                "never": Choice("nothing", words="nothing"),
            },
        ),
    )
    window_weights: tuple[int, ...] = declared(
        (),
        Numbers(
            name="windows weigh",
            sentence="with the evaluator `quadruples`, what an open window with 1, 2, 3, ... tokens"
            " is worth; `usual`: 100 if full, 20 with one missing, then a quarter each",
            least=-_LARGEST,
            most=_LARGEST,
            longest=64,
            named={"usual": ((), Choice("1, 5, 20, 100", words="as the player’s"))},
            drawn=((0, 3, 7, 50), (1,)),
        ),
    )
    score_view: ScoreView = declared(
        "difference",
        OneOf(
            name="evaluated for",
            sentence="whose score an evaluation begins with",
            options={
                "difference": Choice(
                    "the first player's score minus the second's", words="Red minus Yellow"
                ),
                "first-alone": Choice("the first player's score alone", words="Red alone"),
                "root-first": Choice(
                    "the score of who moves at the root minus the other's",
                    words="who moves at the root first",
                ),
                "to-move-first": Choice(
                    "the score of who is to move in the state minus the other's",
                    words="who is to move first",
                ),
                "sum": Choice("both scores added", words="Red plus Yellow"),
                "second-first": Choice(
                    "the second player's score minus the first's", words="Yellow minus Red"
                ),
                "root-alone": Choice(
                    "the score of who moves at the root alone", words="who moves at the root alone"
                ),
            },
        ),
    )
