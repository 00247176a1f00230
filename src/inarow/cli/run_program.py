"""One program run once, as a marker would: from what was handed in to what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from inarow.course import Course, known_mains, load_name
from inarow.errors import UserError
from inarow.files import write_whole
from inarow.running.build import BuildError, Image, build, display_command
from inarow.running.build_rules import ProgramRules, guess_program
from inarow.running.clock import TimedRun, timed_run
from inarow.running.command_line import program_from_command
from inarow.running.intake import load_submission
from inarow.running.languages.language import Language
from inarow.running.program import Program, RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import NoSandboxError, Sandbox, choose_sandbox
from inarow.running.seats.functions import function_program
from inarow.running.submission import IntakeRules, RejectedError, Submission, shown
from inarow.running.toolchain import Toolchain
from inarow.running.work_folder import (
    LARGEST_FILE,
    WorkFiles,
    read_left_files,
    read_regular_file,
    run_in_folder,
)


@dataclass(frozen=True)
class RunRequest:
    """What is asked for. ``course`` is None for a program of no course, ``program`` empty for the
    course's first that is there."""

    args: Sequence[str] = ()
    course: Course | None = None
    limits: RunLimits = field(default_factory=RunLimits)
    stdin: bytes = b""
    program: str = ""
    toolchain: Toolchain | None = None
    sandboxed: bool = True
    call: tuple[str, str] | None = None
    """A function of the file, to be called with arguments in JSON instead."""


@dataclass(frozen=True)
class RunOutcome:
    """What came of it: ``build`` is None if it did not come to that."""

    report: RunReport
    language: Language | None = None
    build: Mapping[str, Any] | None = None
    remarks: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        language = self.language.name if self.language else None
        return {**self.report.as_json(), "language": language, "build": self.build}


def run_submission(path: str, rules: IntakeRules, request: RunRequest) -> RunOutcome:
    """Takes in, builds and runs what lies at a path."""
    try:
        submission = load_submission(path, rules)
        course = request.course
        programs = course.programs if course else guess_program(submission, known_mains())
        sandbox = _sandbox(request)
        try:
            own = course.toolchain() if course else Toolchain()
            image = build(submission, programs, request.toolchain or own, sandbox)
        except BuildError as error:
            return _not_built(error.report, submission, programs)
        return _run_image(image, course, sandbox, request)
    except RejectedError as error:
        return RunOutcome(RunReport(RunVerdict.REJECTED, str(error)))
    except NoSandboxError as error:
        return RunOutcome(RunReport(RunVerdict.NOT_RUN, str(error)))


def run_command(words: list[str], request: RunRequest) -> RunOutcome:
    """Runs a command line."""
    try:
        sandbox = _sandbox(request)
    except NoSandboxError as error:
        return RunOutcome(RunReport(RunVerdict.NOT_RUN, str(error)))
    ran = _run(program_from_command(words), request.course, sandbox, request)
    return RunOutcome(ran.report, remarks=tuple(_waited(ran)))


def _sandbox(request: RunRequest) -> Sandbox:
    return choose_sandbox() if request.sandboxed else choose_sandbox("none")


def _not_built(report: RunReport, submission: Submission, rules: ProgramRules) -> RunOutcome:
    chosen, remarks = rules.select(submission)
    remarks = [*submission.remarks, *remarks]
    wrong = report.verdict is RunVerdict.COMPILE_ERROR
    failed = [recipe.program for recipe, _ in chosen] if wrong else []
    made = {
        "image": None,
        "cached": False,
        "tools": [],
        "commands": [display_command(r, main, submission.files) for r, main in chosen if r.compile],
        "diagnostics": report.stderr.decode("utf-8", "backslashreplace"),
        "failed": failed,
        "remarks": remarks,
        "program": None,
    }
    return RunOutcome(report, chosen[0][0].language, made, tuple(remarks))


def _run_image(
    image: Image, course: Course | None, sandbox: Sandbox, request: RunRequest
) -> RunOutcome:
    name = request.program or next(iter(image.programs))
    remarks = list(image.remarks)
    if name in image.failed:
        report = RunReport(
            RunVerdict.COMPILE_ERROR, image.failed[name], stderr=image.diagnostics.encode()
        )
    elif name not in image.programs:
        raise UserError(f"there is no program '{name}': {', '.join(image.programs)} can be run")
    else:
        if len(image.programs) > 1 and not request.program:
            remarks.append(f"{name} was run; --program names another")
        chosen = image.programs[name]
        if request.call is not None:
            chosen = function_program(chosen, *request.call)
        ran = _run(chosen, course, sandbox, request)
        report = ran.report
        remarks += _waited(ran)
        if image.substitute_for:
            clause = f"a {image.language.title} program, run by {image.substitute_for}"
            report = replace(
                report, reason=f"{report.reason} ({clause})" if report.reason else clause
            )
    made = {**image.as_json(), "remarks": remarks, "program": name}
    return RunOutcome(report, image.language, made, tuple(remarks))


def _run(
    program: Program, course: Course | None, sandbox: Sandbox, request: RunRequest
) -> TimedRun[dict[str, bytes]]:
    """Under the clock rule. A program that talks to a person has a terminal, as the marker's
    has."""
    rules = course.programs if course is not None else None
    if rules is not None and rules.work_files:
        return _run_with_files(program, sandbox, request, load_name(rules.work_files)(request.args))
    terminal = rules is not None and rules.terminal

    def once(bounds: RunLimits) -> tuple[RunReport, dict[str, bytes]]:
        launch = program.launch(request.args, bounds, terminal=terminal)
        return sandbox.run(launch, request.stdin), {}

    return timed_run(once, request.limits)


def _run_with_files(
    program: Program, sandbox: Sandbox, request: RunRequest, files: WorkFiles
) -> TimedRun[dict[str, bytes]]:
    """In a folder of its own with copies of its input files; its output files come back."""
    put = {name: _input(path) for name, path in files.put.items()}

    def once(bounds: RunLimits) -> tuple[RunReport, dict[str, bytes]]:
        return run_in_folder(
            sandbox,
            program,
            files.args,
            bounds,
            put,
            lambda work: read_left_files(work, files.back),
            request.stdin,
        )

    ran = timed_run(once, request.limits)
    for name, content in ran.left.items():
        write_whole(files.back[name], content)
    return ran


def _input(path: Path) -> bytes:
    content = read_regular_file(path.resolve(), LARGEST_FILE)
    if content is None:
        raise UserError(f"input '{shown(str(path))}' cannot be read or has more than 1 MiB")
    return content


def _waited(ran: TimedRun[dict[str, bytes]]) -> list[str]:
    """The remark about a program that was in time because its CPU wait does not count."""
    if ran.waited_s is None:
        return []
    return [f"it waited {ran.waited_s:.2f} s for a core, which is not charged"]
