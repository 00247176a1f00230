"""COMP3308: a course of one's own with another board and other rules is diagnosed by these."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.course import find_course
from inarow.courses.comp3308.questions import assignment_of, command_of
from inarow.teaching.why.asking import interview, pool
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import explain
from inarow.teaching.why.hypothesis import RIGHT, USUAL, Hypothesis, known_mistakes
from inarow.textbook.mistakes import MISTAKES, mistake_named

PLAIN = {mistake.name for mistake in MISTAKES}
Capture = pytest.CaptureFixture[str]
COURSE = """\
like = "comp3308"
name = "other"
game = "connect4:5x6"

[search]
run_weights = "0,1,5,50"
tie = "last-at-max"
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "course.toml").write_text(COURSE)
    return tmp_path / "other"


def test_usual_assignment_knows_every_mistake() -> None:
    assert known_mistakes(USUAL) == MISTAKES


def test_rule_that_the_course_asks_for_is_no_mistake(course: Path) -> None:
    assignment = assignment_of(find_course(str(course)))
    names = {mistake.name for mistake in known_mistakes(assignment)}
    assert "last-of-ties-at-max" not in names
    assert "cut-only-beyond" in names
    assert {question.pos.game for question in pool(assignment)} == {assignment.game}


def test_program_of_the_courses_own_rules_is_right(course: Path) -> None:
    assignment = assignment_of(find_course(str(course)))

    def ask(question: Question) -> Answer:
        answer = RIGHT.answer(question)
        assert answer is not None
        return answer

    left = interview(ask, assignment=assignment).left
    assert left[0] == RIGHT and len(left) < 8  # some show on boards that the pool does not have


def test_usual_rules_and_weights_are_mistakes_where_the_course_has_others(course: Path) -> None:
    known = {each.name: each for each in known_mistakes(assignment_of(find_course(str(course))))}
    assert known["tie-as-usual"].changes == {"tie": "first"}
    assert known["run-weights-as-usual"].changes == {"run_weights": ()}
    assert known["run-weights-3-as-usual"].changes == {"run_weights": (0, 1, 100, 50)}
    assert known["cut-only-beyond"].sheet == (
        "When the rest of the moves is cut off: when the best value meets the bound."
    )
    assert "row 0, the bottom, to row 5" in known["rows-upside-down"].sheet
    assert known["columns-counted-from-one"].sheet.endswith("from 0 to 4.")
    assert not [name for name in known if "as-usual" in name and name in PLAIN]


def test_columns_are_read_and_printed_from_the_course_number(course: Path, capsys: Capture) -> None:
    text = COURSE.replace("[search]", "first_column = 1\n[search]")
    (course / "course.toml").write_text(text)
    assignment = assignment_of(find_course(str(course)))
    known = {each.name: each for each in known_mistakes(assignment)}
    assert "columns-counted-from-one" not in known
    assert known["columns-counted-from-zero"].sheet.endswith("from 1 to 5.")
    questions = [each for each in pool(assignment) if RIGHT.answer(each, 2000)][:4]
    words = ["why", "--course", str(course), "--json"]
    for question in questions:
        right = RIGHT.answer(question)
        assert right is not None and right.move is not None
        words += [command_of(question), "--got", str(right.move + 1), str(right.nodes)]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["all_right"]
    zero = Hypothesis((known["columns-counted-from-zero"],))
    cases = [
        Case(each, answer)
        for each in questions
        if (answer := zero.answer(each)) is not None and answer.move is not None
    ]
    assert zero in [cause.hypothesis for cause in explain(cases).causes]


@pytest.mark.parametrize("name", ["cut-only-beyond", "root-not-counted", "last-of-ties"])
def test_mistake_is_found_under_other_rules(course: Path, name: str) -> None:
    assignment = assignment_of(find_course(str(course)))
    planted = Hypothesis((mistake_named(name),))
    questions = [
        question
        for question in pool(assignment)
        if (right := RIGHT.answer(question, 2000)) and planted.answer(question, 4000) != right
    ][:6]
    cases = [
        Case(question, answer)
        for question in questions
        if (answer := planted.answer(question, 4000)) is not None
    ]
    assert len(cases) > 2
    assert planted in [cause.hypothesis for cause in explain(cases).causes]


def test_command_reads_questions_of_the_course(course: Path, capsys: Capture) -> None:
    assignment = assignment_of(find_course(str(course)))
    planted = Hypothesis((mistake_named("root-not-counted"),))
    question = next(each for each in pool(assignment) if each.pos.stone_count == 8)
    right, wrong = RIGHT.answer(question), planted.answer(question)
    assert right is not None and wrong is not None
    words = ("why", "--course", str(course), "--json", command_of(question), "--got")
    assert main([*words, str(right.move), str(right.nodes)]) == 0
    assert json.loads(capsys.readouterr().out)["all_right"]
    assert main([*words, str(wrong.move), str(wrong.nodes)]) == 0
    causes = json.loads(capsys.readouterr().out)["causes"]
    assert "root-not-counted" in [cause["mistakes"][0]["name"] for cause in causes]
    (link,) = {cause["begins"]["link"] for cause in causes if cause["begins"]} - {""}
    assert "connect4:5x6" in link and "tie=last-at-max" in link
    assert main(["why", command_of(question), "--got", "1", "5"]) == 2
    assert "expected 6 split by commas" not in capsys.readouterr().err
