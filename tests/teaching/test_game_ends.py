"""When a game ends: the numbers in the sentences against a plain search that counts stones."""

from __future__ import annotations

import random
import re

import pytest

from inarow import Outcome, Position, game_named
from inarow.analysis import exhaustive
from inarow.analysis.analyse import at_once, solve
from inarow.links import read_record
from inarow.move_text import format_move
from inarow.record import Record
from inarow.teaching.move_review import review_move
from inarow.teaching.puzzles.proof import win_in
from inarow.text import join_words

FAR = 1000


def stones_to_end(pos: Position, known: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    """Who wins (0: nobody) and after how many more stones: the winner hurries, the loser delays."""
    if pos not in known:
        known[pos] = _searched(pos, known)
    return known[pos]


def _searched(pos: Position, known: dict[Position, tuple[int, int]]) -> tuple[int, int]:
    outcome = pos.outcome()
    if outcome != Outcome.ONGOING:
        return (0 if outcome == Outcome.DRAW else 1 if outcome == Outcome.FIRST_WINS else 2), 0
    ends = [stones_to_end(pos.play(move), known) for move in pos.legal_moves()]

    def worth(end: tuple[int, int]) -> int:
        winner, stones = end
        return 0 if winner == 0 else FAR - stones if winner == pos.to_move else stones - FAR

    winner, stones = max(ends, key=worth)
    return winner, stones + 1


def random_position(name: str, seed: int, empty: int, fair: bool) -> Position | None:
    """A position with so many empty cells; on the way to an unfair one sides sit out."""
    rng = random.Random(seed)
    pos = Position(game_named(name))
    for _ in range(pos.game.cells - empty):
        if not fair and rng.random() < 0.3:
            pos = pos.passed()
        after = [pos.play(move) for move in pos.legal_moves()]
        quiet = [one for one in after if not one.is_over]
        if not quiet:
            return None
        pos = rng.choice(quiet)
    return pos


LONGEST = re.compile(
    r"; (?:(\S+) (lasts longest|lasts as long as any)|([^;]+?) last longest), to move (\d+)"
)
CASES = [
    ("connect6:4x3k3", 7, True), ("connect6:3x3k3", 7, True), ("connect6:4x3k4", 7, True),
    ("connect4:4x4", 7, True), ("connect4", 7, False), ("connect4:4x4", 7, False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "empty", "fair"), CASES)
def test_a_sentence_tells_the_move_on_which_the_game_ends(
    name: str, empty: int, fair: bool
) -> None:
    known: dict[Position, tuple[int, int]] = {}
    told = 0
    for seed in range(60):
        pos = random_position(name, seed, empty, fair)
        if pos is None:
            continue
        before = at_once(pos)
        assert before.exact
        winner, _ = stones_to_end(pos, known)
        assert before.result == (
            "draw" if not winner else "win" if winner == pos.to_move else "loss"
        )
        for move in pos.legal_moves():
            after = pos.play(move)
            line = Record(pos, (move,))
            text = words_of(review_move(line, before).as_json())
            winner, stones = stones_to_end(after, known)
            number = re.search(r"(?:wins by|still wins, by|here, \S+ by|, to) move (\d+)", text)
            if winner and stones and number:
                told += 1
                assert int(number[1]) == 1 + stones, (pos.text, move, text)
            later = LONGEST.search(text)
            if later:
                one, words, several, last_move = later.groups()
                lasts = {m: stones_to_end(pos.play(m), known)[1] for m in pos.legal_moves()}
                last = [m for m in lasts if lasts[m] == max(lasts.values())]
                assert int(last_move) == 1 + max(lasts.values())
                names = [format_move(pos.game, m) for m in last]
                assert one in names if one else several == join_words(names)
                assert (len(last) == 1) == (words == "lasts longest"), (pos.text, move, text)
            for best in re.finditer(
                r"was quicker, by move (\d+)|would have won, by move (\d+)", text
            ):
                assert int(best[1] or best[2]) == stones_to_end(pos, known)[1]
    assert told > 10


def words_of(why: dict[str, object]) -> str:
    paragraphs = why["paragraphs"]
    assert isinstance(paragraphs, list)
    return " ".join("".join(part.get("text", "") for part in parts) for parts in paragraphs)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("2.1,1.3,2.4,3.2,3.1,3.3", "3.3 keeps the win. Yellow wins by move 7."),
        ("1.4,2.3,1.2,1.1,2.4,2.2", "but 3.4 was three in a row."),
    ],
)
def test_the_second_stone_of_a_turn_comes_at_once(moves: str, sentence: str) -> None:
    line = read_record({"game": "connect6:4x3k3", "moves": moves})
    assert sentence in words_of(review_move(line, at_once(line.positions[-2])).as_json())


def test_both_exact_searches_mean_the_same_score_on_unbalanced_boards() -> None:
    checked = 0
    for seed in range(80):
        pos = random_position("connect4", seed, 8, fair=False)
        if pos is not None:
            checked += 1
            assert solve(pos).score.value == exhaustive.value(pos), pos.text
    assert checked > 10


def test_a_puzzle_tells_the_stones_of_its_own_side() -> None:
    known: dict[Position, tuple[int, int]] = {}
    checked = 0
    for seed in range(400):
        pos = random_position("connect4", seed, 9, fair=seed % 2 == 0)
        wins_in = None if pos is None else win_in(at_once(pos))
        if pos is not None and wins_in is not None:
            checked += 1
            assert wins_in == (stones_to_end(pos, known)[1] + 1) // 2
    assert checked > 5
