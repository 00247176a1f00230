"""Why a program's column and count are wrong: its causes, and where its search diverges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inarow.courses.comp3308.questions import (
    assignment_of,
    cases_of_lines,
    cases_of_pairs,
    column_of,
    command_of,
    printed_column,
    question_of,
)
from inarow.courses.inquiry import Findings, Inquiry
from inarow.errors import UserError
from inarow.files import read_input
from inarow.protocols import printable_text
from inarow.render.terminal import Line
from inarow.render.tree_words import Notation
from inarow.teaching.why.asking import Interview, NoAnswerError, interview
from inarow.teaching.why.case import ALGORITHMS, Answer, Assignment, Case, Question
from inarow.teaching.why.diagnosis import Cause, Explanation, Judged, explain, telling_cases
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, unseen
from inarow.teaching.why.known import MOST_SHOWN
from inarow.teaching.why.parting import Place, parting, place_of
from inarow.text import plural

_LONGEST_TRACE = 40_000_000
_KNOWN = {"M": ("minimax",), "A": ("alpha-beta",)}


def diagnose(inquiry: Inquiry) -> Findings:
    """What explains the answers of a program, given or asked for, or its trace."""
    inquiry.refuse("perft")
    if inquiry.trace is not None:
        return _traced(inquiry)
    if inquiry.program is not None:
        return _asked(inquiry)
    assignment = assignment_of(inquiry.course)
    if inquiry.text is None:
        cases = cases_of_pairs(inquiry.pairs("COLUMN NODES"), assignment)
    else:
        cases = cases_of_lines(inquiry.text.splitlines(), assignment)
    return _Explained(inquiry, cases, explain(cases, tried=inquiry.tried))


def _traced(inquiry: Inquiry) -> Findings:
    """A trace beside the right search of ``STATE PLAYER M|A DEPTH``."""
    from inarow.teaching.why.trace.diagnosis import explained
    from inarow.teaching.why.trace.lines import trace_lines

    if inquiry.got:
        raise UserError("--trace takes a question, and no --got")
    words = " ".join(inquiry.question).split()
    question = question_of(words, assignment_of(inquiry.course))
    assert inquiry.trace is not None
    text = read_input("trace", inquiry.trace, _LONGEST_TRACE).decode("utf-8", "replace")
    lines = trace_lines(text.splitlines())
    report = explained(question, lines, command_of(question), inquiry.tried)
    return replace(report, course=inquiry.course.name)


def _asked(inquiry: Inquiry) -> Findings:
    """A program, asked until its mistake is known."""
    ask, remarks = _asker(inquiry)
    known = _KNOWN.get(inquiry.only or "", ALGORITHMS)
    found = interview(ask, inquiry.questions, known, assignment_of(inquiry.course))
    return _Interviewed(inquiry, found, remarks)


def _asker(inquiry: Inquiry) -> tuple[Callable[[Question], Answer], list[str]]:
    """What asks the built program, and raises NoAnswerError for an answer that is none; and
    remarks on what else it printed, which grow as it is asked."""
    from inarow.courses.comp3308.seat import run_marked
    from inarow.running.answers import InvalidAnswerError, number_lines
    from inarow.running.result import RunVerdict

    program, sandbox = inquiry.built_program()
    limits = inquiry.course.programs.limits
    remarks: list[str] = []
    asked = 0

    def ask(question: Question) -> Answer:
        nonlocal asked
        asked += 1
        inquiry.show(f"question {asked}")
        letter = "A" if question.algorithm == "alpha-beta" else "M"
        report = run_marked(program, sandbox, question.pos, letter, question.depth, limits)
        where = f"asked {command_of(question)}, the program"
        if report.verdict is not RunVerdict.OK:
            slow = report.verdict is RunVerdict.TIMEOUT
            raise NoAnswerError(f"{where} {report.sentence}", too_slow=slow)
        try:
            words = [str(number) for number in number_lines(report.stdout, 2, stderr=report.stderr)]
        except InvalidAnswerError as error:
            words = report.stdout.decode("ascii", "replace").split()[-2:]
            if len(words) < 2 or not words[1].isdecimal():
                raise NoAnswerError(f"{where} {error}") from None
            remarks.append(f"{where} {error}; its last two words were used")
        if int(words[1][:20]) < 0:
            raise NoAnswerError(f"{where} counted {words[1]} nodes")
        return Answer(column_of(words[0], question.assignment), int(words[1][:20]))

    return ask, remarks


@dataclass(frozen=True)
class _Explained:
    """Causes of answers that were given."""

    inquiry: Inquiry
    cases: Sequence[Case]
    found: Explanation

    def lines(self, hint: int) -> list[Line]:
        cases, found = self.cases, self.found
        lines = _judged_lines(found.judged)
        wrong = [number for number, judged in enumerate(found.judged) if not judged.is_right]
        if found.all_right:
            every = "The answer is right." if len(cases) == 1 else "All answers are right."
            return [*lines, [("", "")], [(every, "strong")]]
        if not found.causes:
            lines += [[("", "")], [("Nothing that I know explains this.", "strong")]]
            for cause in found.nearest:
                explained = f"{plural(len(cause.explains), 'answer')} of {len(cases)}"
                name = cause.hypothesis.name
                lines.append([(f"Nearest: {name}, which explains {explained}.", "")])
            return lines
        shown = found.causes[:MOST_SHOWN]
        if len(found.causes) > 1:
            many = (
                f"{len(found.causes)} causes explain all of it; the likeliest first. More answers"
            )
            lines += [[("", "")], [(f"{many} tell them apart.", "")]]
        for cause in shown:
            lines += _cause_lines(cause, cases[wrong[0]].question, hint, self.inquiry)
        if len(found.causes) > len(shown):
            names = ", ".join(cause.hypothesis.name for cause in found.causes[len(shown) :][:20])
            lines += [[("", "")], [(f"Also: {names}.", "")]]
        return lines

    def as_json(self) -> dict[str, Any]:
        answer = self.found.as_json()
        for case, shown in zip(self.cases, answer["cases"], strict=True):
            shown["question"] = command_of(case.question)
        wrong = [number for number, each in enumerate(self.found.judged) if not each.is_right]
        causes = self.found.causes[:MOST_SHOWN]
        for cause, shown in zip(causes, answer["causes"], strict=False):
            question = self.cases[wrong[0]].question
            shown["begins"] = _begins_json(question, cause.hypothesis, self.inquiry)
        return answer


@dataclass(frozen=True)
class _Interviewed:
    """Causes of the answers of a program that was asked."""

    inquiry: Inquiry
    found: Interview
    remarks: Sequence[str]

    @property
    def judged(self) -> tuple[Judged, ...]:
        return tuple(Judged(case, RIGHT.answer(case.question)) for case in self.found.cases)

    @property
    def causes(self) -> list[Cause]:
        judged = self.judged
        wrong = tuple(number for number, each in enumerate(judged) if not each.is_right)
        every = tuple(range(len(judged)))
        return [Cause(each, every, wrong) for each in self.found.left if each != RIGHT]

    @property
    def hidden(self) -> list[str]:
        """Mistakes that no answer shows by themselves."""
        return [mistake.name for mistake in unseen(assignment_of(self.inquiry.course))]

    def lines(self, hint: int) -> list[Line]:
        found, judged = self.found, self.judged
        lines = _judged_lines(judged)
        asked = f"after {plural(len(judged), 'question')}"
        if RIGHT in found.left:
            lines += [[("", "")], [(f"No mistake {asked}: every answer is right.", "strong")]]
        elif not found.left:
            lines += [[("", "")], [(f"Nothing that I know explains this, {asked}.", "strong")]]
            lines += [[("These answers alone rule out all that I know by itself:", "")]]
            few = telling_cases(found.cases)
            lines += [[(f"  {command_of(case.question)}", "")] for case in few]
        else:
            many = f"{plural(len(found.left), 'cause')} left {asked}"
            if len(found.left) > 1:
                tells = "more questions would" if found.exhausted else "no question here can"
                many += f"; {tells} tell them apart"
            lines += [[("", "")], [(f"{many}.", "")]]
            for cause in self.causes[:MOST_SHOWN]:
                question = found.cases[cause.wrong[0]].question
                lines += _cause_lines(cause, question, hint, self.inquiry)
        for _, sentence in found.unanswered:
            lines += [[("", "")], [(f"No answer: {sentence}.", "")]]
        hidden = ", ".join(self.hidden)
        unseen_ones = f"Mistakes that no answer shows by themselves: {hidden}."
        lines += [[("", "")], [(unseen_ones, "faint")]]
        if self.remarks:
            more = f" ({len(self.remarks)} answers like it)" if len(self.remarks) > 1 else ""
            lines += [[("", "")], [(f"Remark: {printable_text(self.remarks[0])}{more}.", "")]]
        return lines

    def as_json(self) -> dict[str, Any]:
        found = self.found
        questions = [command_of(case.question) for case in found.cases]
        few = [] if found.left else telling_cases(found.cases)
        return {
            "all_right": RIGHT in found.left,
            "cases": [
                {**each.as_json(), "question": question}
                for each, question in zip(self.judged, questions, strict=True)
            ],
            "causes": [self._cause_json(cause) for cause in self.causes],
            "unseen": self.hidden,
            "unanswered": [sentence for _, sentence in found.unanswered],
            "unexplained": [command_of(case.question) for case in few],
            "remarks": list(self.remarks),
        }

    def _cause_json(self, cause: Cause) -> dict[str, Any]:
        question = self.found.cases[cause.wrong[0]].question
        begins = _begins_json(question, cause.hypothesis, self.inquiry)
        return {**cause.as_json(), "begins": begins}


def _judged_lines(judged: Sequence[Judged]) -> list[Line]:
    """A line for each answer."""
    lines: list[Line] = []
    for each in judged:
        asked = each.case.question
        question, terms = command_of(asked), asked.assignment
        if each.right is None:
            verdict = "the right search is too long to try"
        elif each.is_right:
            verdict = "right"
        else:
            verdict = f"right is {_answer(each.right, terms)}"
        lines.append([(f"{question}: {_answer(each.case.got, terms)}; {verdict}", "")])
    return lines


def _answer(answer: Answer, assignment: Assignment) -> str:
    nodes = "1 node" if answer.nodes == 1 else f"{answer.nodes} nodes"
    column = printed_column(answer.move, assignment)
    return f"{'no column of the board' if column is None else f'column {column}'}, {nodes}"


def _cause_lines(cause: Cause, question: Question, hint: int, inquiry: Inquiry) -> list[Line]:
    """A cause, as much as a hint says, with where it begins in a question."""
    several = len(cause.explains) > 1
    whole = f"explains all {len(cause.explains)} answers" if several else "explains the answer"
    if hint == 1:
        looks = [[(f"look at: {mistake.look}", "")] for mistake in cause.hypothesis.mistakes]
        return [[("", "")], *looks]
    lines: list[Line] = [[("", "")], [(f"{cause.hypothesis.name} {whole}.", "strong")]]
    for mistake in cause.hypothesis.mistakes:
        lines.append([(f"  {mistake.sentence}", "")])
        lines.append([(f"  the task says: {mistake.sheet}", "")])
        lines.append([(f"  look at: {mistake.look}", "")])
    begins = _begins(question, cause.hypothesis, inquiry) if hint == 3 else None
    if begins is None:
        return lines
    place, where = begins
    lines.append([(f"  It begins {place.where}:", "")])
    lines.append([(f"    the right search {place.right};", "")])
    lines.append([(f"    yours {place.wrong}.", "")])
    lines += [[(f"    right:  {line}", "")] for line in place.right_lines]
    lines += [[(f"    yours:  {line}", "")] for line in place.wrong_lines]
    if where:
        lines.append([(f"  Watch it: inarow web, then {where}", "")])
    return lines


def _begins_json(
    question: Question, hypothesis: Hypothesis, inquiry: Inquiry
) -> dict[str, Any] | None:
    begins = _begins(question, hypothesis, inquiry)
    return None if begins is None else {**begins[0].as_json(), "link": begins[1]}


def _begins(
    question: Question, hypothesis: Hypothesis, inquiry: Inquiry
) -> tuple[Place, str] | None:
    """Where a hypothesis diverges on a question, and the link of the page to it, empty if the page
    does not search so deep; None if it is not a matter of the search."""
    found = parting(question, hypothesis)
    if found is None:
        return None
    base = inquiry.course.first_column
    notation = Notation(question.pos.game, base, inquiry.ascii_only)
    return place_of(found, notation), inquiry.link(found)
