"""COMP3308 as its sheet has it."""

from __future__ import annotations

from decimal import Decimal

from inarow.course import Course
from inarow.late import LateBase, LateRule
from inarow.players.conduct import Conduct, Penalty
from inarow.running.build_rules import ProgramRules, java, matlab, native, python
from inarow.running.submission import FolderRule, IntakeRules
from inarow.textbook.spec import COMP3308 as COMP3308_SEARCH

COMP3308 = Course(
    name="comp3308",
    title="COMP3308, Connect Four",
    game="connect4",
    programs=ProgramRules(
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
        intake=IntakeRules(folder=FolderRule.REFUSED),
    ),
    seat="argv",
    seat_options={"game": "connect4", "first_column": 0},
    conduct=Conduct(
        late=Penalty.PASS,
        illegal=Penalty.PASS,
        no_answer=Penalty.PASS,
        crashed=Penalty.PASS,
        extra_output=Penalty.PASS,
        turn_ms=1000,
        draw_after_forfeits=3,
    ),
    search=COMP3308_SEARCH,
    first_column=0,
    late={"": LateRule(Decimal(5), LateBase.EARNED, 3), "tournament": LateRule(days=0)},
    own_commands={"ConnectFour": ("ConnectFour",)},
    own_module="inarow.courses.comp3308.own",
    suite="inarow.courses.comp3308.suite:suite",
    generators={"comp3308": "inarow.courses.comp3308.generator:GENERATOR"},
    classify="inarow.courses.comp3308.answers:classify",
    causes="inarow.courses.comp3308.causes:CAUSES",
    known_mistakes="inarow.courses.comp3308.generator:KNOWN_MISTAKES",
    references="inarow.courses.comp3308.references:REFERENCES",
    why="inarow.courses.comp3308.why:diagnose",
    looks_like=r"[ry.]{4,},[ry.,]+\s+(red|yellow)\b",
)
