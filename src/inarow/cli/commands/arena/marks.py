"""``inarow arena marks``: places of an event as marks, alone or joined with those of ``mark``."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from decimal import Decimal

from inarow.arena.marks import MarkRule, read_rule, tournament_marks
from inarow.arena.site.tables import csv_text
from inarow.arena.store import Store
from inarow.cli.gradebook_output import (
    GradebookOutput,
    add_gradebook_arguments,
    require_gradebook_options,
)
from inarow.cli.options import add_json, float_arg
from inarow.cli.parser import Parser
from inarow.cli.terminal import print_table, require_writable, write_output
from inarow.errors import UserError
from inarow.files import NamedPath, require_apart
from inarow.players.named import NAMED
from inarow.running.submission import shown


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Turn the ranks of a tournament into marks. --join adds them to the marks that inarow mark run
--class FILE --json printed, one row per student; --csv writes the rows, and --gradebook fills a
column of a gradebook with the totals."""
    parser.add_argument("store", metavar="FILE", help="database of an event")
    parser.add_argument(
        "--of", type=float_arg, required=True, metavar="MARKS", help="maximum marks"
    )
    parser.add_argument(
        "--rule", metavar="FILE", help="rule in TOML (default: linear from first to last)"
    )
    parser.add_argument("--join", metavar="FILE", help="marks of the assignment, in JSON")
    parser.add_argument("--csv", metavar="FILE", help="write the rows; - is standard output")
    parser.add_argument(
        "--class", dest="class_file", metavar="FILE", help="class.toml with the roster"
    )
    add_gradebook_arguments(parser, parser)
    add_json(parser)


def run(args: Namespace) -> int:
    _check(args)
    book = _gradebook(args)
    rule = read_rule(args.rule) if args.rule else MarkRule()
    with Store.open(args.store) as store:
        marks = tournament_marks(store, rule, args.of)
        sources = [row for row in store.entries() if row.is_newest]
    if args.join is None:
        _show(args, marks)
        return 0
    from inarow.cli.event_class import assignment_marks, joined

    rows, findings = joined(
        assignment_marks(args.join),
        marks,
        {entry.name: entry.id for entry in sources if entry.id},
        frozenset(entry.name for entry in sources if entry.source in NAMED),
    )
    for finding in findings:
        print(f"inarow arena marks: {shown(finding, 200)}", file=sys.stderr)
    if book is not None:
        totals = {row.id: row.total for row in rows if row.total is not None}
        book.write("arena marks", totals)
    head = ["id", "assignment", "tournament", "total"]
    if args.csv is not None:
        write_output(args.csv, csv_text(head, [list(row.cells()) for row in rows]))
    if args.json:
        print(json.dumps({"of": args.of, "rows": [row.as_json() for row in rows]}))
    elif args.csv != "-":
        cells = [[shown(row.id, 40), *row.cells()[1:]] for row in rows]
        print_table(f"marks, the tournament of {args.of:g}", head, cells)
    return 0


def _check(args: Namespace) -> None:
    if not 0 < args.of <= 1000:
        raise UserError(f"--of is {args.of:g}, expected more than 0 and at most 1000")
    if args.join is None and (args.csv or args.gradebook or args.class_file):
        raise UserError("--csv, --gradebook and --class require --join")
    require_gradebook_options(args)
    if args.gradebook is None and args.class_file is not None:
        raise UserError("--class requires --gradebook")
    if args.csv is not None:
        require_writable(args.csv)


def _gradebook(args: Namespace) -> GradebookOutput | None:
    """The grade book to fill, if any. Nothing that is read may be overwritten."""
    inputs: list[NamedPath] = [("the store of the event", args.store)]
    inputs += [
        (f"the file of {name}", given)
        for name, given in (("--rule", args.rule), ("--join", args.join))
        if given
    ]
    outputs: list[NamedPath] = [("--csv", args.csv)] if args.csv is not None else []
    book = None
    if args.gradebook is not None:
        from inarow.marking.grading.class_file import read_class

        rules = read_class(args.class_file)
        book = GradebookOutput(args, rules.roster)
        inputs += [("the class", args.class_file), *rules.files]
        outputs.append(("--gradebook", book.target))
        if not book.overwrites_export:
            inputs.append(("the gradebook", args.gradebook))
    require_apart(outputs, inputs)
    return book


def _show(args: Namespace, found: Mapping[str, Decimal]) -> None:
    if args.json:
        marks = [{"entry": name, "marks": float(mark)} for name, mark in found.items()]
        print(json.dumps({"of": args.of, "marks": marks}))
    else:
        print_table(
            f"marks of {args.of:g}",
            ["entry", "marks"],
            [[shown(name, 40), str(mark)] for name, mark in found.items()],
        )
