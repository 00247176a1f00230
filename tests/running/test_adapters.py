"""Plain programs play whole games through every adapter, against each other and our players."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inarow import Game, Position, game_named
from inarow.course import find_course
from inarow.courses.comp3308.seat import run_marked
from inarow.courses.maxconnect4.answers import file_answer
from inarow.courses.maxconnect4.seat import COMPUTER, HUMAN, run_on_position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Player, RandomPlayer
from inarow.players.conduct import Conduct
from inarow.players.seat import Seat
from inarow.protocols.registry import PROTOCOLS
from inarow.record import Termination
from inarow.referee.referee import play_game
from inarow.running.answers import number_lines
from inarow.running.command_line import program_from_command
from inarow.running.program import ARGS, Program, RunLimits
from inarow.running.sandbox import Sandbox
from inarow.running.seats import ProgramSeat, adapter_names, find_adapter, make_seat
from local_programs import HERE, c_program, python_program, python_tool
from sandboxes import sandbox_of, working_tiers

pytestmark = pytest.mark.process
TIERS = working_tiers()
BEST = TIERS[0]
KIND = 20_000.0
"""A limit that no load makes these programs miss."""


def best() -> Sandbox:
    sandbox = sandbox_of(BEST)
    assert sandbox is not None
    return sandbox


def plain_connectfour() -> Program:
    return python_program(HERE / "plain_connectfour.py")


def engine(protocol: str) -> Program:
    """Our own engine, with all that it needs to see."""
    inarow = str(Path(sys.executable).parent / "inarow")
    return program_from_command([inarow, "engine", "--protocol", protocol, "--move-time", "5ms"])


MakeSeat = Callable[[], ProgramSeat]


def seat(word: str, make: Callable[[], Program], **options: Any) -> MakeSeat:
    return lambda: make_seat(word, make(), best(), **options)


CASES: dict[str, tuple[str, MakeSeat, Conduct]] = {
    "argv": (
        "connect4",
        seat("argv", lambda: python_program(HERE / "plain_connectfour.py")),
        find_course("comp3308").conduct,
    ),
    "argv in C": (
        "connect4",
        seat("argv", lambda: c_program(HERE / "plain_connectfour.c")),
        find_course("comp3308").conduct,
    ),
    "files": (
        "maxconnect4",
        seat("files", lambda: python_program(HERE / "plain_maxconnect4.py"), depth=3),
        find_course("maxconnect4").conduct,
    ),
    "interactive": (
        "maxconnect4",
        seat("interactive", lambda: python_program(HERE / "plain_maxconnect4.py")),
        find_course("maxconnect4").conduct,
    ),
    "engine": (
        "connect4",
        seat("engine", lambda: python_program(HERE / "plain_engine.py")),
        PROTOCOLS["comp2230"].conduct,
    ),
    "dialogue": (
        "connect6-simple:7x7",
        seat("dialogue", lambda: c_program(HERE / "plain_lab7.c")),
        find_course("aps105").conduct,
    ),
    "gomocup": ("gomoku", seat("gomocup", lambda: engine("gomocup")), PROTOCOLS["gomocup"].conduct),
    "connect6": (
        "connect6",
        seat("connect6", lambda: engine("connect6")),
        PROTOCOLS["connect6"].conduct,
    ),
    "python": (
        "connect4",
        seat("python", plain_connectfour, function="connect_four"),
        find_course("comp3308").conduct,
    ),
    "kaggle": (
        "connect4:8x6",
        seat("python", plain_connectfour),
        find_course("comp3308").conduct,
    ),
}


def kind(conduct: Conduct) -> Conduct:
    return replace(conduct, turn_ms=KIND, handshake_s=KIND / 1000)


def test_every_adapter_is_tried_here() -> None:
    assert {word.split(" ")[0] for word in CASES} >= set(adapter_names())
    with pytest.raises(UserError, match="adapter 'x' is not known: expected one of argv"):
        find_adapter("x")
    with pytest.raises(UserError, match="adapter 'argv' has no option 'depth'"):
        make_seat("argv", plain_connectfour(), best(), depth=3)


@pytest.mark.sandbox
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", CASES)
def test_a_program_plays_a_game_by_its_adapter(name: str, side: int) -> None:
    game, make, conduct = CASES[name]
    with closing(make()) as program:
        assert isinstance(program, Seat)
        players: list[Player | Seat] = [RandomPlayer(), RandomPlayer()]
        players[side] = program
        log = play_game(game_named(game), players, kind(conduct), rng=random.Random(side))
        program.end(answers=True)
    assert log.record.result is not None
    assert log.record.result.termination.is_natural, log.record.result
    asked = [turn for turn in log.turns if turn.side == side]
    assert asked and all(turn.verdict == "OK" for turn in asked)
    for turn in asked:
        assert turn.effort is not None and turn.effort.cpu_ms is not None
        assert turn.effort.wall_ms > 0 and turn.effort.stall_ms is not None
        assert turn.effort.peak_mb is not None and turn.effort.peak_mb > 0.5
    assert log.as_json()["turns"][0]["verdict"] == "OK"


@pytest.mark.parametrize("name", CASES)
def test_a_program_chooses_like_any_player(name: str) -> None:
    game, make, _ = CASES[name]
    pos = Position(game_named(game))
    with closing(make()) as program:
        for _ in range(5):
            if pos.is_over:
                break
            player: Player = program if pos.to_move == 2 else RandomPlayer()
            pos = pos.play(
                player.choose(pos, Limits(time_s=KIND / 1000), rng=random.Random(1)).move
            )


@pytest.mark.parametrize("name", CASES)
def test_a_game_that_a_program_cannot_be_told_of_is_refused(name: str) -> None:
    make = CASES[name][1]
    with closing(make()) as program:
        other = game_named("tictactoe")
        with pytest.raises(UserError, match="cannot play this game"):
            play_game(other, [program, RandomPlayer()])


def test_two_dialogues_are_bridged() -> None:
    make = CASES["dialogue"][1]
    with closing(make()) as black, closing(make()) as white:
        log = play_game(
            game_named("connect6-simple:7x7"), [black, white], kind(find_course("aps105").conduct)
        )
    assert log.record.result is not None
    assert log.record.result.termination in (Termination.LINE, Termination.DRAW)


def test_the_auto_marked_form_is_asked_with_algorithm_and_depth() -> None:
    marked = "import sys; print(len(sys.argv), 297, sep='\\n'); assert sys.argv[3:] == ['A', '4']"
    tool = python_tool()
    argv = (*tool.command, "-c", marked, ARGS)
    program = Program(
        "marked", argv, None, tool.readable, tool.environment, interpreter=tool.interpreter
    )
    pos = Position(Game())
    report = run_marked(program, best(), pos, "A", 4, RunLimits())
    assert number_lines(report.stdout, 2) == [5, 297]


def test_interactive_mode_leaves_both_files() -> None:
    program = python_program(HERE / "plain_maxconnect4.py")
    pos = Position(game_named("maxconnect4"))
    words = ("interactive", "input.txt", "human-next", "3")
    _, (computer, human) = run_on_position(
        program, best(), pos, words, (COMPUTER, HUMAN), RunLimits(wall_s=20), b"9\n4\n"
    )
    assert isinstance(computer, bytes) and isinstance(human, bytes)
    assert file_answer(human, pos) == 3
    assert file_answer(computer, pos.play(3)) == 0
