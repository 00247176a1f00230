"""The worker that answers without a server says what the server says, and its program is made of
the sources that lie here."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from inarow import GAMES, Position
from inarow.analysis.analyse import analyse
from inarow.links import read_record
from inarow.teaching.game_review import review_game
from inarow.web.analysis import (
    Human,
    analyse_within,
    here_json,
    value_json,
    why_json,
)
from inarow.web.play import play_json
from local_worker import ask_worker
from tools.build_wasm import PROGRAM, STAMP, stamp

SOLVED_SOON = 18
"""From so many stones on the solver needs no time to speak of."""
UNLIKE = {"source", "nodes", "seconds"}
"""How something was found out may differ, what was found may not."""


def test_the_engine_is_made_of_these_sources() -> None:
    assert STAMP.read_text() == stamp(), "the solver has changed: run make wasm"
    assert PROGRAM.read_bytes().startswith(b"\0asm")


def random_game(rng: random.Random, length: int) -> str:
    pos, moves = Position(GAMES["connect4"]), ""
    while len(moves) < length and not pos.is_over:
        move = rng.choice(pos.legal_moves())
        pos, moves = pos.play(move), moves + str(move + 1)
    return moves


def known(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without how it was found out."""
    return {
        name: [known(one) for one in value] if name == "moves" else value
        for name, value in answer.items()
        if name not in UNLIKE
    }


def links() -> list[dict[str, str]]:
    rng = random.Random(19)
    games = [random_game(rng, length) for length in (0, 1, 3, 7, 8, 12, 16, 20, 24, 30, 36, 42, 42)]
    found = [{"game": "connect4", "moves": game} for game in games]
    found += [{**one, "at": str(rng.randrange(len(one["moves"]) + 1))} for one in found]
    start = "......./......./......./......./..x..../xoxo... o"
    return [*found, {"game": "connect4", "from": start, "moves": "4455", "at": "3"}]


@pytest.mark.process
def test_a_line_is_shown_as_the_server_shows_it() -> None:
    asked = links()
    for words, told in zip(asked, ask_worker([("play", one) for one in asked]), strict=True):
        answer = dict(told[-1]["answer"])
        for name in ("here", "why", "free"):
            answer.pop(name)
        assert answer == play_json(read_record(words)), words


@pytest.mark.process
def test_an_analysis_is_the_servers() -> None:
    rng = random.Random(7)
    games = [random_game(rng, length) for length in (0, 14, 26, 34, 38)]
    asked = [{"game": "connect4", "moves": game} for game in games]
    told = ask_worker([("analysis", one) for one in asked])
    for words, messages in zip(asked, told, strict=True):
        line = read_record(words)
        here = [one["data"] for one in messages if one.get("name") == "here"][-1]
        assert known(here) == known(here_json(analyse_within(line.pos, 60), 0)), words
        values = {one["data"]["at"]: one["data"] for one in messages if one.get("name") == "value"}
        assert set(values) == set(range(len(line.moves) + 1))
        for at, value in values.items():
            if value["lo"] == value["hi"] and line.positions[at].stone_count > 11:
                assert value == value_json(line, at, analyse(line.positions[at])), (words, at)


@pytest.mark.process
def test_the_sentences_are_the_servers() -> None:
    rng = random.Random(23)
    asked, expected = [], []
    for number in range(60):
        game = random_game(rng, 42 if number % 3 else rng.randrange(22, 38))
        start, moves = read_record({"moves": game[:SOLVED_SOON]}).pos.text, game[SOLVED_SOON:]
        if not moves:
            continue
        at = len(moves) if number % 2 else rng.randrange(1, len(moves) + 1)
        player = number % 3
        human = Human(player, rng.choice([0, at, at - 1]) if player else 0)
        words = {"game": "connect4", "from": start, "moves": moves, "at": str(at)}
        asked.append({**words, "you": str(human.side), "again": str(human.retried_move)})
        line = read_record(words)
        after = analyse_within(line.pos, 60)
        why = why_json(line, human, lambda pos: analyse_within(pos, 60), after)
        review = review_game(line, human.side, lambda pos: analyse_within(pos, 60))
        expected.append((why, None if review is None else review.as_json()))
    told = ask_worker([("analysis", one) for one in asked])
    seen, ended = set(), 0
    for words, messages, (why, end) in zip(asked, told, expected, strict=True):
        events = {one["name"]: one["data"] for one in messages if "name" in one}
        assert events["why"] == why, words
        assert events.get("summary") == json.loads(json.dumps(end)), words
        seen.add(why["mark"])
        ended += end is not None
    assert ended > 20
    assert {"", "??", "only"} <= seen, "the games hold moves of many kinds"


@pytest.mark.process
def test_what_is_wrong_with_a_question_is_a_sentence() -> None:
    told = ask_worker(
        [
            ("play", {"game": "connect4", "moves": "4444444"}),
            ("play", {"game": "connect4", "moves": "48"}),
            ("play", {"game": "connect4", "from": "nonsense"}),
            (
                "play",
                {"game": "connect4", "from": "x....../......./......./......./......./....... o"},
            ),
            ("play", {"game": "connect4", "moves": "44", "at": "3"}),
            ("play", {"game": "gomoku"}),
            ("puzzle", {}),
            ("move", {"game": "connect4", "moves": "1212121"}),
            ("play", {"game": "connect4"}),
        ]
    )
    sentences = [messages[-1].get("error") for messages in told]
    assert sentences[:3] == [
        "move 7: column 4 is full",
        "move 2 is '8', expected a column from 1 to 7",
        "from 'nonsense' is no position",
    ]
    assert all(sentences[:-1]) and sentences[-1] is None, sentences


@pytest.mark.process
def test_every_level_makes_a_legal_move_and_perfect_a_best_one() -> None:
    words = {"game": "connect4", "moves": "44444435"}
    levels = [{**words, "level": str(level), "seed": "5"} for level in range(1, 10)]
    told = ask_worker([("move", one) for one in levels])
    pos = read_record(words).pos
    assert all("answer" in messages[-1] for messages in told), told
    moves = [messages[-1]["answer"]["move"] for messages in told]
    assert set(moves) <= set(pos.legal_moves())
    assert moves[-1] in [best.move for best in analyse(pos).best]
    played = told[-1][-1]["answer"]["play"]
    assert played["movesText"] == words["moves"] + str(moves[-1] + 1)
