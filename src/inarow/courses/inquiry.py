"""What ``inarow why`` asks a course, and what a course's answer must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from inarow.course import Course
from inarow.errors import UserError
from inarow.files import is_there
from inarow.render.terminal import Line
from inarow.teaching.why.asking import MOST_QUESTIONS
from inarow.teaching.why.parting import Parting

if TYPE_CHECKING:
    from inarow.running.program import Program
    from inarow.running.sandbox import Sandbox


def _silent(text: str) -> None:
    del text


def _unlinked(found: Parting) -> str:
    del found
    return ""


@dataclass(frozen=True)
class Inquiry:
    """A question to the ``why`` of a course: ``question`` with ``got``, ``text`` of standard input,
    or ``program``, a submission or a command that is to be asked.

    ``trace``    the file with a program's own trace of the question.
    ``perft``    whether the program is asked for counts of the move tree alone.
    ``questions``  the most to ask; ``only`` is the letter of the one algorithm that it knows.
    ``show``     hears what is being done; ``link`` gives the page's link to a parting.
    """

    course: Course
    question: Sequence[str] = ()
    got: Sequence[Sequence[str]] = ()
    text: str | None = None
    program: str | None = None
    trace: str | None = None
    perft: bool = False
    questions: int = MOST_QUESTIONS
    only: str | None = None
    sandboxed: bool = True
    ascii_only: bool = False
    show: Callable[[str], object] = _silent
    link: Callable[[Parting], str] = _unlinked

    def tried(self, number: int) -> None:
        """Shows how many causes have been tried."""
        self.show(f"{number} causes tried")

    def refuse(self, *options: str) -> None:
        """Refuses options that the course has no use for; UserError names the first."""
        for option in options:
            if getattr(self, option):
                raise UserError(f"--{option} does not apply to course {self.course.name}")

    def pairs(self, form: str) -> list[tuple[list[str], list[str]]]:
        """The questions with their answers, as words. ``form`` names the words of an answer."""
        count = len(form.split())
        questions = [self.question, *(words[count:] for words in self.got)]
        if questions.pop():
            raise UserError(f"the last question has no --got {form}")
        if not self.got or not self.question:
            raise UserError(f"a question and its --got {form} belong together")
        split = [" ".join(words).split() for words in questions]
        return [
            (question, list(words[:count])) for question, words in zip(split, self.got, strict=True)
        ]

    def built_program(self, name: str = "") -> tuple[Program, Sandbox]:
        """The program built, or a command line, and what to run it in; ``name`` is the one that is
        meant where the course has several. UserError says why it cannot be."""
        from inarow.running.command_line import program_from_command, split_command
        from inarow.running.load import load_program
        from inarow.running.sandbox import NoSandboxError, choose_sandbox
        from inarow.running.submission import shown

        assert self.program is not None, "there is a program to ask"
        self.show("building the program")
        words = None if is_there(self.program) else split_command(self.program)
        if words is None and not is_there(self.program):
            raise UserError(
                f"submission '{shown(self.program)}' is neither a file nor a folder, nor a command"
            )
        try:
            sandbox = choose_sandbox() if self.sandboxed else choose_sandbox("none")
        except NoSandboxError as error:
            raise UserError(str(error)) from None
        if words:
            return program_from_command(words), sandbox
        programs = self.course.programs
        tools = self.course.toolchain()
        built = load_program(self.program, programs, sandbox, toolchain=tools).image
        wanted = name or programs.names[0]
        if wanted not in built.programs:
            raise UserError(f"submission '{shown(self.program)}' has no {wanted}")
        return built.programs[wanted], sandbox


class Findings(Protocol):
    """What the ``why`` of a course found out."""

    def lines(self, hint: int) -> list[Line]:
        """As text, as much as the hint says."""
        ...

    def as_json(self) -> dict[str, Any]: ...
