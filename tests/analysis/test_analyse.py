"""The one face of the analysis: for every family the truth, and one JSON shape for all."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import GAMES, Game, Goal, Position, game_named
from inarow._core import Family
from inarow.analysis.analyse import analyse, at_once, solve
from inarow.analysis.exhaustive import move_value, value
from inarow.analysis.game_mistakes import last_mistake
from inarow.analysis.verdict import Verdict
from inarow.limits import Limits
from inarow.record import Record
from inarow.score import Score, Unit, from_view_of

SMALL = {
    "falling": ["connect4:4x4", "connect4:4x3k3", "connect4:5x3k3"],
    "counted": ["maxconnect4:4x4", "maxconnect4:4x3k3", "maxconnect4:3x5k2"],
    "free": ["tictactoe", "gomoku:4x3k3", "connect6:4x3k3", "gomoku-exact:4x3k3"],
}
OTHER = Game(3, 4, 3, goal=Goal.COUNT_TO_FULL, gravity=False)


def random_position(game: Game, empty: int, rng: random.Random) -> Position | None:
    """A game that goes on with so many empty cells, reached by random moves."""
    pos = Position(game)
    while game.cells - pos.stone_count > empty:
        pos = pos.play(rng.choice(pos.legal_moves()))
        if pos.is_over:
            return None
    return pos


@pytest.mark.parametrize("family", [*SMALL, "other"])
def test_an_analysis_agrees_with_a_look_at_all_that_is_left(family: str) -> None:
    rng, checked = random.Random(1), 0
    games = [OTHER] if family == "other" else [game_named(name) for name in SMALL[family]]
    assert {game.family.name.lower() for game in games} == {family}
    for _ in range(60):
        pos = random_position(rng.choice(games), rng.randint(3, 8), rng)
        if pos is None:
            continue
        checked += 1
        known: dict[Position, int] = {}
        for found in (analyse(pos, Limits(5.0)), at_once(pos)):
            assert found.exact and found.verdict.lo == value(pos, known)
            assert {m.move: m.lo for m in found.moves} == {
                move: move_value(pos, move, known) for move in pos.legal_moves()
            }
            best = max(move.lo for move in found.moves)
            assert {m.move for m in found.best} == {m.move for m in found.moves if m.lo == best}
            for move in found.best:
                end = pos
                for each in move.line:
                    end = end.play(each)
                assert end.is_over
                assert len(move.line) == move.plies
        assert solve(pos, Limits(5.0)).score == found.verdict.score
    assert checked > 20


def keys(data: object) -> object:
    """The shape of an object: its keys, and those of what it holds."""
    if isinstance(data, dict):
        return {name: keys(each) for name, each in data.items() if name != "findings"}
    if isinstance(data, list):
        return [keys(data[0])] if data and isinstance(data[0], dict) else "list"
    return "value"


def test_every_game_has_one_shape() -> None:
    rng, shapes = random.Random(2), []
    names = [*GAMES, *(name for group in SMALL.values() for name in group)]
    for game in [*map(game_named, names), OTHER]:
        pos = Position(game).play(rng.choice(Position(game).legal_moves()))
        data = analyse(pos, Limits(0.1)).as_json()
        assert json.loads(json.dumps(data)) == data
        shapes.append(keys(data))
        alone = solve(pos, Limits(0.1)).as_json()
        assert set(data) - set(alone) == {"moves", "best", "findings", "last_mistake"}
        assert (data["findings"] is not None) == (
            game.family is Family.FREE and data["source"] != "exhausted"
        )
    assert all(shape == shapes[0] for shape in shapes)
    final = analyse(random_end("connect4")).as_json()
    assert (final["source"], final["moves"], final["plies"]) == ("rules", [], 0)
    assert set(final) == set(data)


def random_end(name: str) -> Position:
    pos, rng = Position(game_named(name)), random.Random(3)
    while not pos.is_over:
        pos = pos.play(rng.choice(pos.legal_moves()))
    return pos


@given(st.integers(-200, 200), st.sampled_from(Unit), st.sampled_from([1, 2]))
def test_turning_a_score_round_twice_gives_it_back(number: int, unit: Unit, player: int) -> None:
    score = Score(number, unit, player)
    assert score == score.of(player) == score.of(3 - player).of(player)
    assert score.of(3 - player).value == -number and score.of(1).of(2) == score.of(2)
    assert str(score).lstrip("+−") == str(abs(number))
    low, high = from_view_of(number, number + 3, player, 3 - player)
    assert from_view_of(low, high, 3 - player, player) == (number, number + 3)


def test_scores_compare_within_one_unit_and_view() -> None:
    one = Score(1, Unit.POINTS, 1)
    assert one < Score(2, Unit.POINTS, 1) and one >= Score(1, Unit.POINTS, 1)
    for other in (Score(2, Unit.SCORE, 1), Score(2, Unit.POINTS, 2)):
        with pytest.raises(ValueError, match="differ in unit or point of view"):
            _ = one < other


@settings(deadline=None)
@given(st.integers(-30, 30), st.integers(0, 5), st.sampled_from(list(GAMES)))
def test_words_agree_with_the_result(low: int, wide: int, name: str) -> None:
    verdict = Verdict(Position(GAMES[name]), low, low + wide)
    if verdict.result is not None:
        assert verdict.words.startswith(verdict.result[:3]) or verdict.words.startswith("los")
    else:
        assert "draw" in verdict.words or "known" in verdict.words or "between" in verdict.words


def test_a_cancelled_analysis_ends_and_knows_nothing_wrong() -> None:
    """Each would go on for ten minutes."""
    for name in ("connect4:8x7", "maxconnect4:8x7", "gomoku", "connect6"):
        pos = Position(game_named(name)).play(3)
        found = analyse(pos, Limits(600.0), lambda nodes: False)
        assert not found.exact and found.verdict.lo <= found.verdict.hi
        found_of_one = solve(pos, Limits(600.0), lambda nodes: False)
        assert found_of_one.lo <= found_of_one.hi


@pytest.mark.parametrize("name", ["connect4:4x5k3", "connect4:4x4", "maxconnect4:4x4", "tictactoe"])
def test_the_last_mistake_by_the_values_alone(name: str) -> None:
    rng, found, game = random.Random(5), 0, game_named(name)
    known: dict[Position, int] = {}
    for _ in range(8):
        record = Record(Position(game))
        while not record.pos.is_over:
            record = record.with_move(rng.choice(record.pos.legal_moves()))
        positions, moves = record.positions, record.moves
        late = max(0, len(moves) - 7)
        search = last_mistake(Record(positions[late], moves[late:]))
        assert search.since == 1 or search.mistake is not None
        last = None
        for number in range(late, len(moves)):
            had = value(positions[number], known)
            got = move_value(positions[number], moves[number], known)
            if (had > 0) - (had < 0) > (got > 0) - (got < 0):
                last = number - late + 1
        assert (search.mistake and search.mistake.number) == last
        found += last is not None
    assert found > 2
