"""Searches under any rules: hypothesis strategies for ``SearchSpec``, drawn from its own rules."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from inarow import Game
from inarow.textbook import RULES, SearchSpec
from inarow.textbook.rule import Moves, Rule


def values(rule: Rule, game: Game) -> st.SearchStrategy[Any]:
    """Values of a rule: its samples, and for moves any order of those of the game."""
    samples = st.sampled_from(rule.samples())
    if isinstance(rule, Moves):
        return samples | st.permutations(range(game.move_count)).map(tuple)
    return samples


@st.composite
def specs(draw: st.DrawFn, game: Game, deepest: int) -> SearchSpec:
    drawn = {name: draw(values(rule, game)) for name, rule in RULES.items() if name != "depth"}
    return SearchSpec(**drawn, depth=draw(st.integers(0, deepest)))
