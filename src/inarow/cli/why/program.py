"""A submission of a course as something that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from inarow.cli.why.questions import column_of, command_of
from inarow.course import Course, find_course
from inarow.courses.comp3308.seat import run_marked
from inarow.errors import UserError
from inarow.files import is_there
from inarow.running.answers import InvalidAnswerError, number_lines
from inarow.running.build import build
from inarow.running.command_line import command_words, program_of_command
from inarow.running.entries import shown
from inarow.running.intake import take_in
from inarow.running.outcome import RunReport, RunVerdict
from inarow.running.program import Program
from inarow.running.sandbox import NoSandboxError, Sandbox, chosen_sandbox
from inarow.running.toolchain import Toolchain
from inarow.teaching.why.asking import NoAnswerError
from inarow.teaching.why.case import Answer, Question

_COURSE = find_course("comp3308")


@contextmanager
def asked_program(
    submission: str,
    *,
    sandboxed: bool,
    told: Callable[[str], object],
    remark: Callable[[str], object],
) -> Iterator[Callable[[Question], Answer]]:
    """Builds a submission; what is given answers questions, and raises NoAnswerError for an
    answer that is none. ``told`` hears what is being asked, ``remark`` what else was printed."""
    program, sandbox = built_program(submission, _COURSE, sandboxed=sandboxed)
    asked = 0

    def ask(question: Question) -> Answer:
        nonlocal asked
        asked += 1
        told(f"question {asked}")
        letter = "A" if question.algorithm == "alpha-beta" else "M"
        report = run_marked(
            program, sandbox, question.pos, letter, question.depth, _COURSE.programs.limits
        )
        where = f"asked {command_of(question)}, the program"
        if report.verdict is not RunVerdict.OK:
            slow = report.verdict is RunVerdict.TIMEOUT
            raise NoAnswerError(f"{where} {report.sentence}", too_slow=slow)
        try:
            words = [str(number) for number in number_lines(report.stdout, 2, stderr=report.stderr)]
        except InvalidAnswerError as error:
            words = report.stdout.decode("ascii", "replace").split()[-2:]
            if len(words) < 2 or not words[1].isdecimal():
                raise NoAnswerError(f"{where} {error}") from None
            remark(f"{where} {error}; its last two words were used")
        if int(words[1][:20]) < 0:
            raise NoAnswerError(f"{where} counted {words[1]} nodes")
        return Answer(column_of(words[0]), int(words[1][:20]))

    yield ask


def built_program(
    submission: str, course: Course, *, sandboxed: bool, name: str = ""
) -> tuple[Program, Sandbox]:
    """A submission of a course built, or a command line, and what to run it in; ``name`` is the
    program that is meant where the course has several. UserError says why it cannot be."""
    try:
        sandbox = chosen_sandbox() if sandboxed else chosen_sandbox("none")
    except NoSandboxError as error:
        raise UserError(str(error)) from None
    if not is_there(submission):
        if words := command_words(submission):
            return program_of_command(words), sandbox
        raise UserError(
            f"submission '{shown(submission)}' is neither a file nor a folder, nor a command"
        )
    built = build(
        take_in(submission, course.programs.intake), course.programs, Toolchain(), sandbox
    )
    if isinstance(built, RunReport):
        raise UserError(f"the program {built.sentence}")
    wanted = name or course.programs.names[0]
    if wanted not in built.programs:
        raise UserError(f"submission '{shown(submission)}' has no {wanted}")
    return built.programs[wanted], sandbox
