"""The Connect6 engine protocol: letters, turns of two stones, and words that make no sense."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Position
from inarow.protocols.connect6.engine import Engine
from inarow.protocols.connect6.letters import COLOURS, GAME, cell_of, cells_of, letters_of
from inarow.protocols.connect6.manager import parse_name
from inarow.protocols.line_engine import RefusedError

Asked = list[tuple[Position, "int | None"]]


@pytest.fixture
def asked() -> Asked:
    return []


@pytest.fixture
def engine(asked: Asked) -> Engine:
    """An engine that plays the first empty cell and remembers what it was asked."""

    def search(pos: Position, depth: int | None) -> int:
        asked.append((pos, depth))
        return pos.legal_moves()[0]

    return Engine(search)


def say(engine: Engine, *lines: str) -> list[str]:
    return [reply for line in lines for reply in engine.answer(line.encode())]


def test_letters_and_cells_round_trip() -> None:
    assert [letters_of(cell) for cell in (0, 18, 342, 360, 180)] == ["AS", "SS", "AA", "SA", "JJ"]
    assert all(cell_of(letters_of(cell)) == cell for cell in range(361))
    assert cells_of("JJJJ") == cells_of("jj") == [180]
    for wrong in ("", "J", "JJJ", "JT", "@A", "JJKKLL"):
        with pytest.raises(RefusedError):
            cells_of(wrong)


def test_a_line_of_help_is_no_name() -> None:
    assert parse_name(b"name        - print the name of the Game Engine.") is None
    assert parse_name(b"name Cloudict.Connect6") == b"Cloudict.Connect6"


def test_a_game_as_black(engine: Engine, asked: Asked) -> None:
    assert say(engine, "name", "new black", "next", "move JJKK") == [
        "name inarow",
        "move AS",
        "move BSCS",
    ]
    assert [(pos.to_move, pos.left) for pos, _ in asked] == [(1, 1), (1, 2), (1, 1)]


def test_a_game_as_white(engine: Engine, asked: Asked) -> None:
    assert say(engine, "new white", "move JJ", "move KKLL") == ["move ASBS", "move CSDS"]
    assert [(pos.to_move, pos.left) for pos, _ in asked] == [(2, 2), (2, 1)] * 2


def test_stones_are_laid_without_an_answer(engine: Engine, asked: Asked) -> None:
    assert say(engine, "new", "black JJJJ", "white KKLL", "next") == ["move ASBS"]
    pos = asked[0][0]
    assert (pos.stones(1), pos.stones(2), pos.to_move, pos.left) == (1, 2, 1, 2)


def test_a_turn_has_two_stones_even_if_the_first_one_wins(engine: Engine) -> None:
    say(engine, "black AS", "white JALA", "black BSCS", "white NAPA", "black DSES", "white JCLC")
    assert say(engine, "next", "next") == ["move FSGS", "error the game is over"]


def test_words_of_other_engines_are_accepted(engine: Engine) -> None:
    assert say(engine, "vcf", "unvcf", "depth 6") == []


def test_a_client_that_tells_everything_anew_before_each_move(engine: Engine, asked: Asked) -> None:
    """As public graphical clients do: any word after ``new`` clears the board."""
    game = Position(GAME)
    stones = iter(["NNMN", "IIKK", "OOPP", "QQRR", "LLMM", "SSAA"])
    told: list[str] = []
    for turn in range(5):
        if turn % 2 == 0:  # ours
            asked.clear()
            [reply] = say(engine, "new xxx", *told, "vcf", "depth 4", "next")
            assert asked[0][0] == game
            letters = reply.removeprefix("move ")
        else:
            letters = next(stones)
        for cell in cells_of(letters):
            game = game.play(cell)
        told.append(f"{COLOURS[turn % 2]} {letters if len(letters) == 4 else 2 * letters}")
    assert game.stone_count == 9


def test_depth_is_passed_on(engine: Engine, asked: Asked) -> None:
    say(engine, "depth 4", "next", "depth 0", "next", "depth 99", "next")
    assert [depth for _, depth in asked] == [4, None, None, 60, 60]


def test_wrong_words_get_one_error_and_change_nothing(engine: Engine, asked: Asked) -> None:
    assert say(engine, "move JJKK") == ["error this move has 2 stones, expected 1"]
    assert say(engine, "black JJ", "white JJKK") == ["error stone JJ is on an occupied square"]
    assert say(engine, "white KK") == ["error this move has 1 stone, expected 2"]
    assert say(engine, "depth x", "fly") == [
        "error depth 'x' must be 0 to 60",
        "error command 'fly' is not known; try help",
    ]
    assert say(engine, "next") == ["move ASBS"]
    assert asked[0][0].stone_count == 1


@given(st.lists(st.binary(max_size=30), max_size=20))
@settings(max_examples=100, deadline=None)
def test_no_bytes_kill_it(lines: list[bytes]) -> None:
    engine = Engine(lambda pos, depth: pos.legal_moves()[0])
    for line in [*lines, b"x" * 5000]:
        for reply in engine.answer(line):
            assert reply and reply.isascii() and "\n" not in reply


def test_the_command_plays_and_quits(command: Callable[[str], str]) -> None:
    engine = [command("inarow"), "engine", "--protocol", "connect6"]
    done = subprocess.run(
        [*engine, "--move-time", "100ms"],
        input="name\nnew black\nnext\nmove KKLL\nquit\nname\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    name, first, second = done.stdout.splitlines()
    assert (name, first) == ("name inarow", "move JJ")
    assert len(cells_of(second.split()[1])) == 2
    assert done.stderr == ""
