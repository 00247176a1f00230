"""Which runs an evaluation counts, and whose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, OneOf, declared
from inarow.textbook.rules.directions import Directions, direction_choices
from inarow.textbook.rules.edges import edge_choices

LongRuns = Literal["once", "each-four", "never"]
RunEdges = Literal[
    "all",
    "without-last",
    "without-last-column",
    "without-top-row",
    "not-at-the-end",
    "long-diagonals",
]
RunWeights = Literal["all", "no-twos", "no-threes", "threes-as-twos"]
ScoreView = Literal[
    "difference",
    "first-alone",
    "root-first",
    "to-move-first",
    "sum",
    "second-first",
    "root-alone",
]


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
                **edge_choices(),
                "long-diagonals": Choice(
                    "all, but no diagonals that are too short for a line",
                    words="no short diagonals",
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
    run_weights: RunWeights = declared(
        "all",
        OneOf(
            name="weights",
            sentence="which runs shorter than a line are worth what the course says",
            options={
                "all": Choice("all of them", words="all runs"),
                "no-twos": Choice("all but runs of two, which are worth nothing", words="no twos"),
                "no-threes": Choice(
                    "all but runs of three, which are worth nothing", words="no threes"
                ),
                "threes-as-twos": Choice(
                    "all but runs of three, which are worth as much as runs of two",
                    words="threes as twos",
                ),
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
