"""The gates of a suite: what was found that sets marks to 0, or would if a person agrees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import PurePosixPath

from inarow.marking.call_graph import call_graph, recursive
from inarow.marking.results import ClosedGate
from inarow.marking.suite import Gate, GateKind, Suite
from inarow.running.build_rules import ProgramRules
from inarow.running.languages.gcc import C
from inarow.running.submission import Submission, shown
from inarow.text import join_words

_ALIKE = 0.7
"""How much two names of files must have in common for one to be meant for the other."""


def closed_gates(
    suite: Suite,
    submission: Submission | None,
    failed: Mapping[str, str],
    problem: str = "",
    *,
    refused: bool = False,
) -> Iterator[ClosedGate]:
    """The gates that what was handed in closes: ``failed`` has the programs that could not be
    built, ``problem`` says why nothing could be. What was refused was never to be built."""
    unbuilt = refused or bool(problem)
    for gate in suite.gates:
        reason = ""
        if gate.when is GateKind.NOT_BUILT:
            reason = _not_built(suite, gate, failed) or problem
        elif gate.when is GateKind.MISNAMED and submission is not None:
            reason = misnamed(submission, suite.course.programs)
        elif gate.when is GateKind.NO_RECURSION and submission is not None and not unbuilt:
            reason = _no_recursion(suite, gate, submission, failed)
        if reason:
            yield ClosedGate(gate.when, gate.group, reason, gate.proposed)


def late_gates(suite: Suite) -> list[ClosedGate]:
    """The gates that close if it was late, which a class knows."""
    return [
        ClosedGate(gate.when, gate.group, "it was submitted late", gate.proposed)
        for gate in suite.gates
        if gate.when is GateKind.LATE
    ]


def _programs(suite: Suite, gate: Gate) -> list[str]:
    """The programs that the tests behind a gate are for."""
    first = suite.course.programs.names[0]
    names = {
        test.program or first
        for test in suite.tests
        if gate.group in ("", test.group) and not test.manual
    }
    return sorted(names)


def _not_built(suite: Suite, gate: Gate, failed: Mapping[str, str]) -> str:
    for name in _programs(suite, gate):
        if name in failed and gate.group:
            return f"{name} is not built: {failed[name]}"
    return ""


def misnamed(submission: Submission, rules: ProgramRules) -> str:
    """Why a file has the wrong name, as a sentence; empty if none has."""
    mains = [main for recipe in rules.recipes for main in recipe.mains]
    missing = [main for main in mains if main not in submission.files]
    endings = {PurePosixPath(main).suffix for main in mains}
    others = [
        name
        for name in submission.files
        if name not in mains and PurePosixPath(name).suffix.lower() in endings
    ]
    nothing = len(missing) == len(mains)
    for name in others:
        for main in missing:
            plain = PurePosixPath(name).name
            same = plain.casefold() == main.casefold()
            alike = SequenceMatcher(None, plain.casefold(), main.casefold()).ratio() >= _ALIKE
            if same or alike or nothing:
                wanted = main if same or alike else join_words(mains)
                return f"'{shown(name)}' was submitted; its name must be {wanted}"
    return ""


def _no_recursion(
    suite: Suite, gate: Gate, submission: Submission, failed: Mapping[str, str]
) -> str:
    wanted = _programs(suite, gate)
    mains = [
        (recipe.program, main)
        for recipe in suite.course.programs.recipes
        if recipe.language is C and recipe.program in wanted
        for main in recipe.mains
    ]
    for name, main in mains:
        if main not in submission.files or name in failed:
            continue
        graph = call_graph(submission.files, main)
        if "main" in graph and not recursive(graph):
            return f"no function of {main} that main comes to calls itself, directly or in a ring"
    return ""
