"""Suites as data: what a file says, and the sentence for everything that is wrong with one."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from inarow.errors import UserError
from inarow.marking.suite import GateKind, Suite, Visibility
from inarow.marking.suite_file import parse_suite, read_suite, shipped_suites

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
    return read_suite(str(path))


def test_a_suite_is_read_whole(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, WHOLE)
    one, talk = suite.tests
    assert (suite.max_marks, suite.rank_marks) == (Decimal("1.8"), Decimal(2))
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
        (HEAD + TEST + TEST, "duplicate test 'one'"),
        (HEAD + TEST + 'depends = ["two"]', "test 'one' depends on 'two', which no test before"),
        (
            HEAD + TEST + "colour = 1",
            "test 'one' has no field 'colour'; expected name, expected, marks",
        ),
        (HEAD + TEST.replace("0.5", "-1"), "test 'one' has marks = -1, expected marks from 0"),
        (HEAD + TEST.replace("0.5", '"5"'), "test 'one' has marks = '5', expected marks from 0"),
        (HEAD + TEST + 'check = "a"', "test 'one' must have one of expected, check, dialogue and"),
        (HEAD + TEST + 'visibility = "grey"', "visibility = 'grey', expected one of visible, hid"),
        (
            HEAD + TEST + "[tests.limits]\nwall = 1",
            "test 'one' has a limit 'wall': expected wall_s",
        ),
        (HEAD + TEST + "[tests.limits]\nwall_s = 0", "has limit wall_s = 0, expected a number"),
        (HEAD + TEST + "[tests.limits]\nwall_s = 1e15", "limit wall_s = 1E+15, expected a number"),
        (HEAD + TEST + "[tests.limits]\nmemory_mb = 0.5", "memory_mb = 0.5, expected a whole"),
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


GAMES = """[[tests]]
name = "one"
marks = 1
check = "games"
"""


def generator(text: str) -> str:
    return f"[[recipes]]\nmarks = 1\ncount = 2\n{text}\n"


@pytest.mark.parametrize(
    ("course", "text", "sentence"),
    [
        ("comp2230", generator('make = "nobody"'),
         "make = 'nobody', which course comp2230 does not have: expected comp2230"),
        ("aps105", generator('make = "comp2230"'),
         "make = 'comp2230', which course aps105 does not have: expected aps105"),
        ("cse440", generator('make = "maxconnect4"\noptions = { kid = "search" }'),
         "option 'kid': generator 'maxconnect4' has kind, catalogue, depends"),
        ("comp2230", generator('make = "comp2230"\noptions = { kind = "win" }'),
         "kind = 'win', expected one of perft, wins, blocks"),
        ("comp2230", generator('make = "comp2230"\noptions = { catalogue = 99 }'),
         "catalogue = 99, expected 1"),
        ("cse440", generator('make = "maxconnect4"\noptions = { depends = "one" }'),
         "depends = 'one', expected a list"),
        ("comp3308", generator('make = "comp3308"\noptions = { catalogue = true }'),
         "catalogue = True, expected 1"),
        ("comp3308", GAMES, "the check 'games', which course comp3308 does not have: expected one "
         "of dialogue, handed-in"),
        ("aps105", GAMES + 'options = { opponent = "nobody" }', "has the opponent 'nobody': expec"),
        ("aps105", GAMES + "options = { wins = 3 }", "test 'one' wants 3 of 2 games"),
        ("cse440", GAMES.replace("games", "files"), "must have args = [one-move, input, output, d"),
        ("comp3308", TEST + 'program = "Connect4"',
         "has program 'Connect4': course comp3308 has ConnectFour"),
        ("comp3308", TEST + "options = { terminal = true }", "only tests with a check or a dialog"),
    ],
)  # fmt: skip
def test_what_a_course_does_not_have_is_refused_before_anything_runs(
    tmp_path: Path, course: str, text: str, sentence: str
) -> None:
    (tmp_path / "suite.toml").write_text(f'name = "a"\ncourse = "{course}"\n{text}')
    with pytest.raises(UserError, match=r"suite\.toml") as raised:
        read_suite(str(tmp_path / "suite.toml"))
    assert sentence in str(raised.value)


def test_the_suites_of_the_package_have_what_their_courses_have() -> None:
    for name in shipped_suites():
        assert read_suite(name).course.name == name


def test_a_suite_is_parsed_from_a_text(tmp_path: Path) -> None:
    assert parse_suite(WHOLE) == suite_of(tmp_path, WHOLE)
    with pytest.raises(UserError, match=r"^suite 'suite\.toml' is no TOML"):
        parse_suite("name = ")
    wrong = WHOLE.replace('make = "comp3308"', 'make = "comp2230"')
    with pytest.raises(UserError, match=r"^suite 'ours': a recipe has make = 'comp2230'"):
        parse_suite(wrong, name="ours")


def test_a_text_without_a_folder_names_no_course_on_the_disk(tmp_path: Path) -> None:
    """Whoever sends one to a server reads no file of the server's."""
    for word in ("../mine", str(tmp_path), "."):
        with pytest.raises(UserError, match="is not known: expected one of comp3308"):
            parse_suite(WHOLE.replace('"comp3308"', f'"{word}"', 1))


def test_a_course_folder_stands_for_the_suite_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "lakeside"
    folder.mkdir()
    (folder / "course.toml").write_text('name = "lakeside"\nlike = "comp3308"\n')
    with pytest.raises(UserError, match=r"has no suite\.toml; 'inarow suite make .* writes one"):
        read_suite(str(folder))
    (folder / "suite.toml").write_text((HEAD + TEST).replace('"comp3308"', '"."'))
    assert read_suite(str(folder)) == read_suite(str(folder / "suite.toml"))
    assert read_suite(str(folder)).tests[0].name == "one"
