"""The windows of alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, Number, OneOf, declared

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
                    misleads=True,
                ),
                "negated": Choice(
                    "from minus beta to minus alpha, as if values were turned at each move",
                    words="−beta and −alpha",
                    code={"alpha down": "−beta", "beta down": "−alpha"},
                    misleads=True,
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
                    entangled=True,
                ),
            },
        ),
    )
