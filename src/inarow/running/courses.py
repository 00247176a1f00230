"""The courses, as data: what they take in, how it is built and run, and what it may use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from inarow.running.entries import shown
from inarow.running.languages import ALL, language_of_file, sources_of_built
from inarow.running.languages.python import PYTHON
from inarow.running.recipes import (
    Recipe,
    java,
    matching,
    matlab,
    native,
    python,
    ready_java,
    recipe_for,
)
from inarow.running.run_limits import RunLimits
from inarow.running.submission import FolderRule, IntakeRules, RejectedError, Submission
from inarow.words import listed


@dataclass(frozen=True)
class Course:
    """``adapter`` is how its programs are asked, ``conduct`` what their mistakes cost. Of a course
    with several ``programs`` each is built by recipes of its own, and any of them may be missing;
    ``lone_main`` takes the only source file there is for the main one, whatever its name."""

    name: str
    title: str
    recipes: tuple[Recipe, ...]
    adapter: str
    conduct: str
    intake: IntakeRules = field(default_factory=IntakeRules)
    limits: RunLimits = field(default_factory=RunLimits)
    lone_main: bool = False

    @property
    def programs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(recipe.program for recipe in self.recipes))

    def chosen(self, submission: Submission) -> tuple[list[tuple[Recipe, str]], list[str]]:
        """The recipe and the main file of each program that is there, and remarks; RejectedError
        if there is none, or more than one main file for one of them."""
        found = list(self._mains(submission.files))
        remarks: list[str] = []
        if not found and self.lone_main:
            found, remarks = self._lone_main(submission.files)
        if not found:
            raise RejectedError(
                f"submission '{shown(submission.name)}' {self._missing(submission)}"
            )
        for program in self.programs:
            mains = [main for recipe, main in found if recipe.program == program]
            if len(mains) > 1:
                raise RejectedError(
                    f"submission '{shown(submission.name)}' has more than one main program:"
                    f" {listed(mains)}"
                )
        return found, remarks

    def _mains(self, files: Mapping[str, bytes]) -> Iterator[tuple[Recipe, str]]:
        for recipe in self.recipes:
            for main in recipe.mains:
                # A built file beside its source is not a second program.
                if main in files and not files.keys() & sources_of_built(main):
                    yield recipe, main

    def _lone_main(self, files: Mapping[str, bytes]) -> tuple[list[tuple[Recipe, str]], list[str]]:
        sources = [
            (recipe, name)
            for recipe in self.recipes
            for ending in sorted({PurePosixPath(main).suffix for main in recipe.mains} - {""})
            for name in matching(files, f"*{ending}")
        ]
        if len(sources) != 1:
            return [], []
        return sources, [f"'{shown(sources[0][1])}' is taken for the main program"]

    def _missing(self, submission: Submission) -> str:
        mains = [main for recipe in self.recipes for main in recipe.mains]
        folded = {main.casefold(): main for main in mains}
        for name in submission.files:
            if name.casefold() in folded:
                return f"has '{shown(name)}', and its name must be {folded[name.casefold()]}"
        wanted = ", ".join(mains[:-1]) + f" or {mains[-1]}" if len(mains) > 1 else mains[0]
        return f"holds no main program: expected {wanted}"


COMP3308 = Course(
    "comp3308",
    "COMP3308, Connect Four",
    (
        python("ConnectFour", "ConnectFour.py", newest=(3, 7)),
        java("ConnectFour", "ConnectFour.java", "--release", "8"),
        # The sheet's line, gcc -lm -w -std=c99 -o ConnectFour ConnectFour.c *.c, cannot link.
        native(
            "c",
            "ConnectFour",
            ("ConnectFour.c",),
            *("{gcc}", "-w", "-std=c99", "-o", "{program}", "{*.c}", "-lm"),
        ),
        native(
            "cpp",
            "ConnectFour",
            ("ConnectFour.cpp", "ConnectFour.cc"),
            *("{g++}", "-o", "{program}", "{main}"),
        ),
        matlab("ConnectFour", "ConnectFour.m"),
    ),
    adapter="argv",
    conduct="comp3308",
    intake=IntakeRules(folder=FolderRule.REFUSED),
)

CSE440 = Course(
    "cse440",
    "CSE 440, MaxConnect4 in Python",
    (python("maxconnect4", "maxconnect4.py", "maxconnect4", box="/box/"),),
    adapter="files",
    conduct="maxconnect4",
    intake=IntakeRules(folder=FolderRule.REQUIRED, zip_name="assignment2.zip"),
    lone_main=True,
)

MAXCONNECT4 = Course(
    "maxconnect4",
    "MaxConnect4 in any language",
    (
        python("maxconnect4", "maxconnect4.py", "maxconnect4", box="/box/"),
        java("maxconnect4", "maxconnect4.java", sources="{*.java}", box="/box"),
        java("maxconnect4", "MaxConnect4.java", sources="{*.java}", box="/box"),
        native(
            "c",
            "maxconnect4",
            ("maxconnect4.c",),
            *("{gcc}", "-O2", "-o", "{program}", "{*.c}", "-lm"),
            box="/box/",
        ),
        native(
            "cpp",
            "maxconnect4",
            ("maxconnect4.cpp",),
            *("{g++}", "-O2", "-o", "{program}", "{*.cpp}"),
            box="/box/",
        ),
        native(
            "cpp",
            "maxconnect4",
            ("maxconnect4.cc",),
            *("{g++}", "-O2", "-o", "{program}", "{*.cc}"),
            box="/box/",
        ),
        matlab("maxconnect4", "maxconnect4.m"),
    ),
    adapter="files",
    conduct="maxconnect4",
    lone_main=True,
)

COMP2230 = Course(
    "comp2230",
    "COMP2230, an engine for the coordinator",
    (
        java("Interface", "Interface.java", "--release", "8", sources="{*.java}"),
        ready_java("Interface", "Interface.class"),
    ),
    adapter="engine",
    conduct="comp2230",
)

APS105 = Course(
    "aps105",
    "APS105, Lab 7",
    tuple(
        native("c", part, (f"{part}.c",), "{gcc}", "-w", "-o", "{program}", "{main}", "-lm")
        for part in ("Lab7Part1", "Lab7Part2")
    ),
    adapter="dialogue",
    conduct="aps105",
)

COURSES = {course.name: course for course in (COMP3308, CSE440, MAXCONNECT4, COMP2230, APS105)}

_SUFFIXES = {suffix for language in ALL for suffix in language.suffixes}


def any_program(submission: Submission) -> Course:
    """Rules for a program of no course. Its main file is the only one there is, or one that a
    course names, or the only one called main; RejectedError if that does not settle it."""
    files = [name for name in submission.files if "/" not in name and name[0] != "."]
    sources = [name for name in files if PurePosixPath(name).suffix in _SUFFIXES]
    named = {
        main for course in COURSES.values() for recipe in course.recipes for main in recipe.mains
    }
    for chosen in (
        sources,
        [name for name in files if name in named],
        [name for name in sources if PurePosixPath(name).stem.lower() == "main"],
    ):
        if len(chosen) == 1:
            return Course(
                "", "a program of no course", (_by_ending(chosen[0]),), "argv", "comp3308"
            )
    what = listed(sorted(sources)) if sources else "no file"
    raise RejectedError(
        f"submission '{shown(submission.name)}' has no main program that stands out: {what}"
        f" of {', '.join(one.title for one in ALL)}; --course says which is meant"
    )


def _by_ending(main: str) -> Recipe:
    stem, language = PurePosixPath(main).stem, language_of_file(main) or PYTHON
    if language.main_name and not re.fullmatch(language.main_name, stem):
        raise RejectedError(
            f"main program '{shown(main)}' has a name that {language.title} cannot call"
        )
    return recipe_for(language, stem if re.fullmatch(r"[A-Za-z]\w*", stem) else "program", main)
