"""A scripted dialogue, over pipes or on a pseudo-terminal: what a program must say, to the byte or
by a pattern, and when. The first thing that is wrong ends it, with a named cause.

``options = { terminal = true }`` is for programs in C, which keep their output back on a pipe. The
clock is that of a tournament (``running/conversation.py``)."""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from decimal import Decimal

from inarow.marking.checks.check import Check, Judgement
from inarow.marking.compare import Classify, Difference, difference, may_become, same, unclassified
from inarow.marking.diagnosis import STEP
from inarow.marking.results import ResourceUsage, Verdict
from inarow.marking.runner import Runner, crash_line
from inarow.marking.suite import Step, Test
from inarow.protocols.dialogue import EngineEndedError
from inarow.protocols.lines import printable
from inarow.running.clock import Question
from inarow.running.conversation import Conversation
from inarow.running.process import RunningProgram
from inarow.running.program import Program
from inarow.running.result import RunReport, RunVerdict


def judge_dialogue(test: Test, program: Program, runner: Runner) -> Judgement:
    """Goes through the steps; the first that goes wrong decides."""
    terminal = bool(test.options.get("terminal", False))
    return run_script(start_conversation(test, program, runner, terminal=terminal), test.dialogue)


DIALOGUE = Check("a scripted dialogue", judge_dialogue, {"terminal": bool})


def start_conversation(
    test: Test, program: Program, runner: Runner, *, terminal: bool
) -> ScriptedConversation:
    """Starts the program of a test for a conversation."""
    running = runner.start(program, test.args, test.limits, terminal=terminal)
    return ScriptedConversation(running, runner.lenient, runner.classify)


def run_script(talk: ScriptedConversation, steps: tuple[Step, ...]) -> Judgement:
    """Takes a program through some steps and stops it."""
    fault: ScriptError | None = None
    before, went_well = "at its start", 0
    try:
        for step in steps:
            if step.send:
                if not step.says and not step.expect:
                    talk.note()
                talk.send(step.send)
                before = f"after '{printable(step.send.encode())}'"
            if step.says:
                talk.expect_bytes(step.says.encode(), step.within_s)
            if step.expect:
                talk.expect_line(step.expect, step.skip, step.within_s)
            if step.idle_s:
                talk.idle(step.idle_s)
            if step.ends:
                talk.expect_exit(step.within_s)
            went_well += 1
    except ScriptError as error:
        fault = error
    wall_s = time.monotonic() - talk.began_s
    report = talk.finish()
    used = ResourceUsage(
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


_QUIET_S = 0.15
"""A program that has said nothing for so long has said what it wanted to say."""
_MOST_SAID = 256 * 1024
_IDLE_S, _IDLE_SHARE = 0.1, 0.05
"""A program that does nothing still may use so much, and so much of the time: a position has to be
read, and a runtime has purposes of its own."""
_WANTED_SHARE = 0.8
"""One that wants a core so much of the time works, however little of it a busy machine lets it."""


class ScriptError(Exception):
    """What is wrong, by its name and in words; what was expected of the step and what came."""

    def __init__(
        self,
        cause: str,
        reason: str,
        expected: bytes | None = None,
        got: bytes | None = None,
        would_pass: tuple[str, ...] = (),
    ) -> None:
        super().__init__(reason)
        self.cause, self.reason = cause, reason
        self.expected, self.got, self.would_pass = expected, got, would_pass


class _Note:
    """What a program has used from some moment on."""

    def __init__(self, program: RunningProgram) -> None:
        self._program, self._began_s = program, time.monotonic()
        self._cpu_s = program.usage().cpu_s
        self._wait = program.cpu_wait()
        self._wait.begin(self._began_s)

    def until_now(self) -> tuple[float, float, float]:
        """Seconds that have passed, of CPU time, and of CPU time and CPU wait."""
        now_s = time.monotonic()
        passed_s, cpu_s = now_s - self._began_s, self._program.usage().cpu_s - self._cpu_s
        self._wait.look(now_s, answer=False)
        return passed_s, cpu_s, cpu_s + self._wait.most_wait_s(passed_s, cpu_s)


class _EndedError(Exception):
    """The program says nothing any more."""


class ScriptedConversation:
    """One conversation. ``answered_s`` is how long the last answer took."""

    def __init__(
        self,
        program: RunningProgram,
        lenient: Collection[str] = (),
        classify: Classify = unclassified,
    ) -> None:
        self.program, self._classify = program, classify
        self._lenient = frozenset(lenient)
        self._talk = Conversation(program)
        self._talk.watch.thaw()
        self._talk.watch.put()
        self._held = b""
        self.began_s = time.monotonic()
        self.answered_s = 0.0
        self._noted: _Note | None = None

    def send(self, line: str) -> None:
        try:
            self._talk.send(line.encode() + b"\n")
        except EngineEndedError as end:
            raise self._crash(str(end), f"before '{printable(line.encode())}' was sent") from None

    def expect_bytes(self, text: bytes, within_s: float) -> None:
        """Reads exactly these bytes, or what is as good as they are under the leniencies."""
        question = Question(within_s * 1000)
        while may_become(text, self._held, self._lenient) and not self._is_whole(text):
            try:
                self._more(question)
            except _EndedError as end:
                if self._forgivable(text):
                    break
                raise self._crash(str(end), _before(text, self._held), text) from None
            except TimeoutError:
                if self._forgivable(text):
                    break
                raise self._silent(text, within_s) from None
        size = len(self._held) if self._lenient else len(text)
        if not same(text, self._held[:size], self._lenient):
            self._until_quiet()
            raise self._differs(text)
        self._took()
        self._held = self._held[size:]

    def expect_line(self, pattern: str, skip: str, within_s: float) -> str:
        """The next line that is not to be skipped, which must match."""
        question = Question(within_s * 1000)
        while True:
            raw = self._line(question, pattern, within_s)
            text = raw.removesuffix(b"\n")
            if "newline" in self._lenient:
                text = text.removesuffix(b"\r")
            if "space" in self._lenient:
                text = text.strip(b" \t")
            said = text.decode("utf-8", "backslashreplace")
            if re.fullmatch(pattern, said):
                self._took()
                return said
            if not skip or not re.fullmatch(skip, said):
                raise _wrong_line(text, pattern, raw, self._classify)

    def note(self) -> None:
        """From now on nothing is asked of it that takes work, until ``idle`` has looked."""
        self._noted = _Note(self.program)

    def idle(self, seconds: float) -> None:
        """Waits, and complains of a program that has worked since the note, or wanted to."""
        noted, self._noted = self._noted or _Note(self.program), None
        self._poll(seconds)
        if self._held:
            raise ScriptError(
                "EXTRA_OUTPUT",
                f"says '{printable(self._held)}' when it was asked nothing",
                b"",
                self._held,
            )
        passed_s, worked_s, wanted_s = noted.until_now()
        always = wanted_s > _WANTED_SHARE * passed_s and worked_s > _IDLE_S / 4
        if worked_s > _IDLE_S + _IDLE_SHARE * passed_s or always:
            raise ScriptError(
                "NOT_IDLE",
                f"works for {worked_s:.2f} s of the {passed_s:.2f} s in which it was asked for no"
                " move",
            )

    def expect_exit(self, within_s: float) -> None:
        """It must end by itself, saying nothing more; its input stays open."""
        question = Question(within_s * 1000)
        try:
            while not self._held:
                self._more(question)
        except _EndedError:
            if self.program.stop(within_s):
                return
        except TimeoutError:
            pass
        if self._held:
            raise ScriptError(
                "EXTRA_OUTPUT", f"says '{printable(self._held)}' after its end", b"", self._held
            )
        raise ScriptError("STILL_RUNNING", f"still runs {within_s:g} s after its last word")

    def finish(self) -> RunReport:
        """Stops it and says how it ran."""
        self.program.stop(0)
        return self.program.report()

    def _is_whole(self, text: bytes) -> bool:
        if not self._lenient:
            return len(self._held) >= len(text)
        return bool(self._held) and same(text, self._held, self._lenient)

    def _forgivable(self, text: bytes) -> bool:
        """Whether a leniency would take what came."""
        found = difference(text, self._held, self._lenient)
        return found is not None and bool(found.would_pass)

    def _line(self, question: Question, pattern: str, within_s: float) -> bytes:
        while b"\n" not in self._held:
            try:
                self._more(question)
            except _EndedError as end:
                if self._held:
                    line, self._held = self._held, b""
                    raise ScriptError(
                        "MISSING_NEWLINE",
                        f"ends after '{printable(line)}', which has no newline",
                        pattern.encode(),
                        line,
                    ) from None
                raise self._crash(str(end), f"where '{pattern}' belongs") from None
            except TimeoutError:
                raise self._silent(pattern.encode(), within_s) from None
        line, newline, self._held = self._held.partition(b"\n")
        return line + newline

    def _more(self, question: Question) -> None:
        try:
            arrival = self._talk.next_bytes(question)
        except EngineEndedError as end:
            raise _EndedError(str(end)) from None
        if arrival is None:
            raise TimeoutError
        self._held += arrival.data
        if len(self._held) > _MOST_SAID:
            raise ScriptError("OUTPUT_LIMIT", f"says more than {_MOST_SAID // 1024} kB")

    def _until_quiet(self) -> None:
        self._poll(_QUIET_S, again=True)

    def _poll(self, seconds: float, *, again: bool = False) -> None:
        """Reads what comes in a time, which begins again with everything if ``again``."""
        end_s = time.monotonic() + seconds
        while len(self._held) <= _MOST_SAID:
            try:
                arrival = self.program.read_bytes(end_s)
            except EngineEndedError:
                return
            if arrival is None:
                return
            self._held += arrival.data
            if again:
                end_s = time.monotonic() + seconds

    def _took(self) -> None:
        self.answered_s = time.monotonic() - self._talk.watch.asked_s

    def _silent(self, wanted: bytes, within_s: float) -> ScriptError:
        got = self._held
        wanted_rest = wanted[len(got) :] if wanted.startswith(got) else wanted
        reason = f"does not say '{_start(wanted_rest)}' within {within_s:g} s"
        return ScriptError("TIMEOUT", reason, wanted, got)

    def _crash(self, words: str, where: str, wanted: bytes | None = None) -> ScriptError:
        self.program.stop(0)
        report = self.program.report()
        cause = {
            RunVerdict.OK: "ENDED_EARLY",
            RunVerdict.MEMORY_LIMIT: "MEMORY_LIMIT",
            RunVerdict.OUTPUT_LIMIT: "OUTPUT_LIMIT",
        }.get(report.verdict, "CRASH")
        return ScriptError(cause, f"{words} {where}", wanted, self._held)

    def _differs(self, text: bytes) -> ScriptError:
        heard = self._held
        found = difference(text, heard, self._lenient, self._classify)
        if found is None or (not found.would_pass and heard.startswith(text)):
            rest = heard[len(text) :]
            found = Difference("EXTRA_OUTPUT", f"says '{_start(rest)}' beyond what belongs there")
        return ScriptError(found.cause, found.reason, text, heard, found.would_pass)


def _wrong_line(text: bytes, pattern: str, raw: bytes, classify: Classify) -> ScriptError:
    said = printable(text)
    wanted = pattern.encode()
    if text.endswith(b"\r") and re.fullmatch(pattern, text[:-1].decode("utf-8", "replace")):
        reason = "lines end with CR LF where LF belongs; would pass with --lenient newline"
        return ScriptError("CRLF", reason, wanted, raw, ("newline",))
    stripped = text.strip(b" \t")
    if stripped != text and re.fullmatch(pattern, stripped.decode("utf-8", "replace")):
        reason = f"'{said}' has white space around it; would pass with --lenient space"
        return ScriptError("TRAILING_SPACE", reason, wanted, raw, ("space",))
    if found := classify(wanted, text):
        return ScriptError(found.cause, found.reason, wanted, raw)
    return ScriptError("WRONG_OUTPUT", f"says '{said}' where '{pattern}' belongs", wanted, raw)


def _before(text: bytes, heard: bytes) -> str:
    return f"before it said '{_start(text[len(heard) :])}'"


def _start(text: bytes) -> str:
    """The first line of what belongs somewhere, for a sentence."""
    line = text.lstrip(b"\n").split(b"\n")[0]
    return printable(line or text)
