"""How each language of a course is built and run, as data.

Words in braces are filled in when a recipe is used:

    {gcc}            a tool of a language, with the options it is always given
    {main} {stem}    the main file, and its name without the ending
    {program}        what the program is called
    {*.c}            every file at the top with such a name
    {args} {call}    the arguments of a call (see program.py)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from inarow.running.languages import LANGUAGES, TOOL_KINDS
from inarow.running.languages.java import JAVA
from inarow.running.languages.language import Language
from inarow.running.languages.matlab import MATLAB
from inarow.running.languages.python import PYTHON


@dataclass(frozen=True)
class Recipe:
    """One language. A submission with a file of ``mains`` at its top is built by ``compile``, of
    whose products ``keep`` (patterns) stay, and started by ``run``."""

    language: Language
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
        return tuple(dict.fromkeys(w[1:-1] for w in words if w[1:-1] in TOOL_KINDS and w[0] == "{"))

    @property
    def compiler(self) -> str:
        """The tool that its build line starts."""
        return self.compile[0][1:-1]

    def as_json(self) -> dict[str, Any]:
        """What an image depends on."""
        return {**vars(self), "language": self.language.name}


def recipe_for(
    language: Language,
    program: str,
    *mains: str,
    build: tuple[str, ...] | None = None,
    in_work: bool = False,
    newest: tuple[int, int] | None = None,
) -> Recipe:
    """How a language is built and run, by its own lines unless ``build`` is another; with
    ``in_work`` the program is started in a folder without its files."""
    main = PurePosixPath(mains[0])
    every = f"{{*{main.suffix}}}"
    usual = tuple(every if word == "{*}" else word for word in language.build)
    words = () if main.suffix == language.ready else usual if build is None else build
    return Recipe(
        language,
        program,
        mains,
        language.run_in_work if in_work else language.run,
        compile=words,
        keep=language.products if words else (),
        parsed_for=newest,
    )


def python(
    program: str, *mains: str, box: str = "", newest: tuple[int, int] | None = None
) -> Recipe:
    return recipe_for(PYTHON, program, *mains, in_work=bool(box), newest=newest)


def java(program: str, main: str, *options: str, sources: str = "{main}", box: str = "") -> Recipe:
    """``java CLASS``, compiled from one file (and what it uses) or from all."""
    words = ("{javac}", *options, sources)
    return recipe_for(JAVA, program, main, build=words, in_work=bool(box))


def ready_java(program: str, main: str) -> Recipe:
    return recipe_for(JAVA, program, main)


def native(
    language: str, program: str, mains: tuple[str, ...], *words: str, box: str = ""
) -> Recipe:
    """A program of its own, as gcc and g++ make it."""
    return recipe_for(LANGUAGES[language], program, *mains, build=words, in_work=bool(box))


def matlab(program: str, *mains: str) -> Recipe:
    return recipe_for(MATLAB, program, *mains)


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
