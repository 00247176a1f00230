"""A compiler in the sandbox, and whose fault it is when it fails.

A compiler that cannot work here must not be held against a program: before a failure counts, the
same compiler has to make something of a program that nothing is wrong with.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from inarow.running.languages.language import Language
from inarow.running.launch import Launch
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.recipes import filled, recipe_for
from inarow.running.run_limits import RunLimits
from inarow.running.sandbox import Sandbox
from inarow.running.tool import Tool

BUILD_LIMITS = RunLimits(
    wall_s=120, cpu_s=30, memory_mb=2048, output_kb=64, tmp_mb=128, processes=32, files=256
)
"""Processor time is what bounds a build: a busy machine makes it slow and not wrong."""

_SMALL_STALL = 0.05
_PLAIN = (RunVerdict.OK, RunVerdict.CRASH, RunVerdict.EXIT_STATUS)
_known_to_work: dict[tuple[str, int | None], bool] = {}


def run_compiler(
    tool: Tool, words: Sequence[str], workdir: Path, sandbox: Sandbox, limits: RunLimits
) -> RunReport:
    """One run of a compiler, which may write to its folder and start processes."""
    return sandbox.run(
        Launch(
            argv=tuple(words),
            workdir=workdir,
            profile="build",
            limits=limits,
            readable=tool.readable,
            environment=tool.environment,
        )
    )


def our_fault(
    report: RunReport, language: Language, tool: Tool, sandbox: Sandbox
) -> RunReport | None:
    """A report with REFEREE_FAULT if a run of a compiler that made no program says nothing about
    the source."""
    if report.verdict is RunVerdict.REFEREE_FAULT:
        return report
    reason = ""
    if report.verdict is RunVerdict.TIMEOUT and report.stall_s > _SMALL_STALL * report.wall_s:
        reason = "the machine was too busy to build it"
    elif report.verdict in _PLAIN and not _works(language, tool, sandbox):
        said = report.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
        reason = f"{tool.name} does not work in this sandbox" + (f": {said[0]}" if said else "")
    return replace(report, verdict=RunVerdict.REFEREE_FAULT, reason=reason) if reason else None


def _works(language: Language, tool: Tool, sandbox: Sandbox) -> bool:
    """Whether a compiler makes a program of sound source; tried once for each sandbox."""
    key = (tool.identity, sandbox.tier)
    if key not in _known_to_work:
        rule = recipe_for(language, "hello", language.main)
        words = filled(
            rule.compile, rule, language.main, {language.main: b""}, {rule.compiler: tool.command}
        )
        with tempfile.TemporaryDirectory(prefix="inarow-build-") as folder:
            Path(folder, language.main).write_text(language.hello)
            report = run_compiler(tool, words, Path(folder), sandbox, BUILD_LIMITS)
            made = len(list(Path(folder).iterdir())) > 1
        _known_to_work[key] = made and report.verdict is RunVerdict.OK
    return _known_to_work[key]
