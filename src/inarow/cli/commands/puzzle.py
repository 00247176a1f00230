"""``inarow puzzle``: a puzzle of the set that comes with the package."""

from __future__ import annotations

import json
import random
from argparse import Namespace

from inarow.cli.options import add_json, int_arg
from inarow.cli.parser import Parser
from inarow.move_text import format_move
from inarow.teaching.puzzles.book import THEMES, shipped_puzzles
from inarow.teaching.puzzles.judge import task_of
from inarow.teaching.puzzles.proof import proof_of
from inarow.text import require_range


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Print a puzzle: a position in which exactly one first move does it, with its grade from 1 to 8."""
    parser.add_argument(
        "number", type=int_arg, nargs="?", metavar="N", help="number of the puzzle (default: any)"
    )
    parser.add_argument("--solution", action="store_true", help="print the solution too")
    add_json(parser)


def run(args: Namespace) -> int:
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
