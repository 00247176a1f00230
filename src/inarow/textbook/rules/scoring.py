"""Which runs an evaluation counts, and whose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, OneOf, declared
from inarow.textbook.rules.directions import Directions, direction_choices

RunEdges = Literal["all", "without-last"]
LongRuns = Literal["once", "each-four", "never"]
ScoreView = Literal["difference", "first-alone", "root-first", "to-move-first"]


@dataclass(frozen=True)
class ScoringRules:
    """How runs are counted."""

    run_directions: Directions = declared(
        "all",
        OneOf(
            name="runs looked for",
            sentence="the directions in which runs are counted",
            options=direction_choices(),
        ),
    )
    run_edges: RunEdges = declared(
        "all",
        OneOf(
            name="edges",
            sentence="the cells in which runs are looked for",
            options={
                "all": Choice("all of them", words="all cells"),
                "without-last": Choice(
                    "all but the top row and the last column", words="without the last"
                ),
            },
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
            },
        ),
    )
