"""What alpha-beta cuts off, and what it then returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, OneOf, declared

Prune = Literal["at-equal", "strict"]
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
