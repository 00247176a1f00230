"""Planted mistakes are found by asking programs: python -m benchmarks.why [--pairs N] [--right N]

Programs as students write them, in C and Python (benchmarks/planted/), get mistakes written into
their text, one or two; each is compiled and run as a program, a process for each answer, and
``teaching/why`` asks. It is right if the cause named first is the one that describes the change. A
mistake that no entry of the catalogue describes counts as missed; one that no question of the pool
shows, or that hides behind the other, is not counted. The catalogue grew with the first programs;
the fresh ones were written after it (planted/fresh.py), so their figures are the ones to trust. The
same programs written otherwise in a thousand ways must not be accused.
"""

from __future__ import annotations

import multiprocessing
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, report
from benchmarks.planted.fresh import FRESH, SAME
from benchmarks.planted.mutations import (
    MUTATIONS,
    PYTHON,
    SAME_IN_C,
    C,
    Mutation,
    mutated,
    pairs_of,
    right_sources,
    source,
)
from inarow.courses.comp3308.questions import command_of
from inarow.teaching.why.asking import Interview, NoAnswerError, interview, pool, same_behaviour
from inarow.teaching.why.case import Answer, Case, Question
from inarow.teaching.why.diagnosis import explain
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis

_PATIENCE_S = 60
Ask = Callable[[Question], Answer]


class Planted(NamedTuple):
    """A program's text with the names that describe what is wrong with it: any of ``names``, each
    with + between mistakes."""

    program: str
    text: str
    names: frozenset[frozenset[str]]


def planted(program: str, *made: Mutation) -> Planted | None:
    """A program with mistakes; None if they do not go together in the text."""
    text = source(program)
    names = [frozenset[str]()]
    for mutation in made:
        try:
            text = mutated(text, mutation)
        except ValueError:
            return None
        names = [each | frozenset(name.split("+")) for each in names for name in mutation.names]
    return Planted(program, text, frozenset(names))


def built(folder: Path, program: str, text: str) -> list[str]:
    """The command line of a program."""
    file = folder / program
    file.write_text(text)
    if program == PYTHON:
        return [sys.executable, str(file)]
    made = folder / "student"
    subprocess.run(["gcc", "-O1", "-w", "-o", str(made), str(file)], check=True)
    return [str(made)]


def asker(command: Sequence[str]) -> Ask:
    """A process for each answer."""

    def ask(question: Question) -> Answer:
        words = [*command, *command_of(question).split()]
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, timeout=_PATIENCE_S, check=True
            )
            column, nodes = map(int, done.stdout.split())
        except (subprocess.SubprocessError, ValueError) as error:
            raise NoAnswerError(f"asked {command_of(question)}: {error}") from None
        return Answer(column if 0 <= column < 7 else None, nodes)

    return ask


def talked(program: str, text: str) -> tuple[Interview | None, bool]:
    """What asking a program finds, None if it does not answer; and whether any question of the pool
    shows that it is not right."""
    with tempfile.TemporaryDirectory() as folder:
        ask = asker(built(Path(folder), program, text))
        try:
            found = interview(ask)
        except NoAnswerError:
            return None, True
        if RIGHT not in found.left or program == PYTHON:
            return found, RIGHT not in found.left
        return found, any(RIGHT.answer(question) != ask(question) for question in pool())


def is_found(each: Planted, left: Sequence[Hypothesis]) -> bool:
    """Whether the first cause is the planted one, or one that no question of the pool tells from
    it."""
    right = [one for one in left if frozenset(m.name for m in one.mistakes) in each.names]
    return bool(right) and (right[0] == left[0] or same_behaviour(right[0], left[0]))


def is_masked(each: Planted, left: Sequence[Hypothesis]) -> bool:
    """Whether one of two mistakes explains every answer, so that the other shows in none."""
    found = frozenset(mistake.name for mistake in left[0].mistakes) if left else frozenset()
    return bool(found) and any(found < names for names in each.names)


class Verdict(NamedTuple):
    """What came of one program: found, missed or not shown; what was said, and after how many
    questions."""

    name: str
    outcome: str
    said: str
    asked: int


def judged(each: Planted) -> Verdict:
    """What is said of a program with planted mistakes."""
    talk, visible = talked(each.program, each.text)
    name = "+".join(sorted(min(each.names, key=sorted)))
    if talk is None:
        return Verdict(name, "missed", "no answer", 0)
    said = talk.left[0].name if talk.left else "nothing"
    outcome = "found" if is_found(each, talk.left) else "missed"
    if not visible or is_masked(each, talk.left):
        outcome = "not shown"
    return Verdict(f"{each.program}: {name}", outcome, said, len(talk.cases))


def found_share(programs: Sequence[Planted], what: str, must: float, jobs: int) -> list[Claim]:
    """How many of some programs are found out, and by how many questions."""
    with multiprocessing.Pool(jobs) as workers:
        verdicts = list(workers.imap(judged, programs, chunksize=4))
    shown = [each for each in verdicts if each.outcome != "not shown"]
    missed = [f"{each.name} ({each.said})" for each in shown if each.outcome == "missed"]
    found = len(shown) - len(missed)
    note = f"{found} of {len(shown)}, {len(verdicts) - len(shown)} that nothing shows"
    if missed:
        note += f"; missed: {'; '.join(missed)}"
    share = 100 * found / max(len(shown), 1)
    median = statistics.median([each.asked for each in shown] or [0])
    return [
        Claim(f"{what}: right cause first", share, "%", must=must, at_least=True, note=note),
        Claim(f"{what}: questions, median", median, "", must=10),
    ]


Mutations = Mapping[str, Sequence[Mutation]]


def single_programs(mutations: Mutations, every: int) -> list[Planted]:
    made = [planted(program, each) for program, them in mutations.items() for each in them]
    return [each for each in made if each is not None][::every]


def double_programs(mutations: Mutations, count: int, rng: random.Random) -> list[Planted]:
    """Two mistakes in one program; in C, since two hundred are asked."""
    pairs = [
        (program, *pair)
        for program, them in mutations.items()
        if program != PYTHON
        for pair in pairs_of(them)
    ]
    rng.shuffle(pairs)
    made = (planted(program, one, other) for program, one, other in pairs)
    return list(islice((each for each in made if each is not None), count))


def accused_programs(count: int, rng: random.Random, jobs: int) -> list[str]:
    """Right programs, each written otherwise, that are accused of anything: what they are told."""
    same = {C: SAME_IN_C, **SAME}
    texts = [(program, text) for program in same for text in right_sources(program, same[program])]
    rng.shuffle(texts)
    with multiprocessing.Pool(jobs) as workers:
        said = workers.starmap(_accusation, texts[:count], chunksize=20)
    return [each for each in said if each]


def _accusation(program: str, text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        try:
            talk = interview(asker(built(Path(folder), program, text)))
        except NoAnswerError as error:
            return f"{program}: {error}"
    if not talk.left:
        return f"{program}: nothing explains it"
    return "" if talk.left[0] == RIGHT else f"{program}: {talk.left[0].name}"


def accused_answers(sheets: int, rng: random.Random) -> int:
    """Sheets of right answers to ten questions by chance that are accused of anything."""
    count = 0
    for _ in range(sheets):
        cases = [Case(each, RIGHT.answer(each) or Answer(0, 0)) for each in rng.sample(pool(), 10)]
        count += bool(explain(cases).causes)
    return count


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--every", full=1, quick=40, help="every so many of the single ones (1)")
    table.add_sample("--pairs", full=100, quick=2, help="programs with two mistakes (default 100)")
    table.add_sample("--right", full=1000, quick=3, help="right programs (default 1000)")
    table.add_argument("--seed", type=int, default=17, help="which pairs are drawn (default 17)")
    table.add_argument("--jobs", type=int, default=2, help="programs asked at once (default 2)")
    return table


def main() -> int:
    args = parser().options()
    rng = random.Random(args.seed)
    claims = []
    for mutations, of in ((MUTATIONS, ""), (FRESH, " in fresh programs")):
        one, two = (
            single_programs(mutations, args.every),
            double_programs(mutations, args.pairs, rng),
        )
        claims += found_share(one, f"one mistake{of}", 95, args.jobs)
        claims += found_share(two, f"two mistakes{of}", 80, args.jobs)
    accused = accused_programs(args.right, rng, args.jobs)
    sheets = accused_answers(args.right, rng)
    claims += [
        Claim("right programs accused", len(accused), "", must=0, note="; ".join(accused[:5])),
        Claim("sheets of right answers accused", sheets, "", must=0),
    ]
    return report("the cause of wrong answers, of programs that are run", claims, args)


if __name__ == "__main__":
    sys.exit(main())
