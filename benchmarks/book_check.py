"""The shipped opening book against BitBully's database of ply 12: python -m benchmarks.book_check

An independent source: BitBully (pip install bitbully) looks positions up in its own book of ply 12
with distances, made by another program, and searches the four plies in between. It checks our book;
it is no ingredient of it.
"""

from __future__ import annotations

import random
import sys
import time

from benchmarks.measure import Claim, TableParser, report
from inarow import Position
from inarow._core import BookLayer
from inarow.analysis.books import SHIPPED, read_book_file


def columns_of(pos: Position) -> list[list[int]]:
    """The board as BitBully takes it: columns from the left, each from the bottom up."""
    game = pos.game
    return [[pos.at(row, col) for row in range(game.rows - 1, -1, -1)] for col in range(game.cols)]


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample(
        "--sample", full=None, quick=20, help="so many positions; default: all of them"
    )
    table.add_argument("--seed", type=int, default=1)
    return table


def main() -> int:
    args = parser().options()
    try:
        from bitbully import BitBully, Board
    except ImportError:
        print("benchmarks.book_check: pip install bitbully for the database", file=sys.stderr)
        return 2
    book = read_book_file(SHIPPED)
    layer = BookLayer(book.game, book.ply)
    places = list(range(len(layer)))
    if args.sample is not None:
        places = sorted(random.Random(args.seed).sample(places, min(args.sample, len(places))))
    peer = BitBully("12-ply-dist")
    wrong, told = 0, time.monotonic()
    for done, place in enumerate(places, start=1):
        ours = book.number(place)
        theirs = peer.mtdf(Board(columns_of(layer[place])))
        if ours != theirs:
            wrong += 1
            print(f"{layer[place]}: {ours} in the book, {theirs} by BitBully", file=sys.stderr)
        if time.monotonic() - told > 5:
            told = time.monotonic()
            print(f"{done} of {len(places)}", file=sys.stderr)
    claim = Claim(f"scores that differ, of {len(places)} positions", wrong, "", must=0)
    return report("the opening book against BitBully's database", [claim], args)


if __name__ == "__main__":
    sys.exit(main())
