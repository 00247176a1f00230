"""Records marked again: the same submissions, under the same rules, and what differs now."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow.errors import UserError
from inarow.executor import Executor
from inarow.files import is_there
from inarow.marking.batch import Progress, mark_batch
from inarow.marking.grading.class_file import read_class
from inarow.marking.grading.roster import Service
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.marker import MarkingRules, require_packages, wheels_of
from inarow.marking.records import MarkingContext, RecordComparison, compare_record
from inarow.marking.suite_file import load_suite
from inarow.running.cache import passing_folder
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import shown


def remark(
    records: Sequence[Mapping[str, Any]],
    executor: Executor,
    *,
    suite: str | None = None,
    secret: str | None = None,
    submission: str | None = None,
    sandboxed: bool = True,
    watch: Callable[[Progress], None] = lambda _: None,
) -> list[RecordComparison]:
    """Marks the submissions of records again. A suite or a submission that is given takes the place
    of the one that a record names, which may be elsewhere by now. Nothing is saved."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for record in records:
        kind = [record["suite"]["given"], record["lenient"], record["void"], _patience(record)]
        groups.setdefault(json.dumps(kind), []).append(record)
    found: list[RecordComparison] = []
    with passing_folder("handed-in") as folder:
        for number, alike in enumerate(groups.values()):
            place, first = folder / str(number), alike[0]
            place.mkdir()
            given = suite or first["suite"]["given"]
            loaded = load_suite(given, secret, make=False)
            wheels = wheels_of(given)
            require_packages(loaded.suite, wheels)
            sandbox = choose_sandbox(None if sandboxed and first["tier"] is not None else "none")
            rules = MarkingRules(tuple(first["lenient"]), tuple(first["void"]), _patience(first))
            batch = mark_batch(
                [submission or _path(each, place / str(at)) for at, each in enumerate(alike)],
                loaded.suite,
                executor,
                str(place / "marks.db"),
                rules=rules,
                sandboxed=sandbox.tier is not None,
                wheels=wheels,
                watch=watch,
            )
            now = MarkingContext(given, loaded.suite, loaded.secret, rules=rules, tier=sandbox.tier)
            digest = _class_digest(first)
            found += [
                compare_record(record, result, now, digest)
                for record, result in zip(alike, batch.submissions, strict=True)
            ]
    return found


def _patience(record: Mapping[str, Any]) -> int:
    """After how many timeouts tests were left out; before 0.4 none were."""
    return int(record.get("patience", 0))


def _path(record: Mapping[str, Any], staging: Path) -> str:
    """Where the submission is, under the names with which it was submitted."""
    files = tuple((Path(path), str(name)) for path, name in record["submission"]["files"])
    for path, _ in files:
        if not is_there(path):
            raise UserError(
                f"the submission of record '{shown(record['id'])}' is no longer at"
                f" '{shown(str(path), 200)}': name it after the record"
            )
    if len(files) == 1 and files[0][0].name == files[0][1]:
        return str(files[0][0])
    submission = DownloadedSubmission(Service.TABLE, record["id"], "submission", files)
    return str(submission.stage(staging))


def _class_digest(record: Mapping[str, Any]) -> str:
    """The class as it is now; empty if there was none, or it is no longer there."""
    held = record["class"]
    if held is None or not is_there(held["file"]):
        return ""
    return read_class(held["file"]).digest
