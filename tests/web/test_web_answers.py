"""The page's answers as pure functions: lines, boards, truths, sentences, records."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

from benchmarks.web import sent_kb
from inarow import GAMES, Outcome, Position, game_named
from inarow.analysis import exhaustive
from inarow.analysis.analyse import analyse, analyst_of, at_once, remembered
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict
from inarow.limits import Limits, SolverOptions
from inarow.links import Link, read_record, record_url
from inarow.record import Record
from inarow.teaching.move_review import mark_of, review_move
from inarow.web.analysis import free_board_json, instant_json, send_analysis
from inarow.web.play import games_json, play_json
from random_lines import random_line

SIZES = [*GAMES, "connect4:8x7", "gomoku:9x9k4", "connect4:12x4"]


@pytest.mark.parametrize("name", SIZES)
def test_a_link_leads_back_to_its_line(name: str) -> None:
    for seed in range(4):
        line = random_line(name, seed, 60)
        for at in {0, len(line.moves) // 2, len(line.moves)}:
            parts = urlsplit(record_url(line, at))
            game, _, moves = parts.path.removeprefix("/play/").partition("/")
            words = {"game": game, "moves": unquote(moves), **dict(parse_qsl(parts.query))}
            again = read_record(words)
            assert (again.moves, again.at, again.pos) == (line.moves, at, line.positions[at])


def test_a_link_may_start_from_any_position() -> None:
    start = "......./......./......./......./x....../xxx.... o"
    line = read_record({"game": "connect4", "from": start, "moves": "44"})
    assert line.positions[0].text == start
    assert line.pos.to_move == 2
    assert dict(parse_qsl(urlsplit(record_url(line)).query))["from"] == start


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"game": "chess"}, "game 'chess' is not known"),
        ({"game": "c" * 99}, "longer than 40"),
        ({"moves": "48"}, "column '8' must be 1 to 7"),
        ({"moves": "4444444"}, "move 7 cannot be played: column 4 is full"),
        ({"moves": "12121212"}, "move 8 comes after the end of the game"),
        ({"moves": "44", "at": "3"}, "at is '3', expected 0 to 2"),
        ({"moves": "44", "at": "-1"}, "at is '-1', expected 0 to 2"),
        ({"from": "x/y"}, "must be rows from the top"),
        ({"from": "....x../......./......./......./......./....... o"}, "floats"),
        ({"moves": "4" * 9999}, "moves has 9999 letters"),
        ({"game": "tictactoe", "moves": "1.1,1.1"}, "move 2 cannot be played: 1.1 is occupied"),
    ],
)
def test_a_bad_line_is_named_in_a_sentence(words: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_record(words)


@pytest.mark.parametrize("name", SIZES)
def test_play_tells_what_the_rules_decide(name: str) -> None:
    line = random_line(name, 5)
    answer = play_json(line)
    pos = line.pos
    assert answer["cells"] == pos.cells(".12").replace("/", "")
    assert len(answer["moves"]) == len(line.moves)
    assert answer["result"] and answer["outcome"] != "ongoing"
    for move, entry in zip(line.moves, answer["moves"], strict=True):
        assert answer["cells"][entry["cell"]] == str(entry["player"])
        assert entry["move"] == move
    if pos.game.gravity:
        assert answer["landing"] == [pos.landing(col) for col in range(pos.game.cols)]


def test_the_fours_shown_are_the_fours_counted() -> None:
    for seed in range(20):
        pos = random_line("maxconnect4", seed).pos
        owners = [owner for owner, _ in pos.windows()]
        assert (owners.count(1), owners.count(2)) == pos.score()


def test_every_game_has_its_rules_in_a_line() -> None:
    rules = {game["name"]: game["rule"] for game in games_json()}
    assert rules["connect4"] == "Four in a row wins."
    assert rules["maxconnect4"] == "Each four in a row is a point; the board is played full."
    assert rules["gomoku"] == "Five in a row or more wins."
    assert rules["tictactoe"] == "Three in a row wins."
    assert rules["gomoku-exact"] == "Exactly five in a row wins; longer does not."
    assert rules["connect6"] == "Six in a row wins; two stones a turn, one at the start."


def test_every_registered_game_is_on_the_menu() -> None:
    assert {game["name"] for game in games_json()} >= set(GAMES)


def plain_value(pos: Position) -> int:
    """The value by nothing but the rules, move by move, for the first player."""
    outcome = pos.outcome()
    if outcome == Outcome.ONGOING:
        values = [plain_value(pos.play(move)) for move in pos.legal_moves()]
        return max(values) if pos.to_move == 1 else min(values)
    first, second = pos.score()
    if pos.game.goal.name == "COUNT_TO_FULL":
        return first - second
    if outcome == Outcome.DRAW:
        return 0
    winner = 1 if outcome == Outcome.FIRST_WINS else 2
    worth = (pos.game.cells + 1) // 2 + 1 - pos.stones(winner)
    return worth if winner == 1 else -worth


@pytest.mark.parametrize("name", ["connect4", "maxconnect4", "connect4:4x4", "connect6:3x3k3"])
def test_the_last_cells_are_valued_exactly(name: str) -> None:
    cells = game_named(name).cells
    checked = 0
    for seed in range(30):
        pos = random_line(name, seed, cells - 6, quiet=cells).pos
        if pos.is_over:
            continue
        checked += 1
        value = exhaustive.value(pos)
        assert (value if pos.to_move == 1 else -value) == plain_value(pos)
        found = at_once(pos)
        assert found.exact and found.verdict.lo == value
        for move in found.moves:
            assert move.lo == exhaustive.move_value(pos, move.move, {})
    assert checked > 3


@pytest.mark.parametrize("name", ["connect4", "maxconnect4", "connect4:5x4"])
def test_the_solvers_agree_with_exhaustion(name: str) -> None:
    """Every bound of every move, through the face that the page uses."""
    game = game_named(name)
    analyst = analyst_of(game)
    assert analyst is not None and analyst.exact
    checked = 0
    for seed in range(12):
        pos = random_line(name, seed, game.cells - 8, quiet=game.cells).pos
        if pos.is_over:
            continue
        checked += 1
        found = analyst.analyse(pos, Limits(5.0), SolverOptions(), None)
        assert found.exact and found.verdict.lo == exhaustive.value(pos)
        known: dict[Position, int] = {}
        for move in found.moves:
            assert move.lo == exhaustive.move_value(pos, move.move, known)
            assert not move.line or move.line[0] == move.move
    assert checked > 3


@pytest.mark.parametrize(
    ("words", "link"),
    [
        ({"moves": "4444444"}, "/play/connect4/444444"),
        ({"moves": "44x55"}, "/play/connect4/44"),
        ({"moves": "445", "at": "9"}, "/play/connect4/445"),
        ({"game": "gomoku", "moves": "8.8,8.9,8.8,1.1"}, "/play/gomoku/8.8,8.9"),
        ({"game": "tictactoe", "from": "abc", "moves": "1.1"}, "/play/tictactoe"),
        ({"game": "chess", "moves": "44"}, "/play/connect4"),
        ({"moves": "4" * 5000}, "/play/connect4/444444"),
    ],
)
def test_of_a_wrong_link_as_much_is_shown_as_can_be_read(words: dict[str, str], link: str) -> None:
    params = {name: text for name, text in words.items() if name in ("from", "at")}
    path = f"{words.get('game', 'connect4')}/{words.get('moves', '')}"
    line, problem = Link.of_path("play", path, params).closest_record()
    assert record_url(line) == link and problem
    with pytest.raises(ValueError, match=re.escape(problem)):
        read_record(words)
    assert Link.parse("/play/connect4/44").closest_record()[1] == ""


def on_free_board(line: Record) -> dict[str, Any] | None:
    return free_board_json(analyse(line.pos, Limits(0.6)))


def test_a_free_board_tells_proof_from_judgement() -> None:
    open_four = read_record({"game": "gomoku", "moves": "8.6,1.1,8.7,1.3,8.8,1.5,8.9,1.7"})
    answer = on_free_board(open_four)
    assert answer is not None and answer["result"]
    assert answer["line"][0] in ("8.5", "8.10")
    assert "Red wins by force with" in answer["sentence"]
    cells = open_four.pos.cells().replace("/", "")
    for threat in answer["letters"]:
        assert cells[threat["cell"]] == "."
    assert max(spot["value"] for spot in answer["heat"]) == 1
    quiet = on_free_board(read_record({"game": "gomoku", "moves": "8.8"}))
    assert quiet is not None and not quiet["result"] and "not proven" in quiet["sentence"]
    assert on_free_board(read_record({"game": "connect4"})) is None


def test_a_line_of_six_does_not_win_where_exactly_five_does() -> None:
    five = read_record({"game": "gomoku-exact", "moves": "8.1,1.1,8.2,1.3,8.3,1.5,8.5,1.7,8.6,1.9"})
    cell = 7 * 15 + 3
    assert cell not in five.pos.winning_cells(1)
    loose = read_record({"game": "gomoku", "moves": "8.1,1.1,8.2,1.3,8.3,1.5,8.5,1.7,8.6,1.9"})
    assert cell in loose.pos.winning_cells(1)


def test_a_position_out_of_reach_stays_open_and_never_lies() -> None:
    found = at_once(Position(GAMES["gomoku"]))
    assert found.result is None and not found.exact
    assert all(move.result is None for move in found.moves)


def late_lines() -> list[Record]:
    lines = [random_line("connect4", seed, quiet=35) for seed in range(60)]
    lines += [random_line("tictactoe", seed) for seed in range(20)]
    return [line for line in lines if len(line.moves) > 4]


def test_marks_follow_from_the_exact_values() -> None:
    rank = {"loss": 0, "draw": 1, "win": 2}
    seen = set()
    for line in late_lines():
        for number, move in enumerate(line.moves):
            pos = line.positions[number]
            if not exhaustive.within_reach(pos):
                continue
            before = at_once(pos)
            played = before.of(move)
            assert played is not None and before.result is not None and played.result is not None
            lost = rank[before.result] - rank[played.result]
            mark = mark_of(before, move)
            assert (mark in ("?", "??")) == (lost > 0)
            assert (mark == "??") == (lost == 2)
            if mark == "only":
                keep = [m for m in before.moves if m.result == before.result]
                assert len(keep) == 1 and before.result != "loss"
            seen.add(mark)
    assert seen == {"", "?", "??", "only"}


def sentence_of(answer: dict[str, object]) -> str:
    paragraphs = answer["paragraphs"]
    assert isinstance(paragraphs, list)
    return " ".join(
        "".join(part.get("text") or part.get("letter", "") for part in paragraph)
        for paragraph in paragraphs
    )


def test_a_reason_names_only_squares_that_win() -> None:
    reasons = 0
    for line in late_lines():
        for at in range(1, len(line.moves) + 1):
            before = line.positions[at - 1]
            if not exhaustive.within_reach(before):
                continue
            here = line.viewed_at(at)
            answer = review_move(here, at_once(before)).as_json()
            assert sentence_of(answer)
            for threat in answer["threats"]:
                if threat.get("ending"):  # where one line ends, not what the reply makes
                    continue
                reasons += 1
                reply = here.pos.play(answer["suggest"])
                # A square above a block wins once the block is made; all others win as they are.
                cells = reply.winning_cells(threat["player"])
                above_block = threat["cell"] + line.game.cols in cells
                completes = threat["cell"] == here.pos.landing(answer["suggest"])
                assert threat["cell"] in cells or above_block or completes
                assert not completes or reply.is_over
                assert threat["player"] != before.to_move
    assert reasons > 5


def test_a_mistake_is_told_with_the_move_that_held() -> None:
    """A double threat: the sentence names the reply, both squares, and what would have held."""
    start = "......./......./......./......./..oo.../..xx... x"
    pos = Position.parse(GAMES["connect4"], start)
    line = read_record({"game": "connect4", "from": start, "moves": "7"})
    lost = MoveVerdict(pos, -16, -16, (6, 4, 1, 5), move=6)
    held = MoveVerdict(pos, 1, 1, (4,), move=4)
    answer = review_move(line, Analysis(Verdict(pos, 1, 1), (held, lost))).as_json()
    assert answer["tag"] == {"kind": "loss", "text": "win to loss"}
    assert answer["mark"] == "??"
    assert sentence_of(answer).startswith("Column 7 loses; 5 would have won")


def test_what_was_settled_by_proof_is_told_without_a_search() -> None:
    start = read_record({"game": "maxconnect4", "moves": ""})
    assert [move["lo"] for move in instant_json(start)["here"]["moves"]] == [
        -1,
        -1,
        0,
        0,
        0,
        -1,
        -1,
    ]
    after = read_record({"game": "maxconnect4", "moves": "1"})
    told = instant_json(after)
    assert told["why"]["tag"]["text"] == "draw to loss"
    assert at_once(after.pos).verdict.lo == at_once(after.pos).verdict.hi == 1
    assert all(move.hi == 1 for move in analyse(after.pos, Limits(0.05)).moves)


def test_an_unknown_value_is_called_unknown() -> None:
    line = read_record({"game": "gomoku", "moves": "8.8,9.9"})
    answer = review_move(line, at_once(line.positions[1])).as_json()
    assert answer["mark"] == "" and answer["tag"] is None
    assert "Too early to be solved exactly." in sentence_of(answer)


def test_telling_a_game_gives_a_value_for_every_position() -> None:
    line = random_line("tictactoe", 3)
    told: list[tuple[str, dict[str, object]]] = []
    send_analysis(line, lambda name, data: told.append((name, data)), lambda: False)
    names = [name for name, _ in told]
    assert names[-1] == "done" and "here" in names and "why" in names
    values = {data["at"]: data for name, data in told if name == "value"}
    assert set(values) == set(range(len(line.moves) + 1))
    assert values[0]["lo"] == values[0]["hi"] == 0
    assert instant_json(line)["why"]["number"] == len(line.moves)


def test_telling_solves_what_may_be_asked_next() -> None:
    line = random_line("connect4", 5, stones=20, quiet=20)
    assert not line.pos.is_over
    send_analysis(line, lambda name, data: None, lambda: False)
    for move in line.pos.legal_moves():
        after = line.pos.play(move)
        assert after.is_over or remembered(after) is not None


def test_telling_ends_when_nobody_listens() -> None:
    line = random_line("tictactoe", 3)
    told: list[str] = []
    send_analysis(line, lambda name, data: told.append(name), lambda: True)
    assert "value" not in told and "done" not in told


STATIC = Path(__file__).parents[2] / "src" / "inarow" / "web" / "static"


def test_the_page_is_small_and_loads_nothing_from_elsewhere() -> None:
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    assert sent_kb() < 100, "as it is sent, packed"
    document = (STATIC.parents[3] / "docs" / "web.md").read_text()
    said = re.search(r"All of the page is (\d+) kB", document)
    assert said is not None and abs(int(said[1]) - sent_kb()) < 2, "docs/web.md says how much"
    for path in files:
        text = path.read_text("latin-1")
        outside = [
            word
            for word in ("https://", "http://")
            for part in text.split(word)[1:]
            # names of formats, a pattern, and a base that relative links are read against
            if not part.startswith(("www.w3.org/", "[^/]+", 'localhost")'))
        ]
        assert not outside, path
