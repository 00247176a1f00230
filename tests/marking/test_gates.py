"""Gates set marks to 0 and say why; proposed ones change nothing before a person agrees."""

from __future__ import annotations

from decimal import Decimal

import pytest

from inarow.marking.gates import closed_gates, misnamed
from inarow.marking.results import SubmissionResult, TestResult, Verdict
from inarow.marking.suite import GateKind, Visibility
from inarow.marking.suites import read_suite
from inarow.running.courses import COURSES
from inarow.running.submission import Submission

LOOP = b"int main(void) { return 0; }"
RING = b"int f(int n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(2); }"


def submission(**files: bytes) -> Submission:
    return Submission("x", {f"{name}.c": content for name, content in files.items()})


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Lab7Part1", "Lab7Part2"], ""),
        (["Lab7Part1"], ""),
        (["Lab7Part1", "Lab7Part2", "notes"], ""),
        (["Lab7Part1", "lab7part2"], "'lab7part2.c' was handed in, and its name must be Lab7Part2"),
        (["Lab7Part1", "Lab7_Part2"], "'Lab7_Part2.c' was handed in, and its name must be Lab7Par"),
        (["Lab7Part1", "notes"], ""),
        (["solution"], "'solution.c' was handed in, and its name must be Lab7Part1.c and Lab7Part"),
    ],
)
def test_a_file_with_the_wrong_name_is_named(names: list[str], sentence: str) -> None:
    found = misnamed(submission(**dict.fromkeys(names, RING)), COURSES["aps105"])
    assert found.startswith(sentence) and bool(found) == bool(sentence)


def test_the_gates_of_the_lab_close_one_by_one() -> None:
    suite = read_suite("aps105")
    good = submission(Lab7Part1=RING, Lab7Part2=LOOP)
    assert list(closed_gates(suite, good, {})) == []
    (no_cycle,) = closed_gates(suite, submission(Lab7Part1=LOOP, Lab7Part2=RING), {})
    assert (no_cycle.when, no_cycle.group, no_cycle.proposed) == (
        GateKind.NO_RECURSION,
        "part 1",
        True,
    )
    (not_built,) = closed_gates(suite, good, {"Lab7Part2": "error: x"})
    assert (not_built.when, not_built.group) == (GateKind.NOT_BUILT, "part 2")
    assert not_built.reason == "Lab7Part2 is not built: error: x"
    (wrong_name,) = closed_gates(suite, submission(Lab7Part1=RING, lab7part2=RING), {})
    assert (wrong_name.when, wrong_name.group) == (GateKind.MISNAMED, "")
    whole = [gate.when for gate in closed_gates(suite, None, {}, "x could not be built")]
    assert whole == [GateKind.NOT_BUILT, GateKind.NOT_BUILT]


def test_a_gate_counts_0_and_a_proposed_one_nothing_yet() -> None:
    suite = read_suite("aps105")
    four = Decimal(4)
    tests = [
        TestResult(part, part, Visibility.VISIBLE, Verdict.PASS, four, four)
        for part in ("part 1", "part 2")
    ]

    def marks(one: Submission, failed: dict[str, str]) -> Decimal:
        gates = tuple(closed_gates(suite, one, failed))
        return SubmissionResult("x", "", {}, tests, gates).marks

    assert marks(submission(Lab7Part1=LOOP, Lab7Part2=LOOP), {}) == 8
    assert marks(submission(Lab7Part1=RING, Lab7Part2=LOOP), {"Lab7Part2": "e"}) == 4
    assert marks(submission(Lab7Part1=RING, lab7part2=LOOP), {}) == 0
