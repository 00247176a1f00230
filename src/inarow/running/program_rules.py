"""What a submission must hold, how it is built and how it is run, as data."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from inarow.running.entries import shown
from inarow.running.languages import ALL, language_of_file, sources_of_built
from inarow.running.languages.python import PYTHON
from inarow.running.recipes import (
    Recipe,
    matching,
    recipe_for,
)
from inarow.running.run_limits import RunLimits
from inarow.running.submission import IntakeRules, RejectedError, Submission
from inarow.words import listed


@dataclass(frozen=True)
class ProgramRules:
    """Each program has build recipes of its own, and any of them may be missing. ``lone_main``
    accepts the only source file as the main one, whatever its name. A program that talks to a
    person has a ``terminal``. ``work_files`` names the function that says which arguments of a
    program are files (``inarow.running.work_folder.WorkFiles``)."""

    recipes: tuple[Recipe, ...]
    intake: IntakeRules = field(default_factory=IntakeRules)
    limits: RunLimits = field(default_factory=RunLimits)
    lone_main: bool = False
    terminal: bool = False
    work_files: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(recipe.program for recipe in self.recipes))

    @property
    def mains(self) -> tuple[str, ...]:
        """The names that main files may have."""
        return tuple(main for recipe in self.recipes for main in recipe.mains)

    def chosen(self, submission: Submission) -> tuple[list[tuple[Recipe, str]], list[str]]:
        """The recipe and the main file of each program that is there, and remarks; RejectedError
        if there is none, or more than one main file for one of them."""
        found = list(self._mains(submission.files))
        remarks: list[str] = []
        if not found and self.lone_main:
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
                    f" {listed(mains)}"
                )
        return found, remarks

    def _mains(self, files: Mapping[str, bytes]) -> Iterator[tuple[Recipe, str]]:
        for recipe in self.recipes:
            for main in recipe.mains:
                # A built file beside its source is not a second program.
                if main in files and not files.keys() & sources_of_built(main):
                    yield recipe, main

    def _lone_main(self, files: Mapping[str, bytes]) -> tuple[list[tuple[Recipe, str]], list[str]]:
        sources = [
            (recipe, name)
            for recipe in self.recipes
            for ending in sorted({PurePosixPath(main).suffix for main in recipe.mains} - {""})
            for name in matching(files, f"*{ending}")
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
    what = listed(sorted(sources)) if sources else "no file"
    raise RejectedError(
        f"submission '{shown(submission.name)}' has no main program that stands out: {what}"
        f" of {', '.join(one.title for one in ALL)}; --course says which is meant"
    )


def _by_ending(main: str) -> Recipe:
    stem, language = PurePosixPath(main).stem, language_of_file(main) or PYTHON
    if language.main_name and not re.fullmatch(language.main_name, stem):
        raise RejectedError(
            f"main program '{shown(main)}' has a name that {language.title} cannot call"
        )
    return recipe_for(language, stem if re.fullmatch(r"[A-Za-z]\w*", stem) else "program", main)
