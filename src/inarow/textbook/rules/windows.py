"""The windows of alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass

from inarow.textbook.rule import Number, declared

# The native search has numbers of 32 bits, and the two ends of those are infinity.
_LOWEST, _HIGHEST = -(2**31) + 1, 2**31 - 2


@dataclass(frozen=True)
class WindowRules:
    """Which window a search starts with."""

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
