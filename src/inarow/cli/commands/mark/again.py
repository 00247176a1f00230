"""``inarow mark again``: records marked again, and what differs."""

from __future__ import annotations

import json
from argparse import Namespace

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_jobs, add_no_sandbox
from inarow.cli.parser import Parser
from inarow.cli.progress import StatusLine
from inarow.errors import UserError
from inarow.executor import LocalExecutor
from inarow.marking.records import RecordComparison, RecordDifference, read_record, records_in
from inarow.marking.remark import remark
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
    """Status 1 if anything differs."""
    names = records_in(args.record)
    records = [read_record(name) for name in names]
    if args.submission is not None and len(records) > 1:
        raise UserError(f"'{shown(args.record, 200)}' has several records: name no SUBMISSION")
    line = StatusLine()
    try:
        with LocalExecutor(args.jobs) as executor:
            found = remark(
                records,
                executor,
                suite=args.suite,
                secret=args.secret,
                submission=args.submission,
                sandboxed=not args.no_sandbox,
                watch=lambda progress: line.show(
                    f"{progress.tests} of {progress.of_tests} tests; {shown(progress.name, 40)}"
                ),
            )
    finally:
        line.wipe()
    if args.json:
        print(json.dumps({"records": [one.as_json() for one in found]}))
    else:
        for one in found:
            _print(one)
    return int(any(one.differs for one in found))


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
