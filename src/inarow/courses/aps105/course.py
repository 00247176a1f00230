"""APS105, Lab 7, as its sheet has it."""

from __future__ import annotations

from inarow.course import Course
from inarow.late import LateRule
from inarow.players.conduct import Conduct, Penalty
from inarow.running.build_rules import ProgramRules, native

_PARTS = ("Lab7Part1", "Lab7Part2")

APS105 = Course(
    name="aps105",
    title="APS105, Lab 7",
    game="connect6-simple",
    programs=ProgramRules(
        tuple(
            native("c", part, (f"{part}.c",), "{gcc}", "-w", "-o", "{program}", "{main}", "-lm")
            for part in _PARTS
        ),
        terminal=True,
    ),
    seat="dialogue",
    any_board=True,
    conduct=Conduct(
        late=Penalty.DISQUALIFY,
        illegal=Penalty.DISQUALIFY,
        no_answer=Penalty.DISQUALIFY,
        crashed=Penalty.DISQUALIFY,
        extra_output=Penalty.DISQUALIFY,
        turn_ms=1000,
    ),
    tournament_program="Lab7Part2",
    late={"": LateRule(days=0)},
    own_commands={part: (part,) for part in _PARTS},
    suite="inarow.courses.aps105.suite:suite",
    generators={"aps105": "inarow.courses.aps105.generator:GENERATOR"},
    checks={"games": "inarow.courses.aps105.checks:GAMES"},
    classify="inarow.courses.aps105.checks:classify",
    causes="inarow.courses.aps105.causes:CAUSES",
    known_mistakes="inarow.courses.aps105.generator:KNOWN_MISTAKES",
    references="inarow.courses.aps105.references:REFERENCES",
    why="inarow.courses.aps105.why:diagnose",
    looks_like=r"(?i:enter board|computer |lay down)|[UBW]{7,19}([/,][UBW]{7,19})+(?!\S)",
)
