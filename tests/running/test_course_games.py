"""From what is handed in to a game: built, adapted and refereed by the course's own terms, in every
language and in the best tier that works."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace

import pytest

from builds import image_or_report
from course_files import CONNECT_FOUR, MORE_CONNECT_FOUR, course_program
from inarow import Position, game_named
from inarow.course import find_course
from inarow.players.base import Player, RandomPlayer
from inarow.players.seat import ClockKind, Seat
from inarow.referee.referee import play_game
from inarow.running.build import Image
from inarow.running.build_rules import guess_program
from inarow.running.cache import FolderCache
from inarow.running.result import RunVerdict
from inarow.running.seats import make_seat
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain
from sandboxes import sandbox_of, working_tiers

pytestmark = pytest.mark.process
SANDBOX = sandbox_of(working_tiers()[0])
TOOLCHAIN = Toolchain()
ENTRIES: dict[str, tuple[str, Submission, str]] = {
    **{
        f"comp3308 {language}": ("comp3308", course_program("comp3308", *files), "connect4")
        for language, files in (CONNECT_FOUR | MORE_CONNECT_FOUR).items()
    },
    "cse440": ("cse440", course_program("maxconnect4", "maxconnect4.py"), "maxconnect4"),
    "comp2230": ("comp2230", course_program("comp2230"), "connect4"),
    "aps105": ("aps105", course_program("aps105"), "connect6-simple:7x7"),
}


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> FolderCache:
    return FolderCache("images", tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("name", ENTRIES)
def test_what_is_handed_in_plays_a_game(name: str, images: FolderCache) -> None:
    course_name, submission, game_name = ENTRIES[name]
    course, sandbox = find_course(course_name), SANDBOX
    assert sandbox is not None
    programs = course.programs
    if name.removeprefix("comp3308 ") in MORE_CONNECT_FOUR:
        programs = guess_program(submission, programs.mains)
    image = image_or_report(submission, programs, TOOLCHAIN, sandbox, cache=images)
    if not isinstance(image, Image):
        assert image.verdict is RunVerdict.NOT_RUN, image
        pytest.skip(image.reason)
    program = next(iter(image.programs.values()))
    conduct = replace(course.conduct, turn_ms=30_000, handshake_s=60)
    assert (conduct.clock is ClockKind.CPU) == (course_name == "cse440")
    game = game_named(game_name)
    opening = () if course.seat == "dialogue" else opening_of(Position(game))
    with closing(make_seat(course.seat, program, sandbox, course.programs.limits)) as seat:
        players: list[Player | Seat] = [seat, RandomPlayer()]
        log = play_game(game, players, conduct, opening, rng=random.Random(2))
        seat.end(answers=True)
    asked = [turn for turn in log.turns if turn.side == 0]
    assert asked and {turn.verdict for turn in asked} == {"OK"}, [turn.fault for turn in asked]
    assert log.record.result is not None and log.record.result.termination.is_natural


def opening_of(pos: Position) -> tuple[int, ...]:
    """Enough moves of a game that it is soon over: starting Octave takes its time."""
    rng = random.Random(7)
    stones = pos.game.cells - 10
    while True:
        now, moves = pos, list[int]()
        while now.legal_moves() and len(moves) < stones:
            moves.append(rng.choice(now.legal_moves()))
            now = now.play(moves[-1])
        if now.legal_moves():
            return tuple(moves)
