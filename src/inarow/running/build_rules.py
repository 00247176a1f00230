"""How each language of a course is built and run, as data.

Words in braces are filled in when a recipe is used:

    {gcc}            a tool of a language, with the options it is always given
    {main} {stem}    the main file, and its name without the ending
    {program}        what the program is called
    {*.c}            every file at the top with such a name
    {args} {call}    the arguments of a call (see program.py)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from inarow.running.languages import ALL, LANGUAGES, TOOL_KINDS, language_of_file, sources_of_built
from inarow.running.languages.java import JAVA
from inarow.running.languages.language import Language
from inarow.running.languages.matlab import MATLAB
from inarow.running.languages.python import PYTHON
from inarow.running.program import RunLimits
from inarow.running.submission import IntakeRules, RejectedError, Submission, shown
from inarow.text import join_words


@dataclass(frozen=True)
class BuildRule:
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


def build_rule(
    language: Language,
    program: str,
    *mains: str,
    build: tuple[str, ...] | None = None,
    in_work: bool = False,
    newest: tuple[int, int] | None = None,
) -> BuildRule:
    """How a language is built and run, by its own lines unless ``build`` is another; with
    ``in_work`` the program is started in a folder without its files."""
    main = PurePosixPath(mains[0])
    every = f"{{*{main.suffix}}}"
    usual = tuple(every if word == "{*}" else word for word in language.build)
    words = () if main.suffix == language.ready else usual if build is None else build
    return BuildRule(
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
) -> BuildRule:
    return build_rule(PYTHON, program, *mains, in_work=bool(box), newest=newest)


def java(
    program: str, main: str, *options: str, sources: str = "{main}", box: str = ""
) -> BuildRule:
    """``java CLASS``, compiled from one file (and what it uses) or from all."""
    words = ("{javac}", *options, sources)
    return build_rule(JAVA, program, main, build=words, in_work=bool(box))


def ready_java(program: str, main: str) -> BuildRule:
    return build_rule(JAVA, program, main)


def native(
    language: str, program: str, mains: tuple[str, ...], *words: str, box: str = ""
) -> BuildRule:
    """A program of its own, as gcc and g++ make it."""
    return build_rule(LANGUAGES[language], program, *mains, build=words, in_work=bool(box))


def matlab(program: str, *mains: str) -> BuildRule:
    return build_rule(MATLAB, program, *mains)


def expand_words(
    words: tuple[str, ...],
    recipe: BuildRule,
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
            full += [_plain(name) for name in glob_top(files, inner)]
        else:
            whole = main if "/" in word else _plain(main)
            full.append(
                word.replace("{main}", whole)
                .replace("{stem}", PurePosixPath(main).stem)
                .replace("{program}", recipe.program)
            )
    return tuple(full)


def glob_top(files: Mapping[str, bytes], pattern: str) -> list[str]:
    """The files at the top with such a name, as a shell lists them: hidden ones are not among
    them."""
    return sorted(
        name for name in files if "/" not in name and name[0] != "." and fnmatchcase(name, pattern)
    )


def _plain(name: str) -> str:
    return f"./{name}" if name[0] in "-@" else name


@dataclass(frozen=True)
class ProgramRules:
    """Each program has build recipes of its own, and any of them may be missing. ``single_source``
    accepts the only source file as the main one, whatever its name. A program that talks to a
    person has a ``terminal``. ``work_files`` names the function that says which arguments of a
    program are files (``inarow.running.work_folder.WorkFiles``)."""

    recipes: tuple[BuildRule, ...]
    intake: IntakeRules = field(default_factory=IntakeRules)
    limits: RunLimits = field(default_factory=RunLimits)
    single_source: bool = False
    terminal: bool = False
    work_files: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(recipe.program for recipe in self.recipes))

    @property
    def mains(self) -> tuple[str, ...]:
        """The names that main files may have."""
        return tuple(main for recipe in self.recipes for main in recipe.mains)

    def select(self, submission: Submission) -> tuple[list[tuple[BuildRule, str]], list[str]]:
        """The recipe and the main file of each program that is there, and remarks; RejectedError
        if there is none, or more than one main file for one of them."""
        found = list(self._mains(submission.files))
        remarks: list[str] = []
        if not found and self.single_source:
            found, remarks = self._lone_main(submission.files)
        if not found:
            raise RejectedError(
                f"submission '{shown(submission.name)}' {self._missing(submission)}"
            )
        for program in self.names:
            mains = [main for recipe, main in found if recipe.program == program]
            if len(mains) > 1:
                raise RejectedError(
                    f"submission '{shown(submission.name)}' has more than one main program:"
                    f" {join_words(mains)}"
                )
        return found, remarks

    def _mains(self, files: Mapping[str, bytes]) -> Iterator[tuple[BuildRule, str]]:
        for recipe in self.recipes:
            for main in recipe.mains:
                # A built file beside its source is not a second program.
                if main in files and not files.keys() & sources_of_built(main):
                    yield recipe, main

    def _lone_main(
        self, files: Mapping[str, bytes]
    ) -> tuple[list[tuple[BuildRule, str]], list[str]]:
        sources = [
            (recipe, name)
            for recipe in self.recipes
            for ending in sorted({PurePosixPath(main).suffix for main in recipe.mains} - {""})
            for name in glob_top(files, f"*{ending}")
        ]
        if len(sources) != 1:
            return [], []
        return sources, [f"'{shown(sources[0][1])}' is taken for the main program"]

    def _missing(self, submission: Submission) -> str:
        mains = [main for recipe in self.recipes for main in recipe.mains]
        folded = {main.casefold(): main for main in mains}
        for name in submission.files:
            if name.casefold() in folded:
                return f"has '{shown(name)}', and its name must be {folded[name.casefold()]}"
        wanted = ", ".join(mains[:-1]) + f" or {mains[-1]}" if len(mains) > 1 else mains[0]
        return f"holds no main program: expected {wanted}"


_SUFFIXES = {suffix for language in ALL for suffix in language.suffixes}


def guess_program(submission: Submission, known_mains: Collection[str] = ()) -> ProgramRules:
    """Rules for a program of no course. Its main file is the only one there is, or one of
    ``known_mains`` in any language, or the only one called main; RejectedError otherwise."""
    files = [name for name in submission.files if "/" not in name and name[0] != "."]
    sources = [name for name in files if PurePosixPath(name).suffix in _SUFFIXES]
    stems = {PurePosixPath(main).stem for main in known_mains}
    for chosen in (
        sources,
        [name for name in files if name in known_mains],
        [name for name in sources if PurePosixPath(name).stem in stems],
        [name for name in sources if PurePosixPath(name).stem.lower() == "main"],
    ):
        if len(chosen) == 1:
            return ProgramRules((_by_ending(chosen[0]),))
    what = join_words(sorted(sources)) if sources else "no file"
    raise RejectedError(
        f"submission '{shown(submission.name)}' has no main program that stands out: {what}"
        f" of {', '.join(one.title for one in ALL)}; --course says which is meant"
    )


def _by_ending(main: str) -> BuildRule:
    stem, language = PurePosixPath(main).stem, language_of_file(main) or PYTHON
    if language.main_name and not re.fullmatch(language.main_name, stem):
        raise RejectedError(
            f"main program '{shown(main)}' has a name that {language.title} cannot call"
        )
    return build_rule(language, stem if re.fullmatch(r"[A-Za-z]\w*", stem) else "program", main)
