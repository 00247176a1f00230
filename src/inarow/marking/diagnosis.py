"""Why a submission answers wrongly: what a course's diagnosis is given, and what it returns.

Every answer of a submission counts, the right ones too: a cause must give all of them. A sentence
quotes nothing of a test that is not visible: sentences are in records, which may be passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import inarow
from inarow.course import Course
from inarow.marking.codec import digest
from inarow.marking.result_cache import NoCache, ResultCache, read_saved, saved_text
from inarow.marking.results import (
    Cause,
    Diagnoses,
    Diagnosis,
    Observation,
    TestResult,
    Verdict,
)
from inarow.marking.suite import Suite, Test, Visibility
from inarow.text import plural

MOST_CAUSES = 3
STEP = "step"
"""The fact that has the number, from 0, of the step at which a dialogue went wrong."""


class Mistake(Protocol):
    """A known mistake."""

    @property
    def name(self) -> str: ...
    @property
    def sentence(self) -> str: ...


class JudgedTest(NamedTuple):
    """A test that was run and judged: ``got`` is what came in the step that went wrong."""

    test: Test
    passed: bool
    cause: str
    got: bytes | None
    facts: Mapping[str, Any]
    observation: Observation

    @property
    def step(self) -> int | None:
        """The step that went wrong; None if none did, or none is known."""
        number = self.facts.get(STEP)
        known = isinstance(number, int) and number < len(self.test.dialogue)
        return number if known and not self.passed else None


class Explainer(NamedTuple):
    """How a course explains wrong answers. ``explain`` returns causes, the likeliest first.
    ``command`` returns what a student types to see where one wrong answer begins, empty if nothing
    shows it; ``answer_line`` returns the answer as ``inarow why`` reads it. ``answers`` is the
    heading of the answers that have a command."""

    explain: Callable[[Course, Sequence[JudgedTest]], list[Cause]]
    command: Callable[[Course, Observation], str] = lambda course, observation: ""
    answer_line: Callable[[Course, Observation], str] = lambda course, observation: ""
    answers: str = ""


def explainer_of(course: Course) -> Explainer | None:
    """Returns how a course explains answers; None if it does not."""
    return course.load("causes") if course.causes else None


def judged_tests(suite: Suite, results: Iterable[TestResult]) -> list[JudgedTest]:
    """The tests among some results that say something about the program."""
    return [
        JudgedTest(
            suite.named(result.name),
            result.verdict is Verdict.PASS,
            result.cause,
            result.got,
            result.facts,
            result.observation,
        )
        for result in results
        if result.verdict in (Verdict.PASS, Verdict.FAIL)
    ]


def diagnose(
    suite: Suite, results: Sequence[TestResult], cache: ResultCache | None = None
) -> Diagnoses:
    """Why answers are wrong: for staff from all results, for students from those that they may see.
    A diagnosis is found once for the same answers."""
    cache = cache or NoCache()
    found: dict[tuple[str, ...], Diagnosis] = {}

    def seen_by(*visible: Visibility) -> Diagnosis:
        seen = [result for result in results if result.visibility in visible]
        names = tuple(result.name for result in seen)
        if names not in found:
            found[names] = _diagnosis(suite, judged_tests(suite, seen), cache)
        return found[names]

    return Diagnoses(
        seen_by(*Visibility),
        seen_by(Visibility.VISIBLE, Visibility.AFTER_DUE),
        seen_by(Visibility.VISIBLE),
    )


def _diagnosis(suite: Suite, judged: Sequence[JudgedTest], cache: ResultCache) -> Diagnosis:
    explainer = explainer_of(suite.course)
    if explainer is None or not judged:
        return Diagnosis()
    key = digest(["diagnosis", inarow.__version__, suite.course, list(judged)])
    text = cache.find(key)
    if text is not None and (saved := read_saved(Diagnosis, text)) is not None:
        return saved
    commands = {
        each.test.name: command
        for each in judged
        if not each.passed and (command := explainer.command(suite.course, each.observation))
    }
    causes = tuple(explainer.explain(suite.course, judged))
    found = Diagnosis(causes, commands, explainer.answers if commands else "")
    cache.keep(key, saved_text(found), replace=text is not None)
    return found


def cause_of(
    made: Sequence[Mistake], agrees: int, wrong: int, answers: int, also: str = ""
) -> Cause:
    """Returns mistakes that ``agrees`` of the ``wrong`` answers show, of ``answers`` in all;
    ``also`` is a sentence to add."""
    if agrees == wrong:
        start = "Consistent with"
    else:
        start = f"Nothing that is known explains all {plural(answers, 'answer')}"
        if made:
            start += f"; {agrees} of the {wrong} wrong ones are as with"
    names = tuple(mistake.name for mistake in made)
    if names:
        says = [f"{start} {shown_mistakes(names)}:", *(mistake.sentence for mistake in made)]
    else:
        says = [f"{start}."]
    sentence = " ".join([*says, also] if also else says)
    return Cause(sentence, names, agrees, wrong)


def shown_mistakes(names: Sequence[str]) -> str:
    """Returns mistakes in words: ``cut only beyond``."""
    return " and ".join(name.replace("-", " ") for name in names)
