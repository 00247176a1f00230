"""With no time to think the engine still says the truth about what it has seen."""

from __future__ import annotations

import random

import pytest

from inarow import Game, Position
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.falling import WON, ClockPlayer
from inarow.protocols.comp2230.engine import Engine
from inarow.textbook import SearchSpec, reference


def late_position(rng: random.Random, left: int) -> Position:
    """A game that still goes on with so many empty cells."""
    while True:
        pos = Position(Game())
        while pos.legal_moves() and pos.stone_count < pos.game.cells - left:
            pos = pos.play(rng.choice(pos.legal_moves()))
        if not pos.is_over:
            return pos


@pytest.mark.parametrize("left", [1, 2, 3, 6, 7, 8])
def test_the_end_of_the_game_is_proven_and_no_deeper_than_it_is(left: int) -> None:
    rng = random.Random(left)
    whole = SearchSpec(depth=left, full_board="zero", evaluator="zero", utility=1)
    for _ in range(3):
        pos = late_position(rng, left)
        found = ClockPlayer().choose(pos, Limits(time_s=0), rng=rng)
        truth = reference.run(pos, whole).value * (1 if pos.to_move == 1 else -1)
        assert found.depth == min(left, 6)
        assert found.exact or left > 6
        if found.exact:
            assert found.value is not None
            assert (found.value >= WON) - (found.value <= -WON) == truth


def test_a_column_off_the_board_is_told_the_columns() -> None:
    engine = Engine("tested-c1234567", lambda pos, time_ms: Choice(0, 0, 0, 0, False))
    for column in "789":
        (said,) = engine.answer(f"position startpos 3{column}".encode())
        assert f"move 2, '{column}', is not a column 0 to 6" in said
