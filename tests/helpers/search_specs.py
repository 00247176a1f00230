"""Searches under any rules: hypothesis strategies for ``SearchSpec``."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from inarow import Game
from inarow.textbook import SearchSpec

RULES: dict[str, list[Any]] = {
    "algorithm": ["minimax", "alpha-beta"],
    "tie": ["first", "last"],
    "prune": ["at-equal", "strict"],
    "bound": ["soft", "hard"],
    "root_alpha": [None, None, -10000, 0],
    "root_beta": [None, None, 10000, 5],
    "counting": ["tested", "tested-but-root", "leaves", "expanded", "generated"],
    "leaf_tests": [("won", "depth", "full"), ("depth", "won", "full"), ("full", "depth", "won")],
    "full_board": ["evaluate", "zero"],
    "evaluator": ["runs", "nested-runs", "runs-without-tokens", "quadruples", "zero"],
    "maximiser": ["first", "mover"],
    "utility_per_ply": [0, 0, 1, 7],
}


@st.composite
def specs(draw: st.DrawFn, game: Game, deepest: int) -> SearchSpec:
    rules = {name: draw(st.sampled_from(values)) for name, values in RULES.items()}
    order = draw(st.sampled_from([(), tuple(range(game.move_count))]))
    if order:
        order = tuple(draw(st.permutations(order)))
    return SearchSpec(depth=draw(st.integers(0, deepest)), order=order, **rules)
