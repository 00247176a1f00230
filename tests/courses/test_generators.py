"""Suites are made by our own exact programs: the same from the same seed, and of the known mistakes
none stays unseen that output can show."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

import lab7
from course_files import SECRET, whole_suite
from inarow._core import Position
from inarow.course import find_course
from inarow.courses.comp3308.generator import MOST_NODES, undetected
from inarow.courses.maxconnect4.checks.exact_values import move_values
from inarow.courses.maxconnect4.checks.one_move import start_of
from inarow.errors import UserError
from inarow.marking.checks.registry import check_of
from inarow.marking.hidden_tests import KnownMistakes, SeededRandom, expand
from inarow.marking.suite import Test, Visibility
from inarow.marking.suite_file import read_suite, shipped_suites, suite_text
from inarow.marking.tester import student_tester
from inarow.protocols import comp3308
from inarow.textbook.search import perft


def test_the_shipped_suite_is_written_as_it_is_read(tmp_path: Path) -> None:
    shipped = read_suite("comp3308")
    assert shipped.seed is not None
    (tmp_path / "suite.toml").write_text(suite_text(shipped))
    assert read_suite(str(tmp_path / "suite.toml")) == shipped


def test_comp3308_has_the_numbers_of_the_sheet() -> None:
    suite = whole_suite("comp3308")
    shown = [test for test in suite.tests if test.visibility is Visibility.VISIBLE]
    hidden = [test for test in suite.tests if test.visibility is Visibility.HIDDEN]
    assert (len(shown), len(hidden)) == (16, 4)
    assert (suite.max_marks, suite.rank_marks) == (Decimal(10), Decimal(2))
    assert {test.marks for test in suite.tests} == {Decimal("0.5")}
    assert (shown[0].args[2:], shown[0].expected) == (("A", "4"), b"1\n297\n")


def test_every_answer_is_that_of_the_strict_command() -> None:
    for test in whole_suite("comp3308").tests:
        answer = comp3308.answer(list(test.args))
        assert f"{answer}\n".encode() == test.expected
        assert int(answer.split()[1]) <= MOST_NODES


def test_no_mistake_that_output_can_show_is_missed() -> None:
    names = {
        mistake.name
        for mistake in undetected(read_suite("comp3308").tests, find_course("comp3308"))
        if not mistake.excused
    }
    assert names == set()


@pytest.mark.long
def test_hidden_tests_come_from_the_secret_alone() -> None:
    suite = read_suite("comp3308")
    with pytest.raises(UserError, match="made from a secret, and there is none"):
        expand(suite, None)
    one, other = whole_suite("comp3308"), expand(suite, b"b" * 16)
    assert one == expand(suite, SECRET)
    hidden = [
        {test.args for test in made.tests if test.visibility is Visibility.HIDDEN}
        for made in (one, other)
    ]
    assert not hidden[0] & hidden[1]
    # What is handed out knows nothing of them.
    for text in (suite_text(suite), student_tester(one)):
        assert not any(args[0] in text for args in hidden[0])
        assert "hidden 0" not in text


def test_numbers_are_drawn_evenly_and_always_the_same() -> None:
    draw = SeededRandom.seeded(1, "test")
    counts = [0] * 7
    for _ in range(7000):
        counts[draw.randbelow(7)] += 1
    assert min(counts) > 800
    assert SeededRandom.seeded(1, "test").randbelow(1000) == 96
    assert sorted(draw.shuffled("abc")) == ["a", "b", "c"]


def test_every_course_suite_that_is_shipped_can_be_read() -> None:
    assert "comp3308" in shipped_suites()
    for name in shipped_suites():
        assert read_suite(name).course


NUMBERS = {
    "cse440": (100, {"minimax": 35, "alpha-beta": 35, "depth-limited": 30, "readme": 0}),
    "maxconnect4": (100, {"minimax": 35, "alpha-beta": 35, "depth-limited": 30}),
    "comp2230": (100, {"commands": 35, "perft": 30, "go": 35}),
    "aps105": (10, {"part 1": 8, "part 2": 2}),
}


@pytest.mark.long
@pytest.mark.parametrize("course", sorted(NUMBERS))
def test_the_other_courses_have_their_numbers(course: str, tmp_path: Path) -> None:
    shipped = read_suite(course)
    (tmp_path / "suite.toml").write_text(suite_text(shipped))
    assert read_suite(str(tmp_path / "suite.toml")) == shipped
    suite = whole_suite(course)
    of, groups = NUMBERS[course]
    assert suite.max_marks == of
    for group, marks in groups.items():
        assert sum(test.marks for test in suite.tests if test.group == group) == marks
    manual = [test for test in suite.tests if test.manual]
    assert [test.least for test in manual] == ([Decimal(-20)] if course == "cse440" else [])
    for test in suite.tests:
        if test.check or test.dialogue:
            check_of(test, suite.course)


@pytest.mark.parametrize("course", sorted(NUMBERS))
def test_of_the_known_mistakes_only_those_are_missed_that_hardly_show(course: str) -> None:
    known: KnownMistakes = find_course(course).load("known_mistakes")
    missed_by = known.undetected(read_suite(course).tests, find_course(course))
    assert known.count(find_course(course)) >= 13
    assert [mistake.name for mistake in missed_by if not mistake.excused] == []


def test_perft_is_asked_from_ten_positions_and_always_right() -> None:
    asked = [
        (step.send, step.expect, test.dialogue[1].send)
        for test in whole_suite("comp2230").tests
        if test.group == "perft"
        for step in test.dialogue
        if step.send.startswith("perft")
    ]
    assert len({position for _, _, position in asked}) == 10
    for send, expect, position in asked:
        pos = Position()
        for digit in position.removeprefix("position startpos "):
            pos = pos.play(int(digit))
        depth = int(send.split()[1])
        assert expect == f"perft {depth} {perft(pos, depth)}"


def test_part_1_is_held_to_games_that_an_independent_program_plays_alike() -> None:
    for test in whole_suite("aps105").tests:
        if test.group != "part 1":
            continue
        size, colour, *squares = (step.send for step in test.dialogue if step.send)
        typed = [tuple(map(int, square.split())) for square in squares]
        human = lab7.typing([(row, col) for row, col in typed])
        text = lab7.transcript(int(size), colour, human, lab7.choice_by_table)
        assert "".join(step.says for step in test.dialogue) == text
        assert text.endswith(("wins.\n", "Draw!\n"))


def test_moves_that_must_keep_the_value_are_told_from_others() -> None:
    for test in whole_suite("cse440").tests:
        if test.options.get("keeps_value"):
            pos = start_of(test)
            assert pos.game.cells - pos.stone_count <= int(test.args[3])
            assert len(set(move_values(pos).values())) > 1


HIDDEN = {
    "aps105": "569b7d4b0fca27e1",
    "comp2230": "85a7c79f6add2797",
    "comp3308": "17e5552e2cbc825b",
    "cse440": "d3db7343618a85a5",
    "maxconnect4": "d3db7343618a85a5",
}
"""Hashes of the hidden tests that one secret gives. They must never change: marks are defended
years later, whatever mistakes are known by then. A list that tests are chosen by is added to by
giving it a new version, which new suites name."""


@pytest.mark.parametrize("course", sorted(HIDDEN))
def test_the_same_secret_gives_the_same_hidden_tests_for_ever(course: str) -> None:
    suite = read_suite(course)
    assert all(recipe.options["catalogue"] == 1 for recipe in suite.recipes)
    tests = whole_suite(course).tests[len(suite.tests) :]
    text = json.dumps([_asked(test) for test in tests])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == HIDDEN[course]


def _asked(test: Test) -> list[object]:
    """What a test asks and what it expects."""
    steps = [(step.send, step.says, step.expect) for step in test.dialogue]
    files = {name: data.decode() for name, data in test.files.items()}
    expected = None if test.expected is None else test.expected.decode()
    return [test.name, test.args, test.stdin.decode(), files, steps, expected]


def test_a_version_of_the_catalogue_that_nobody_knows_is_named() -> None:
    suite = read_suite("comp3308")
    later = replace(suite.recipes[0], options={"catalogue": 9})
    with pytest.raises(UserError, match="a recipe has catalogue = 9, expected 1"):
        expand(replace(suite, recipes=(later,)), SECRET)
