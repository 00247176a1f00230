"""A folder with a course.toml is a course."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.course import COURSE_FILE, course_names, find_course, find_late_rule
from inarow.courses.course_file import read_course, template
from inarow.errors import UserError
from inarow.late import LateBase, LateRule
from inarow.players.conduct import Penalty
from inarow.textbook.spec import COMP3308, RULES


def written(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / COURSE_FILE).write_text(text)
    return folder


@pytest.mark.parametrize("name", course_names())
def test_a_new_course_changes_nothing(name: str, tmp_path: Path) -> None:
    like = find_course(name)
    course = read_course(written(tmp_path, template("mine", like)))
    assert course == replace(like, name="mine", folder=str(tmp_path), like=name, title=like.title)
    assert find_course(str(tmp_path)) == course


def test_every_rule_of_a_search_can_be_changed(tmp_path: Path) -> None:
    for name, rule in RULES.items():
        if name in ("algorithm", "depth"):
            continue
        for value in rule.samples():
            text = json.dumps(rule.text(value) or "none")
            course = read_course(
                written(tmp_path, f'like = "comp3308"\nname = "m"\n[search]\n{name} = {text}\n')
            )
            assert course.search == COMP3308.replace(**{name: value}), (name, value)


CHANGED = """
name = "lakeside"
title = "Lakeside, Connect Four"
like = "comp3308"
game = "connect4:6x5"
first_column = 1
packages = ["numpy"]
[search]
run_weights = [0, 5, 50]
tie = "last-at-max"
counting = "expanded+leaf-1"
utility = 5000
order = [3, 2, 4, 1, 5, 0]
[[programs]]
name = "Player"
language = "python"
[[programs]]
name = "Player"
language = "c"
mains = ["player.c"]
build = "gcc -O2 -o {program} {*.c} -lm"
[limits]
wall_s = 3
[intake]
folder = "accepted"
[conduct]
late = "lose"
turn_ms = 500
[late]
rate = 10
of = "maximum"
days = 2
[marks]
minimax = 0.25
rank = 4
"""


def test_a_course_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = find_course(str(written(tmp_path, CHANGED)))
    assert course.search == COMP3308.replace(
        run_weights=(0, 5, 50),
        tie="last-at-max",
        counting=RULES["counting"].parse("counting", "expanded+leaf-1"),
        utility=5000,
        order=(3, 2, 4, 1, 5, 0),
    )
    assert (course.game, course.first_column, course.packages) == ("connect4:6x5", 1, ("numpy",))
    assert course.seat_options == {"game": "connect4:6x5", "first_column": 1}
    assert course.programs.names == ("Player",) and course.plays == "Player"
    assert course.programs.mains == ("Player.py", "player.c")
    assert course.programs.recipes[1].compile[:2] == ("{gcc}", "-O2")
    assert course.programs.limits.wall_s == 3
    assert course.conduct.late is Penalty.LOSE and course.conduct.turn_ms == 500
    assert course.conduct.illegal is Penalty.PASS, "what is not there is as in the shipped course"
    assert course.late[""] == LateRule(Decimal(10), LateBase.MAXIMUM, 2)
    assert find_late_rule(tmp_path.name, tmp_path.parent) == course.late[""]
    assert course.marks == {"minimax": Decimal("0.25"), "rank": Decimal(4)}
    assert course.own_commands == {}, "no program of inarow plays by these rules"
    assert main(["course", "check", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "search.tie: last-at-max (comp3308: first)" in out and "the file is correct" in out
    assert main(["course", "check", "--json", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["changes"]["limits.wall_s"] == ["3.0", "10.0"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('tie = "last', 'tye = "last', "search has no rule 'tye'; did you mean 'tie'?"),
        ("last-at-max", "middle", "tie is 'middle', expected one of first, last, last-at-max"),
        ("run_weights = [0", 'run_weights = ["a"', "run_weights"),
        ("tie = ", "depth = 3\ntie = ", "search has no rule 'depth'"),
        (
            "[3, 2, 4, 1, 5, 0]",
            "[6]",
            "order has the move 6, expected moves from 0 to 5 in the order they are examined; some"
            " may be missing or repeated",
        ),
        (
            "[3, 2, 4, 1, 5, 0]",
            '"middle"',
            "order is 'middle', expected moves from 0, separated by commas",
        ),
        ('"comp3308"', '"comp3380"', "like is 'comp3380'; did you mean 'comp3308'?"),
        ('like = "comp3308"', "", "the file has no like"),
        ('"lakeside"', '"aps105"', "name is 'aps105', expected lower-case letters"),
        ("connect4:6x5", "gomoku", "game is 'gomoku', expected connect4 or a size of it"),
        ("connect4:6x5", "conect4", "game 'conect4' is not known"),
        ("first_column = 1", "first_column = 2", "first_column is 2, expected 0 or 1"),
        ('language = "c"', 'language = "cobol"', "program 2 has language = 'cobol', expected one"),
        ('["player.c"]', '["player.py"]', "files of C end in .c"),
        ('"gcc -O2', '"clang -O2', "program 2 has build = 'clang"),
        ('"gcc -O2', "\"gcc 'O2", "no closing quotation"),
        ('language = "python"', 'language = "python"\nnewest = "3"', "expected a version such as"),
        ("wall_s = 3", "wall = 3", "has a limit 'wall': expected wall_s, cpu_s"),
        ('"accepted"', '"maybe"', "intake has folder = 'maybe', expected one of refused"),
        ('late = "lose"', 'late = "win"', "conduct's late is 'win', expected one of pass"),
        ("rate = 10", "rate = 101", "late rate is 101, expected 0 to 100"),
        ("rank = 4", "rank = -4", "marks has rank = -4, expected 0 to 100000"),
        (
            "minimax = 0.25",
            "minmax = 0.25",
            "marks has no group 'minmax', expected one of alpha-beta, minimax, hidden, rank",
        ),
        ("title", "titel", "the file has no field 'titel'; did you mean 'title'?"),
        ('["numpy"]', '["-e ."]', "-e ."),
        ("[search]", "[search", "is no TOML"),
    ],
)
def test_what_is_wrong_is_named(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in CHANGED
    folder = written(tmp_path / "course", CHANGED.replace(old, new, 1))
    for command in (["course", "check", str(folder)], ["suite", "make", str(folder), "--seed=1"]):
        assert main(command) == 2
        error = capsys.readouterr().err
        assert said in error and str(folder / COURSE_FILE) in error
        assert len(error.splitlines()) == 1


def test_a_course_that_programs_cannot_play_is_refused(tmp_path: Path) -> None:
    text = 'like = "maxconnect4"\nname = "m"\ngame = "maxconnect4:6x5"\n'
    with pytest.raises(UserError, match="programs like those of maxconnect4 play maxconnect4"):
        read_course(written(tmp_path, text))
    text = 'like = "maxconnect4"\nname = "m"\nfirst_column = 0\n'
    with pytest.raises(UserError, match="first_column is 0: programs like those of maxconnect4"):
        read_course(written(tmp_path, text))
    text = 'like = "aps105"\nname = "m"\n[search]\ntie = "last"\n'
    with pytest.raises(UserError, match="programs like those of aps105 search as they like"):
        read_course(written(tmp_path, text))


def test_a_new_course_is_never_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "comp3308"
    assert main(["course", "new", str(folder), "--like", "cse440"]) == 0
    assert read_course(folder).name == "my-comp3308", "the name of a shipped course is taken"
    for odd in ("2027 Caf\N{LATIN SMALL LETTER E WITH ACUTE}!", "\udcff", "..x"):
        assert main(["course", "new", str(tmp_path / odd)]) == 0
        assert read_course(tmp_path / odd).like == "comp3308"
    before = (folder / COURSE_FILE).read_bytes()
    assert main(["course", "new", str(folder)]) == 2
    assert (folder / COURSE_FILE).read_bytes() == before
    assert main(["course", "check", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "already exists: name another directory" in said and "has no course.toml" in said


def test_each_field_of_the_template_has_a_comment() -> None:
    text = template("mine", find_course("comp3308"))
    for name in RULES:
        if name not in ("algorithm", "depth"):
            assert re.search(rf"^# {name} = .*\n#     \S", text, re.MULTILINE), name
