"""Small right and wrong programs of the four courses, run in the sandbox: right ones have full
marks, and each planted fault has its name and costs what it should."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from course_files import PROGRAMS, REFERENCES, whole_suite
from inarow.marking import marker
from inarow.marking.marker import Built, MarkingRules, assemble, load_submission, mark, refuse
from inarow.marking.results import Diagnoses, SubmissionResult, TestResult
from inarow.marking.suite import Suite, Test
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import RejectedError

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

PYTHON = REFERENCES["maxconnect4.py.txt"].read_text()
C = (PROGRAMS / "maxconnect4" / "maxconnect4.c").read_text()
PART_1 = (PROGRAMS / "aps105" / "Lab7Part1.c").read_text()
PART_2 = (PROGRAMS / "aps105" / "Lab7Part2.c").read_text()
JAVA = REFERENCES["Interface.java"].read_text()
READ_ME = {"readme.txt": "python maxconnect4.py one-move input1.txt output1.txt 5\n"}
BOARD = {"input1.txt": "0000000\n" * 6 + "1\n"}


@cache
def short(course: str) -> Suite:
    """A course's whole suite, with fewer games and depths; part 2 of the lab is easier to beat."""

    def shortened(test: Test) -> Test:
        options = dict(test.options)
        if test.check == "games":
            options |= {"opponent": "random", "games": 2}
            options |= {"wins": 1} if "wins" in options else {"points": Decimal("1.5")}
        if test.check == "cpu-by-depth":
            options["deepest"] = 2
        return replace(test, options=options)

    suite = whole_suite(course)
    tests = [shortened(test) for test in suite.tests if not test.name.startswith("beats level")]
    return replace(suite, tests=tuple(tests))


def marked(
    tmp_path: Path, suite: Suite, files: Mapping[str, str], lenient: tuple[str, ...] = ()
) -> SubmissionResult:
    """A submission through a suite, in this process."""
    if suite.course.name == "cse440":
        place = tmp_path / "assignment2.zip"
        with zipfile.ZipFile(place, "w") as archive:
            for name, text in files.items():
                archive.writestr(f"assignment2/{name}", text)
    else:
        place = tmp_path / "handed-in"
        place.mkdir()
        for name, text in files.items():
            (place / name).write_text(text)
    built, diagnoses = Built("", {}), Diagnoses()
    results: dict[str, TestResult] = {}
    try:
        submission = load_submission(place, suite.course)
        items = mark(submission, suite, choose_sandbox(), rules=MarkingRules(lenient))
    except RejectedError as error:
        items = refuse(suite, str(error))
    for item in items:
        if isinstance(item, Built):
            built = item
        elif isinstance(item, marker.TestFinished):
            results[item.result.name] = item.result
        else:
            diagnoses = item.diagnoses
    return assemble("x", suite, built, results, diagnoses)


def causes(found: SubmissionResult, *names: str) -> set[str]:
    """The causes of tests with such names, or of all that failed."""
    chosen = [t for t in found.tests if not names or any(name in t.name for name in names)]
    return {test.cause for test in chosen if test.cause}


def part(course: str, *words: str, wall_s: float = 0) -> Suite:
    """The tests of a suite whose names have one of the words, without what they depend on."""
    suite = short(course)
    tests = [t for t in suite.tests if any(word in t.name for word in words)]
    names = {test.name for test in tests}
    tests = [
        replace(
            test,
            depends=tuple(name for name in test.depends if name in names),
            limits=replace(test.limits, wall_s=wall_s or test.limits.wall_s),
        )
        for test in tests
    ]
    return replace(suite, tests=tuple(tests), gates=())


def test_a_right_program_has_the_100_marks_of_cse440(tmp_path: Path) -> None:
    files = {"maxconnect4.py": PYTHON, **READ_ME, **BOARD}
    found = marked(tmp_path, short("cse440"), files)
    assert causes(found) == set()
    assert found.marks == found.max_marks == 100
    assert [found.marks_of(g) for g in ("minimax", "alpha-beta", "depth-limited")] == [35, 35, 30]
    rows = next(test for test in found.tests if test.name == "CPU time by depth").facts
    assert [row["depth"] for row in rows["cpu_by_depth"]] == [1, 2]
    assert all(row["user_s"] + row["system_s"] > 0 for row in rows["cpu_by_depth"])


ONE, FULL, BOTH = "one move and its file", "a full column", "both files"
NEAR, LARGE = "near the end", "large tree"
HUMAN = 'write("computer.txt" if computer_next else "human.txt", board, player)'


@pytest.mark.parametrize(
    ("old", "new", "test", "cause"),
    [
        ("write(third, board, 3 - player)", "write(third, board, player)", ONE, "WRONG_PLAYER"),
        ("write(third, board, 3 - player)", "pass", ONE, "NO_FILE"),
        ("write(third, board, 3 - player)", "open(third, 'w').write('1')", ONE, "BAD_FILE"),
        ("drop(board, col, player)\n    number", "board[0][6] = 9\n    number", ONE, "BAD_FILE"),
        ("Score: Player", "Points: Nobody", ONE, "NO_SCORE"),
        ("(points(board, 1), points", "(points(board, 1) + 1, points", ONE, "WRONG_SCORE"),
        ("board, player = read(source)", "board, player = 1 / 0", ONE, "CRASH"),
        ("return best_col", "return columns(board)[0]", NEAR, "LOST_VALUE"),
        ("    print(\"Not", "    return\n        print(\"Not", FULL, "FULL_COLUMN"),
        (HUMAN, f"if computer_next: {HUMAN}", BOTH, "NO_FILE"),
        (HUMAN, HUMAN.replace("player)", "3 - player)"), BOTH, "WRONG_PLAYER"),
    ],
)  # fmt: skip
def test_a_fault_in_maxconnect4_has_its_name(
    tmp_path: Path, old: str, new: str, test: str, cause: str
) -> None:
    assert old in PYTHON
    suite = part("maxconnect4", test)
    found = marked(tmp_path, suite, {"maxconnect4.py": PYTHON.replace(old, new)})
    assert cause in causes(found)
    assert found.found < found.max_marks


def test_a_search_that_does_not_prune_is_too_slow_and_the_rest_is_skipped(tmp_path: Path) -> None:
    slow = PYTHON.replace("if best >= beta:", "if False:")
    found = marked(tmp_path, part("cse440", LARGE, wall_s=1.0), {"maxconnect4.py": slow})
    assert {test.verdict.name for test in found.tests} == {"FAIL", "SKIPPED"}
    assert causes(found) == {"TIMEOUT", "DEPENDS"}
    assert found.marks == 0


def test_a_readme_that_is_missing_is_said_and_costs_what_a_person_decides(tmp_path: Path) -> None:
    found = marked(tmp_path, part("cse440", "readme", ONE), {"maxconnect4.py": PYTHON, **BOARD})
    by_name = {test.name: test for test in found.tests}
    there = by_name["readme and input file are there"]
    assert (there.cause, there.reason) == ("MISSING_FILE", "readme.txt was not submitted")
    assert by_name["readme"].verdict.name == "MANUAL"
    assert found.marks == found.max_marks == 4


def test_a_right_program_in_c_has_full_marks_of_maxconnect4(tmp_path: Path) -> None:
    found = marked(tmp_path, short("maxconnect4"), {"maxconnect4.c": C})
    assert causes(found) == set()
    assert found.marks == found.max_marks == 100


def test_whoever_loses_to_a_random_player_is_told_how(tmp_path: Path) -> None:
    worst = C.replace(
        "return points(who) - points(3 - who);", "return points(3 - who) - points(who);"
    )
    assert worst != C
    found = marked(tmp_path, part("maxconnect4", "wins 18"), {"maxconnect4.c": worst})
    assert causes(found) == {"LOST_GAMES"}
    assert "against random: " in found.tests[0].reason
    assert found.tests[0].facts["lost"] >= 1


def test_a_right_engine_has_full_marks_of_comp2230(tmp_path: Path) -> None:
    found = marked(tmp_path, short("comp2230"), {"Interface.java": JAVA})
    assert causes(found) == set()
    assert found.marks == found.max_marks == 100


def test_an_engine_with_faults_loses_what_they_concern(tmp_path: Path) -> None:
    wrong = JAVA.replace("long nodes = 1;", "long nodes = 0;").replace(
        "put(c - '0');", "put(c - '0');\n                    engine.best(8);"
    )
    names = ("isready", "quit", "perft from position 1", "no search between", "a line 1")
    found = marked(tmp_path, part("comp2230", *names), {"Interface.java": wrong})
    assert causes(found, "perft from") == {"WRONG_COUNT"}
    assert found.marks_of("perft") == 0
    assert causes(found, "no search between") == {"NOT_IDLE"}
    assert causes(found, "quit", "bestmove", "isready") == set()
    assert len(found.tests) == 9


def test_an_engine_without_its_name_is_not_asked_for_more_commands(tmp_path: Path) -> None:
    nameless = JAVA.replace("example-c0000001", "example")
    found = marked(tmp_path, part("comp2230", "name", "isready"), {"Interface.java": nameless})
    assert [(t.verdict.name, t.cause) for t in found.tests] == [
        ("FAIL", "WRONG_OUTPUT"),
        ("SKIPPED", "DEPENDS"),
    ]


def test_right_programs_have_full_marks_of_aps105(tmp_path: Path) -> None:
    found = marked(tmp_path, short("aps105"), {"Lab7Part1.c": PART_1, "Lab7Part2.c": PART_2})
    assert causes(found) == set()
    assert [found.marks_of(group) for group in ("part 1", "part 2")] == [8, Decimal("0.8")]
    assert found.gates == ()


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ("value > best : value < best", "value >= best : value < best", "WRONG_MOVE"),
        ("Lay down a stone (ROW COL): ", "Lay down a stone (ROW COL):", "MISSING_SPACE"),
        ("That square is occupied.", "That square is taken.", "WRONG_OUTPUT"),
        ("longest(r, c) >= 6", "longest(r, c) >= 7", "WRONG_OUTPUT"),
        ('printf("%s player wins.\\n"', 'printf("%s player wins."', "MISSING_NEWLINE"),
    ],
)
def test_a_fault_in_part_1_has_its_name(tmp_path: Path, old: str, new: str, cause: str) -> None:
    assert old in PART_1
    suite = part("aps105", "01 7 x 7")
    quick = tuple(replace(step, within_s=0.7) for step in suite.tests[0].dialogue)
    suite = replace(suite, tests=(replace(suite.tests[0], dialogue=quick),))
    found = marked(tmp_path, suite, {"Lab7Part1.c": PART_1.replace(old, new)})
    assert causes(found) == {cause}
    assert found.marks == 0
    named = [list(each.mistakes) for each in found.why]
    assert (["last-of-ties"] in named) == (cause == "WRONG_MOVE")


def test_the_gates_of_the_lab_are_closed_by_what_was_handed_in(tmp_path: Path) -> None:
    suite = replace(part("aps105", "01 7 x 7", "beats random"), gates=short("aps105").gates)
    suite = replace(suite, tests=tuple(suite.visible()))
    for number, (files, marks, gates) in enumerate(
        (
            ({"Lab7Part1.c": PART_1, "Lab7Part2.c": "int main( {"}, "0.5", ["not-built"]),
            ({"Lab7Part1.c": PART_1, "lab7part2.c": PART_2}, "0", ["misnamed"]),
            ({"Lab7Part1.c": PART_2}, "0", ["no-recursion"]),
        )
    ):
        place = tmp_path / str(number)
        place.mkdir()
        found = marked(place, suite, files)
        assert found.marks == Decimal(marks)
        assert [gate.when.value for gate in found.gates] == gates
