"""``inarow dev policy``: builds the table of perfect moves that the tournament players follow."""

from __future__ import annotations

from argparse import Namespace
from functools import partial
from pathlib import Path

from inarow.analysis.policy import write_policy
from inarow.cli.executors import add_cluster, executor_of
from inarow.cli.interrupts import SAME_COMMAND, interrupt_note
from inarow.cli.options import add_jobs
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLines
from inarow.files import checked_output
from inarow.makers.policy import PolicyBuilder, PolicyProgress
from inarow.text import require_range


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Find a perfect move for every position of Connect Four that a player who follows the policy can
reach, as either side, and that is too hard for the one-file player's own search. It takes half an
hour of CPU time. What is done is saved in two checkpoint files; the same command resumes there."""
    parser.add_argument(
        "--out",
        default="connect4.policy",
        metavar="FILE",
        help="file to write (default: connect4.policy)",
    )
    parser.add_argument(
        "--checkpoint",
        metavar="NAME",
        help="where progress is saved: NAME.1 and NAME.2 (default: OUT.checkpoint)",
    )
    add_jobs(parser, "run N processes", 1)
    add_cluster(parser)


def run(args: Namespace) -> int:
    require_range("--jobs", args.jobs, 1, 64)
    output = checked_output(args.out)
    checkpoint = f"{output}.checkpoint" if args.checkpoint is None else args.checkpoint
    entries: dict[int, int] = {}
    note = interrupt_note(
        f"the moves found so far are saved in '{checkpoint}.1' and '{checkpoint}.2'; {SAME_COMMAND}"
    )
    with note, executor_of(args.cluster, args.jobs) as executor:
        for player in (1, 2):
            builder = PolicyBuilder(player, Path(f"{checkpoint}.{player}"))
            entries.update(builder.run(executor, ProgressLines(partial(_progress_words, player))))
    write_policy(output, entries)
    print(f"{output}: {len(entries)} entries, {output.stat().st_size} bytes")
    return 0


def _progress_words(player: int, progress: PolicyProgress) -> str:
    return (
        f"player {player}: {progress.visited} positions walked, {progress.waiting} waiting,"
        f" {progress.entries} entries"
    )
