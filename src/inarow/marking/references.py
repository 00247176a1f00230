"""The programs that suites are proven by: inarow's own commands, and plain ones by the book, as far
from inarow's as students' programs are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from inarow.course import Course
from inarow.running.build import build
from inarow.running.command_line import program_of_command
from inarow.running.outcome import RunReport
from inarow.running.program import Program
from inarow.running.recipes import Recipe, matlab, python
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain

OURS = "inarow's own"
_ENVIRONMENT = {"INAROW_CLOCK": "cpu"}  # on a busy machine they think no less


@dataclass(frozen=True)
class ReferenceProgram:
    """Plain programs in one language, and how they are run even where the course takes no program
    in it. The main files are in ``folder``; ``extra`` files are handed in with them."""

    name: str
    recipes: tuple[Recipe, ...]
    folder: Path
    extra: Mapping[str, bytes] = field(default_factory=dict)

    def submission(self) -> Submission:
        mains = {main for recipe in self.recipes for main in recipe.mains}
        files = {main: reference_source(self.folder, main) for main in sorted(mains)}
        return Submission(self.name, {**files, **self.extra})


def reference_source(folder: Path, name: str) -> bytes:
    """Returns a main file. Those in Python are kept as texts: they are no part of the package."""
    path = folder / name
    return (path if path.exists() else folder / f"{name}.txt").read_bytes()


def in_python_and_octave(
    folder: Path, *programs: str, box: str = "", extra: Mapping[str, bytes] | None = None
) -> tuple[ReferenceProgram, ...]:
    """Returns the reference programs of a course that has each program in both languages."""
    of_python = tuple(python(name, f"{name}.py", box=box) for name in programs)
    of_octave = tuple(matlab(name, f"{name}.m") for name in programs)
    return (
        ReferenceProgram("plain Python", of_python, folder, extra or {}),
        ReferenceProgram("plain Octave", of_octave, folder, extra or {}),
    )


def references_of(course: Course) -> tuple[ReferenceProgram, ...]:
    """Returns the plain programs of a course; a course of one's own may have none."""
    return tuple(course.load("references")) if course.references else ()


def own_programs(course: Course) -> dict[str, Program] | str:
    """Returns inarow's commands as the programs of a course, or why there are none here."""
    programs = {}
    for name in course.programs.names:
        words = _own_words(course, name)
        if not words:
            continue
        beside = Path(sys.executable).parent / words[0]
        path = str(beside) if beside.exists() else shutil.which(words[0])
        if path is None:
            return f"{words[0]} is not installed"
        program = program_of_command([path, *words[1:]])
        # Wherever it works, and not from the folder that it lies in.
        argv = (path, *program.argv[1:])
        programs[name] = replace(program, argv=argv, box=None, environment=_ENVIRONMENT)
    return programs or f"inarow has no command that plays as course {course.name}"


def _own_words(course: Course, name: str) -> tuple[str, ...]:
    """The command that plays a program: the course's, or its module with the course's own rules."""
    if name in course.own_commands:
        return course.own_commands[name]
    if course.own_module:
        return (sys.executable, "-m", course.own_module, course.word)
    return ()


def reference_programs(
    reference: ReferenceProgram, course: Course, sandbox: Sandbox
) -> Mapping[str, Program] | str:
    """Returns plain programs, built, or why they are not."""
    rules = replace(course.programs, recipes=reference.recipes)
    image = build(reference.submission(), rules, Toolchain(), sandbox)
    return image.sentence if isinstance(image, RunReport) else image.programs
