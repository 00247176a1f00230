"""Causes of wrong answers in marks: found from all answers, and for students from what they see."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest

from inarow.course import find_course
from inarow.courses.comp3308.asked import asked_search
from inarow.courses.comp3308.causes import command_of, explain_observations
from inarow.marking.diagnosis import diagnose
from inarow.marking.results import Observation, SubmissionResult, TestResult, Verdict
from inarow.marking.suite import Suite, Test, Visibility
from inarow.marking.suite_file import read_suite
from inarow.marking.visibility import student_json
from inarow.running.result import RunVerdict
from inarow.textbook.mistakes import MISTAKES, Mistake, mistake_named

COURSE = find_course("comp3308")


def explained(observations: Iterable[Observation]) -> list[dict[str, Any]]:
    return [cause.as_json() for cause in explain_observations(COURSE, observations)]


@pytest.fixture(scope="module")
def suite() -> Suite:
    return read_suite("comp3308")


def answers(suite: Suite, mistake: Mistake | None) -> list[Observation]:
    """What a program with a mistake prints."""
    found = []
    for test in suite.tests:
        got = asked_search(COURSE, test.args).answer(mistake)
        found.append(Observation(test.args, test.expected, got))
    return found


def test_every_visible_mistake_is_among_the_causes(suite: Suite) -> None:
    for mistake in MISTAKES:
        said = answers(suite, mistake)
        wrong = sum(each.got != each.expected and (each.got or b"")[:1].isdigit() for each in said)
        found = explained(said)
        assert bool(found) == bool(wrong), mistake.name
        for cause in found:
            assert (cause["agrees"], cause["of"]) == (wrong, wrong)
            assert cause["sentence"].startswith("Consistent with ")
        if found:
            assert [mistake.name] in [cause["mistakes"] for cause in found], mistake.name


def test_right_answers_have_no_cause(suite: Suite) -> None:
    assert explained(answers(suite, None)) == []
    assert explained([]) == []


def test_line_ends_are_no_matter_of_the_search(suite: Suite) -> None:
    said = answers(suite, None)
    assert explained(s._replace(got=(s.got or b"").replace(b"\n", b" \r\n")) for s in said) == []


def test_what_nothing_explains_is_not_explained(suite: Suite) -> None:
    said = [each._replace(got=b"3\n%d\n" % number) for number, each in enumerate(said_of(suite))]
    (found,) = explained(said)
    assert (found["mistakes"], found["agrees"]) == ([], 0)
    assert found["sentence"].startswith("Nothing that is known explains all ")


def said_of(suite: Suite) -> list[Observation]:
    return answers(suite, None)


def test_most_of_the_answers_are_said_to_be_most(suite: Suite) -> None:
    said = answers(suite, mistake_named("root-not-counted"))
    said[3] = said[3]._replace(got=b"6\n99999\n")
    (found,) = explained(said)
    assert found["mistakes"] == ["root-not-counted"]
    assert (found["agrees"], found["of"]) == (15, 16)
    assert found["sentence"].startswith(
        "Nothing that is known explains all 16 answers; 15 of the 16 wrong ones are as with"
    )


def test_a_mistake_that_right_answers_contradict_is_not_named(suite: Suite) -> None:
    """Else a single wrong answer would be explained by anything that gives it."""
    said = answers(suite, None)
    other = answers(suite, mistake_named("depth-one-less"))
    place = next(number for number, each in enumerate(other) if each.got != each.expected)
    said[place] = other[place]
    (found,) = explained(said)
    assert (found["mistakes"], found["agrees"], found["of"]) == ([], 0, 1)


def test_the_sample_of_the_sheet() -> None:
    sample = (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "4")
    said = Observation(sample, b"1\n297\n", b"1\n606\n")
    (found,) = explained([said])
    assert found == {
        "sentence": "Consistent with cut only beyond: " + mistake_named("cut-only-beyond").sentence,
        "mistakes": ["cut-only-beyond"],
        "agrees": 1,
        "of": 1,
    }
    assert command_of(COURSE, said) == f'inarow why "{" ".join(sample)}" --got 1 606'


@pytest.mark.parametrize(
    "said",
    [
        Observation((), b"1\n", b"2\n"),
        Observation(("x", "red", "A", "4"), b"1\n297\n", b"1\n606\n"),
        Observation((".......," * 5 + ".......", "red", "A", "1"), b"1\n999\n", b"1\n606\n"),
        Observation((".......," * 5 + ".......", "red", "A", "1"), b"0\n8\n", b"1\n99999999999\n"),
        Observation((".......," * 5 + ".......", "red", "A", "1"), b"0\n8\n", None),
    ],
)
def test_what_is_no_search_is_left_alone(said: Observation) -> None:
    assert explained([said]) == []
    assert command_of(COURSE, said) == ""


def result(test: Test, got: bytes, visibility: Visibility) -> TestResult:
    right = got == test.expected
    return TestResult(
        test.name,
        test.group,
        visibility,
        Verdict.PASS if right else Verdict.FAIL,
        test.marks if right else Decimal(0),
        test.marks,
        "" if right else "WRONG_NODE_COUNT",
        expected=test.expected,
        got=got,
        run=RunVerdict.OK,
        asked=test.args,
    )


def test_hidden_answers_take_no_part_in_what_a_student_is_told(suite: Suite) -> None:
    """Whatever the hidden tests found, a student reads the same; only what is shown decides."""
    said = answers(suite, mistake_named("cut-only-beyond"))
    hidden = range(8, 16)

    def submission(other: bytes | None) -> SubmissionResult:
        tests = [
            result(
                test,
                other if number in hidden and other is not None else each.got or b"",
                Visibility.HIDDEN if number in hidden else Visibility.VISIBLE,
            )
            for number, (test, each) in enumerate(zip(suite.tests, said, strict=True))
        ]
        return SubmissionResult("a", "0", {}, tests, diagnoses=diagnose(suite, tests))

    usual, odd = submission(None), submission(b"6\n12345\n")
    assert usual.why != odd.why
    assert student_json(usual) == student_json(odd)
    shown = student_json(usual)["why"]
    alone = diagnose(suite, usual.tests[:8]).whole.causes
    assert shown == [cause.as_json() for cause in alone]
    assert shown[0]["of"] < usual.why[0].wrong
    assert student_json(odd, released=True)["why"] == odd.as_json()["why"]
    assert "12345" not in json.dumps(student_json(odd))
