"""The cause of a wrong answer is found, and the moment at which the search goes astray."""

from __future__ import annotations

from typing import Any

import pytest

from inarow._core import Position
from inarow.errors import UserError
from inarow.game import GAMES
from inarow.protocols.comp3308 import parse_state
from inarow.render.tree_words import Notation
from inarow.teaching.why.asking import NoAnswerError, interview, pool, same_behaviour
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.count import explain_count
from inarow.teaching.why.diagnosis import agrees, explain, telling_cases
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, pairs, singles, unseen
from inarow.teaching.why.parting import parting, place_of
from inarow.textbook import reference
from inarow.textbook.mistakes import MISTAKES, mistake_named

SAMPLE = parse_state(".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red")
ASKED = Question(SAMPLE, "alpha-beta", 4)
SINGLES = list(singles())
each_single = pytest.mark.parametrize("planted", SINGLES, ids=lambda planted: planted.name)


def named(*names: str) -> Hypothesis:
    return Hypothesis(tuple(mistake_named(name) for name in names))


def answered(hypothesis: Hypothesis, question: Question) -> Answer:
    answer = hypothesis.answer(question)
    return Answer(None, 0) if answer is None else answer


def test_the_known_wrong_count_of_the_sample_has_its_known_cause() -> None:
    found = explain([Case(ASKED, Answer(1, 606))])
    assert [cause.hypothesis.name for cause in found.causes] == ["cut-only-beyond"]
    assert found.causes[0].explains == found.causes[0].wrong == (0,)
    assert found.judged[0].right == Answer(1, 297) and not found.all_right


def test_a_right_answer_is_called_right() -> None:
    found = explain([Case(ASKED, Answer(1, 297))])
    assert found.all_right and not found.causes and not found.nearest


def test_a_cause_must_explain_right_answers_too() -> None:
    """The same wrong count beside a right one that the mistake would have spoilt."""
    other = Question(Position(SAMPLE.game), "alpha-beta", 4)
    strict = named("cut-only-beyond")
    right = answered(RIGHT, other)
    assert answered(strict, other) != right
    found = explain([Case(ASKED, Answer(1, 606)), Case(other, right)])
    assert strict not in [cause.hypothesis for cause in found.causes]


def test_nothing_known_is_an_answer_and_names_the_nearest() -> None:
    cases = [Case(ASKED, Answer(1, 606)), Case(Question(SAMPLE, "minimax", 2), Answer(3, 9999))]
    found = explain(cases)
    assert not found.causes
    assert found.nearest[0].hypothesis == named("cut-only-beyond")
    assert found.nearest[0].explains == (0,)


def test_two_mistakes_are_found_together() -> None:
    planted = named("last-of-ties", "root-not-counted")
    questions = [ASKED, Question(Position(SAMPLE.game), "minimax", 3)]
    found = explain([Case(each, answered(planted, each)) for each in questions])
    assert planted in [cause.hypothesis for cause in found.causes]
    assert all(len(cause.hypothesis.mistakes) == 2 for cause in found.causes)


@pytest.mark.long
@pytest.mark.parametrize("planted", SINGLES[::9], ids=lambda planted: planted.name)
def test_mistakes_are_found_by_asking(planted: Hypothesis) -> None:
    """The planted one is first, or one that answers every question of the pool alike."""
    found = interview(lambda question: answered(planted, question))
    assert found.left, planted.name
    assert found.left[0] == planted or same_behaviour(found.left[0], planted)
    assert len(found.cases) <= 14


def test_a_right_program_is_not_accused_by_any_question() -> None:
    found = interview(lambda question: answered(RIGHT, question))
    assert found.left == (RIGHT,)
    assert len(found.cases) < 12


def test_a_program_of_nonsense_is_explained_by_nothing() -> None:
    found = interview(lambda question: Answer(0, 123))
    assert found.left == () and len(found.cases) >= 8
    few = telling_cases(found.cases)
    assert 1 <= len(few) <= 3 and set(few) <= set(found.cases)
    for hypothesis in (RIGHT, *SINGLES):
        assert not all(agrees(hypothesis, case) for case in few)


def test_a_slow_program_is_asked_what_is_less_deep() -> None:
    planted = named("last-of-ties")

    def ask(question: Question) -> Answer:
        if question.depth > 4:
            sentence = f"asked to depth {question.depth}, the program is slow"
            raise NoAnswerError(sentence, too_slow=True)
        return answered(planted, question)

    found = interview(ask)
    assert found.left == (planted,)
    assert 1 <= len(found.unanswered) <= 3
    with pytest.raises(NoAnswerError, match="never"):
        interview(never_answers)


def test_a_program_that_crashes_on_some_boards_is_asked_about_others() -> None:
    planted = named("last-of-ties")

    def ask(question: Question) -> Answer:
        if any(question.pos.at(0, col) for col in range(7)):
            raise NoAnswerError("the program crashed")
        return answered(planted, question)

    found = interview(ask)
    assert planted in found.left and found.unanswered


def test_a_board_that_reads_as_won_is_counted_by_the_rules() -> None:
    # Upside down the four below are a line on top, with nothing to search.
    won = Position.parse(GAMES["connect4"], "......./......./......./......./ooo..../xxxx... o")
    for name, nodes in (("root-not-counted", 0), ("everything-counted-twice", 2)):
        assert named(name).answer(Question(won, "minimax", 3)) == Answer(None, nodes)


def never_answers(question: Question) -> Answer:
    raise NoAnswerError("the program never answers")


def test_a_column_counted_among_the_open_ones_is_found_though_it_may_be_full() -> None:
    planted = named("column-among-the-open-ones")
    assert interview(lambda question: answered(planted, question)).left == (planted,)


def test_what_cannot_be_seen_answers_every_question_rightly() -> None:
    for mistake in unseen():
        if not mistake.beside:
            assert same_behaviour(Hypothesis((mistake,)), RIGHT), mistake.name


@each_single
def test_a_search_that_parts_does_so_at_a_moment_of_both(planted: Hypothesis) -> None:
    """Before the moment both do the same; there the event, or the count, is another."""
    for question in sorted(pool(), key=lambda question: answered(RIGHT, question).nodes):
        if answered(planted, question) == answered(RIGHT, question):
            continue
        found = parting(question, planted)
        if found is None:
            (mistake,) = planted.mistakes
            printed_alone = mistake.told or "printed_move" in mistake.changes
            assert mistake.question is not None or printed_alone
            return
        assert found.right != found.wrong or found.counts[0] != found.counts[1]
        events = reference.trace(question.pos, question.spec()).events
        wrong = reference.trace(question.pos, planted.spec(question)).events
        agreed = next(
            (n for n, (a, b) in enumerate(zip(events, wrong, strict=False)) if a != b),
            min(len(events), len(wrong)),
        )
        tested = sum(event.kind == "enter" for event in events[:agreed])
        assert found.tested == tested if found.right != found.wrong else found.tested <= tested
        place = place_of(found, Notation(question.pos.game, 0))
        assert place.where.startswith("after ") and place.right != place.wrong
        return
    pytest.fail("no question of the pool shows it")


def test_the_moment_of_the_sample_is_the_first_equal_bound() -> None:
    found = parting(ASKED, named("cut-only-beyond"))
    assert found is not None
    assert (found.path, found.after, found.tested) == ((0, 0, 2), 0, 21)
    place = place_of(found, Notation(SAMPLE.game, 0))
    assert place.right.startswith("cuts off after column 0")
    assert place.right_lines == ("if best ≤ alpha: return best",)
    assert place.wrong_lines == ("if best < alpha: return best",)


def test_pairs_concern_different_rules_and_reach_what_shows_beside_another() -> None:
    every = list(pairs())
    assert len(set(every)) == len(every)
    for pair in every:
        first, second = pair.mistakes
        assert not first.changes.keys() & second.changes.keys()
    hidden = {mistake.name for mistake in MISTAKES if mistake.beside}
    assert hidden <= {mistake.name for pair in every for mistake in pair.mistakes}


def test_one_count_is_explained_as_plain_data() -> None:
    told = explain_count(SAMPLE, "alpha-beta", 4, column=1, nodes=606)
    (cause,) = told["causes"]
    assert not told["all_right"] and told["cases"][0]["right"] == {"column": 1, "nodes": 297}
    assert [mistake["name"] for mistake in cause["mistakes"]] == ["cut-only-beyond"]
    assert (cause["begins"]["path"], cause["begins"]["after"]) == ([0, 0, 2], 0)
    assert cause["begins"]["rules"] == {"prune": "strict", "depth": "4"}
    assert explain_count(SAMPLE, "alpha-beta", 4, column=1, nodes=297)["all_right"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"algorithm": "A"}, "algorithm is 'A'"),
        ({"depth": 0}, "depth"),
        ({"column": 7}, "column"),
        ({"nodes": -1}, "nodes"),
        ({"pos": Position(GAMES["tictactoe"])}, "Connect Four on 7 x 6 alone"),
        ({"pos": Position().after("1212121")}, "the game is over"),
    ],
)
def test_a_count_that_makes_no_sense_gets_a_sentence(
    changed: dict[str, Any], sentence: str
) -> None:
    usual = {"pos": SAMPLE, "algorithm": "minimax", "depth": 4, "column": 1, "nodes": 606}
    with pytest.raises(UserError, match=sentence):
        explain_count(**{**usual, **changed})


def test_a_program_that_reads_a_board_as_over_tests_its_root_alone() -> None:
    """Upside down this is won, so nothing is searched; what it prints as a column is its affair."""
    pos = parse_state("yrrr...,r......,.......,.......,.......,.......", "red")
    upside, question = named("rows-upside-down"), Question(pos, "minimax", 2)
    assert upside.answer(question) == Answer(None, 1)
    assert agrees(upside, Case(question, Answer(3, 1)))
    assert not agrees(upside, Case(question, Answer(3, 2)))
