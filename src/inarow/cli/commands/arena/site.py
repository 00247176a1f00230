"""``inarow arena site``: an event as files that open from a disk."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from inarow.arena.aliases import aliases_for
from inarow.arena.site.site import site_folder, write_site
from inarow.arena.site.snapshot import snapshot
from inarow.arena.store import Store
from inarow.arena.verdicts import analyse_event, failures
from inarow.cli.interrupts import SAME_COMMAND, interrupt_note
from inarow.cli.options import add_jobs, duration
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLine
from inarow.errors import UserError
from inarow.executor import LocalExecutor
from inarow.running.submission import shown
from inarow.text import plural
from inarow.web.shell import event_assets

_USUAL_S = 600.0


def add_arguments(parser: Parser) -> None:
    parser.usage = "inarow arena site [FILE] DIR [options]"
    parser.description = """\
Write a tournament as pages that open without a server: the standings, every game as a replay, and
for each entry why it lost, according to the solver. Each game is analysed once; the analysis is
saved in the database, and the same command resumes it."""
    parser.add_argument(
        "places",
        nargs="+",
        metavar="[FILE] DIR",
        help="database of the event (default: the only *.db here), and a directory",
    )
    parser.add_argument(
        "--names", action="store_true", help="show names instead of pseudonyms, without ids"
    )
    parser.add_argument("--with-ids", action="store_true", help="show names with student ids")
    parser.add_argument(
        "--time",
        type=duration,
        default=_USUAL_S,
        metavar="TIME",
        help="analyse new games for at most TIME; 0 analyses none (default: 10m)",
    )
    add_jobs(parser, "analyse N games in parallel")


def run(args: Namespace) -> int:
    path, name = _places(args)
    with Store.open(path) as store, _unwritten(store, Path(name)):
        folder = site_folder(name)
        left = _analysed(store, args)
        line = ProgressLine()

        def watch(done: int) -> None:
            words = f"{done} pages written"
            line.show(words)

        names = aliases_for(store, real=args.names, ids=args.with_ids)
        try:
            files = write_site(snapshot(store, names), folder, event_assets(), watch)
        finally:
            line.wipe()
        failed = failures(store)
    if failed:
        games = plural(len(failed), "game")
        print(f"the solver failed at {games}; {shown(failed[0], 300)}", file=sys.stderr)
    if left:
        games = plural(left, "game")
        print(
            f"{games} without the solver's verdicts: run the same command again for them",
            file=sys.stderr,
        )
    print(f"{files} files; open {folder / 'index.html'}")
    return 1 if failed else 0


@contextmanager
def _unwritten(store: Store, folder: Path) -> Iterator[None]:
    """Leaves no empty folder behind if nothing is written, and says on Ctrl-C what is saved."""

    def note() -> str:
        known = len(store.analysed())
        asked = f"the solver's verdicts on {plural(known, 'game')} are saved in '{store.path}'"
        return f"{asked}, no page was written to '{folder}'; {SAME_COMMAND}"

    new = not folder.exists()
    with interrupt_note(note):
        try:
            yield
        except BaseException:
            if new:
                with suppress(OSError):
                    folder.rmdir()
            raise


def _places(args: Namespace) -> tuple[str, str]:
    """The store and the folder."""
    if len(args.places) > 2:
        raise UserError("expected a database and a directory")
    if len(args.places) == 2:
        return args.places[0], args.places[1]
    here = sorted(Path().glob("*.db"))
    if len(here) != 1:
        raise UserError(f"name the database: there are {len(here)} files *.db here")
    return str(here[0]), args.places[0]


def _analysed(store: Store, args: Namespace) -> int:
    line = ProgressLine()

    def watch(done: int, total: int) -> None:
        words = f"the solver was asked about {done} of {total} games"
        line.show(words)

    try:
        with LocalExecutor(args.jobs) as executor:
            return analyse_event(
                store, executor, jobs=args.jobs, most_s=args.time, on_progress=watch
            )
    finally:
        line.wipe()
