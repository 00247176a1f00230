"""MaxConnect4 as its sheet has it, and CSE 440, which differs in what is handed in alone."""

from __future__ import annotations

from dataclasses import replace

from inarow.course import Course
from inarow.players.conduct import Conduct
from inarow.players.seat import ClockKind
from inarow.running.build_rules import ProgramRules, build_rule, python
from inarow.running.languages import ALL
from inarow.running.languages.java import JAVA
from inarow.running.languages.python import PYTHON
from inarow.running.submission import FolderRule, IntakeRules

_WORK_FILES = "inarow.courses.maxconnect4.work_files:work_files"
_PYTHON = python("maxconnect4", "maxconnect4.py", "maxconnect4", box="/box/")

MAXCONNECT4 = Course(
    name="maxconnect4",
    title="MaxConnect4 in any language",
    game="maxconnect4",
    programs=ProgramRules(
        (
            _PYTHON,
            *(
                build_rule(language, "maxconnect4", f"maxconnect4{suffix}", in_work=True)
                for language in ALL
                for suffix in language.suffixes
                if language is not PYTHON
            ),
            build_rule(JAVA, "maxconnect4", "MaxConnect4.java", in_work=True),
        ),
        single_source=True,
        work_files=_WORK_FILES,
    ),
    seat="files",
    conduct=Conduct(clock=ClockKind.CPU),
    own_commands={"maxconnect4": ("maxconnect4",)},
    suite="inarow.courses.maxconnect4.suite:maxconnect4",
    generators={"maxconnect4": "inarow.courses.maxconnect4.generator:GENERATOR"},
    checks={
        "files": "inarow.courses.maxconnect4.checks.one_move:CHECK",
        "interactive": "inarow.courses.maxconnect4.checks.interactive:CHECK",
        "games": "inarow.courses.maxconnect4.checks.games:CHECK",
        "cpu-by-depth": "inarow.courses.maxconnect4.checks.cpu_by_depth:CHECK",
        "handed-in": "inarow.courses.maxconnect4.checks.handed_in:CHECK",
    },
    causes="inarow.courses.maxconnect4.causes:CAUSES",
    known_mistakes="inarow.courses.maxconnect4.generator:KNOWN_MISTAKES",
    references="inarow.courses.maxconnect4.references:REFERENCES",
    why="inarow.courses.maxconnect4.why:diagnose",
)

CSE440 = replace(
    MAXCONNECT4,
    name="cse440",
    title="CSE 440, MaxConnect4 in Python",
    programs=ProgramRules(
        (_PYTHON,),
        intake=IntakeRules(folder=FolderRule.REQUIRED, zip_name="assignment2.zip"),
        single_source=True,
        work_files=_WORK_FILES,
    ),
    suite="inarow.courses.maxconnect4.suite:cse440",
)
