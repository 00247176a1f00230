"""``inarow dev puzzles``: searches games for puzzles, and proves a set again."""

from __future__ import annotations

import random
import sys
from argparse import Namespace
from pathlib import Path

from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.options import add_seed, duration, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLines
from inarow.files import checked_output, locked_output
from inarow.makers.puzzles import MINING_PLANS, PuzzleMiner, mine
from inarow.teaching.puzzles.book import SHIPPED, PuzzleSet, read_puzzles
from inarow.teaching.puzzles.proof import puzzle_of
from inarow.text import plural, require_range

_EVERY = 10
"""Games after which the file is written."""


def add_mine_arguments(parser: Parser) -> None:
    parser.description = """\
Let levels play each other and keep the puzzles of their games in a file. The file records how many
games were searched; the same command resumes there."""
    parser.add_argument("file", metavar="FILE", help="puzzle set; what it contains is kept")
    parser.add_argument(
        "--game",
        choices=tuple(MINING_PLANS),
        metavar="NAME",
        help=f"{', '.join(MINING_PLANS)} (default: each in turn)",
    )
    parser.add_argument(
        "--time", type=duration, default=60.0, metavar="TIME", help="how long (default: 1m)"
    )
    add_seed(parser, "seed of a new set", 7)


def add_check_arguments(parser: Parser) -> None:
    parser.description = "Prove the puzzles of a set again. Exit status 1 if one cannot be proved."
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="puzzle set (default: the shipped one)"
    )
    parser.add_argument(
        "--sample", type=int_arg, metavar="N", help="prove N of them (default: all)"
    )


def run_mine(args: Namespace) -> int:
    path = checked_output(args.file)
    with locked_output(path):
        return _mine_into(path, args)


def _mine_into(path: Path, args: Namespace) -> int:
    begun = read_puzzles(path) if path.exists() else PuzzleSet(args.seed, {}, ())
    progress = ProgressLines[PuzzleMiner](
        lambda work: f"{len(work.puzzles)} puzzles from {sum(work.looked_at.values())} games"
    )
    games = list(MINING_PLANS) if args.game is None else [args.game]
    work, found = None, begun

    def note() -> str:
        if work is None:
            return f"no game was finished, and '{path}' is unchanged"
        searched = f"{plural(len(found.puzzles), 'puzzle')} from {sum(found.looked_at.values())}"
        return f"{searched} games are saved in '{path}'; {SAME_COMMAND}"

    with interrupt_note(note):
        try:
            for number, work in enumerate(mine(begun, games, args.time), start=1):
                progress(work)
                if number % _EVERY == 0:
                    work.set().write(path)
        finally:
            if work is not None:
                found = work.set()
                found.write(path)
    print(f"{path}: {len(found.puzzles)} puzzles, {len(found.puzzles) - len(begun.puzzles)} new")
    return 0


@interrupt_note(NOTHING_SAVED)
def run_check(args: Namespace) -> int:
    path = SHIPPED if args.file is None else Path(args.file)
    puzzles = list(read_puzzles(path).puzzles)
    if args.sample is not None:
        require_range("--sample", args.sample, 1, max(1, len(puzzles)))
        puzzles = random.Random(0).sample(puzzles, min(args.sample, len(puzzles)))
    progress = ProgressLines[int](lambda number: f"{number} of {len(puzzles)} proved")
    wrong = 0
    for number, puzzle in enumerate(puzzles, start=1):
        again = puzzle_of(puzzle.record)
        if again is None or (again.goal, again.win_in) != (puzzle.goal, puzzle.win_in):
            wrong += 1
            print(f"not proved: {puzzle.line}", file=sys.stderr)
        progress(number)
    print(f"{len(puzzles) - wrong} of {len(puzzles)} puzzles proved again")
    return 1 if wrong else 0
