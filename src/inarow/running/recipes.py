"""How each language of a course is built and run, as data.

Words in braces are filled in when a recipe is used:

    {python} {gcc} {g++} {javac} {java} {matlab}    a tool, with the options it is always given
    {main} {stem}                                   the main file, and its name without the ending
    {program}                                       what the program is called
    {*.c}                                           every file at the top with such a name
    {args} {call}                                   the arguments of a call (see program.py)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from inarow.running.program import ARGS, CALL

LANGUAGES = {"python": "Python", "java": "Java", "c": "C", "cpp": "C++", "matlab": "MATLAB"}
"""The languages that programs are taken in, and their names."""


@dataclass(frozen=True)
class Recipe:
    """One language. A submission with a file of ``mains`` at its top is built by ``compile``, of
    whose products ``keep`` (patterns) stay, and started by ``run``."""

    language: str
    program: str
    mains: tuple[str, ...]
    run: tuple[str, ...]
    compile: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    parsed_for: tuple[int, int] | None = None

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that its words name, in their order."""
        words = (*self.compile, *self.run)
        return tuple(dict.fromkeys(w[1:-1] for w in words if w[1:-1] in TOOLS and w[0] == "{"))


TOOLS = ("python", "gcc", "g++", "javac", "java", "matlab")

_MATLAB_CALL = f"try;{CALL};catch me;disp(me.message);end;quit"


def python(
    program: str, *mains: str, box: str = "", newest: tuple[int, int] | None = None
) -> Recipe:
    return Recipe("python", program, mains, ("{python}", box + "{main}", ARGS), parsed_for=newest)


def java(program: str, main: str, *options: str, sources: str = "{main}", box: str = "") -> Recipe:
    """``java CLASS``, compiled from one file (and what it uses) or from all."""
    place = ("-classpath", box) if box else ()
    return Recipe(
        "java",
        program,
        (main,),
        ("{java}", *place, "{stem}", ARGS),
        compile=("{javac}", *options, sources),
        keep=("*.class",),
    )


def ready_java(program: str, main: str) -> Recipe:
    return Recipe("java", program, (main,), ("{java}", "{stem}", ARGS))


def native(
    language: str, program: str, mains: tuple[str, ...], *words: str, box: str = "./"
) -> Recipe:
    """A program of its own, as gcc and g++ make it."""
    return Recipe(
        language, program, mains, (box + "{program}", ARGS), compile=words, keep=("{program}",)
    )


def matlab(program: str, *mains: str) -> Recipe:
    return Recipe("matlab", program, mains, ("{matlab}", _MATLAB_CALL))


def filled(
    words: tuple[str, ...],
    recipe: Recipe,
    main: str,
    files: Mapping[str, bytes],
    tools: Mapping[str, tuple[str, ...]],
) -> tuple[str, ...]:
    """The words of a recipe for one submission; ``{args}`` and ``{call}`` stay. No file can pass
    for an option: a name that begins with ``-`` or ``@`` is told with ``./`` before it."""
    full: list[str] = []
    for word in words:
        inner = word[1:-1]
        if word.startswith("{") and inner in tools:
            full += tools[inner]
        elif word.startswith("{*"):
            full += [_plain(name) for name in matching(files, inner)]
        else:
            whole = main if "/" in word else _plain(main)
            full.append(
                word.replace("{main}", whole)
                .replace("{stem}", PurePosixPath(main).stem)
                .replace("{program}", recipe.program)
            )
    return tuple(full)


def matching(files: Mapping[str, bytes], pattern: str) -> list[str]:
    """The files at the top with such a name, as a shell lists them: hidden ones are not among
    them."""
    return sorted(
        name for name in files if "/" not in name and name[0] != "." and fnmatchcase(name, pattern)
    )


def _plain(name: str) -> str:
    return f"./{name}" if name[0] in "-@" else name
