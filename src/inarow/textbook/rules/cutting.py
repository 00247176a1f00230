"""What alpha-beta cuts off, and what it then returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, OneOf, declared

Prune = Literal["at-equal", "strict", "max-strict", "min-strict", "only-max", "only-min", "late"]
Bound = Literal["soft", "hard"]


@dataclass(frozen=True)
class CuttingRules:
    """When moves are cut off."""

    prune: Prune = declared(
        "at-equal",
        OneOf(
            name="cut when",
            sentence="when the rest of the moves is cut off",
            pruning=True,
            shown="always",
            options={
                "at-equal": Choice(
                    "when the best value meets the bound",
                    short="≥",
                    what_if="What if it cut on ≥?",
                    code={"meets": "≥"},
                ),
                "strict": Choice(
                    "only when it passes the bound",
                    words="> only",
                    short=">",
                    what_if="What if it cut on > only?",
                    code={"meets": ">"},
                    says={"meets": "more than"},
                    exact_at_bounds=True,
                ),
                "max-strict": Choice(
                    "at MAX only when it passes the bound, at MIN when it meets it",
                    words="> at MAX, ≤ at MIN",
                    short="> and ≤",
                    code={"meets": ">"},
                    min_code={"meets": "≤"},
                ),
                "min-strict": Choice(
                    "at MIN only when it passes the bound, at MAX when it meets it",
                    words="≥ at MAX, < at MIN",
                    short="≥ and <",
                    code={"meets": "≥"},
                    min_code={"meets": "<"},
                ),
                "only-max": Choice(
                    "when it meets the bound, and never at MIN",
                    words="≥ at MAX, never at MIN",
                    short="at MAX alone",
                    code={"meets": "≥"},
                    min_code={"cut": ""},
                ),
                "only-min": Choice(
                    "when it meets the bound, and never at MAX",
                    words="never at MAX, ≤ at MIN",
                    short="at MIN alone",
                    code={"cut": ""},
                    min_code={"meets": "≤"},
                ),
                "late": Choice(
                    "when the best value met the bound before the latest move was searched",
                    words="one move late",
                    short="late",
                    code={"cut test": "alpha ≥ beta"},
                ),
            },
        ),
    )
    bound: Bound = declared(
        "soft",
        OneOf(
            name="cut returns",
            sentence="what a state returns whose value lies outside its window",
            pruning=True,
            options={
                "soft": Choice("the best value seen", short="best seen"),
                "hard": Choice(
                    "the bound: values are clipped to the window",
                    short="the bound",
                    code={"start": "alpha", "cut value": "beta"},
                    says={"window": " Only a value above alpha{or equal} is accepted."},
                    clips=True,
                ),
            },
        ),
    )
