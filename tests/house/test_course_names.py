"""General code names no course: what differs between courses is asked of the ``Course``.

A course may be named in three places: in ``courses/``; in ``protocols/``, where a protocol has the
name of the course that made it up (its module or folder, its entry in a registry); and where
``EXCEPTIONS`` says why."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from inarow.course import course_names, find_course

PACKAGE = Path(__file__).parents[2] / "src" / "inarow"
HOMES = ("courses", "protocols")
GAMES = {"maxconnect4"}
"""Courses whose name is that of a game: the game may be named."""
EXCEPTIONS = {
    "arena/event.py": {"comp3308"},  # the example of an event
    "cli/parser.py": {"Lab7"},  # the help names the commands that are installed beside inarow
    "marking/grading/class_file.py": {"comp3308", "aps105"},  # the example of a class file
    "marking/grading/gradebook.py": {"Lab 7"},  # a column of a grade book, in an example
    "marking/grading/service_names.py": {"Lab 7"},  # the title of an assignment, in an example
    "marking/suite.py": {"comp3308"},  # the example of a suite
    "players/free.py": {"Lab7"},  # the native function of the task's fixed rule
    "textbook/__init__.py": {"comp3308"},  # the rules of a search that have this name
    "textbook/mistakes.py": {"comp3308"},  # the file of the known mistakes
    "textbook/spec.py": {"comp3308"},  # the rules of a search that have this name
}
COURSES = set(course_names()) - GAMES | {"Lab7", "Lab 7"}
MODULES = sorted(
    path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in HOMES
)


def named(path: Path) -> set[str]:
    """The courses that a module names, and the modules of courses that it imports."""
    text = path.read_text()
    found = {name for name in COURSES if name.lower() in text.lower()}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {name for name in GAMES if f".{name}" in node.module}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_general_code_names_no_course(path: Path) -> None:
    allowed = EXCEPTIONS.get(str(path.relative_to(PACKAGE)), set())
    assert named(path) == allowed, "ask the Course, or a registry of the layer that is meant"


def asks_for_seat(source: str) -> list[str]:
    """The comparisons that ask how the programs of a course are asked."""
    compared = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Compare)]
    sides = [(each, [each.left, *each.comparators]) for each in compared]
    return [
        ast.unparse(each)
        for each, both in sides
        if any(re.search(r"(\.seat|\badapter)$", ast.unparse(side)) for side in both)
        and any(re.match(r"['\"(]", ast.unparse(side)) for side in both)
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_general_code_asks_for_no_seat(path: Path) -> None:
    assert asks_for_seat(path.read_text()) == [], "ask the Course for what follows from its seat"


def test_a_question_for_the_seat_is_found() -> None:
    assert asks_for_seat("if course.seat == 'files' or adapter in ('argv', 'engine'): pass") == [
        "course.seat == 'files'",
        "adapter in ('argv', 'engine')",
    ]
    assert asks_for_seat("seat is None or course.seat") == []


def imported_by(words: list[str], folder: Path) -> set[str]:
    """The courses that a command imports."""
    probe = """
import sys
from inarow.cli import main
assert main(sys.argv[1:]) == 0
parts = [name.split(".") for name in sys.modules if name.startswith("inarow.courses.")]
found = {words[2] for words in parts if len(words) > 3}
print("courses:", *sorted(found))
"""
    done = subprocess.run(
        [sys.executable, "-c", probe, *words],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split()[1:])


STATE = ",".join(["......."] * 6)


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["analyse", "444"], set()),
        (["tree", "--depth", "1"], set()),
        (["tree", "--depth", "1", "--course", "comp3308"], {"comp3308"}),
        (["tree", "--depth", "1", "--course", "./own"], {"comp3308"}),
        (["course", "check", "own"], {"comp3308"}),
        (["course", "new", "other", "--like", "cse440"], {"maxconnect4"}),
        (["suite", "make", "aps105", "--seed", "1"], {"aps105"}),
        (["suite", "tester", "comp2230"], {"comp2230"}),
        (["why", f"{STATE} red M 1", "--got", "3", "9"], {"comp3308"}),
        (["why", "--course", "comp2230", "startpos perft 1", "--got", "8"], {"comp2230"}),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_a_course_is_imported_when_it_is_named(
    words: list[str], expected: set[str], tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "course.toml").write_text('name = "own"\nlike = "comp3308"\n')
    assert imported_by(words, tmp_path) == expected


def test_cse440_is_a_variation_of_maxconnect4() -> None:
    one, other = find_course("cse440"), find_course("maxconnect4")
    differing = {
        each.name for each in fields(one) if getattr(one, each.name) != getattr(other, each.name)
    }
    assert differing <= {"name", "title", "programs", "suite", "packages", "late", "conduct"}, (
        differing
    )
    assert not (PACKAGE / "courses" / "cse440").exists()
