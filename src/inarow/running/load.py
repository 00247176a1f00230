"""From a path that a user gave to programs that can be started: read, checked and built."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from inarow.running.build import Image, build
from inarow.running.build_rules import ProgramRules, guess_program
from inarow.running.cache import FolderCache
from inarow.running.intake import load_submission
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain


class LoadedProgram(NamedTuple):
    """A submission, the rules that it was built by, and what was built."""

    submission: Submission
    rules: ProgramRules
    image: Image


def load_program(
    path: str | Path,
    rules: ProgramRules | None,
    sandbox: Sandbox,
    *,
    known_mains: Collection[str] = (),
    toolchain: Toolchain | None = None,
    cache: FolderCache | None = None,
) -> LoadedProgram:
    """Builds what lies at a path. Without rules the main file is guessed, also by the names that
    main files have in courses. Raises RejectedError, BuildError, and UserError if there is nothing
    at the path that can be read."""
    submission = load_submission(path, rules.intake if rules is not None else None)
    rules = rules or guess_program(submission, known_mains)
    image = build(submission, rules, toolchain or Toolchain(), sandbox, cache=cache)
    return LoadedProgram(submission, rules, image)
