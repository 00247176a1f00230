"""The programs of ``tests/data/programs``: small, right and readable, one for each language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import inarow
from inarow.marking.hidden_tests import expand
from inarow.marking.suite import Suite
from inarow.marking.suite_file import read_suite
from inarow.running.submission import Submission

_COURSES = Path(inarow.__file__).parent / "courses"
REFERENCES = {path.name: path for path in _COURSES.glob("*/programs/*")}
"""Programs that come with the package, which suites are proven by, by their file names."""
PROGRAMS = Path(__file__).parents[1] / "data" / "programs"
CONNECT_FOUR = {
    "python": ("ConnectFour.py", "grid.py"),
    "java": ("ConnectFour.java", "Grid.java", "Searcher.java"),
    "c": ("ConnectFour.c",),
    "cpp": ("ConnectFour.cpp",),
    "matlab": ("ConnectFour.m",),
}
"""The files of the COMP3308 program in each language."""

MORE_CONNECT_FOUR = {
    "javascript": ("ConnectFour.js", "grid.js"),
    "rust": ("ConnectFour.rs", "board.rs"),
    "go": ("ConnectFour.go", "board.go"),
}
"""The same in languages that the course does not take."""

SAMPLE = (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", "A", "4")
"""The arguments of the sheet's example; the answer is column 1 after 297 nodes."""


SHIPPED = {"comp2230": ("Interface.java",)}
"""Files of a folder that come with the package."""


def course_program(folder: str, *names: str) -> Submission:
    """Some files of one folder as they would be handed in; all of them if none is named."""
    place = PROGRAMS / folder
    here = sorted(path.name for path in place.iterdir()) if place.is_dir() else []
    chosen = names or (*here, *SHIPPED.get(folder, ()))
    paths = {name: REFERENCES.get(name, place / name) for name in chosen}
    return Submission(folder, {name: path.read_bytes() for name, path in paths.items()})


SECRET = b"0123456789abcdef"


@cache
def whole_suite(course: str) -> Suite:
    """A shipped suite with the hidden tests that SECRET gives, made once."""
    return expand(read_suite(course), SECRET)
