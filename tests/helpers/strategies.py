"""Hypothesis strategies: games and positions, unbalanced and near-full ones included."""

from __future__ import annotations

from hypothesis import strategies as st

from inarow import Game, Goal, Position


@st.composite
def games(draw: st.DrawFn, gravity: bool | None = None) -> Game:
    falls = draw(st.booleans()) if gravity is None else gravity
    goal = draw(st.sampled_from([Goal.FIRST_TO_K, Goal.COUNT_TO_FULL]))
    if falls:
        cols = draw(st.integers(1, 9))
        rows = draw(st.integers(1, min(8, 64 // cols - 1)))
    else:
        rows, cols = draw(st.integers(1, 19)), draw(st.integers(1, 19))
    stones = draw(st.sampled_from([(1, 1), (1, 2), (2, 3)]))
    return Game(rows, cols, draw(st.integers(2, 7)), falls, goal, stones)


@st.composite
def boards(draw: st.DrawFn, game: Game) -> Position:
    """Any settled board with any side to move."""
    if game.gravity:
        columns = [
            draw(st.text("xo", min_size=0, max_size=game.rows)).rjust(game.rows, ".")
            for _ in range(game.cols)
        ]
        rows = ["".join(column[row] for column in columns) for row in range(game.rows)]
    else:
        cells = draw(st.text(".xo", min_size=game.cells, max_size=game.cells))
        rows = [cells[i : i + game.cols] for i in range(0, game.cells, game.cols)]
    return Position(game, "/".join(rows), draw(st.sampled_from([1, 2])))


@st.composite
def ongoing_connect_four(draw: st.DrawFn) -> Position:
    """A Connect Four board nobody has won: balanced, unbalanced, near full, with full columns."""
    game = Game()
    height = draw(st.sampled_from([1, 2, 4, 6, 6]))
    least = draw(st.integers(0, height))
    columns = [
        draw(st.text("xo", min_size=min(least, height), max_size=height)).rjust(6, ".")
        for _ in range(7)
    ]
    # Colours drawn this way often hold a four: recolour one stone of each until none is left.
    rows = [["".join(column)[row] for column in columns] for row in range(6)]
    to_move = draw(st.sampled_from([1, 2]))
    for _ in range(60):
        pos = Position(game, "/".join("".join(row) for row in rows), to_move)
        line = pos.line_cells()
        if not line:
            break
        row, col = divmod(line[draw(st.integers(0, len(line) - 1))], 7)
        rows[row][col] = "o" if rows[row][col] == "x" else "x"
    pos = Position(game, "/".join("".join(row) for row in rows), to_move)
    if pos.line_cells() or pos.is_full:
        return Position(game, to_move=to_move)
    return pos
