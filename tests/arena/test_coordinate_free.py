"""The referee of Gomocup and Connect6 engines: the dialogue, clocks, and engines that misbehave.
Every game is played by real processes."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inarow import Outcome, Position, game_named
from inarow.move_text import play_moves
from inarow.protocols.gomocup.manager import move_lines
from inarow.record import PASS, Record

HOSTILE = Path(__file__).parents[1] / "hostile" / "free_engine.py"
ROW = ["0,0", "1,0", "2,0", "3,0", "4,0"]
OTHER_ROW = ["0,5", "1,5", "2,5", "3,5", "4,5"]


def engine(protocol: str, behaviour: str, plan: list[str]) -> str:
    return " ".join([sys.executable, "-S", str(HOSTILE), protocol, behaviour, *plan])


BLACK = engine("gomocup", "polite", ROW)
WHITE = engine("gomocup", "polite", OTHER_ROW)


@pytest.fixture
def gomocup(coordinate: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """A game between two commands, as the object of --json."""

    def run(first: str, second: str, *words: str) -> dict[str, Any]:
        options = ["--protocol", "gomocup", "--json"]
        done = coordinate("e0", first, "e1", second, *words, *options)
        assert (done.returncode, done.stderr) == (0, "")
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    return run


def test_a_game_to_the_letter(
    coordinate: Callable[..., Any], tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    log = tmp_path / "log"
    options = ["--protocol", "gomocup", "--log", str(log), "--game", "gomoku:9x7k4"]
    done = coordinate("e0", BLACK, "e1", WHITE, "time", "60000", "turn", "20000", *options)
    assert (done.returncode, done.stderr) == (0, "")
    told = [line.split("time_left")[0] for line in log.read_text().splitlines()]
    pictures = done.stdout.split("\nmove 7:")[1].splitlines()[1:-1]
    golden("coordinated_gomocup.txt", "\n".join([*told, "", *pictures, ""]))
    assert done.stdout.splitlines()[-1].startswith(
        "polite (black) beats polite (white): four in a row, after 7 moves; clocks "
    )


def test_the_object_of_a_game_can_be_played_again(gomocup: Callable[..., dict[str, Any]]) -> None:
    played = gomocup(BLACK, WHITE, "time", "60000", "turn", "5000")
    assert (played["winner"], played["result"], played["reason"]) == (0, "1-0", "five in a row")
    pos = play_moves(Position(game_named(played["game"])), played["moves"])
    assert pos.outcome() is Outcome.FIRST_WINS
    assert [turn["side"] for turn in played["history"]] == [0, 1, 0, 1, 0, 1, 0, 1, 0]
    used = sum(turn["time_ms"] for turn in played["history"] if turn["side"] == 0)
    assert played["clocks_ms"][0] == pytest.approx(60000 - used, abs=0.1)
    assert (played["time_ms"], played["turn_ms"]) == (60000, 5000)


@pytest.mark.parametrize(
    ("behaviour", "reason", "detail"),
    [
        ("dies", "crash", "ended with exit status 1, saying 'the board is on fire'"),
        ("hangs", "time", "did not answer 'TURN 0,5' within 400 ms"),
        (
            "floods",
            "time",
            "did not answer 'TURN 0,5' within 400 ms, but said 'MESSAGE still thinking'",
        ),
        ("endless_line", "time", "did not answer 'TURN 0,5' within 400 ms"),
        (
            "stubborn",
            "time",
            "did not answer 'TURN 0,5' within 400 ms, but said 'ERROR I do not like this'",
        ),
    ],
)
def test_an_engine_that_misbehaves_loses_and_costs_no_more_than_its_turn(
    gomocup: Callable[..., dict[str, Any]], behaviour: str, reason: str, detail: str
) -> None:
    started = time.monotonic()
    played = gomocup(engine("gomocup", behaviour, ROW), WHITE, "turn", "400", "--tolerance", "0ms")
    assert time.monotonic() - started < 15
    assert (played["winner"], played["reason"], played["detail"]) == (1, reason, detail)
    assert played["moves"] == "1.1,6.1" and played["names"] == [behaviour, "polite"]
    if reason == "time":
        assert played["clocks_ms"][0] == pytest.approx(
            120000 - 400 - played["history"][0]["time_ms"], abs=0.1
        )


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ("0,5", "played on row 6, column 1 from the top left: an occupied square"),
        ("15,0", "played 15,0, which is off the board"),
        ("-1,0", "answered '-1,0', which is not a move X,Y"),
        ("3", "answered '3', which is not a move X,Y"),
        ("1,2,3", "answered '1,2,3', which is not a move X,Y"),
        ("9999999999,0", "answered '9999999999,0', which is not a move X,Y"),
    ],
)
def test_an_answer_that_is_no_legal_move_loses(
    gomocup: Callable[..., dict[str, Any]], answer: str, detail: str
) -> None:
    played = gomocup(engine("gomocup", "polite", ["0,0", answer]), WHITE)
    assert (played["winner"], played["reason"], played["detail"]) == (1, "illegal move", detail)


def test_a_gomocup_engine_may_be_late_by_a_second_unless_told_otherwise(
    gomocup: Callable[..., dict[str, Any]],
) -> None:
    hangs = engine("gomocup", "hangs", ROW)
    assert "within 1200 ms" in gomocup(hangs, WHITE, "turn", "200")["detail"]
    assert "within 250 ms" in gomocup(hangs, WHITE, "turn", "200", "--tolerance", "50ms")["detail"]


def test_an_engine_without_a_name_plays_all_the_same(
    gomocup: Callable[..., dict[str, Any]],
) -> None:
    played = gomocup(engine("gomocup", "nameless", ROW), WHITE, "--patience", "0.5s")
    assert (played["winner"], played["names"]) == (0, ["engine 0", "polite"])


def test_the_largest_board_has_twenty_lines(gomocup: Callable[..., dict[str, Any]]) -> None:
    white = engine("gomocup", "polite", ["19,19", "18,19", "17,19", "16,19"])
    played = gomocup(BLACK, white, "--game", "gomoku:20x20")
    assert played["moves"].startswith("1.1,20.20,1.2,20.19") and played["winner"] == 0


@pytest.mark.parametrize("behaviour", ["noisy", "garbage", "error"])
def test_noise_and_second_answers_do_not_count(
    gomocup: Callable[..., dict[str, Any]], behaviour: str
) -> None:
    played = gomocup(engine("gomocup", behaviour, ROW), WHITE)
    assert (played["winner"], played["reason"]) == (0, "five in a row")
    assert played["moves"] == "1.1,6.1,1.2,6.2,1.3,6.3,1.4,6.4,1.5"


@pytest.mark.parametrize(
    ("first", "reason", "detail"),
    [
        (engine("gomocup", "mute", ROW), "no answer", "did not answer 'START 15' within 0.4 s"),
        ("true", "crash", "ended with exit status 0"),
        ("yes", "no answer", "did not answer 'START 15' within 0.4 s"),
        (
            engine("gomocup", "refuses_size", ROW),
            "refused",
            "answered 'START 15' with 'ERROR unsupported size'",
        ),
        (
            engine("gomocup", "knows_only_five", ROW),
            "refused",
            "answered the rules of the game with 'UNKNOWN INFO connect 4'",
        ),
    ],
)
def test_an_engine_that_does_not_begin_loses(
    gomocup: Callable[..., dict[str, Any]], first: str, reason: str, detail: str
) -> None:
    played = gomocup(first, WHITE, "--patience", "0.4s", "--game", "gomoku:15x15k4")
    assert (played["winner"], played["reason"], played["detail"]) == (1, reason, detail)
    assert played["history"] == []


def test_an_opening_is_shown_to_both_engines_as_their_own_and_the_others() -> None:
    game = game_named("gomoku")
    cells = [7 * 15 + 7, 8 * 15 + 7, 9 * 15 + 6]
    games = [Record(Position(game), tuple(cells[:number])) for number in range(4)]
    assert move_lines(games[3]) == ["BOARD", "7,7,2", "7,8,1", "6,9,2", "DONE"]
    assert move_lines(games[2]) == ["BOARD", "7,7,1", "7,8,2", "DONE"]
    assert move_lines(games[1]) == ["TURN 7,7"]
    assert move_lines(games[3], known=cells[:2]) == ["TURN 6,9"]
    assert move_lines(games[0]) == ["BEGIN"]


def test_an_engine_that_believes_another_game_is_shown_the_board() -> None:
    start = Position(game_named("gomoku"))
    assert move_lines(Record(start), known=[3]) == ["BOARD", "DONE"]
    assert move_lines(Record(start, (0,)), known=[3]) == ["BOARD", "0,0,2", "DONE"]
    assert move_lines(Record(start, (0, PASS)), known=[0]) == ["BOARD", "0,0,1", "DONE"]
    assert move_lines(Record(start.play(1), (0,))) == ["BOARD", "1,0,1", "0,0,2", "DONE"]


@pytest.mark.parametrize("rule", ["gomoku:9x9", "gomoku-exact:9x9", "connect6-simple:9x7k4"])
def test_our_engine_plays_itself_from_an_opening(
    gomocup: Callable[..., dict[str, Any]], rule: str
) -> None:
    words = ["time", "3000", "--game", rule, "--opening", "3.3,4.4,5.6"]
    played = gomocup("inarow", "inarow engine --protocol gomocup --move-time 9ms", *words)
    assert played["reason"] in ("draw", "four in a row", "five in a row")
    assert played["opening"] == "3.3,4.4,5.6" and played["history"][0]["side"] == 1
    assert played["names"] == ["inarow", "inarow"]
    pos = play_moves(Position(game_named(played["game"])), played["moves"])
    assert pos.is_over


def test_a_connect6_game_and_its_dialogue(coordinate: Callable[..., Any], tmp_path: Path) -> None:
    log = tmp_path / "log"
    black = engine("connect6", "polite", ["JJ", "JKJL", "JMJN", "JOAA"])
    white = engine("connect6", "polite", ["AAAB", "ACAD", "BABC"])
    done = coordinate(
        *("e0", black, "e1", white, "--protocol", "connect6", "--json", "--log", str(log))
    )
    assert (done.returncode, done.stderr) == (0, "")
    played = json.loads(done.stdout)
    assert (played["winner"], played["reason"]) == (0, "six in a row")
    # The stone after the one that completes the line is not laid, even on an occupied square.
    assert played["history"][-1]["stones"] == ["5.10"]
    assert [len(turn["stones"]) for turn in played["history"]] == [1, 2, 2, 2, 2, 2, 1]
    pos = play_moves(Position(game_named("connect6")), played["moves"])
    assert pos.outcome() is Outcome.FIRST_WINS
    assert log.read_text().splitlines()[:10] == [
        *("0 > name", "0 < name polite", "1 > name", "1 < name polite", "1 > new white"),
        *("0 > new black", "0 > next", "0 < move JJ", "1 > move JJ", "1 < move AAAB"),
    ]


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ("JJKK", "played on row 10, column 10 from the top left: an occupied square"),
        ("AA", "laid 1 stone where two belong"),
        ("ATAA", "answered 'move ATAA': stone 'AT' must be two letters from A to S"),
        ("ABC", "answered 'move ABC': move 'ABC' must be two or four letters"),
    ],
)
def test_a_wrong_connect6_move_loses(
    coordinate: Callable[..., Any], answer: str, detail: str
) -> None:
    black = engine("connect6", "polite", ["JJ"])
    white = engine("connect6", "polite", [answer])
    done = coordinate("e0", black, "e1", white, "--protocol", "connect6", "--json")
    played = json.loads(done.stdout)
    assert (played["winner"], played["reason"], played["detail"]) == (0, "illegal move", detail)


@pytest.mark.parametrize("takes_s", [0, 0.5])
@pytest.mark.parametrize("opening", [[], ["--opening", "10.10,9.9,9.10"]])
def test_a_connect6_engine_that_begins_by_itself_is_heard(
    coordinate: Callable[..., Any], takes_s: float, opening: list[str]
) -> None:
    """At once, or after it was asked and so has moved twice: it is told everything anew."""
    eager = f"{sys.executable} -S {HOSTILE.parent / 'eager_connect6.py'} {takes_s}"
    done = coordinate("e0", eager, "--protocol", "connect6", "--json", *opening)
    played = json.loads(done.stdout)
    assert (played["reason"], played["names"]) == ("six in a row", ["Eager.Connect6"] * 2)
    assert len(played["history"]) >= 5


def test_our_connect6_engine_keeps_to_the_time_it_cannot_be_told(
    coordinate: Callable[..., Any],
) -> None:
    words = [
        "e0",
        "inarow",
        "time",
        "6000",
        "--opening",
        "10.10,9.9,9.10",
        "--protocol",
        "connect6",
    ]
    done = coordinate(*words, "--json")
    played = json.loads(done.stdout)
    assert played["reason"] in ("six in a row", "draw")
    assert "--move-time" in played["commands"][0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["perft", "3"], "word 'perft' is not e0, e1, time or turn"),
        (["turn", "soon"], "turn is 'soon', expected 1 to 999999999"),
        (["--game", "connect4"], "game 'connect4' is not a game of one stone a turn"),
        (["--game", "connect6"], "game 'connect6' is not a game of one stone a turn"),
        (["--game", "tictactoe"], "must have 5 to 20 rows and columns"),
        (["--game", "chess"], "game 'chess' is not known"),
        (["--opening", "1.1,1.1"], "1.1 is occupied at move 2"),
        (["--opening", "1.1,2.1,1.2,2.2,1.3,2.3,1.4,2.4,1.5"], "the game is over before the"),
        (["--memory", "much"], "--memory is 'much', expected 1 to 999999999"),
        (["--tolerance", "-1"], "--tolerance: '-1' is not a time"),
    ],
)
def test_bad_words_get_one_sentence(
    coordinate: Callable[..., Any], words: list[str], sentence: str
) -> None:
    done = coordinate("--protocol", "gomocup", "e0", "cat", *words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("inarow coordinate: ") and sentence in done.stderr


def test_options_of_free_boards_go_with_their_protocols(coordinate: Callable[..., Any]) -> None:
    done = coordinate("e0", "cat", "--game", "gomoku")
    assert done.returncode == 2
    assert "--game requires --protocol gomocup or connect6" in done.stderr
    done = coordinate("--protocol", "connect6", "e0", "cat", "--game", "gomoku")
    assert done.returncode == 2 and "is not connect6 on 19 x 19" in done.stderr
    done = coordinate("--protocol", "connect6", "e0", "cat", "--opening", "10.10,9.9")
    assert done.returncode == 2 and "the last turn is one stone short" in done.stderr
