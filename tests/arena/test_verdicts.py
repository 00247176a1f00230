"""The solver's verdicts on a game, against the analysis of each of its positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from inarow import Outcome, Position, game_named
from inarow.analysis.analyse import analyse
from inarow.arena.replay import move_sentence, turning_point
from inarow.arena.verdicts import GameVerdicts, game_verdicts, read_verdicts, verdicts_of
from inarow.errors import UserError
from inarow.record import PASS, Record

RANK = {"win": 1, "draw": 0, "loss": -1}


def random_game(seed: int, name: str = "connect4:5x4") -> Record:
    rng = random.Random(seed)
    record = Record(Position(game_named(name)))
    while not record.end.is_over:
        forfeited = rng.random() < 0.1
        record = record.with_move(PASS if forfeited else rng.choice(record.end.legal_moves()))
    return record


@pytest.mark.parametrize("seed", range(6))
def test_each_move_is_what_the_analysis_says(seed: int) -> None:
    record = random_game(seed)
    found = verdicts_of(record, think_s=10)
    assert len(found.values) == len(record.positions) and len(found.moves) == len(record.moves)
    for number, verdict in enumerate(found.moves):
        pos, move = record.positions[number], record.moves[number]
        analysis = analyse(pos)
        results = {each.move: RANK[each.result] for each in analysis.moves if each.result}
        assert verdict.before == max(results.values())
        if move == PASS:
            after = analyse(pos.passed()).result
            assert after is not None and verdict.after == -RANK[after]
            continue
        assert verdict.after == results[move]
        best = {each for each, result in results.items() if result == verdict.before}
        assert verdict.choice == (len(best) < len(results))
        assert set(verdict.kept) == (best if verdict.mistake else set())
    last = found.results[-1]
    assert (
        last
        == {Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: -1, Outcome.DRAW: 0}[record.end.outcome()]
    )


def test_json_brings_it_back() -> None:
    record = random_game(3)
    found = verdicts_of(record)
    assert GameVerdicts.from_json(found.as_json(), record) == found
    assert game_verdicts(record.as_json()) == found.as_json()


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("values",), None),
        (("values", 0), 3),
        (("values", 0), ["", 1]),
        (("values", 0), [1]),
        (("values", 0), [2, 1]),
        (("moves", 0, 0), []),
        (("moves", 0, 1), "x"),
        (("moves", 0, 2), 3),
        (("moves", 0, 3), ["first"]),
        (("moves", 0, 3), [99]),
        (("moves", 0, 4), ""),
        (("moves", 0), None),
        (("moves",), []),
    ],
)
def test_damaged_verdicts_are_refused(place: tuple[str | int, ...], value: object) -> None:
    record = random_game(3)
    data: Any = verdicts_of(record).as_json()
    found = data
    for step in place[:-1]:
        found = found[step]
    found[place[-1]] = value
    with pytest.raises(UserError, match=r"verdicts of game '1.1' in the store are damaged"):
        read_verdicts(data, "1.1", record)


def test_what_is_not_solved_in_time_is_left_open() -> None:
    record = Record.parse("gomoku 8.8,1.1,9.9,1.3")
    found = verdicts_of(record, think_s=0.01)
    assert found.results == (None,) * 5
    assert not any(move.mistake for move in found.moves) and found.last_mistake() is None
    assert turning_point(record, found, ("a", "b"), 1) == ""
    assert (
        turning_point(record, None, ("a", "b"), 1)
        == "The solver has not been asked about this game."
    )


def test_sentences_name_the_move_that_held() -> None:
    record = Record.parse("connect4 5151517 1")
    found = verdicts_of(record)
    number = found.last_mistake(0, record)
    assert number == 7 and found.moves[6].mark == "??"
    assert (
        move_sentence(record.game, 6, found.moves[6], 1)
        == "7 loses at once; 1 and 5 would have won."
    )
    assert move_sentence(record.game, 6, found.moves[6], 0).startswith("6 loses at once; 0 and 4")
    assert turning_point(record, found, ("a", "b"), 1) == (
        "a held a win until move 7: 7 loses at once; 1 and 5 would have won."
    )
