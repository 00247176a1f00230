"""Causes of wrong answers in the other courses: from what marking keeps of their tests."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Any, cast

import pytest

from inarow._core import Position
from inarow.courses.aps105.dialogue import sayings, text_of
from inarow.courses.aps105.mistakes import lab7_mistake_named, rules_with
from inarow.courses.aps105.rules import LabRules
from inarow.courses.comp2230.exchange import position_of
from inarow.courses.comp2230.perft import PERFT_MISTAKES, right_count
from inarow.courses.maxconnect4.checks.exact_values import move_values
from inarow.courses.maxconnect4.checks.one_move import judge_one_move, start_of
from inarow.courses.maxconnect4.points import Score, best_by_points, right_score, scored
from inarow.marking.checks.check import Judgement
from inarow.marking.diagnosis import STEP, diagnose
from inarow.marking.grading.grade import ungraded
from inarow.marking.marker import to_result
from inarow.marking.reports.pages import student_page
from inarow.marking.reports.statistics import commonest_mistakes
from inarow.marking.results import SubmissionResult, TestResult, Verdict
from inarow.marking.runner import CompletedRun, Runner
from inarow.marking.suite import Suite, Test, Visibility
from inarow.marking.suite_file import read_suite
from inarow.marking.visibility import for_student, student_json
from inarow.protocols.maxconnect4_file import format_file
from inarow.running.program import Program
from inarow.running.result import RunReport, RunVerdict
from inarow.textbook.line_rules import NAMED
from inarow.textbook.lines import LineRule

PASSED = Judgement(Verdict.PASS, share=Decimal(1), run=RunVerdict.OK)
Judge = Callable[[Test], Judgement]


def failed(cause: str, step: int, got: bytes) -> Judgement:
    return Judgement(Verdict.FAIL, cause, "", got=got, run=RunVerdict.TIMEOUT, facts={STEP: step})


def judged(suite: Suite, judge: Judge) -> list[TestResult]:
    """The results of the tests that can be judged without a program."""
    tests = [test for test in suite.tests if test.dialogue or test.check == "files"]
    return [to_result(test, judge(test)) for test in tests]


def submission(suite: Suite, results: Sequence[TestResult]) -> SubmissionResult:
    return SubmissionResult("a", "0", {}, results, (), "", diagnose(suite, results))


def causes_of(suite: Suite, results: Sequence[TestResult]) -> list[dict[str, Any]]:
    return [cause.as_json() for cause in diagnose(suite, results).whole.causes]


def names(found: list[dict[str, Any]]) -> list[list[str]]:
    return [each["mistakes"] for each in found]


# APS105


def lab_game(rules: LabRules) -> Judge:
    """A program by these rules through the steps of a game."""

    def judge(test: Test) -> Judgement:
        sent = [step.send for step in test.dialogue if step.send]
        squares = [(int(row), int(col)) for row, col in (line.split() for line in sent[2:])]
        consumed = typed = 0
        for number, step in enumerate(test.dialogue):
            typed += bool(step.send)
            said = sayings(rules, int(sent[0]), sent[1], squares[: max(typed - 2, 0)])
            text = text_of(islice(said, 500))
            if typed < 2:
                prompts = ("(n): ", "W?: ")
                text = text.partition(prompts[typed])[0] + prompts[typed]
            held = text[consumed:]
            if not held.startswith(step.says) or (step.ends and held):
                return failed("WRONG_MOVE", number, held.encode())
            consumed += len(step.says)
        return PASSED

    return judge


@pytest.fixture(scope="module")
def lab() -> Suite:
    return read_suite("aps105")


@pytest.mark.parametrize(
    "name",
    [
        "last-of-ties", "columns-before-rows", "reply-not-considered", "sequence-not-rising",
        "opens-in-the-centre",
    ],
)  # fmt: skip
def test_a_mistake_in_the_lab_is_named(lab: Suite, name: str) -> None:
    results = judged(lab, lab_game(rules_with((lab7_mistake_named(name),))))
    wrong = sum(result.verdict is Verdict.FAIL for result in results)
    found = causes_of(lab, results)
    assert wrong and [name] in names(found)
    assert {(each["agrees"], each["of"]) for each in found} == {(wrong, wrong)}
    assert found[0]["sentence"].startswith("Consistent with ")


def test_right_games_and_games_that_stopped_have_no_cause(lab: Suite) -> None:
    assert causes_of(lab, judged(lab, lab_game(LabRules()))) == []
    stopped = judged(lab, lambda test: failed("TIMEOUT", 1, test.dialogue[1].says[:9].encode()))
    assert causes_of(lab, stopped) == []
    spelt = judged(lab, lambda test: failed("WRONG_OUTPUT", 0, b"How large is the board? "))
    assert causes_of(lab, spelt) == []


def test_a_stone_that_nothing_explains_is_not_explained(lab: Suite) -> None:
    results = judged(lab, lab_game(LabRules()))
    test = lab.tests[0]
    got = test.dialogue[2].says.replace("ROW 0 COL 0.", "ROW 3 COL 5.")
    assert got != test.dialogue[2].says
    results[0] = to_result(test, failed("WRONG_MOVE", 2, got.encode()))
    (found,) = causes_of(lab, results)
    assert (found["mistakes"], found["agrees"], found["of"]) == ([], 0, 1)


# COMP2230

Engine = Callable[[str, tuple[int, ...]], str | None]


def right_engine(sent: str, moves: tuple[int, ...]) -> str | None:
    word, _, rest = sent.partition(" ")
    if word == "perft":
        return f"perft {rest} {right_count(moves, int(rest))}"
    return {"name": "x-c1234567", "isready": "readyok", "quit": "quitting"}.get(word, "right")


def talked(engine: Engine) -> Judge:
    """An engine through the steps of a dialogue; ``right`` is what a right one says."""

    def judge(test: Test) -> Judgement:
        moves: tuple[int, ...] = ()
        for number, step in enumerate(test.dialogue):
            moves = position_of(step.send, moves)
            said = engine(step.send, moves) if step.expect else "right"
            if said is None:
                return failed("TIMEOUT", number, b"")
            if said != "right" and not re.fullmatch(step.expect, said):
                counts = said.split()[:2] == step.expect.split()[:2] != ["bestmove"]
                cause = "WRONG_COUNT" if counts and said[:5] == "perft" else "WRONG_OUTPUT"
                return failed(cause, number, said.encode() + b"\n")
        return PASSED

    return judge


@pytest.fixture(scope="module")
def engines() -> Suite:
    return read_suite("comp2230")


def counting(name: str) -> Engine:
    counted = next(each.counted for each in PERFT_MISTAKES if each.name == name)

    def engine(sent: str, moves: tuple[int, ...]) -> str | None:
        word, _, rest = sent.partition(" ")
        if word != "perft":
            return right_engine(sent, moves)
        return f"perft {rest} {counted(moves, int(rest))}"

    return engine


@pytest.mark.parametrize(
    "name", ["root-not-counted", "won-positions-expanded", "a-ply-too-deep", "position-ignored"]
)
def test_a_mistake_in_counting_is_named(engines: Suite, name: str) -> None:
    results = judged(engines, talked(counting(name)))
    wrong = sum(result.cause == "WRONG_COUNT" for result in results)
    found = causes_of(engines, results)
    assert wrong and names(found)[0] == [name]
    assert (found[0]["agrees"], found[0]["of"]) == (wrong, wrong)


def test_a_wrong_word_is_named_with_its_command(engines: Suite) -> None:
    def engine(sent: str, moves: tuple[int, ...]) -> str | None:
        return "ReadyOK" if sent.startswith("isready") else right_engine(sent, moves)

    (found,) = causes_of(engines, judged(engines, talked(engine)))
    assert found["mistakes"] == ["word-spelt-otherwise"]
    assert found["agrees"] == found["of"] > 1
    assert "'isready AI 0' was answered 'ReadyOK', whose first word is not" in found["sentence"]


def test_counts_and_words_that_are_wrong_are_both_named(engines: Suite) -> None:
    miscounts = counting("root-not-counted")

    def engine(sent: str, moves: tuple[int, ...]) -> str | None:
        return "bestmove 3" if sent.startswith("go") else miscounts(sent, moves)

    found = causes_of(engines, judged(engines, talked(engine)))
    assert names(found)[0] == ["root-not-counted", "evaluation-missing"]
    assert found[0]["agrees"] == found[0]["of"]


def test_an_answer_to_position_is_not_blamed_on_the_next_command(engines: Suite) -> None:
    """It is read where the answer to isready belongs, which is right elsewhere."""

    def judge(test: Test) -> Judgement:
        for number, step in enumerate(test.dialogue):
            if step.send.startswith("position"):
                return failed("WRONG_OUTPUT", number + 1, b"position set\n")
        return PASSED

    (found,) = causes_of(engines, judged(engines, judge))
    assert found["mistakes"] == ["position-answered"]


def test_an_engine_that_is_never_heard_may_keep_its_answers_back(engines: Suite) -> None:
    found = causes_of(engines, judged(engines, talked(lambda sent, moves: None)))
    assert names(found) == [["output-not-flushed"], ["whole-line-compared"]]


def test_right_engines_have_no_cause(engines: Suite) -> None:
    assert causes_of(engines, judged(engines, talked(right_engine))) == []


# MaxConnect4


class OneRun(Runner):
    """A run whose answer is given."""

    def __init__(self, ran: CompletedRun) -> None:
        self.ran = ran

    def run(self, *args: Any, **options: Any) -> CompletedRun:
        return self.ran


Move = Callable[[Position], int]


def best(pos: Position) -> int:
    worth = move_values(pos) if pos.stone_count >= 30 else {pos.legal_moves()[0]: 0}
    return max(worth, key=lambda column: worth[column])


def one_move(move: Move = best, score: Score = right_score, *, same_player: bool = False) -> Judge:
    """A program of MaxConnect4 through the check itself."""

    def judge(test: Test) -> Judgement:
        before = start_of(test)
        laid = before.play(move(before))
        scores = [score(before), score(laid)]
        printed = "".join(f"Player 1 = {one}, Player 2 = {two}\n" for one, two in scores)
        report = RunReport(RunVerdict.OK, exit_code=0, stdout=printed.encode())
        written = format_file(laid.passed() if same_player else laid).encode()
        runner = OneRun(CompletedRun(report, {test.args[2]: written}))
        return judge_one_move(test, cast(Program, None), runner)

    return judge


@pytest.fixture(scope="module", params=["cse440", "maxconnect4"])
def moves(request: pytest.FixtureRequest) -> Suite:
    return read_suite(request.param)


@pytest.mark.parametrize(
    ("judge", "name"),
    [
        (one_move(score=scored(lines=LineRule(NAMED["straight"]))), "score-without-diagonals"),
        (one_move(score=scored(lambda length: max(length - 2, 0))), "threes-counted"),
        (one_move(same_player=True), "same-player-next"),
        (one_move(lambda pos: min(best_by_points(pos, 1))), "one-move-ahead"),
    ],
)
def test_a_mistake_in_a_move_is_named(moves: Suite, judge: Judge, name: str) -> None:
    results = judged(moves, judge)
    wrong = sum(result.verdict is Verdict.FAIL for result in results)
    (found,) = causes_of(moves, results)
    assert found["mistakes"] == [name]
    assert found["agrees"] == found["of"] == wrong


def test_right_moves_have_no_cause(moves: Suite) -> None:
    results = judged(moves, one_move())
    assert {result.verdict for result in results} == {Verdict.PASS}
    assert causes_of(moves, results) == []


# What is the same for all of them


@pytest.mark.long
@pytest.mark.parametrize(
    ("course", "judge", "other"),
    [
        (
            "aps105",
            lab_game(rules_with((lab7_mistake_named("last-of-ties"),))),
            lab_game(rules_with((lab7_mistake_named("opens-in-the-centre"),))),
        ),
        ("comp2230", talked(counting("root-not-counted")), talked(lambda sent, moves: "hushed")),
        (
            "maxconnect4",
            one_move(score=scored(lines=LineRule(NAMED["straight"]))),
            one_move(same_player=True),
        ),
    ],
)
def test_hidden_tests_take_no_part_in_what_a_student_is_told(
    course: str, judge: Judge, other: Judge
) -> None:
    """Whatever the hidden tests found, a student reads the same, and no sentence quotes them."""
    suite = read_suite(course)
    shown = [test for test in suite.tests if test.dialogue or test.check == "files"]
    hidden = [
        replace(test, name=f"hidden {test.name}", visibility=Visibility.HIDDEN) for test in shown
    ]
    hidden = [replace(test, depends=()) for test in hidden]
    suite = replace(suite, tests=(*shown, *hidden), gates=())

    def made(of_hidden: Judge) -> SubmissionResult:
        results = [
            to_result(test, (judge if test.visibility is Visibility.VISIBLE else of_hidden)(test))
            for test in suite.tests
        ]
        return submission(suite, results)

    usual, odd = made(judge), made(other)
    assert usual.why != odd.why
    assert student_json(usual) == student_json(odd)
    assert "hushed" not in json.dumps(odd.as_json()["why"])
    told = student_json(usual)["why"]
    assert told[0]["mistakes"] == list(usual.why[0].mistakes) and told[0]["mistakes"]
    assert 2 * told[0]["of"] == usual.why[0].wrong
    page = student_page(for_student(ungraded(usual)), "Lab")
    assert "Why the answers differ" in page and "Column and nodes" not in page


def test_a_class_is_counted(engines: Suite) -> None:
    engine_of = {
        "a": counting("root-not-counted"), "b": counting("root-not-counted"), "c": right_engine,
    }  # fmt: skip
    graded = [
        ungraded(submission(engines, judged(engines, talked(engine))))
        for engine in engine_of.values()
    ]
    assert commonest_mistakes(graded) == [("root not counted", 2)]
