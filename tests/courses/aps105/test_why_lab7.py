"""Lab 7 part 1: rules as data, and the mistakes that explain a dialogue or a single choice."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from inarow import Game, Position, _core
from inarow.courses.aps105.diagnosis import Dialogue, Laid, explained
from inarow.courses.aps105.dialogue import printed
from inarow.courses.aps105.mistakes import (
    LAB7_MISTAKES,
    Lab7Mistake,
    lab7_mistake_named,
    rules_with,
    singles_and_pairs,
)
from inarow.courses.aps105.questions import questions
from inarow.courses.aps105.rules import LabRules, choice
from inarow.courses.aps105.transcript import Heard, heard_from
from inarow.errors import UserError
from inarow.teaching.why.known import Report

GAMES = json.loads((Path(__file__).parents[2] / "data" / "aps105_games.json").read_text())
each_mistake = pytest.mark.parametrize("mistake", LAB7_MISTAKES, ids=lambda each: each.name)


def played(*made: Lab7Mistake) -> list[Dialogue]:
    """The games of a program with these mistakes, read back from its text."""
    found = []
    for typed in questions():
        text = printed(rules_with(made), typed.stdin).decode()
        heard = heard_from(text, typed.n, typed.colour)
        squares = typed.squares
        found.append(
            Dialogue(Heard(typed.n, typed.colour, squares, heard.sayings, heard.remark), whole=True)
        )
    return found


def names(report: Report) -> list[str]:
    return [cause.name for cause in report.causes]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["id"])
def test_the_right_rules_print_the_games_of_the_course(game: dict[str, str]) -> None:
    assert printed(LabRules(), game["stdin"].encode()).decode() == game["stdout"]


def test_the_right_rules_choose_as_the_strict_command_does() -> None:
    rng = random.Random(7)
    for n in (7, 9, 12):
        for _ in range(8):
            board = [rng.choice("UUUBW") for _ in range(n * n)]
            rows = "/".join("".join(board[row * n : row * n + n]) for row in range(n))
            pos = Position(Game(rows=n, cols=n, k=6, gravity=False), rows, 2, symbols="UBW")
            assert choice(board, "W", LabRules()) == _core.lab7_choose(pos)


def test_names_are_unique_and_sentences_whole() -> None:
    every = [mistake.name for mistake in LAB7_MISTAKES]
    assert len(set(every)) == len(every) >= 45
    for mistake in LAB7_MISTAKES:
        assert mistake.sentence.endswith(".") and mistake.sheet.endswith(".") and mistake.look
        assert mistake.applied(LabRules()) != LabRules()
    assert lab7_mistake_named("last-of-ties") in LAB7_MISTAKES
    with pytest.raises(UserError, match="mistake 'x' is not known, expected one of reply-"):
        lab7_mistake_named("x")


def test_pairs_concern_different_rules() -> None:
    pairs = [made for made in singles_and_pairs() if len(made) == 2]
    assert len(pairs) > 800
    assert all(not one.changes.keys() & other.changes.keys() for one, other in pairs)


@each_mistake
def test_some_game_shows_each_mistake(mistake: Lab7Mistake) -> None:
    rules = rules_with((mistake,))
    assert any(
        printed(rules, typed.stdin) != printed(LabRules(), typed.stdin) for typed in questions()
    )


@pytest.mark.long
@pytest.mark.parametrize("mistake", LAB7_MISTAKES[::4], ids=lambda each: each.name)
def test_the_games_tell_the_mistake_from_all_others(mistake: Lab7Mistake) -> None:
    report = explained(played(mistake))
    assert names(report) == [mistake.name]
    assert report.begins and not report.remarks


def test_two_mistakes_are_found_together() -> None:
    made = (lab7_mistake_named("last-of-ties"), lab7_mistake_named("five-win"))
    assert names(explained(played(*made))) == ["last-of-ties + five-win"]


def test_a_right_program_is_called_right() -> None:
    report = explained(played())
    assert report.all_right and not report.causes


def test_one_choice_is_explained_with_the_scores_of_both_squares() -> None:
    board = tuple("BWUUUUU" + "U" * 42)
    right = choice(list(board), "B", LabRules())
    assert right is not None
    report = explained([Laid(board, "B", 48)])
    assert not report.all_right and report.asked[0].got == "ROW 6 COL 6"
    assert report.begins[0].startswith(f"ROW {right // 7} COL {right % 7} scores ")
    assert explained([Laid(board, "B", right)]).all_right


def test_a_dialogue_from_a_terminal_has_what_was_typed() -> None:
    """The same cause is found with and without the echo of a terminal, and the text is in order."""
    typed = questions()[3]
    words = iter([str(typed.n), typed.colour, *(f"{row} {col}" for row, col in typed.squares)])
    text = printed(rules_with((lab7_mistake_named("last-of-ties"),)), typed.stdin).decode()
    echoed = ""
    for piece in text.split(": ")[:-1]:
        echoed += f"{piece}: {next(words)}\n"
    for shown in (echoed, text):
        heard = heard_from(shown, 0, "" if shown == echoed else typed.colour)
        assert (heard.n, heard.colour, heard.remark) == (typed.n, typed.colour, "")
        assert "last-of-ties" in names(explained([Dialogue(heard, whole=False)]))


@pytest.mark.parametrize(
    ("old", "new", "remark"),
    [
        ("(n): ", "(n):", "it prints 'Enter board dimensions (n):UUUUUUU'"),
        ("\n", "\r\n", "its lines end in CR LF"),
        ("COL 0.", "COL 0", "Computer lays a stone at ROW 0 COL 0.'"),
        ("Computer lays", "Hm.\nComputer lays", "it prints 'Hm.', which the task does not have"),
        ("wins.\n", "wins.", "it has no newline after 'White player wins.'"),
    ],
)
def test_what_the_task_writes_otherwise_is_remarked(old: str, new: str, remark: str) -> None:
    game = GAMES[0]
    heard = heard_from(game["stdout"].replace(old, new), 7, "B")
    assert remark in heard.remark


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no board of U, B and W"),
        ("Enter board dimensions (n): 7\n", "no board"),
        ("UUUUUUU\n" * 7, "does not say which colour"),
        ("x" * 1_000_001, "more than 1000000 characters"),
    ],
)
def test_a_dialogue_that_tells_nothing_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        heard_from(text)
