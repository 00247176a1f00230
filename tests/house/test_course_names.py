"""General code names no course: what differs between courses is asked of the ``Course``.

A course may be named in three places: in ``courses/``; in ``protocols/``, where a protocol has the
name of the course that made it up (its module or folder, its entry in a registry); and where
``EXCEPTIONS`` says why."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from inarow.course import course_names

PACKAGE = Path(__file__).parents[2] / "src" / "inarow"
HOMES = ("courses", "protocols")
GAMES = {"maxconnect4"}
"""Courses whose name is that of a game: the game may be named."""
EXCEPTIONS = {
    "__init__.py": {"comp3308"},  # the public name of the rules of a search
    "arena/event.py": {"comp3308"},  # the example of an event
    "cli/__init__.py": {"Lab7"},  # the help names the commands that are installed beside inarow
    "marking/grading/class_file.py": {"comp3308", "aps105"},  # the example of a class file
    "marking/grading/gradebook.py": {"Lab 7"},  # a column of a grade book, in an example
    "marking/grading/service_names.py": {"Lab 7"},  # the title of an assignment, in an example
    "marking/suite.py": {"comp3308"},  # the example of a suite
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
