"""A small class with known faults, marked by real runs in the sandbox."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from course_files import PROGRAMS
from in_this_process import InThisProcess
from inarow.cli import main
from inarow.course import find_course
from inarow.export.connectfour import connectfour_file
from inarow.marking.batch import Progress, mark_batch
from inarow.marking.checks.check import Judgement
from inarow.marking.marker import MarkingRules, out_of_patience, to_result
from inarow.marking.result_cache import MarkStore
from inarow.marking.results import TIMEOUT, Verdict
from inarow.marking.suite import Suite, Test, Visibility
from inarow.marking.suite_file import read_suite
from inarow.marking.tester import student_tester
from small_suite import HEAD, HIDDEN, SAMPLE

pytestmark = [pytest.mark.process, pytest.mark.sandbox]
in_one_process = pytest.mark.usefixtures("one_process")

SUITE = f"""{HEAD}
limits = {{ wall_s = 5 }}
{SAMPLE}
[[tests]]
name = "empty"
marks = 4
group = "minimax"
args = [".......,.......,.......,.......,.......,.......", "red", "M", "2"]
expected = "0\\n57\\n"
depends = ["sample"]
{HIDDEN}"""
C = (PROGRAMS / "comp3308" / "ConnectFour.c").read_text()
PRINTS = 'import sys\nsys.stdout.write({"A": "1%s297%s", "M": "x"}[sys.argv[3]])\n'
CLASS = {
    "right": ("ConnectFour.c", C),
    "carriage": ("ConnectFour.py", PRINTS % ("\\r\\n", "\\r\\n")),
    "unended": ("ConnectFour.py", PRINTS % ("\\n", "")),
    "broken": ("ConnectFour.c", "int main( {"),
    "misnamed": ("connectfour.py", "print(1)"),
    "crashing": ("ConnectFour.py", "raise SystemError('no idea')"),
}


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    (tmp_path / "suite.toml").write_text(SUITE)
    for name, (file, text) in CLASS.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / file).write_text(text)
    return tmp_path


def marked(handed_in: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    words = ["mark", "run", str(handed_in / "class"), "--suite", str(handed_in / "suite.toml")]
    words += ["--store", str(handed_in / "marks.db"), "--jobs", "2", "--json", *more]
    assert main(words) == 3  # "misnamed" has no mark
    found = json.loads(capsys.readouterr().out)
    assert found["suite"] == "Small"
    return {submission["name"]: submission for submission in found["submissions"]}


def causes(submission: dict[str, Any]) -> list[tuple[str, str]]:
    return [(test["verdict"], test["cause"]) for test in submission["tests"]]


def test_a_class_is_marked_with_causes(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = marked(handed_in, capsys)
    assert list(found) == sorted(CLASS)
    assert (found["right"]["marks"], found["right"]["of"]) == (10, 10)
    assert causes(found["right"]) == [("PASS", "")] * 3
    skipped = ("SKIPPED", "DEPENDS")
    assert causes(found["carriage"])[:2] == [("FAIL", "CRLF"), skipped]
    assert causes(found["unended"])[:2] == [("FAIL", "MISSING_NEWLINE"), skipped]
    assert causes(found["crashing"])[0] == ("FAIL", "CRASH")
    assert causes(found["broken"]) == [("FAIL", "COMPILE_ERROR")] * 3
    assert causes(found["misnamed"]) == [("REFUSED", "REJECTED")] * 3
    assert found["misnamed"]["marks"] is None
    assert "ConnectFour.py" in found["misnamed"]["build"]["reason"]
    for submission in found.values():
        if submission["state"] == "refused":
            continue
        assert submission["marks"] == sum(test["marks"] for test in submission["tests"])
        assert submission["why"] == []


@in_one_process
def test_a_leniency_forgives_what_it_names(
    handed_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = marked(handed_in, capsys, "--lenient", "newline")
    assert causes(found["carriage"])[0] == ("PASS", "")
    assert causes(found["unended"])[0] == ("PASS", "")
    assert causes(found["carriage"])[1] == ("FAIL", "WRONG_OUTPUT")


@in_one_process
def test_a_void_test_gives_everyone_its_marks(
    handed_in: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = marked(handed_in, capsys, "--void", "sample")
    assert {submission["marks"] for submission in found.values()} == {None, 4, 10}
    # Nobody is punished for what depends on it.
    assert causes(found["unended"])[:2] == [("VOID", ""), ("FAIL", "WRONG_OUTPUT")]
    assert main(["mark", "run", str(handed_in), "--suite", "comp3308x"]) == 2
    assert "is neither a file nor one of" in capsys.readouterr().err


@in_one_process
def test_a_student_sees_no_hidden_test(handed_in: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = marked(handed_in, capsys, "--student")["right"]
    assert (found["marks"], found["of"], found["withheld"]) == (8, 8, 2)
    assert "secret" not in json.dumps(found)


def test_nothing_is_marked_twice_and_a_mended_test_alone_runs_again(handed_in: Path) -> None:
    paths = [str(handed_in / "class" / name) for name in ("carriage", "right")]
    store = str(handed_in / "marks.db")

    def run() -> list[tuple[str, str]]:
        """What was marked anew."""
        before = _made(store) if Path(store).exists() else {}
        marking = mark_batch(paths, read_suite(str(suite)), InThisProcess(), store)
        assert [submission.name for submission in marking.submissions] == ["carriage", "right"]
        return sorted(key for made, key in _made(store).items() if made not in before)

    suite = handed_in / "suite.toml"
    assert len(run()) == 5
    assert run() == []
    suite.write_text(SUITE.replace('expected = "0\\n57\\n"', 'expected = "0\\n58\\n"'))
    assert run() == [("right", "empty")]
    suite.write_text(SUITE.replace("marks = 4", "marks = 3"))
    assert run() == []


def _made(store: str) -> dict[str, tuple[str, str]]:
    with MarkStore(store) as opened:
        return {key: (name, test) for key, name, test in opened.rows()}


@pytest.mark.parametrize(
    ("patience", "tried", "reason"),
    [(3, 3, "not run after 3 timeouts"), (1, 1, "not run after 1 timeout"), (0, 4, "")],
)
def test_an_endless_submission_makes_way_and_is_given_up(
    handed_in: Path, patience: int, tried: int, reason: str
) -> None:
    suite = handed_in / "suite.toml"
    tests = "".join(
        f'[[tests]]\nname = "{n}"\nmarks = 1\nargs = ["{n}"]\nexpected = "1\\n"\n' for n in range(4)
    )
    other = '[[tests]]\nname = "x"\ngroup = "other"\nmarks = 1\nargs = ["q"]\nexpected = "1\\n"\n'
    suite.write_text(
        f'name = "a"\ncourse = "comp3308"\nlimits = {{ wall_s = 0.4 }}\n{tests}{other}'
    )
    endless = "import sys, time\nif sys.argv[1] != 'q':\n    time.sleep(1000)\nprint(1)\n"
    for name, text in {"endless": endless, "quick": "print(1)"}.items():
        (handed_in / name).mkdir()
        (handed_in / name / "ConnectFour.py").write_text(text)
    order: list[tuple[str, str]] = []
    running: list[tuple[tuple[str, str], ...]] = []

    def watch(progress: Progress) -> None:
        if progress.result is None:
            running.append(progress.running)
        else:
            order.append((progress.name, progress.result.name))

    marking = mark_batch(
        [str(handed_in / name) for name in ("endless", "quick")],
        read_suite(str(suite)),
        InThisProcess(),
        str(handed_in / "e.db"),
        rules=MarkingRules(patience=patience),
        watch=watch,
    )
    # Whoever is stopped once runs nothing more before all others have, and so at each timeout.
    quick_tests = [("quick", name) for name in "0123x"]
    rest = [("endless", name) for name in "123x"]
    assert order == [("endless", "0"), *quick_tests, *rest]
    assert running[:3] == [(("endless", "0"),), (("quick", "0"),), (rest[0],)]
    endless_, quick = marking.submissions
    assert [test.cause for test in endless_.tests] == [
        *["TIMEOUT"] * tried, *["AFTER_TIMEOUTS"] * (4 - tried), "",
    ]  # fmt: skip
    assert {test.reason for test in endless_.tests[tried:4]} == ({reason} if reason else set())
    # Its own fault: it has a mark, and another group is tried.
    assert (endless_.marks, quick.marks) == (Decimal(1), Decimal(5))


def test_timeouts_of_hidden_tests_leave_out_no_visible_one() -> None:
    suite = Suite("s", find_course("comp3308"), (
        Test("hidden", Decimal(1), visibility=Visibility.HIDDEN, expected=b"1\n"),
        Test("seen", Decimal(1), expected=b"1\n"),
        Test("hidden too", Decimal(1), visibility=Visibility.HIDDEN, expected=b"1\n"),
    ))  # fmt: skip
    rules = MarkingRules(patience=1)
    late = Judgement(Verdict.FAIL, TIMEOUT)
    hidden, seen, too = suite.tests

    def left_out(test: Test, timed_out: Test) -> bool:
        found = {timed_out.name: to_result(timed_out, late)}
        return out_of_patience(suite, test, found, rules) is not None

    assert not left_out(seen, timed_out=hidden)
    assert left_out(too, timed_out=hidden)
    assert left_out(too, timed_out=seen)
    # Whatever the order in which tests are run, only those before a test in the suite count.
    assert not left_out(hidden, timed_out=seen)


def test_a_student_runs_the_tester_beside_a_solution(tmp_path: Path) -> None:
    (tmp_path / "tester.py").write_text(student_tester(read_suite("comp3308")))

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "tester.py"], cwd=tmp_path, capture_output=True, text=True, check=False
        )

    assert run().returncode == 2
    (tmp_path / "ConnectFour.py").write_text(connectfour_file())
    right = run()
    assert (right.returncode, right.stdout.count("PASS")) == (0, 16)
    assert right.stdout.endswith("16 of 16 tests, 8 of 8 marks\n")
    (tmp_path / "ConnectFour.py").write_text("print(1)\nprint(297)\nprint()\n")
    wrong = run()
    assert (wrong.returncode, wrong.stdout.count("PASS")) == (1, 0)
    assert "got        1\\n297\\n\\n" in wrong.stdout
