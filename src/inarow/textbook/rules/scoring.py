"""Which runs an evaluation counts, and whose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, Number, Numbers, OneOf, declared
from inarow.textbook.rules.directions import ALL, Directions, direction_rule
from inarow.textbook.rules.region import WHOLE, Ends, Interval, ends_rule, span_rule

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
