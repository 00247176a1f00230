"""The proofs behind puzzles of free boards, beside slow ones that play everything out."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from inarow import GAMES, Game, Position
from inarow._core import FreeEngine
from inarow.makers.puzzles import plain
from inarow.record import Record
from inarow.teaching.puzzles.book import shipped_puzzles
from inarow.teaching.puzzles.free_proof import (
    ForcingSearch,
    TooManyChainsError,
    can_block_all,
    holding_pairs,
    in_reach,
    proof_on_free_board,
    winning_pairs,
)

SMALL = Game(rows=5, cols=6, k=5, gravity=False, stones=(1, 2))


def small_board(seed: int) -> Position:
    """A position of a small board with two stones a turn, a turn about to begin."""
    rng, pos = random.Random(seed), Position(SMALL)
    for _ in range(15):
        if not pos.is_over:
            pos = pos.play(rng.choice(pos.legal_moves()))
    assert not pos.is_over and pos.left == 2
    return pos


def completes(pos: Position) -> bool:
    """Whether the side to move has a line at the end of its turn, by trying every pair."""
    for first in pos.legal_moves():
        after = pos.play(first)
        if after.has_line(pos.to_move):
            return True
        if any(after.play(second).has_line(pos.to_move) for second in after.legal_moves()):
            return True
    return False


@pytest.mark.parametrize("seed", [0, 1, 4, 24, 27, 29, 80, 87, 88])
def test_pairs_are_those_that_playing_everything_finds(seed: int) -> None:
    pos = small_board(seed)
    assert bool(in_reach(pos, pos.to_move)) == completes(pos)
    if completes(pos):
        return
    holds, wins = [], []
    for first, second in combinations(pos.legal_moves(), 2):
        after = pos.play(first).play(second)
        if after.is_over or completes(after):
            continue
        holds.append((first, second))
        replies = combinations(after.legal_moves(), 2)
        if all(completes(after.play(one).play(other)) for one, other in replies):
            wins.append((first, second))
    assert winning_pairs(pos, most=1000) == wins
    danger = in_reach(pos, pos.opponent)
    assert can_block_all(danger) == bool(holds)
    if danger and not can_block_all(danger, 1):
        assert holding_pairs(pos) == holds
    else:
        assert holding_pairs(pos) == []


def test_chains_of_fours_are_those_of_the_engine() -> None:
    rng, engine, found = random.Random(5), FreeEngine(GAMES["gomoku"], 8), 0
    for _ in range(30):
        pos = Position(GAMES["gomoku"])
        for _ in range(rng.randrange(16, 30)):
            near = [(row, col) for row in range(4, 11) for col in range(4, 11)]
            cells = [row * 15 + col for row, col in near if pos.at(row, col) == 0]
            if not pos.is_over:
                pos = pos.play(rng.choice(cells))
        if pos.is_over or pos.winning_cells(pos.opponent):
            continue
        try:
            stones = ForcingSearch(1000).stones_to_win(pos)
        except TooManyChainsError:
            continue
        how, line, _, _ = engine.forced_win(pos, 0.02)
        if how == "chain":
            assert stones is not None
            assert 2 * stones - 1 <= len(line) + 2, "no chain is shorter than the shortest"
        if stones is not None:
            found += 1
            shortest = ForcingSearch(1000).line(pos)
            end = pos
            for move in shortest:
                end = end.play(move)
            assert len(shortest) == 2 * stones - 1 and end.has_line(pos.to_move)
    assert found >= 3


def test_a_look_at_too_many_chains_ends() -> None:
    record = next(one.record for one in shipped_puzzles().puzzles if one.themes == ("fours",))
    with pytest.raises(TooManyChainsError):
        ForcingSearch(0).stones_to_win(record.pos)


def test_a_puzzle_asks_for_the_one_pair_or_the_one_four() -> None:
    for game in ("gomoku", "connect6"):
        for puzzle in [one for one in shipped_puzzles().puzzles if one.game == game][::6]:
            if game == "gomoku" and puzzle.goal == "hold":
                continue
            proof = proof_on_free_board(puzzle.pos)
            assert proof is not None
            assert (proof.goal, proof.win_in) == (puzzle.goal, puzzle.win_in)
            if game == "connect6" and puzzle.goal == "hold":
                assert holding_pairs(puzzle.pos) == [proof.line]
            elif game == "connect6":
                assert winning_pairs(puzzle.pos, most=9) == [proof.line]


def test_turned_and_mirrored_boards_are_one_puzzle() -> None:
    pos = Record.from_moves(Position(GAMES["tictactoe"]), "1.1,2.2,3.3").pos
    turned = Record.from_moves(Position(GAMES["tictactoe"]), "1.3,2.2,3.1").pos
    other = Record.from_moves(Position(GAMES["tictactoe"]), "1.2,2.2,3.3").pos
    texts = {plain(one) for one in (pos, turned)}
    assert len(texts) == 1 and plain(other) not in texts
