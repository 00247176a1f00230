"""What marking keeps of a test for whoever looks for causes, and causes as JSON has them.

A sentence quotes nothing of a test that is not visible: sentences stand in records, which may be
handed on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from inarow.marking.suite import Test
from inarow.teaching.why.known import Known
from inarow.words import counted

MOST_CAUSES = 3
STEP, SCORES, WRITTEN = "step", "scores", "written"
"""Names of facts: the number of the step at which a dialogue went wrong, from 0; the first and the
last score that a program printed; the file that it wrote, None for none."""


class Told(NamedTuple):
    """A test that was run and judged: ``got`` is what came in the step that went wrong."""

    test: Test
    passed: bool
    cause: str
    got: bytes | None
    facts: Mapping[str, Any]

    @property
    def step(self) -> int | None:
        """The step that went wrong; None if none did, or none is known."""
        number = self.facts.get(STEP)
        known = isinstance(number, int) and number < len(self.test.dialogue)
        return number if known and not self.passed else None


def entry(
    made: Sequence[Known], agrees: int, wrong: int, answers: int, also: str = ""
) -> dict[str, Any]:
    """Mistakes that ``agrees`` of the wrong answers show, of so many answers in all; ``also`` is a
    sentence to go with it."""
    if agrees == wrong:
        start = "Consistent with"
    else:
        start = f"Nothing that is known explains all {counted(answers, 'answer')}"
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
    """Mistakes in words: ``cut only beyond``."""
    return " and ".join(name.replace("-", " ") for name in names)
