"""Why a move was good or bad, in the terminal: the sentences of the page with other names."""

from __future__ import annotations

import json
import re

import pytest

from inarow import GAMES, Position
from inarow.analysis.analyse import analyse
from inarow.cli import main
from inarow.limits import Limits
from inarow.record import PASS, Record
from inarow.teaching.move_review import MoveReview, PlainReview, review_last_move, review_move
from random_lines import random_line

MOVES = "445566"


def record_of(moves: str, name: str = "connect4") -> Record:
    return Record.from_moves(Position(GAMES[name]), moves)


def page_text(review: MoveReview) -> str:
    """The page's sentences, with letters where the board has them."""
    return " ".join(
        "".join(part.letter or part.text for part in paragraph) for paragraph in review.paragraphs
    )


@pytest.mark.long
def test_the_terminal_says_what_the_page_does() -> None:
    reasons = 0
    for name in ("connect4", "tictactoe"):
        for seed in range(5):
            line = random_line(name, seed, quiet=9)
            for at in range(1, len(line.moves) + 1):
                record = line.viewed_at(at)
                before = analyse(line.positions[at - 1], Limits(2.0))
                page = page_text(review_move(record, before))
                plain = review_move(record, before).plain().whole
                # Letters are followed by their column; plain sentences name the place instead.
                page = re.sub(r"\b[A-H] in column (\d)", r"column \1", page)
                page = re.sub(r"\b[A-H] at (\d[.]\d)", r"\1", page)
                plain = re.sub(r"(column \d), row \d", r"\1", plain)
                page = re.sub(r"(column \d), row \d", r"\1", page)
                letter = re.search(r"(beneath|stone on) [A-H]\b", page)
                assert letter or " ".join(page.split()) == plain
                reasons += "threatens" in plain or "needs only" in plain or "need only" in plain
    assert reasons > 5


def test_a_square_is_named_by_its_place_and_in_the_numbers_of_the_reader() -> None:
    record = record_of(MOVES).viewed_at(4)
    assert "column 2, row 1 and column 6, row 1 at once" in review_last_move(record, Limits()).whole
    assert (
        "column 1, row 0 and column 5, row 0 at once"
        in review_last_move(record, Limits(), base=0).whole
    )
    assert review_last_move(record, Limits()).whole.startswith(
        "Column 5 loses; 3 and 6 would have won, by move 40. The first player now drops in 3"
    )
    assert review_last_move(record, Limits()).rest.startswith("The first player now drops in 3")


def test_a_pass_is_not_explained() -> None:
    assert review_last_move(record_of("44").with_move(PASS), Limits()) == PlainReview()


def test_a_game_with_points_ends_in_points() -> None:
    start = Position.parse(
        GAMES["maxconnect4"], "..oxo.x/xoxxxxo/oxooxxx/xoxxoxo/oxooxoo/xoxxxoo x"
    )
    assert review_last_move(Record(start, (5,)), Limits()).whole == (
        "Column 6 keeps the win. With best play the first player ends 4 points ahead."
    )


def test_analyse_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", MOVES]) == 0
    *_, mistake, reason, last = capsys.readouterr().out.splitlines()
    assert mistake.startswith("The last mistake was move 4, column 5 by the second player")
    assert reason.startswith("Why: The first player now drops in 3 and threatens column 2, row 1")
    assert last == "The last move: Every move loses here; 6 lasts as long as any, to move 7."
    assert main(["analyse", "4"]) == 0
    *_, none, reason = capsys.readouterr().out.splitlines()
    assert none == "No move of this game threw away a win or a draw."
    assert reason == "The last move: Only 4 kept the win. The first player wins by move 41."
    assert main(["analyse", MOVES, "--time", "5s"]) == 0
    assert "Why" not in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--game", "gomoku", "8.8,9.9"], "Too early to be solved exactly."),
        (
            ["1717", "--no-book", "--time", "0.1s"],
            "Its value is not known: the exact search has not finished.",
        ),
        (
            ["--game", "maxconnect4", "4455", "--time", "0.1s"],
            "Its value is not known: the exact search has not finished.",
        ),
    ],
)
def test_a_value_that_is_not_known_is_said_to_be_unknown(
    options: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", *options]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("The last move: The second player played ")
    assert last.endswith(reason)
    assert main(["analyse", "--json", *options]) == 0
    assert json.loads(capsys.readouterr().out)["why"] == last.removeprefix("The last move: ")


def test_a_result_alone_is_no_reason() -> None:
    found = review_last_move(record_of("44444163"), Limits())
    assert found.whole == "Column 3 loses; 5 held the draw. The first player wins by move 37."
    assert found.rest == "The first player wins by move 37." and not found.reasoned


MISTAKE = (
    "The last mistake was move 8, column 3 by the second player: it turned a draw into a loss;"
)


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        ("44444163", [f"{MISTAKE} 5 kept it.", "After it: The first player wins by move 37."]),
        (
            "4444416353",
            [
                f"{MISTAKE} 5 kept it.",
                "After it: The first player wins by move 37.",
                "The last move: Every move loses here, 3 by move 11; 7 lasts longest, to move 41.",
            ],
        ),
        (
            "4141412",
            [
                "The last mistake was move 7, column 2 by the first player: it turned a win into a"
                " loss; 1, 4 kept it.",
                "Why: 4 was four in a row.",
            ],
        ),
    ],
)
def test_after_the_last_mistake_comes_the_rest_and_then_the_last_move(
    moves: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", moves]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-len(lines) :] == lines and out[-len(lines) - 1].startswith("Best play: ")


@pytest.mark.parametrize("moves", ["4", "44444163", "4444416353", MOVES, "4455667", "4141412"])
def test_json_has_the_whole_text_about_the_mistake_or_the_last_move(
    moves: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", "--json", moves]) == 0
    data = json.loads(capsys.readouterr().out)
    record = record_of(moves)
    number = data["last_mistake"]["number"] if data["last_mistake"] else record.at
    assert data["why"] == review_last_move(record.viewed_at(number), Limits()).whole != ""


def test_json_has_no_reason_where_no_move_was_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["why"] is None
