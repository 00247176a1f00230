"""A course as a value: what is handed in, how it is built, asked, judged, marked and explained.

Everything that differs between courses is a field here. What needs code of its own is named as
``"module:name"`` and imported on first use, so that loading a course stays cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from typing import Any

from inarow.errors import UserError
from inarow.late import LateRule
from inarow.players.conduct import Conduct
from inarow.running.program_rules import ProgramRules
from inarow.words import shortened, suggestion


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
    first_column: int = 1
    tournament_program: str = ""
    late: Mapping[str, LateRule] = field(default_factory=dict, hash=False)
    own_commands: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The command of inarow that plays each program."""
    suite: str = ""
    """Makes the suite of one year from a seed."""
    causes: str = ""
    """Explains wrong answers of a marked submission."""

    @property
    def plays(self) -> str:
        """The program that plays tournaments."""
        return self.tournament_program or self.programs.names[0]

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


@lru_cache(maxsize=64)
def find_course(word: str) -> Course:
    """The course of a name; UserError names those there are."""
    shipped = _shipped()
    if word not in shipped:
        near = suggestion(word, shipped) or f": expected one of {', '.join(shipped)}"
        raise UserError(f"course '{shortened(word)}' is not known{near}")
    course: Course = load_name(shipped[word])
    return course


_GENERAL_LATE = {"none": LateRule(), "zero": LateRule(days=0)}


def find_late_rule(word: str) -> LateRule:
    """A late rule by its name, ``COURSE`` or ``COURSE-KIND``; UserError names those there are."""
    if word in _GENERAL_LATE:
        return _GENERAL_LATE[word]
    course, _, kind = word.partition("-")
    if course in _shipped() and kind in find_course(course).late:
        return find_course(course).late[kind]
    raise UserError(f"late rule '{shortened(word)}' is not known: {late_rule_names()}")


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
