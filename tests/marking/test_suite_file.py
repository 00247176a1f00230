"""Suites as data: what a file says, and the sentence for everything that is wrong with one."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.marking.suite import GateKind, Suite, Visibility
from inarow.marking.suite_file import read_suite_file

HEAD = 'name = "Lab"\ncourse = "comp3308"\n'
TEST = '[[tests]]\nname = "one"\nmarks = 0.5\nargs = ["a"]\nexpected = "1\\n"\n'
WHOLE = (
    HEAD
    + """\
rank_marks = 2
[limits]
wall_s = 2.5
[[gates]]
when = "not-built"
group = "part 1"
"""
    + TEST
    + """\
group = "part 1"
[[tests]]
name = "talk"
marks = 1
visibility = "hidden"
depends = ["one"]
dialogue = [{ send = "isready", expect = "readyok", within_s = 1 }]
[tests.limits]
memory_mb = 64
[[recipes]]
make = "comp3308"
marks = 0.1
count = 3
"""
)


def suite_of(tmp_path: Path, text: str) -> Suite:
    path = tmp_path / "suite.toml"
    path.write_text(text)
    return read_suite_file(str(path))


def test_a_suite_is_read_whole(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, WHOLE)
    one, talk = suite.tests
    assert (suite.of, suite.rank_marks) == (Decimal("1.8"), Decimal(2))
    assert (one.expected, one.limits.wall_s, one.limits.memory_mb) == (b"1\n", 2.5, 512)
    assert (talk.dialogue[0].expect, talk.limits.wall_s, talk.limits.memory_mb) == (
        "readyok",
        2.5,
        64,
    )
    assert talk.visibility is Visibility.HIDDEN
    assert suite.gates[0].when is GateKind.NOT_BUILT
    assert [test.name for test in suite.visible()] == ["one"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x", "is no TOML: "),
        (HEAD, "a suite needs tests"),
        ('course = "comp3308"\n' + TEST, "a suite has no name"),
        ('name = "a"\ncourse = "latin"\n' + TEST, "course 'latin' is not known: expected one of"),
        (HEAD + TEST + TEST, "test 'one' is there twice"),
        (HEAD + TEST + 'depends = ["two"]', "test 'one' depends on 'two', which no test before"),
        (HEAD + TEST + "colour = 1", "test 'one' has 'colour': no such field"),
        (HEAD + TEST.replace("0.5", "-1"), "test 'one' has marks = -1, expected marks from 0"),
        (HEAD + TEST.replace("0.5", '"5"'), "test 'one' has marks = '5', expected marks from 0"),
        (HEAD + TEST + 'check = "a"', "test 'one' must have one of expected, check, dialogue and"),
        (HEAD + TEST + 'visibility = "grey"', "visibility = 'grey', expected one of visible, hid"),
        (
            HEAD + TEST + "[tests.limits]\nwall = 1",
            "test 'one' has a limit 'wall': expected wall_s",
        ),
        (HEAD + TEST + "[tests.limits]\nwall_s = 0", "limit wall_s is 0, and must be above 0"),
        (HEAD + TEST + '[tests.files]\n"../a" = "b"', "a file '../a': a plain name is needed"),
        (HEAD + '[[gates]]\nwhen = "late"\ngroup = "z"\n' + TEST, "group 'z' to 0: no test has it"),
        (HEAD + '[[gates]]\nwhen = "never"\n' + TEST, "gate 1 has when = 'never', expected one of"),
        (HEAD + "tests = [1]", "test 1 is 1, expected a table"),
        (HEAD + '[[recipes]]\nmake = "a"\nmarks = 1\ncount = 0', "makes 0 tests, expected 1 to"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=r"suite\.toml") as raised:
        suite_of(tmp_path, text)
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_visible_test_never_depends_on_a_hidden_one(tmp_path: Path) -> None:
    second = TEST.replace("one", "two") + 'depends = ["one"]\n'
    with pytest.raises(UserError, match="'one', which is hidden: its verdict would tell"):
        suite_of(tmp_path, HEAD + TEST + 'visibility = "hidden"\n' + second)
