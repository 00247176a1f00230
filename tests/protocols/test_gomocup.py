"""The Gomocup protocol: every command, the limits it sets, and whatever else comes along."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Outcome, Position
from inarow.protocols.gomocup.engine import Engine, Limits

Asked = list[tuple[Position, float, int]]


@pytest.fixture
def asked() -> Asked:
    return []


@pytest.fixture
def engine(asked: Asked) -> Engine:
    """An engine that plays the first empty cell and remembers what it was asked."""

    def search(pos: Position, time_s: float, memory_mb: int) -> int:
        asked.append((pos, time_s, memory_mb))
        return pos.legal_moves()[0]

    return Engine(search)


def say(engine: Engine, *lines: str) -> list[str]:
    return [reply for line in lines for reply in engine.answer(line.encode())]


def test_a_game_with_turns(engine: Engine, asked: Asked) -> None:
    assert say(engine, "START 15", "TURN 7,3", "TURN 0,1") == ["OK", "0,0", "1,0"]
    pos = asked[-1][0]
    assert (pos.game.rows, pos.game.cols, pos.game.k, pos.to_move) == (15, 15, 5, 2)
    assert (pos.at(3, 7), pos.at(0, 0), pos.at(1, 0)) == (1, 2, 1)


def test_tables_are_made_when_a_game_is_announced_and_not_in_a_move() -> None:
    made: list[tuple[int, int, int, bool, int]] = []

    def prepare(game: Game, memory_mb: int) -> None:
        made.append((game.rows, game.cols, game.k, game.exact, memory_mb))

    engine = Engine(lambda pos, time_s, memory_mb: pos.legal_moves()[0], prepare)
    say(engine, "INFO connect 6", "START 15", "BEGIN", "TURN 5,5")
    assert made == [(15, 15, 6, False, 64)]
    say(engine, "INFO rule 1", "INFO max_memory 83886080", "INFO time_left 5000", "BEGIN")
    assert made[1:] == [(15, 15, 6, True, 64), (15, 15, 6, True, 20)]


def test_begin_makes_us_first_and_restart_clears(engine: Engine, asked: Asked) -> None:
    assert say(engine, "START 10", "BEGIN", "TURN 5,5", "RESTART", "BEGIN") == [
        *("OK", "0,0", "1,0", "OK", "0,0")
    ]
    assert [pos.to_move for pos, _, _ in asked] == [1, 1, 1]
    assert asked[-1][0].stone_count == 0


def test_a_rectangle_has_columns_first(engine: Engine, asked: Asked) -> None:
    assert say(engine, "RECTSTART 7,12", "TURN 6,11") == ["OK", "0,0"]
    assert (asked[0][0].game.cols, asked[0][0].game.rows) == (7, 12)


def test_a_board_is_set_up(engine: Engine, asked: Asked) -> None:
    assert say(engine, "START 9", "BOARD", "3,4,2", "0,0,1", "8,8,2", "DONE") == ["OK", "1,0"]
    pos = asked[0][0]
    assert pos.stone_count == 3 and pos.to_move == 2
    assert pos.at(4, 3) == pos.at(8, 8) == 3 - pos.at(0, 0) == 1


def test_a_stone_is_taken_back(engine: Engine, asked: Asked) -> None:
    say(engine, "START 9", "TURN 4,4")
    assert say(engine, "TAKEBACK 0,0", "TAKEBACK 4,4", "TURN 5,5") == ["OK", "OK", "0,0"]
    assert asked[-1][0].stone_count == 1
    assert say(engine, "TAKEBACK 4,4") == ["ERROR no stone lies on 4,4"]


def test_info_sets_rule_length_time_and_memory(engine: Engine, asked: Asked) -> None:
    assert (
        say(
            engine,
            "INFO timeout_turn 1000",
            "INFO timeout_match 100000",
            "INFO time_left 8030",
            "INFO max_memory 83886080",
            "INFO game_type 1",
            "INFO rule 1",
            "INFO connect 6",
            "INFO folder /tmp",
            "INFO evaluate 3,3",
            "INFO nonsense",
        )
        == []
    )
    say(engine, "START 19", "BEGIN")
    pos, time_s, memory_mb = asked[0]
    assert (pos.game.k, pos.game.exact, memory_mb) == (6, True, 20)
    assert time_s == pytest.approx(0.4)
    say(engine, "INFO time_left 2147483647", "TURN 9,9")
    assert asked[1][1] == pytest.approx(0.87)


@pytest.mark.parametrize("turn_ms", [0, 1, 29, 30, 100, 1000, 30_000, 10**9])
@pytest.mark.parametrize("left_ms", [None, 1, 500, 60_000, 2**31 - 1])
def test_thinking_leaves_time_to_answer(turn_ms: int, left_ms: int | None) -> None:
    seconds = Limits(turn_ms=turn_ms, match_left_ms=left_ms).thinking_s()
    assert 0 <= seconds <= max(0.0, min(turn_ms, 30_000) / 1000 - 0.03)
    if left_ms is not None:
        assert seconds <= left_ms / 1000


def test_boards_have_up_to_twenty_lines(engine: Engine, asked: Asked) -> None:
    assert say(engine, "START 20", "TURN 19,19", "RECTSTART 20,5", "TURN 19,4") == [
        "OK",
        "0,0",
        "OK",
        "0,0",
    ]
    assert [(pos.game.rows, pos.game.cols) for pos, *_ in asked] == [(20, 20), (5, 20)]
    assert [pos.at(pos.game.rows - 1, 19) for pos, *_ in asked] == [1, 1]


def test_wrong_words_get_an_answer_and_change_nothing(engine: Engine, asked: Asked) -> None:
    assert say(engine, "TURN 1,1", "BEGIN", "RESTART", "BOARD") == ["ERROR no game was started"] * 4
    assert say(engine, "START 21") == ["ERROR boards of 5 to 20 only, not 21"]
    assert say(engine, "START ten") == ["ERROR the board size 'ten' is no number"]
    assert say(engine, "SWAP2BOARD", "hello") == ["UNKNOWN SWAP2BOARD", "UNKNOWN hello"]
    assert say(engine, "START 9", "TURN 9,0", "TURN x", "TURN 3,3", "TURN 3,3") == [
        "OK",
        "ERROR 9,0 is off the board",
        "ERROR TURN needs two numbers X,Y, not 'x'",
        "0,0",
        "ERROR 3,3 is occupied",
    ]
    assert say(engine, "INFO connect 9") == ["ERROR connect 9 is not within 3 to 8"]
    assert say(engine, "BOARD", "1,1", "TURN 1,1") == [
        "ERROR BOARD needs lines X,Y,1 or X,Y,2 and DONE: '1,1'",
        "0,0",
    ]
    assert len(asked) == 2


def test_a_finished_game_is_refused(engine: Engine) -> None:
    five = [f"{x},0,2" for x in range(5)]
    assert say(engine, "START 9", "BOARD", *five, "DONE") == ["OK", "ERROR the game is over"]


def test_end_and_about(engine: Engine) -> None:
    assert say(engine, "about")[0].startswith('name="inarow"')
    assert not engine.finished
    assert say(engine, "END") == [] and engine.finished


@given(st.lists(st.binary(max_size=40), max_size=20))
@settings(max_examples=100, deadline=None)
def test_no_bytes_kill_it(lines: list[bytes]) -> None:
    engine = Engine(lambda pos, time_s, memory_mb: pos.legal_moves()[0])
    for line in [b"START 9", *lines, b"x" * 5000]:
        for reply in engine.answer(line):
            assert reply and reply.isascii() and "\n" not in reply


def test_the_command_plays_a_game(command: Callable[[str], str]) -> None:
    """A manager that plays at random loses to it within the time it gives."""
    engine = [command("inarow"), "engine", "--protocol", "gomocup"]
    rng = random.Random(5)
    with subprocess.Popen(
        engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout

        def ask(line: str) -> str:
            assert process.stdin and process.stdout
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return process.stdout.readline().strip()

        process.stdin.write("INFO timeout_turn 100\nINFO max_memory 73400320\n")
        assert ask("START 15") == "OK"
        from inarow import game_named

        pos = Position(game_named("gomoku"))
        while not pos.is_over:
            move = rng.choice(pos.legal_moves())
            pos = pos.play(move)
            if not pos.is_over:
                x, y = ask(f"TURN {move % 15},{move // 15}").split(",")
                pos = pos.play(int(y) * 15 + int(x))
        assert pos.outcome() is Outcome.SECOND_WINS
        process.stdin.write("END\n")
        process.stdin.close()
        assert process.wait(10) == 0
