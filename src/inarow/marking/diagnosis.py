"""Why a submission answers wrongly: what a course's diagnosis is given, and the JSON of its causes.

Every answer of a submission counts, the right ones too: a cause must give all of them. A sentence
quotes nothing of a test that is not visible: sentences are in records, which may be passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from inarow.course import Course
from inarow.marking.suite import Test
from inarow.teaching.why.known import Known
from inarow.text import plural

MOST_CAUSES = 3
STEP = "step"
"""The fact that has the number, from 0, of the step at which a dialogue went wrong."""


class Observation(NamedTuple):
    """What a program was asked by a test, what is right, and what it printed; None if its run did
    not end by itself."""

    asked: tuple[str, ...]
    expected: bytes | None
    got: bytes | None


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


class Diagnosis(NamedTuple):
    """How a course explains wrong answers. ``explain`` returns causes as JSON (``cause_json``), the
    likeliest first. ``command`` returns what a student types to see where one wrong answer begins,
    empty if nothing shows it; ``answer_line`` returns the answer as ``inarow why`` reads it.
    ``answers`` is the heading of the answers that have a command."""

    explain: Callable[[Course, Sequence[JudgedTest]], list[dict[str, Any]]]
    command: Callable[[Course, Observation], str] = lambda course, observation: ""
    answer_line: Callable[[Course, Observation], str] = lambda course, observation: ""
    answers: str = ""


def diagnosis_of(course: Course) -> Diagnosis | None:
    """Returns the diagnosis of a course; None if it has none."""
    return course.load("causes") if course.causes else None


def cause_json(
    made: Sequence[Known], agrees: int, wrong: int, answers: int, also: str = ""
) -> dict[str, Any]:
    """Returns mistakes that ``agrees`` of the ``wrong`` answers show, of ``answers`` in all;
    ``also`` is a sentence to add."""
    if agrees == wrong:
        start = "Consistent with"
    else:
        start = f"Nothing that is known explains all {plural(answers, 'answer')}"
        if made:
            start += f"; {agrees} of the {wrong} wrong ones are as with"
    names = [mistake.name for mistake in made]
    if names:
        says = [f"{start} {shown_mistakes(names)}:", *(mistake.sentence for mistake in made)]
    else:
        says = [f"{start}."]
    sentence = " ".join([*says, also] if also else says)
    return {"sentence": sentence, "mistakes": names, "agrees": agrees, "of": wrong}


def shown_mistakes(names: Sequence[str]) -> str:
    """Returns mistakes in words: ``cut only beyond``."""
    return " and ".join(name.replace("-", " ") for name in names)
