"""A scripted dialogue, over pipes or on a pseudo-terminal. ``options = { terminal = true }`` is for
programs in C, which keep their output back on a pipe."""

from __future__ import annotations

import time
from decimal import Decimal

from inarow.marking.causes import STEP
from inarow.marking.checks.check import Check, Judgement
from inarow.marking.checks.talk import Talk, TalkError
from inarow.marking.results import Used, Verdict
from inarow.marking.runner import Runner, crash_line
from inarow.marking.suite import Step, Test
from inarow.protocols.lines import printable
from inarow.running.program import Program


def judge_dialogue(test: Test, program: Program, runner: Runner) -> Judgement:
    """Goes through the steps; the first that goes wrong decides."""
    terminal = bool(test.options.get("terminal", False))
    return run_script(start_talk(test, program, runner, terminal=terminal), test.dialogue)


DIALOGUE = Check("a scripted dialogue", judge_dialogue, {"terminal": bool})


def start_talk(test: Test, program: Program, runner: Runner, *, terminal: bool) -> Talk:
    """Starts the program of a test for a conversation."""
    running = runner.start(program, test.args, test.limits, terminal=terminal)
    return Talk(running, runner.lenient, runner.classify)


def run_script(talk: Talk, steps: tuple[Step, ...]) -> Judgement:
    """Takes a program through some steps and stops it."""
    fault: TalkError | None = None
    before, went_well = "at its start", 0
    try:
        for step in steps:
            if step.send:
                if not step.says and not step.expect:
                    talk.note()
                talk.send(step.send)
                before = f"after '{printable(step.send.encode())}'"
            if step.says:
                talk.says(step.says.encode(), step.within_s)
            if step.expect:
                talk.line(step.expect, step.skip, step.within_s)
            if step.idle_s:
                talk.idle(step.idle_s)
            if step.ends:
                talk.ends(step.within_s)
            went_well += 1
    except TalkError as error:
        fault = error
    wall_s = time.monotonic() - talk.began_s
    report = talk.finish()
    used = Used(
        wall_s,
        report.cpu_s,
        report.stall_s,
        report.peak_mb,
        report.exit_code,
        report.tier,
        crash_line(report),
    )
    if fault is None:
        return Judgement(Verdict.PASS, share=Decimal(1), run=report.verdict, used=used)
    return Judgement(
        Verdict.FAIL,
        fault.cause,
        f"{before}: {fault.reason}",
        Decimal(0),
        fault.expected,
        fault.got,
        fault.would_pass,
        report.verdict,
        used,
        {STEP: went_well},
    )
