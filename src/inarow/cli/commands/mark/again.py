"""``inarow mark again``: the marks of records, found anew."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_jobs, add_no_sandbox
from inarow.cli.parser import Parser
from inarow.cli.progress import StatusLine
from inarow.errors import UserError
from inarow.executor import LocalExecutor
from inarow.files import is_there
from inarow.marking.batch import mark_batch
from inarow.marking.grading.class_file import read_class
from inarow.marking.grading.roster import Service
from inarow.marking.grading.submission import DownloadedSubmission
from inarow.marking.marker import MarkingRules, require_packages, wheels_of
from inarow.marking.records import (
    MarkingContext,
    RecordComparison,
    RecordDifference,
    compare_record,
    read_record,
    records_in,
)
from inarow.marking.suite_file import load_suite
from inarow.running.cache import passing_folder
from inarow.running.sandbox import choose_sandbox
from inarow.running.submission import shown

_SHORT = 60


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Mark again the submission of a record, or of every record in a directory, and report what differs
from the record. Exit status 1 if anything differs."""
    parser.add_argument("record", metavar="RECORD", help="a record, or a directory of records")
    parser.add_argument(
        "submission", nargs="?", metavar="SUBMISSION", help="where the submission of one record is"
    )
    parser.add_argument("--suite", metavar="SUITE", help="default: the one of the record")
    parser.add_argument("--secret", metavar="FILE", help="key file for hidden tests")
    add_jobs(parser, "mark N submissions in parallel")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_no_sandbox(parser)


@interrupt_note(f"{NOTHING_SAVED}, and no record is changed")
def run(args: Namespace) -> int:
    """Status 1 if anything differs. A suite or a submission that is given takes the place of the
    one that the record names, which may lie elsewhere by now."""
    names = records_in(args.record)
    records = [read_record(name) for name in names]
    if args.submission is not None and len(records) > 1:
        raise UserError(f"'{shown(args.record, 200)}' has several records: name no SUBMISSION")
    kinds: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        kind = json.dumps(
            [record["suite"]["given"], record["lenient"], record["void"], _patience(record)]
        )
        kinds.setdefault(kind, []).append(record)
    with passing_folder("handed-in") as folder:
        found = [
            one
            for number, alike in enumerate(kinds.values())
            for one in _marked_again(args, alike, folder / str(number))
        ]
    if args.json:
        print(json.dumps({"records": [one.as_json() for one in found]}))
    else:
        for one in found:
            _print(one)
    return int(any(one.differs for one in found))


def _marked_again(
    args: Namespace, records: list[dict[str, Any]], folder: Path
) -> list[RecordComparison]:
    """Records that were made under the same circumstances, in a store of their own."""
    first = records[0]
    folder.mkdir()
    paths = [
        args.submission if args.submission is not None else _path(record, folder / str(number))
        for number, record in enumerate(records)
    ]
    given = args.suite or first["suite"]["given"]
    usable = load_suite(given, args.secret, make=False)
    wheels = wheels_of(given)
    require_packages(usable.suite, wheels)
    sandbox = choose_sandbox("none" if args.no_sandbox or first["tier"] is None else None)
    rules = MarkingRules(tuple(first["lenient"]), tuple(first["void"]), _patience(first))
    now = MarkingContext(given, usable.suite, usable.secret, rules=rules, tier=sandbox.tier)
    digest = _class_digest(first)
    line = StatusLine()
    try:
        with LocalExecutor(args.jobs) as executor:
            marking = mark_batch(
                paths,
                usable.suite,
                executor,
                str(folder / "marks.db"),
                rules=rules,
                sandboxed=sandbox.tier is not None,
                wheels=wheels,
                watch=lambda progress: line.show(
                    f"{progress.tests} of {progress.of_tests} tests; {shown(progress.name, 40)}"
                ),
            )
    finally:
        line.wipe()
    return [
        compare_record(record, found, now, digest)
        for record, found in zip(records, marking.submissions, strict=True)
    ]


def _patience(record: Mapping[str, Any]) -> int:
    """After how many timeouts tests were left out; before 0.4 none were."""
    return int(record.get("patience", 0))


def _path(record: Mapping[str, Any], staging: Path) -> str:
    """Where the submission lies, under the names with which it was handed in."""
    files = tuple((Path(path), str(name)) for path, name in record["submission"]["files"])
    for path, _ in files:
        if not is_there(path):
            raise UserError(
                f"the submission of record '{shown(record['id'])}' is no longer at"
                f" '{shown(str(path), 200)}': name it after the record"
            )
    if len(files) == 1 and files[0][0].name == files[0][1]:
        return str(files[0][0])
    return str(
        DownloadedSubmission(Service.TABLE, record["id"], "submission", files).stage(staging)
    )


def _class_digest(record: Mapping[str, Any]) -> str:
    """The class as it is now; empty if there was none, or it is no longer there."""
    held = record["class"]
    if held is None or not is_there(held["file"]):
        return ""
    return read_class(held["file"]).digest


def _print(one: RecordComparison) -> None:
    who, was, now = shown(one.name), one.marks.was, one.marks.now
    if not one.differs:
        print(f"{who}: {now} of {one.of} again, and nothing differs")
        return
    marks = f"{now} of {one.of} again" if was == now else f"{now} of {one.of}, was {was}"
    print(f"{who}: {marks}")
    for each in one.inputs:
        print(f"  {each.what} is {_words(each.now)}, was {_words(each.was)}")
    for each in one.tests:
        print(f"  {shown(each.what)}: {_outcome(each, 'now')}, was {_outcome(each, 'was')}")


def _words(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return shown(text, _SHORT) if text and value is not None else "none"


def _outcome(each: RecordDifference, when: str) -> str:
    outcome = getattr(each, when)
    other = getattr(each, "was" if when == "now" else "now")
    if outcome is None:
        return "not there"
    words = [outcome["verdict"], outcome["cause"], f"{outcome['marks']} of {outcome['of']}"]
    if other is not None and {**outcome, "printed": ""} == {**other, "printed": ""}:
        words.append(f"with output {outcome['printed']}")
    return " ".join(word for word in words if word)
