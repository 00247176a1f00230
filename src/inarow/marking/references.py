"""The programs that suites are proven by: our own commands, and plain ones by the book, as far from
ours as students' programs are, in Python and in Octave."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import inarow
from inarow._core import Position
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.build import build
from inarow.running.command_line import program_of_command
from inarow.running.courses import COURSES, MAXCONNECT4, Course
from inarow.running.outcome import RunReport
from inarow.running.program import Program
from inarow.running.recipes import Recipe, java, matlab, python
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain

_FOLDER = Path(inarow.__file__).parent / "data" / "references"
_README = b"A plain reference program: python maxconnect4.py one-move input1.txt output1.txt 5\n"

OURS = "inarow's own"
COMMANDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "comp3308": {"ConnectFour": ("ConnectFour",)},
    "cse440": {"maxconnect4": ("maxconnect4",)},
    "maxconnect4": {"maxconnect4": ("maxconnect4",)},
    "comp2230": {"Interface": ("inarow", "engine")},
    "aps105": {"Lab7Part1": ("Lab7Part1",), "Lab7Part2": ("Lab7Part2",)},
}
"""Which command of ours plays which program of a course."""


@dataclass(frozen=True)
class Plain:
    """A plain program, and how it is run where the course takes no program in its language."""

    name: str
    files: tuple[str, ...]
    recipe: Recipe

    def submission(self) -> Submission:
        files = {name: _source(name) for name in self.files}
        if self.recipe.program == "maxconnect4":
            files["readme.txt"] = _README
            files["input1.txt"] = format_file(Position(GAME)).encode()
        return Submission(self.name, files)


def _source(name: str) -> bytes:
    """Programs in Python are kept as texts: they are no part of the package."""
    path = _FOLDER / name
    return (path if path.exists() else _FOLDER / f"{name}.txt").read_bytes()


def _both(program: str, box: str = "") -> tuple[Plain, ...]:
    return (
        Plain("plain Python", (f"{program}.py",), python(program, f"{program}.py", box=box)),
        Plain("plain Octave", (f"{program}.m",), matlab(program, f"{program}.m")),
    )


PLAIN: Mapping[str, tuple[Plain, ...]] = {
    "comp3308": _both("ConnectFour"),
    "cse440": _both("maxconnect4", "/box/"),
    "maxconnect4": _both("maxconnect4", "/box/"),
    "comp2230": (
        *_both("Interface"),
        Plain("plain Java", ("Interface.java",), java("Interface", "Interface.java")),
    ),
    "aps105": _both("Lab7Part1"),
}


def our_programs(course: str) -> dict[str, Program] | str:
    """Our commands as the programs of a course, or why there are none here."""
    programs = {}
    for name, words in COMMANDS[course].items():
        beside = Path(sys.executable).parent / words[0]
        path = str(beside) if beside.exists() else shutil.which(words[0])
        if path is None:
            return f"{words[0]} is not installed"
        program = program_of_command([path, *words[1:]])
        # Wherever it works, and not from the folder that it lies in.
        programs[name] = replace(program, argv=(path, *program.argv[1:]), box=None)
    return programs


def plain_programs(plain: Plain, course: str, sandbox: Sandbox) -> Mapping[str, Program] | str:
    """A plain program, built, or why it is not."""
    rules: Course = COURSES[course]
    if plain.recipe.program == "maxconnect4":
        rules = replace(rules, recipes=MAXCONNECT4.recipes)
    else:
        rules = replace(rules, recipes=(plain.recipe,))
    image = build(plain.submission(), rules, Toolchain(), sandbox)
    return image.sentence if isinstance(image, RunReport) else image.programs
