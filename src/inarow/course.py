"""A course as a value: what is handed in, how it is built, asked, judged, marked and explained.

Everything that differs between courses is a field here. What needs code of its own is named as
``"module:name"`` and imported on first use, so that loading a course stays cheap.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inarow.errors import UserError
from inarow.files import is_there
from inarow.late import LateRule
from inarow.text import suggestion, truncate

if TYPE_CHECKING:
    from inarow.players.conduct import Conduct
    from inarow.running.build_rules import ProgramRules
    from inarow.running.toolchain import Toolchain
    from inarow.textbook.spec import SearchSpec

COURSE_FILE = "course.toml"
_READER = "inarow.courses.course_file:read_course"


@dataclass(frozen=True)
class Course:
    """``programs`` says what a submission holds, ``seat`` which adapter asks its programs for
    moves, ``conduct`` what a fault costs. ``first_column`` is how the course numbers the first
    column. ``late`` has the late rules that a class may name: ``""`` is the course's own."""

    name: str
    title: str
    game: str
    programs: ProgramRules
    seat: str
    conduct: Conduct
    search: SearchSpec | None = None
    """The rules of the search that is asked for; None where programs search as they like."""
    seat_options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What the adapter is made with."""
    any_board: bool = False
    """Whether its programs play on every size of the board that they are asked for."""
    packages: tuple[str, ...] = ()
    """What programs in Python may import beside the standard library."""
    marks: Mapping[str, Decimal] = field(default_factory=dict, hash=False)
    """Marks of each test of a group, and for ``rank``, where the suite's own do not hold."""
    folder: str = ""
    """Where a course of one's own lies, and the course that it is like; empty for one that inarow
    ships."""
    like: str = ""
    first_column: int = 1
    tournament_program: str = ""
    late: Mapping[str, LateRule] = field(default_factory=dict, hash=False)
    own_commands: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The command of inarow that plays each program."""
    own_module: str = ""
    """A module that plays as any course like this one: ``python -m MODULE COURSE ARGUMENTS``."""
    suite: str = ""
    """Makes the suite of one year: ``suite(course, seed)``."""
    generators: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What makes the tests of a recipe, by its word ``make``: a ``Generator`` each."""
    checks: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Checks of its tests beside the general ones, by their words: a ``Check`` each."""
    classify: str = ""
    """Names what is wrong with a printed answer: ``classify(wanted, got)``."""
    causes: str = ""
    """Explains wrong answers of a marked submission: a ``Diagnosis``."""
    known_mistakes: str = ""
    """The mistakes that a suite should detect: ``KnownMistakes``."""
    references: str = ""
    """Plain programs that a suite is proven by: a ``ReferenceProgram`` each."""
    why: str = ""
    """Finds what explains a program's answers, for ``inarow why``."""
    looks_like: str = ""
    """Pattern of the beginning of its questions and dialogues, by which ``inarow why`` knows it."""

    @property
    def plays(self) -> str:
        """The program that plays tournaments."""
        return self.tournament_program or self.programs.names[0]

    @property
    def word(self) -> str:
        """What ``find_course`` knows it by."""
        return self.folder or self.name

    def toolchain(self) -> Toolchain:
        """The tools that build its programs, with its packages from ``wheels`` in its folder."""
        from inarow.running.toolchain import Toolchain

        wheels = Path(self.folder).absolute() / "wheels"
        here = self.folder and wheels.is_dir()
        return Toolchain.with_packages(self.packages, str(wheels) if here else "")

    def load(self, part: str) -> Any:
        """What a field of the form ``"module:name"`` names; UserError if the course lacks it."""
        text: str = getattr(self, part)
        if not text:
            raise UserError(f"course {self.name} has no {part}")
        return load_name(text)


def load_name(text: str) -> Any:
    """What ``"module:name"`` names."""
    module, _, name = text.partition(":")
    return getattr(import_module(module), name)


def course_names() -> tuple[str, ...]:
    """The courses that inarow ships."""
    return tuple(_shipped())


def find_course(word: str, base: Path = Path()) -> Course:
    """The course of a name, or of a folder with a ``course.toml``, which is looked for from
    ``base``; UserError names the courses there are."""
    shipped = _shipped()
    if word in shipped:
        return _shipped_course(word)
    if os.sep in word or word in (".", "..") or is_there(base / word / COURSE_FILE):
        read: Callable[[Path], Course] = load_name(_READER)
        return read(base / word)
    near = suggestion(word, shipped) or f": expected one of {', '.join(shipped)}"
    raise UserError(
        f"course '{truncate(word)}' is not known{near}, or a folder with a {COURSE_FILE}"
    )


@cache
def _shipped_course(name: str) -> Course:
    course: Course = load_name(_shipped()[name])
    return course


def usual_course() -> Course:
    """The course that is meant where nothing says which."""
    return find_course(course_names()[0])


def course_of_text(text: str) -> Course:
    """The course whose questions or dialogues look like a text."""
    start = text.lstrip()[:_LONGEST_BEGINNING]
    for name in course_names():
        course = find_course(name)
        if course.looks_like and re.match(course.looks_like, start):
            return course
    return usual_course()


def course_of_files(files: Collection[str]) -> Course:
    """The first course that has a main file among these."""
    for name in course_names():
        if any(main in files for main in find_course(name).programs.mains):
            return find_course(name)
    return usual_course()


_LONGEST_BEGINNING = 400
_GENERAL_LATE = {"none": LateRule(), "zero": LateRule(days=0)}


def find_late_rule(word: str, base: Path = Path()) -> LateRule:
    """A late rule by its name: ``COURSE``, which may be a folder, or ``COURSE-KIND``; UserError
    names those there are."""
    if word in _GENERAL_LATE:
        return _GENERAL_LATE[word]
    if is_there(base / word / COURSE_FILE):
        course, kind = word, ""
    else:
        course, _, kind = word.partition("-")
        if course not in _shipped():
            raise UserError(f"late rule '{truncate(word)}' is not known: {late_rule_names()}")
    rules = find_course(course, base).late
    if kind in rules:
        return rules[kind]
    raise UserError(f"late rule '{truncate(word)}' is not known: {late_rule_names()}")


def late_rule_names() -> str:
    """The late rules there are, for a message."""
    of_courses = (
        f"{name}-{kind}" if kind else name for name in _shipped() for kind in find_course(name).late
    )
    return ", ".join((*_GENERAL_LATE, *of_courses))


def known_mains() -> frozenset[str]:
    """The names that the main files of all courses have."""
    return frozenset(main for name in course_names() for main in find_course(name).programs.mains)


def _shipped() -> Mapping[str, str]:
    found: Mapping[str, str] = import_module("inarow.courses").COURSES
    return found
