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
from inarow.course import Course, find_course
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.build import build
from inarow.running.command_line import program_of_command
from inarow.running.outcome import RunReport
from inarow.running.program import Program
from inarow.running.recipes import Recipe, java, matlab, python
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain

_FOLDER = Path(inarow.__file__).parent / "data" / "references"
_README = b"A plain reference program: python maxconnect4.py one-move input1.txt output1.txt 5\n"

OURS = "inarow's own"
_ENVIRONMENT = {"INAROW_CLOCK": "cpu"}  # on a busy machine they think no less


@dataclass(frozen=True)
class Plain:
    """Plain programs in one language, and how they are run where the course takes no program in
    it; the main file of each is all there is of it."""

    name: str
    recipes: tuple[Recipe, ...]

    @property
    def of_maxconnect4(self) -> bool:
        return self.recipes[0].program == "maxconnect4"

    def submission(self) -> Submission:
        files = {main: _source(main) for recipe in self.recipes for main in recipe.mains}
        if self.of_maxconnect4:
            files["readme.txt"] = _README
            files["input1.txt"] = format_file(Position(GAME)).encode()
        return Submission(self.name, files)


def _source(name: str) -> bytes:
    """Programs in Python are kept as texts: they are no part of the package."""
    path = _FOLDER / name
    return (path if path.exists() else _FOLDER / f"{name}.txt").read_bytes()


def _both(*programs: str, box: str = "") -> tuple[Plain, ...]:
    return (
        Plain("plain Python", tuple(python(name, f"{name}.py", box=box) for name in programs)),
        Plain("plain Octave", tuple(matlab(name, f"{name}.m") for name in programs)),
    )


PLAIN: Mapping[str, tuple[Plain, ...]] = {
    "comp3308": _both("ConnectFour"),
    "cse440": _both("maxconnect4", box="/box/"),
    "maxconnect4": _both("maxconnect4", box="/box/"),
    "comp2230": (
        *_both("Interface"),
        Plain("plain Java", (java("Interface", "Interface.java"),)),
    ),
    "aps105": _both("Lab7Part1", "Lab7Part2"),
}


def our_programs(course: Course) -> dict[str, Program] | str:
    """Our commands as the programs of a course, or why there are none here."""
    programs = {}
    for name, words in course.own_commands.items():
        beside = Path(sys.executable).parent / words[0]
        path = str(beside) if beside.exists() else shutil.which(words[0])
        if path is None:
            return f"{words[0]} is not installed"
        program = program_of_command([path, *words[1:]])
        # Wherever it works, and not from the folder that it lies in.
        argv = (path, *program.argv[1:])
        programs[name] = replace(program, argv=argv, box=None, environment=_ENVIRONMENT)
    return programs


def plain_programs(plain: Plain, course: Course, sandbox: Sandbox) -> Mapping[str, Program] | str:
    """Plain programs, built, or why they are not."""
    any_language = find_course("maxconnect4").programs.recipes
    recipes = any_language if plain.of_maxconnect4 else plain.recipes
    rules = replace(course.programs, recipes=recipes)
    image = build(plain.submission(), rules, Toolchain(), sandbox)
    return image.sentence if isinstance(image, RunReport) else image.programs
