"""One ``LineRule`` sees the same rows in a position, through a cell, and as points."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Goal, Position
from inarow.courses.maxconnect4.points import scored
from inarow.textbook.line_rules import ALL, WAYS
from inarow.textbook.lines import Arms, LineRule
from strategies import boards

spans = st.tuples(st.integers(0, 2), st.sampled_from([None, -1, -2, 4]))
rules = st.builds(
    LineRule,
    st.lists(st.sampled_from(ALL), unique=True).map(tuple),
    rows=spans,
    columns=spans,
    arms=st.sampled_from(["both", "forward"]),
)


@given(rules, st.integers(5, 9), st.data())
@settings(max_examples=200, deadline=None)
def test_row_through_a_cell_is_the_run_of_its_stone(
    rule: LineRule, size: int, data: st.DataObject
) -> None:
    cells = data.draw(st.text("UBW", min_size=size * size, max_size=size * size))
    row, col = divmod(data.draw(st.integers(0, size * size - 1)), size)
    below, columns = range(size)[slice(*rule.rows)], range(size)[slice(*rule.columns)]
    inside = {(r, c) for r in range(size) for c in columns if size - 1 - r in below}
    black = {place for place in inside if cells[place[0] * size + place[1]] == "B"} | {(row, col)}

    def arm(down: int, right: int) -> int:
        steps = range(1, size + 1)
        return next(i for i in steps if (row + i * down, col + i * right) not in black) - 1

    expected = [
        1 + arm(*WAYS[way]) + (arm(-WAYS[way][0], -WAYS[way][1]) if rule.arms == "both" else 0)
        for way in rule.directions
    ]
    assert rule.through(cells, size, row * size + col, "B") == expected


@given(st.integers(4, 8), st.integers(4, 6), st.data())
@settings(max_examples=100, deadline=None)
def test_points_are_the_windows_of_the_runs(cols: int, rows: int, data: st.DataObject) -> None:
    pos: Position = data.draw(boards(Game(rows, cols, 4, goal=Goal.COUNT_TO_FULL)))
    assert scored()(pos) == tuple(pos.score())


def test_a_line_may_have_to_be_exact() -> None:
    six = "xxxxxx."
    arms: Arms = "forward"
    pos = Position(Game(1, 7, 6), six)
    assert LineRule(length=5).has_line(pos, 1) and LineRule(length=6, exact=True).has_line(pos, 1)
    assert not LineRule(length=5, exact=True).has_line(pos, 1)
    assert not LineRule(("upright",), length=5, arms=arms).has_line(pos, 1)
