"""The window of alpha-beta: what it begins with, when it cuts, what is handed down and returned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, Number, OneOf, declared

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


HandedDown = Literal["window", "fresh-at-root", "own-bound", "swapped", "negated"]
Narrowing = Literal["both", "alpha-kept", "beta-kept", "latest"]
WindowScope = Literal["own", "shared"]

# The native search has numbers of 32 bits, and the two ends of those are infinity.
_LOWEST, _HIGHEST = -(2**31) + 1, 2**31 - 2


@dataclass(frozen=True)
class WindowRules:
    """Which windows a search uses."""

    root_alpha: int | None = declared(
        None,
        Number(
            name="alpha at the root",
            sentence="the lower bound that the search starts with",
            pruning=True,
            least=_LOWEST,
            most=_HIGHEST,
            none="infinite",
            drawn=(None, None, -10000, 0),
        ),
    )
    root_beta: int | None = declared(
        None,
        Number(
            name="beta at the root",
            sentence="the upper bound that the search starts with",
            pruning=True,
            least=_LOWEST,
            most=_HIGHEST,
            none="infinite",
            drawn=(None, None, 10000, 5),
        ),
    )
    handed_down: HandedDown = declared(
        "window",
        OneOf(
            name="handed down",
            sentence="the window that a state hands down to its children",
            pruning=True,
            options={
                "window": Choice("its own", words="its own window"),
                "fresh-at-root": Choice(
                    "its own, but the root an infinite one",
                    words="infinite at the root",
                    code={
                        "alpha down": "−∞ if the root else alpha",
                        "beta down": "+∞ if the root else beta",
                    },
                ),
                "own-bound": Choice(
                    "the bound that it raises or lowers itself; the other is infinite",
                    words="its own bound alone",
                    code={"beta down": "+∞"},
                ),
                "swapped": Choice(
                    "its own with the bounds exchanged",
                    words="alpha and beta exchanged",
                    code={"alpha down": "beta", "beta down": "alpha"},
                    value_unreliable=True,
                ),
                "negated": Choice(
                    "from minus beta to minus alpha, as if values were turned at each move",
                    words="−beta and −alpha",
                    code={"alpha down": "−beta", "beta down": "−alpha"},
                    value_unreliable=True,
                ),
            },
        ),
    )
    narrowing: Narrowing = declared(
        "both",
        OneOf(
            name="bounds updated",
            sentence="what a state does with its window when a move has returned",
            pruning=True,
            options={
                "both": Choice("MAX raises alpha, MIN lowers beta", words="alpha and beta"),
                "alpha-kept": Choice(
                    "MAX leaves alpha as it was, MIN lowers beta",
                    words="beta alone",
                    code={"window": ""},
                    min_code={},
                ),
                "beta-kept": Choice(
                    "MAX raises alpha, MIN leaves beta as it was",
                    words="alpha alone",
                    min_code={"window": ""},
                ),
                "latest": Choice(
                    "its bound becomes the value of the latest move, better or not",
                    words="to the latest value",
                    code={"raised": "v"},
                ),
            },
        ),
    )
    window_scope: WindowScope = declared(
        "own",
        OneOf(
            name="windows",
            sentence="whose window a state changes",
            pruning=True,
            options={
                "own": Choice("its own", words="one for each state"),
                "shared": Choice(
                    "that of all states: there is one window, which nothing ever widens again",
                    words="one for all states",
                    code={
                        "bounds": "",
                        "handed down": "",
                        "entered": "all states share one window",
                    },
                    context_dependent=True,
                ),
            },
        ),
    )
