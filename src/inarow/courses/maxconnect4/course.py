"""MaxConnect4 as its sheet has it, and CSE 440, which differs in what is handed in alone."""

from __future__ import annotations

from dataclasses import replace

from inarow.course import Course
from inarow.players.conduct import Conduct
from inarow.players.seat import ClockKind
from inarow.running.program_rules import ProgramRules
from inarow.running.recipes import java, matlab, native, python
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
        lone_main=True,
        work_files=_WORK_FILES,
    ),
    seat="files",
    conduct=Conduct(clock=ClockKind.CPU),
    own_commands={"maxconnect4": ("maxconnect4",)},
    suite="inarow.marking.make.maxconnect4:maxconnect4",
    causes="inarow.marking.causes.maxconnect4:maxconnect4_causes",
)

CSE440 = replace(
    MAXCONNECT4,
    name="cse440",
    title="CSE 440, MaxConnect4 in Python",
    programs=ProgramRules(
        (_PYTHON,),
        intake=IntakeRules(folder=FolderRule.REQUIRED, zip_name="assignment2.zip"),
        lone_main=True,
        work_files=_WORK_FILES,
    ),
    suite="inarow.marking.make.maxconnect4:cse440",
)
