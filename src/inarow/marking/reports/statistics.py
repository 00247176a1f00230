"""What a class has in common: distributions, commonest causes, incidents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from inarow.marking.diagnosis import shown_mistakes
from inarow.marking.grading.grade import Grade
from inarow.marking.results import AFTER_TIMEOUTS, UNFINISHED, Verdict, round_marks
from inarow.running.result import RunVerdict

_BINS = 10
_INCIDENTS = {
    RunVerdict.TIMEOUT: "time",
    RunVerdict.CPU_LIMIT: "CPU",
    RunVerdict.MEMORY_LIMIT: "memory",
    RunVerdict.OUTPUT_LIMIT: "output",
    RunVerdict.CRASH: "crash",
    RunVerdict.EXIT_STATUS: "crash",
    RunVerdict.COMPILE_ERROR: "build",
    RunVerdict.REJECTED: "refused",
}


_NOT_BEGUN = {"COMPILE_ERROR": "build", "REJECTED": "refused"}


def median(marks: Sequence[Decimal]) -> Decimal:
    ordered = sorted(marks)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return round_marks((ordered[middle - 1] + ordered[middle]) / 2)


def marks_of(graded: Sequence[Grade]) -> list[Decimal]:
    """The marks that there are: none of submissions that are pending or refused."""
    return [one.marks for one in graded if one.marks is not None]


def distribution(graded: Sequence[Grade]) -> list[int]:
    """How many students have marks in each tenth of what there is; all of it is in the last."""
    counts = [0] * _BINS
    for one in graded:
        if one.marks is None:
            continue
        share = one.marks / one.max_marks if one.max_marks else Decimal(0)
        counts[min(max(int(share * _BINS), 0), _BINS - 1)] += 1
    return counts


def passes(graded: Sequence[Grade]) -> dict[str, int]:
    """How many submissions with a mark pass each test, by its name, in the order of the tests."""
    counts: dict[str, int] = {}
    for one in graded:
        for test in one.result.tests:
            counts.setdefault(test.name, 0)
            counts[test.name] += one.marks is not None and test.verdict is Verdict.PASS
    return counts


def commonest_causes(graded: Sequence[Grade]) -> list[tuple[str, int]]:
    """Causes of failures, each once per student; what could not be run is no failure."""
    counts: Counter[str] = Counter()
    for one in graded:
        counts.update(causes_of_failures(one))
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def causes_of_failures(one: Grade) -> set[str]:
    """The causes of what a submission fails, or why it was refused."""
    return {
        test.shown_cause
        for test in one.result.tests
        if test.cause and test.verdict not in UNFINISHED
    }


def mistakes_of(one: Grade) -> tuple[str, ...]:
    """The mistakes that explain all wrong answers of a submission; none if nothing known does."""
    if not one.result.why:
        return ()
    found = one.result.why[0]
    return found.mistakes if found.explains_all else ()


def failed_of(one: Grade) -> set[int]:
    """The numbers of the tests that a submission fails, from 1."""
    return {
        number for number, test in enumerate(one.result.tests, 1) if test.verdict is Verdict.FAIL
    }


def commonest_mistakes(graded: Sequence[Grade]) -> list[tuple[str, int]]:
    """How many submissions make which mistakes and no other that shows."""
    made = Counter(mistakes for one in graded if (mistakes := mistakes_of(one)))
    counts = {shown_mistakes(names): count for names, count in made.items()}
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def incidents(one: Grade) -> list[tuple[str, int]]:
    """What went wrong beside wrong answers, with counts."""
    counts: Counter[str] = Counter()
    for test in one.result.tests:
        ended = test.run in (RunVerdict.CRASH, RunVerdict.EXIT_STATUS)
        if ended and test.cause != "CRASH" and test.used.exit_code:
            counts[f"exit status {test.used.exit_code}"] += 1
        elif test.run in _INCIDENTS:
            counts[_INCIDENTS[test.run]] += 1
        elif test.cause in _NOT_BEGUN:
            counts[_NOT_BEGUN[test.cause]] = 1
        elif test.cause == AFTER_TIMEOUTS:
            counts["not run after timeouts"] += 1
        elif test.verdict in UNFINISHED:
            counts[test.verdict.name.lower().replace("_", " ")] += 1
    if one.result.problem and not counts:
        counts["not run"] += 1
    return sorted(counts.items())
