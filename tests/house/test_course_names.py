"""General code names no course: what differs between courses is asked of the ``Course``."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from inarow.course import course_names

PACKAGE = Path(__file__).parents[2] / "src" / "inarow"
PARTS = ("teaching", "web", "cli")
GAMES = {"maxconnect4"}
"""Courses whose name is that of a game: the game may be named."""
EXCEPTIONS = {
    "cli/__init__.py": {"Lab7"},  # the help names the commands that are installed beside inarow
}
COURSES = set(course_names()) - GAMES | {"Lab7", "Lab 7"}
MODULES = sorted(path for part in PARTS for path in (PACKAGE / part).rglob("*.py"))


def named(path: Path) -> set[str]:
    """The courses that a module names, and the modules of courses that it imports."""
    text = path.read_text()
    found = {name for name in COURSES if name.lower() in text.lower()}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= set(node.module.split(".")[2:3]) & GAMES & set(course_names())
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_general_code_names_no_course(path: Path) -> None:
    allowed = EXCEPTIONS.get(str(path.relative_to(PACKAGE)), set())
    assert named(path) == allowed, "ask the Course, or a registry of the layer that is meant"
