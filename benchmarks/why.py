"""Planted mistakes are found by asking: python -m benchmarks.why [--pairs N] [--programs N]

Each visible mistake of the catalogue is planted by itself, and pairs of them drawn at random: our
own search under the changed rules answers, and ``teaching/why`` asks. It is right if the cause
named first is the planted one, or one that no question of its pool tells from it. Some of them are
run as programs, a process for each answer. Right answers to random questions, and a right program,
must not be accused.
"""

from __future__ import annotations

import random
import shlex
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.measure import Claim, TableParser, report
from inarow.cli.why.program import asked_program
from inarow.teaching.why.asking import interview, pool, same_behaviour
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import explain
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis, pairs, singles

PROGRAM = """\
import sys
from inarow.cli.why.questions import question_of
from inarow.teaching.why.hypothesis import Hypothesis
from inarow.textbook.mistakes import mistake_named
names, words = sys.argv[1], sys.argv[2:]
planted = Hypothesis(tuple(mistake_named(name) for name in names.split("+") if name))
answer = planted.answer(question_of(words))
print(answer.move if answer else 0)
print(answer.nodes if answer else 0)
"""


def answers_of(planted: Hypothesis) -> Callable[[Question], Answer]:
    """A program with planted mistakes, in this process."""

    def ask(question: Question) -> Answer:
        return planted.answer(question) or Answer(0, 0)

    return ask


def is_found(planted: Hypothesis, left: Sequence[Hypothesis]) -> bool:
    return bool(left) and (left[0] == planted or same_behaviour(left[0], planted))


def found_share(planted: Sequence[Hypothesis], what: str, must: float) -> list[Claim]:
    """How many of some mistakes are found, and by how many questions."""
    found, asked, missed = 0, [], []
    for each in planted:
        talk = interview(answers_of(each))
        asked.append(len(talk.cases))
        if is_found(each, talk.left):
            found += 1
        else:
            missed.append(each.name)
    note = f"{found} of {len(planted)}"
    if missed:
        note += f"; missed: {', '.join(missed[:3])}"
    share = 100 * found / len(planted)
    return [
        Claim(f"{what}: right cause first", share, "%", must=must, at_least=True, note=note),
        Claim(f"{what}: questions, median", statistics.median(asked), "", must=10),
    ]


def found_as_programs(planted: Sequence[Hypothesis]) -> Claim:
    """The same with a process for each answer."""
    found = 0
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "planted.py"
        program.write_text(PROGRAM)
        for each in planted:
            names = "+".join(mistake.name for mistake in each.mistakes)
            command = shlex.join([sys.executable, str(program), names])
            with asked_program(command, sandboxed=False, told=lambda text: None) as ask:
                found += is_found(each, interview(ask).left)
    share = 100 * found / len(planted)
    what = f"run as {len(planted)} programs: right cause first"
    return Claim(what, share, "%", must=95, at_least=True)


def accused(sheets: int, rng: random.Random) -> int:
    """Right programs, each asked ten questions by chance, that are accused of anything."""
    count = 0
    for _ in range(sheets):
        questions = rng.sample(pool(), 10)
        cases = [Case(each, answers_of(RIGHT)(each)) for each in questions]
        count += bool(explain(cases).causes)
    return count


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--pairs", full=100, quick=2, help="pairs of mistakes (default 100)")
    table.add_sample("--every", full=1, quick=20, help="every so many of the single ones (1)")
    table.add_sample("--programs", full=10, quick=1, help="run as programs (default 10)")
    table.add_sample("--right", full=1000, quick=10, help="right programs (default 1000)")
    return table


def main() -> int:
    args = parser().options()
    rng = random.Random(17)
    alone = list(singles())[:: args.every]
    both = [each for each in pairs() if not same_behaviour(each, RIGHT)]
    claims = [
        *found_share(alone, "one mistake", 95),
        *found_share(rng.sample(both, args.pairs), "two mistakes", 80),
        found_as_programs(rng.sample(alone, min(args.programs, len(alone)))),
        Claim("right programs accused", accused(args.right, rng), "", must=0),
        Claim(
            "a right program that is asked: causes named",
            sum(each != RIGHT for each in interview(answers_of(RIGHT)).left),
            "",
            must=0,
        ),
    ]
    return report("the cause of wrong answers", claims, args)


if __name__ == "__main__":
    sys.exit(main())
