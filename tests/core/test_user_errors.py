"""Bad arguments of public calls raise UserError with a sentence, wherever they are refused."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from inarow import (
    MISTAKES,
    Conduct,
    Game,
    Limits,
    Position,
    Score,
    SolverOptions,
    Unit,
    UserError,
    Verdict,
    analyse,
    game_named,
    perft,
    play,
    player,
    search,
    solve,
)
from inarow.players.levels import player_for

FLOATING = Position(Game(), "......./......./......./x....../......./.......", symbols=".xo")
WRONG: dict[str, Callable[[], object]] = {
    "no rows": lambda: Game(rows=0),
    "long line": lambda: Game(rows=9, cols=9),
    "side": lambda: Position(to_move=3),
    "outside": lambda: Position().at(6, 0),
    "no symbols": lambda: Position().cells(""),
    "two symbols": lambda: Position().after("4455").cells(".x"),
    "symbols of two bytes": lambda: Position().cells("éx"),
    "symbols of a board": lambda: Position(Game(), "", symbols=".x"),
    "threads": lambda: SolverOptions(threads=0),
    "negative time": lambda: Limits(-1),
    "time in words": lambda: Limits("x"),  # type: ignore[arg-type]
    "no time": lambda: Limits(math.nan),
    "depth": lambda: Limits(depth=-1),
    "half a node": lambda: Limits(nodes=1.5),  # type: ignore[arg-type]
    "open score": lambda: Verdict(Position(), -3, 3).score,
    "two units": lambda: Score(1, Unit.SCORE, 1) < Score(1, Unit.POINTS, 1),
    "perft": lambda: perft(Position(), -1),
    "rule": lambda: search(Position(), colour="red"),
    "one player": lambda: play(Game(), [player("random")]),
    "negative clock": lambda: Conduct(time_ms=-1),
    "level": lambda: player_for(Game(), 9),
    "game": lambda: game_named("chess"),
    "floating": lambda: analyse(FLOATING),
    "floating choice": lambda: player("strong").choose(FLOATING, Limits(0.1), rng=random.Random(1)),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_argument_is_a_user_error(name: str) -> None:
    with pytest.raises(UserError) as caught:
        WRONG[name]()
    assert len(str(caught.value)) > 10 and "\n" not in str(caught.value)


@pytest.mark.parametrize("call", [solve, analyse, search, lambda pos: perft(pos, 1)])
@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("44", r"expected a Position, not str; did you mean Position().after('44')?"),
        ("./x x", r"expected a Position, not str; did you mean Position.parse(Game(), './x x')?"),
        ([4, 4], r"expected a Position, not list"),
    ],
)
def test_moves_in_place_of_a_position_are_a_type_error_that_helps(
    call: Callable[[object], object], value: object, sentence: str
) -> None:
    with pytest.raises(TypeError) as caught:
        call(value)
    assert str(caught.value) == sentence


def test_known_mistakes_can_be_hashed() -> None:
    assert len({*MISTAKES}) == len(MISTAKES)
