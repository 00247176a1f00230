"""``inarow policy``: make the table of perfect moves that the tournament players follow."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from functools import partial
from pathlib import Path

from inarow.analysis.policy import write_policy
from inarow.cli.executors import add_on_option, executor_of
from inarow.cli.interrupts import SAME_COMMAND, interrupt_note
from inarow.cli.option_types import whole
from inarow.cli.progress import ProgressLines
from inarow.files import checked_output
from inarow.makers.policy import PolicyBuilder, PolicyProgress
from inarow.text import require_range


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
build finds a perfect move for every position of Connect Four that a player who follows the policy
can meet, as first and as second player, and that is too hard for the one-file player's own search.
What is done is kept in two journals: after an interruption the same command goes on where it
was."""
    actions = parser.add_subparsers(dest="action", metavar="build", required=True)
    build = actions.add_parser(
        "build",
        help="make the table, about half an hour of CPU time",
        description=parser.description,
        formatter_class=RawDescriptionHelpFormatter,
    )
    build.add_argument(
        "--output", default="connect4.policy", metavar="FILE", help="default connect4.policy"
    )
    build.add_argument(
        "--journal", metavar="NAME", help="NAME.1 and NAME.2, default OUTPUT.journal"
    )
    build.add_argument("--jobs", type=whole, default=1, metavar="J", help="processes, default 1")
    add_on_option(build)


def run(args: Namespace) -> int:
    require_range("--jobs", args.jobs, 1, 64)
    output = checked_output(args.output)
    journal = f"{output}.journal" if args.journal is None else args.journal
    entries: dict[int, int] = {}
    note = interrupt_note(
        f"the moves found so far are saved in '{journal}.1' and '{journal}.2'; {SAME_COMMAND}"
    )
    with note, executor_of(args.on, args.jobs) as executor:
        for player in (1, 2):
            builder = PolicyBuilder(player, Path(f"{journal}.{player}"))
            entries.update(builder.run(executor, ProgressLines(partial(_progress_words, player))))
    write_policy(output, entries)
    print(f"{output}: {len(entries)} entries, {output.stat().st_size} bytes")
    return 0


def _progress_words(player: int, progress: PolicyProgress) -> str:
    return (
        f"player {player}: {progress.visited} positions walked, {progress.waiting} waiting,"
        f" {progress.entries} entries"
    )
