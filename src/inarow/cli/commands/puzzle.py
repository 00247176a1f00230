"""``inarow puzzle``: show a puzzle, mine more of them, or prove a set again."""

from __future__ import annotations

import json
import math
import random
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.option_types import decimal, whole
from inarow.cli.progress import ProgressLines
from inarow.errors import UserError
from inarow.files import checked_output, locked_output
from inarow.makers.puzzles import MINING_PLANS, PuzzleMiner, mine
from inarow.move_text import format_move
from inarow.teaching.puzzles.book import (
    SHIPPED,
    THEMES,
    PuzzleSet,
    read_puzzles,
    shipped_puzzles,
)
from inarow.teaching.puzzles.judge import task_of
from inarow.teaching.puzzles.proof import proof_of, puzzle_of
from inarow.text import plural, require_range

_EVERY = 10
"""Games after which the file is written."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
show prints a puzzle of the set that comes with the package: a position in which one first move does
it, with its grade. mine lets levels play each other and takes the puzzles of their games; the file
says how many games were looked through, and the same command goes on from there. check proves the
puzzles of a set again and exits with 1 on any difference."""
    actions = parser.add_subparsers(dest="action", metavar="show|mine|check", required=True)
    show = actions.add_parser("show", help="print a puzzle", description="Print a puzzle.")
    show.add_argument("number", type=whole, nargs="?", metavar="N", help="default: any")
    show.add_argument("--solution", action="store_true", help="with its line")
    show.add_argument("--json", action="store_true", help="as one JSON object")
    dig = actions.add_parser(
        "mine",
        help="look for more puzzles, or go on looking",
        description="Let levels play, and keep the puzzles of their games in a file.",
    )
    dig.add_argument("file", metavar="FILE", help="the set; what it holds already is kept")
    dig.add_argument("--game", choices=tuple(MINING_PLANS), help="default: each in turn")
    dig.add_argument(
        "--seconds", type=decimal, default=60.0, metavar="S", help="of looking, default 60"
    )
    dig.add_argument("--seed", type=whole, default=7, metavar="N", help="of a new set, default 7")
    check = actions.add_parser(
        "check",
        help="prove the puzzles of a set again",
        description="Prove the puzzles of a set again; exit with 1 on any difference.",
    )
    check.add_argument("file", nargs="?", metavar="FILE", help="default: the set of the package")
    check.add_argument("--sample", type=whole, metavar="N", help="so many of them; default all")


def run(args: Namespace) -> int:
    if args.action == "show":
        return _show(args)
    return _mine(args) if args.action == "mine" else _check(args)


def _show(args: Namespace) -> int:
    shipped = shipped_puzzles()
    count = len(shipped.puzzles)
    number = random.randrange(1, count + 1) if args.number is None else args.number
    require_range("puzzle", number, 1, count)
    puzzle = shipped.puzzles[number - 1]
    proof = proof_of(puzzle.pos) if args.solution else None
    line = [] if proof is None else [format_move(puzzle.pos.game, move) for move in proof.line]
    if args.json:
        data = {"number": number, "grade": shipped.grade(puzzle), **puzzle.as_json()}
        print(json.dumps({**data, "solution": line if args.solution else None}))
        return 0
    print(puzzle.pos)
    print(f"Puzzle {number} of {count}, {puzzle.game}, grade {shipped.grade(puzzle)} of 8.")
    print(task_of(puzzle))
    if args.solution:
        themes = ", ".join(THEMES[theme] for theme in puzzle.themes)
        print(f"Solution: {' '.join(line)}" + (f" ({themes})" if themes else ""))
    return 0


def _mine(args: Namespace) -> int:
    if not 0 <= args.seconds < math.inf:
        raise UserError(f"--seconds is {args.seconds:g}, expected a finite number of 0 or more")
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
            for number, work in enumerate(mine(begun, games, args.seconds), start=1):
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
def _check(args: Namespace) -> int:
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
