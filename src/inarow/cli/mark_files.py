"""The files of ``inarow mark``: where results are saved, and that no output overwrites an input."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path

from inarow.cli.gradebook_output import GradebookOutput
from inarow.errors import UserError
from inarow.files import NamedPath, require_apart
from inarow.marking.grading.class_file import ClassRules
from inarow.marking.reports.folder import FEEDBACK, INDEX, MARKS, MEASURED, RECORDS, STAFF

_PAGES = (INDEX, MARKS, MEASURED, f"{FEEDBACK}.zip")
_FOLDERS = (FEEDBACK, RECORDS, STAFF)


def store_of(args: Namespace) -> str:
    """Where results are saved: ``--store``, or SUITE.marks.db next to the reports or to the suite.
    One that is there already is taken, so that nothing is marked twice."""
    if args.store is not None:
        return str(args.store)
    places = [Path(args.out).parent] if args.out is not None else []
    places += [Path(args.suite).parent] if Path(args.suite).is_file() else []
    names = [place / f"{Path(args.suite).stem}.marks.db" for place in [*places, Path()]]
    usable = [name for name in names if os.access(name.absolute().parent, os.W_OK)]
    return str(next((name for name in names if name.exists()), (usable or names)[0]))


def require_safe_outputs(
    args: Namespace,
    store: str,
    rules: ClassRules | None,
    book: GradebookOutput | None,
    submissions: Iterable[str],
) -> None:
    """UserError before anything runs if an output would overwrite what is read."""
    inputs = _inputs(args, rules, book, submissions)
    outputs: list[NamedPath] = [
        (option, name)
        for option, name in (
            ("--store", store),
            ("--junit", args.junit),
            ("--gradescope", args.gradescope),
            ("--github-output", args.github_output),
        )
        if name is not None
    ]
    if book is not None:
        outputs.append(("--gradebook", book.target))
    if args.out is not None:
        outputs += [("--out", Path(args.out) / name) for name in _PAGES]
        _require_own_folder(args.out, args.submissions, inputs)
    require_apart(outputs, inputs)


def _inputs(
    args: Namespace,
    rules: ClassRules | None,
    book: GradebookOutput | None,
    submissions: Iterable[str],
) -> list[NamedPath]:
    found: list[NamedPath] = [("a submission", path) for path in submissions]
    for what, name in (("the suite", args.suite), ("the secret", args.secret)):
        if name is not None:
            found.append((what, name))
    if rules is not None:
        found += [("the class", args.class_file), *rules.files]
    if book is not None and not book.overwrites_export:
        found.append(("the gradebook", args.gradebook))
    return found


def _require_own_folder(out: str, submissions: Sequence[str], inputs: Iterable[NamedPath]) -> None:
    """The reports are not written among submissions, nor over inputs in a directory of theirs."""
    top = Path(out).resolve()
    if any(Path(name).is_dir() and Path(name).resolve() == top for name in submissions):
        raise UserError(f"--out '{out}' is a directory of submissions: name another")
    for what, name in inputs:
        if any(top / folder in Path(name).resolve().parents for folder in _FOLDERS):
            raise UserError(f"--out '{out}' would overwrite '{name}', {what}: name another")
