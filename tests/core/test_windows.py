"""The windows that are counted, and the cells where one stone would win, against the rules."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Position


@st.composite
def free_boards(draw: st.DrawFn) -> Position:
    """Any stones on a board without gravity, where every cell can be played."""
    game = Game(
        draw(st.integers(2, 6)),
        draw(st.integers(2, 7)),
        draw(st.integers(2, 4)),
        gravity=False,
        exact=draw(st.booleans()),
    )
    rng = random.Random(draw(st.integers(0, 10**6)))
    rows = ["".join(rng.choice("..xo") for _ in range(game.cols)) for _ in range(game.rows)]
    return Position(game, "/".join(rows), 1)


@settings(deadline=None)
@given(free_boards())
def test_the_windows_are_those_that_the_score_counts(pos: Position) -> None:
    found = pos.windows()
    owners = [owner for owner, _ in found]
    assert (owners.count(1), owners.count(2)) == pos.score()
    for owner, cells in found:
        steps = {after - before for before, after in pairwise(cells)}
        assert len(cells) == pos.game.k and len(steps) <= 1
        assert all(pos.at(*divmod(cell, pos.game.cols)) == owner for cell in cells)
    assert [cells[0] for _, cells in found] == sorted(cells[0] for _, cells in found)


@settings(deadline=None)
@given(free_boards(), st.sampled_from([1, 2]))
def test_winning_cells_are_those_where_a_stone_makes_a_line(pos: Position, player: int) -> None:
    if pos.has_line(player):
        return
    game, stone, expected = pos.game, " xo"[player], []
    cells = pos.cells().replace("/", "")
    for cell in range(game.cells):
        if cells[cell] == ".":
            after = cells[:cell] + stone + cells[cell + 1 :]
            rows = [after[i : i + game.cols] for i in range(0, game.cells, game.cols)]
            if Position(game, "/".join(rows), 1).has_line(player):
                expected.append(cell)
    assert pos.winning_cells(player) == expected
