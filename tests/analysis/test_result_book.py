"""Books of results: every board of a difference, brute force, and what the players do with them."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inarow import Game, Outcome, Position
from inarow._core import (
    BookLayer,
    FallingSolver,
    ResultBook,
    pack_numbers,
    result_code,
    result_of_code,
    unpack_numbers,
)
from inarow.analysis.books import (
    SHIPPED_RESULTS,
    book_result,
    read_book_file,
    read_results,
    write_book,
)
from inarow.cli import main
from inarow.game import game_named
from strategies import boards

SMALL = game_named("connect4:4x4")


@cache
def brute_force(pos: Position) -> int:
    """The result for the side to move by plain search of everything."""
    outcome = pos.outcome()
    if outcome is Outcome.DRAW:
        return 0
    if outcome is not Outcome.ONGOING:
        return 1 if outcome is (Outcome.FIRST_WINS, Outcome.SECOND_WINS)[pos.to_move - 1] else -1
    return max(-brute_force(pos.play(move)) for move in pos.legal_moves())


def all_boards(game: Game, mover: int, other: int) -> set[Position]:
    """Every board with so many stones on which the game goes on, the first player to move."""
    found = set()
    for heights in itertools.product(range(game.rows + 1), repeat=game.cols):
        if sum(heights) != mover + other:
            continue
        for own in itertools.combinations(range(mover + other), mover):
            stones = iter("x" if i in own else "o" for i in range(mover + other))
            columns = [[next(stones) for _ in range(height)] for height in heights]
            rows = [
                "".join(column[row] if row < len(column) else "." for column in columns)
                for row in reversed(range(game.rows))
            ]
            pos = Position(game, "/".join(rows), 1)
            if not pos.is_over:
                found.add(pos)
    return found


def as_first(pos: Position) -> Position:
    """The same with the first player to move, colours swapped if need be."""
    if pos.to_move == 1:
        return pos
    return Position(pos.game, pos.cells(".ox"), 1)


@pytest.mark.parametrize(("ply", "difference"), [(5, 1), (6, 2), (6, -2), (5, -3), (4, 0), (3, -1)])
def test_a_layer_has_every_board_of_its_difference(ply: int, difference: int) -> None:
    layer = BookLayer(SMALL, ply, difference)
    listed = [as_first(layer[i]) for i in range(len(layer))]
    both = set(listed) | {pos.mirrored() for pos in listed}
    assert both == all_boards(SMALL, (ply + difference) // 2, (ply - difference) // 2)
    twins = sum(pos.mirrored() == pos for pos in listed)
    assert 2 * len(listed) - twins == len(both)


@pytest.mark.long
@pytest.mark.parametrize(("ply", "difference"), [(9, -3), (9, 1)])
def test_a_small_book_has_the_results_of_brute_force(
    ply: int, difference: int, tmp_path: Path
) -> None:
    path = tmp_path / "small.book"
    words = ["--game", "connect4:4x4", "--ply", str(ply), "--difference", str(difference)]
    assert main(["dev", "book", "build", *words, "--out", str(path)]) == 0
    assert main(["dev", "book", "verify", str(path), "--sample", "50"]) == 0
    book = read_results(path)
    for stones in range(ply - 3, ply + 1):
        ahead = difference if (ply - stones) % 2 == 0 else -difference - 1
        for pos in all_boards(SMALL, (stones + ahead) // 2, (stones - ahead) // 2):
            found = book.find(pos)
            assert found is not None
            result, column = found
            assert result == brute_force(pos)
            assert (column is None) == (result < 0)
            if column is not None:
                assert brute_force(pos.play(column)) == -result
        assert book.find(pos.passed()) is None or ahead == 0
    assert book.find(Position(Game())) is None


def test_verify_finds_a_wrong_result_and_a_wrong_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layer = BookLayer(SMALL, 9, 1)
    solver = FallingSolver(SMALL)
    codes = []
    for i in range(len(layer)):
        result, _, column, _ = solver.keep(layer[i])
        codes.append(result_code(result, column, 4))
    path = tmp_path / "small.book"
    words = ["dev", "book", "verify", str(path), "--sample", "100000"]
    write_book(path, SMALL, 9, codes, 1)
    assert main(words) == 0
    place = next(i for i, code in enumerate(codes) if 1 <= code <= 4)
    won = layer[place]
    write_book(path, SMALL, 9, [*codes[:place], 0, *codes[place + 1 :]], 1)
    assert main(words) == 1
    assert f"{won.text}: lost in the book, won by the solver" in capsys.readouterr().out
    for place, code in enumerate(codes):
        moves = layer[place].legal_moves()
        wrong = [move for move in moves if brute_force(layer[place].play(move)) != -1]
        if 1 <= code <= 4 and wrong:
            break
    write_book(path, SMALL, 9, [*codes[:place], 1 + wrong[0], *codes[place + 1 :]], 1)
    assert main(words) == 1
    assert f"column {wrong[0]} of the book makes it" in capsys.readouterr().out


@settings(deadline=None)
@given(boards(SMALL), st.integers(1, 50))
def test_limits_leave_bounds_that_hold(pos: Position, nodes: int) -> None:
    assume(pos.stone_count >= 6)  # brute force takes long on emptier boards
    solver = FallingSolver(SMALL)
    if pos.is_over:
        with pytest.raises(ValueError, match="over"):
            solver.keep(pos)
        return
    for limit in (nodes, None):
        low, high, column, _ = solver.keep(pos, nodes=limit)
        assert low <= brute_force(pos) <= high
        if column is not None:
            assert low == high == -brute_force(pos.play(column))
    assert low == high


@given(st.lists(st.integers(-64, 63), max_size=200))
def test_numbers_are_packed_both_ways(numbers: list[int]) -> None:
    plain = bytes(number & 255 for number in numbers)
    packed = pack_numbers(plain)
    assert unpack_numbers(packed, len(plain)) == plain
    for damaged in (packed[:-1], packed + b"x", b"x" + packed[1:] if packed[:1] != b"x" else b""):
        with pytest.raises(ValueError, match="unpacked"):
            unpack_numbers(damaged, len(plain))


def test_numbers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="a number to pack is 64"):
        pack_numbers(bytes([64]))


@given(st.integers(-1, 1), st.integers(1, 9), st.data())
def test_a_code_is_a_result_and_a_column(result: int, cols: int, data: st.DataObject) -> None:
    column = None if result < 0 else data.draw(st.integers(0, cols - 1))
    assert result_of_code(result_code(result, column, cols), cols) == (result, column)


def test_a_book_of_one_kind_is_not_taken_for_the_other(tmp_path: Path) -> None:
    path = tmp_path / "scores.book"
    write_book(path, SMALL, 0, [0])
    with pytest.raises(ValueError, match="holds scores, not results"):
        read_results(path)
    with pytest.raises(ValueError, match="at most 8"):
        ResultBook(SMALL, 0, 0, bytes([9]))
    with pytest.raises(ValueError, match="expected 1"):
        ResultBook(SMALL, 0, 0, bytes([1, 1]))


@pytest.mark.parametrize("difference", SHIPPED_RESULTS)
def test_the_shipped_results_are_those_of_the_solver(difference: int) -> None:
    book = read_book_file(SHIPPED_RESULTS[difference])
    assert (book.game, book.ply, book.difference) == (Game(), 8, difference)
    assert SHIPPED_RESULTS[difference].stat().st_size < 50_000
    assert main(["dev", "book", "verify", str(SHIPPED_RESULTS[difference]), "--sample", "25"]) == 0


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), max_size=8))
def test_shipped_results_agree_with_each_other(moves: list[tuple[int, bool]]) -> None:
    """Whatever was forfeited on the way: the best of the results after each move is the result."""
    pos = Position(Game())
    for move, forfeited in moves:
        if not pos.is_over and move in pos.legal_moves():
            pos = pos.play(move)
            pos = pos.passed() if forfeited else pos
    found = book_result(pos)
    if pos.is_over or found is None:
        return
    assert book_result(pos.mirrored()) is not None
    result, column = found
    after = [pos.play(move) for move in pos.legal_moves()]
    known = [book_result(child) for child in after if not child.is_over]
    if pos.stone_count < 8 and len(known) == len(after):
        assert result == max(-child[0] for child in known if child is not None)
    if column is not None and pos.stone_count < 8:
        kept = pos.play(column)
        then = book_result(kept)
        assert kept.is_over or then is None or then[0] == -result
