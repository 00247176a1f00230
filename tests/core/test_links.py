"""Links of the page: read as they are written, with the lines beside a game."""

from __future__ import annotations

import pytest

from inarow import GAMES
from inarow.errors import UserError
from inarow.game import game_named
from inarow.links import Link, record_url
from inarow.move_text import moves_text
from inarow.record import Record
from random_lines import random_line


@pytest.mark.parametrize("name", [*GAMES, "connect4:12x4"])
@pytest.mark.parametrize("site", ["", "http://127.0.0.1:8014", "https://[::1]"])
def test_a_link_is_read_as_it_was_written(name: str, site: str) -> None:
    for seed in range(3):
        line = random_line(name, seed, 30)
        for at in {0, len(line.moves)}:
            link = Link.parse(f"{site}{record_url(line, at, 'search')}#end")
            assert link.screen == "search"
            assert link.record() == line.viewed_at(at) == link.shown_record()
            assert link.closest_record() == (line.viewed_at(at), "")


@pytest.mark.parametrize(
    ("query", "moves", "at"),
    [
        ("lines=2-33_3b-1&in=1", "4433", 4),
        ("lines=2-33_3b-1&in=2&at=3", "4451", 3),
        ("lines=2-33_3b-1", "4455", 4),
        ("lines=2-33&in=0&at=1", "4455", 1),
        ("lines=2-33&in=9", "4455", 4),
    ],
)
def test_the_line_of_a_link_is_shown_as_if_it_were_the_game(
    query: str, moves: str, at: int
) -> None:
    shown = Link.parse(f"/play/connect4/4455?{query}").shown_record()
    assert (moves_text(shown.game, shown.moves), shown.at) == (moves, at)


@pytest.mark.parametrize(
    ("game", "moves", "line", "shown"),
    [
        ("connect4:12x4", "12", "1-11", "12,11"),
        ("connect4:12x4", "", "0-11,12", "11,12"),
        ("gomoku", "8.8,8.9", "1-9.9,1.1", "8.8,9.9,1.1"),
    ],
)
def test_lines_of_wide_and_free_boards_are_comma_separated(
    game: str, moves: str, line: str, shown: str
) -> None:
    record = Link.parse(f"/play/{game}/{moves}?lines={line}&in=1").shown_record()
    assert record.game == game_named(game)
    assert moves_text(record.game, record.moves) == shown


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("lines=4&in=1", "line 1 is '4', expected 4-4455"),
        ("lines=9-4&in=1", "line 1 leaves the game after move 9 of 4"),
        ("lines=4-9&in=1", "column '9' must be 1 to 7"),
        ("lines=4-4&in=x", "in is 'x'"),
        ("lines=4-4&in=1&at=7", "at is '7', expected 0 to 5"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(query: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Link.parse(f"/play/connect4/4455?{query}").shown_record()


@pytest.mark.parametrize(
    ("query", "side"),
    [("", 0), ("yellow=4", 1), ("red=9", 2), ("red=2&yellow=2", 0), ("red=you&yellow=you", 0)],
)
def test_the_person_who_plays_an_engine(query: str, side: int) -> None:
    link = Link.parse(f"/play/connect4?{query}")
    assert link.human_side() == side
    assert link.record() == Record(link.record().start)
