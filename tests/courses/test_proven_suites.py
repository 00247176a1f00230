"""A suite is proven by plain programs: in games they may lose to our levels, and must play by the
rules to the end, each move within a tenth of its time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest

from course_files import REFERENCES
from in_this_process import InThisProcess
from inarow.course import Course
from inarow.marking import validate
from inarow.marking.checks.check import Judgement
from inarow.marking.results import Verdict
from inarow.marking.suite import Suite, Test
from inarow.marking.suite_file import read_suite, shipped_suites
from inarow.marking.validate import (
    OWN_COMMANDS,
    ReferenceProgram,
    SuiteValidation,
    references_of,
    try_test,
    validate_suite,
)

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

PYTHON = REFERENCES["Lab7Part2.py.txt"].read_text()
LOOKS = "square = search(board, stone, 2)[1]"
HASTY = "square = board.squares.index('U')"
SLOW = f"""if "B" not in board.squares:
                import time
                while time.process_time() < 0.25:
                    pass
            {LOOKS}"""
"""A quarter of a second for its first stone, that of the start of Python among it."""


def games(opponent: str, points: str = "1", size: int = 7) -> Suite:
    """A suite of two games."""
    options = {"opponent": opponent, "games": 2, "points": Decimal(points), "size": size, "seed": 1}
    test = Test("games", Decimal(1), program="Lab7Part2", check="games", options=options)
    suite = read_suite("aps105")
    course = replace(suite.course, known_mistakes="")
    return replace(suite, course=course, tests=(test,), recipes=(), gates=())


def only(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Asks no other programs than the plain ones of this number."""
    monkeypatch.setattr(validate, "own_programs", lambda course: "not asked")

    def chosen(course: Course) -> tuple[ReferenceProgram, ...]:
        return references_of(course)[number : number + 1]

    monkeypatch.setattr(validate, "references_of", chosen)


@pytest.fixture
def of_python(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The plain programs in Python alone are asked."""
    only(monkeypatch, 0)
    validate._programs.cache_clear()
    yield
    validate._programs.cache_clear()


def proof_by(source: str, suite: Suite, monkeypatch: pytest.MonkeyPatch) -> SuiteValidation:
    monkeypatch.setattr(validate, "reference_source", lambda folder, name: source.encode())
    return validate_suite(suite, InThisProcess())


@pytest.mark.usefixtures("of_python")
def test_a_plain_program_may_lose_to_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    proof = proof_by(PYTHON.replace(LOOKS, HASTY), games("level:2", "2"), monkeypatch)
    _, plain = proof.references
    assert proof.holds
    assert (plain.tests, plain.passed, plain.failures, plain.lost) == (1, 0, (), ("games",))
    assert 0 < plain.share <= validate.SHARE
    assert proof.as_json()["references"][1]["lost"] == ["games"]


@pytest.mark.usefixtures("of_python")
def test_a_plain_program_must_not_lose_to_whoever_plays_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Part 1 blocks a row that is always laid from the corner on."""
    proof = proof_by(PYTHON.replace(LOOKS, HASTY), games("Lab7Part1", "1.5"), monkeypatch)
    assert not proof.holds
    assert "LOST_GAMES" in proof.references[1].failures[0]


@pytest.mark.usefixtures("of_python")
def test_an_illegal_move_disproves_a_suite_even_of_games_that_were_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As black it lays its second stone on its first; as white it plays as it should, and wins."""
    wrong = f"{LOOKS} if computer == 'W' else 0"
    proof = proof_by(PYTHON.replace(LOOKS, wrong), games("random"), monkeypatch)
    assert not proof.holds
    (failure,) = proof.references[1].failures
    assert failure.startswith("'games': it ") and failure.endswith("as the first player")
    assert proof.references[1].lost == ()


@pytest.mark.usefixtures("of_python")
def test_more_than_a_tenth_of_the_time_of_a_move_disproves_a_suite(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Far from late: it has a second for a move."""
    proof = proof_by(PYTHON.replace(LOOKS, SLOW), games("random"), monkeypatch)
    plain = proof.references[1]
    assert plain.failures == ()
    assert plain.share > validate.SHARE
    assert not proof.holds


@pytest.mark.parametrize(("losses", "holds"), [(4, True), (5, False)])
def test_our_own_players_may_lose_games_four_times(
    losses: int, holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Judgement(Verdict.FAIL, "LOST_GAMES", "against level:6: 0 won, 0 drawn, 2 lost")
    results = iter([lost] * losses + [Judgement(Verdict.PASS)])
    monkeypatch.setattr(validate, "_programs", lambda name, course: {"Lab7Part2": None})
    monkeypatch.setattr(validate, "judge", lambda *_: next(results))
    assert (try_test(OWN_COMMANDS, games("level:6"), "games").failure == "") == holds


@pytest.mark.parametrize("course", shipped_suites())
def test_there_are_plain_programs_for_every_test_of_a_shipped_suite(course: str) -> None:
    suite = read_suite(course)
    needed = {test.program or suite.course.programs.names[0] for test in suite.tests}
    for plain in references_of(suite.course):
        assert needed <= {recipe.program for recipe in plain.recipes}


@pytest.mark.parametrize("number", [0, 1], ids=["Python", "Octave"])
def test_the_plain_programs_of_part_2_hold(
    number: int, monkeypatch: pytest.MonkeyPatch, of_python: None
) -> None:
    if number == 1 and not shutil.which("octave-cli"):
        pytest.skip("there is no Octave here")
    only(monkeypatch, number)
    proof = validate_suite(games("Lab7Part1", "1.5", size=19), InThisProcess())
    plain = proof.references[1]
    assert (plain.problem, plain.failures, plain.passed) == ("", (), 1)
    assert proof.holds
