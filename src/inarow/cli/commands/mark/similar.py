"""``inarow mark similar``: pairs of programs that are alike, for a person to read."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import float_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import StatusLine
from inarow.cli.terminal import print_table
from inarow.errors import UserError
from inarow.files import write_whole
from inarow.marking.reports.pages import similar_page
from inarow.marking.similarity import SimilarityReport, find_similar, require_copydetect
from inarow.running.submission import shown
from inarow.text import require_range

_MOST_ROWS = 40


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Rank pairs of similar programs, for a person to read. With --out the pairs are also a page with both
texts side by side."""
    parser.add_argument("folder", metavar="DIR", help="directory of submissions")
    parser.add_argument(
        "--against",
        nargs="+",
        action="extend",
        default=[],
        metavar="DIR",
        help="submissions of other years, compared with these",
    )
    parser.add_argument(
        "--boilerplate",
        nargs="+",
        action="extend",
        default=[],
        metavar="DIR",
        help="files given to students, ignored in comparisons",
    )
    parser.add_argument(
        "--least",
        type=float_arg,
        default=0.3,
        metavar="SHARE",
        help="minimum similarity to show, 0 to 1 (default: 0.3)",
    )
    parser.add_argument("--out", metavar="DIR", help="write a page to this directory")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    """Pairs as a table or as JSON; with --out as a page with both texts side by side."""
    require_range("--least", args.least, 0, 1)
    require_copydetect()
    folder = args.folder
    line = StatusLine()
    try:
        found = find_similar(
            folder,
            args.against,
            args.boilerplate,
            least=args.least,
            watch=lambda done, of: None if done % 100 else line.show(f"{done} of {of} pairs"),
        )
    finally:
        line.wipe()
    if args.out is not None:
        _write(args.out, Path(folder).name, found)
    if args.json:
        print(json.dumps(found.as_json()))
    else:
        _print(found)
    return 0


def _write(folder: str, name: str, found: SimilarityReport) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"folder '{folder}' cannot be made: {error.strerror}") from None
    page = similar_page(f"Alike in {name}", found)
    write_whole(Path(folder) / "similar.html", page.encode())
    write_whole(Path(folder) / "similar.json", (json.dumps(found.as_json()) + "\n").encode())


def _print(found: SimilarityReport) -> None:
    for finding in found.findings:
        print(shown(finding, 200))
    rows = [
        [
            f"{shown(pair.one.name, 30)}, {shown(pair.other.name, 30)}",
            pair.one.language,
            f"{pair.shares[0]:.0%}",
            f"{pair.shares[1]:.0%}",
        ]
        for pair in found.pairs[:_MOST_ROWS]
    ]
    if rows:
        header = ["pair", "language", "of the first", "of the second"]
        print_table("programs that are alike: a reason to read both, not a finding", header, rows)
    else:
        print("no pair is alike")
    if len(found.pairs) > _MOST_ROWS:
        print(f"and {len(found.pairs) - _MOST_ROWS} more; --json and --out have all")
    for language, share in found.medians.items():
        print(f"median pair of the class in {language}: {share:.0%}")
