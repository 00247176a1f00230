"""COMP2230 as its sheet has it."""

from __future__ import annotations

from inarow.course import Course
from inarow.protocols.registry import PROTOCOLS
from inarow.running.build_rules import ProgramRules, java, ready_java

COMP2230 = Course(
    name="comp2230",
    title="COMP2230, an engine for the coordinator",
    game="connect4",
    programs=ProgramRules(
        (
            java("Interface", "Interface.java", "--release", "8", sources="{*.java}"),
            ready_java("Interface", "Interface.class"),
        )
    ),
    seat="engine",
    conduct=PROTOCOLS["comp2230"].conduct,
    first_column=0,
    own_commands={"Interface": ("inarow", "engine")},
    suite="inarow.courses.comp2230.suite:suite",
    generators={"comp2230": "inarow.courses.comp2230.generator:GENERATOR"},
    checks={"engine": "inarow.courses.comp2230.session:CHECK"},
    classify="inarow.courses.comp2230.session:classify",
    causes="inarow.courses.comp2230.causes:CAUSES",
    known_mistakes="inarow.courses.comp2230.generator:KNOWN_MISTAKES",
    references="inarow.courses.comp2230.references:REFERENCES",
    why="inarow.courses.comp2230.why:diagnose",
    looks_like=r"(\d+\s*)?[<>]|(perft|startpos|position)(?!\S)",
)
