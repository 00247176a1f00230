#!/usr/bin/env python3
"""ConnectFour STATE PLAYER M|A DEPTH: print the column and the number of nodes, a line each.

One file of plain Python 3.7, written by "inarow export connectfour". STATE is six rows of seven
characters split by commas, the bottom row first: r, y or a dot. PLAYER is red or yellow, whoever is
about to move. M is minimax, A is alpha-beta, to DEPTH plies.

A set of stones is a number; bit 7 * column + row, row 0 at the bottom, the seventh bit of a column
always 0, so that no line runs from one column into the next:

     6 13 20 27 34 41 48     never a stone
     5 12 19 26 33 40 47     top row
     ...
     0  7 14 21 28 35 42     bottom row
"""

import os
import sys
from functools import lru_cache

ROWS, COLS = 6, 7
DIRECTIONS = (1, 7, 6, 8)  # up, right, down and right, up and right
COLUMNS = [(c, 1 << 7 * c, 63 << 7 * c) for c in range(COLS)]  # number, lowest cell, all cells
UTILITY = 10000
INFINITY = float("inf")

# The same stones of one colour come up again and again, with other stones of the other colour and
# after other orders of moves, so what is found out about them is remembered.
remembered = lru_cache(maxsize=1 << 16)


@remembered
def has_four(stones):
    for d in DIRECTIONS:
        two = stones & stones >> d
        if two & two >> 2 * d:
            return True
    return False


@remembered
def score(stones):
    """1 for each token, 10 for each run of exactly two, 100 of exactly three, 1000 of more."""
    total = bin(stones).count("1")
    for d in DIRECTIONS:
        starts = stones & ~(stones << d)  # the first stone of each run
        two = starts & stones >> d
        three = two & stones >> 2 * d
        four = three & stones >> 3 * d
        twos, threes, fours = (bin(runs).count("1") for runs in (two, three, four))
        total += 10 * (twos - threes) + 100 * (threes - fours) + 1000 * fours
    return total


class Search:
    """A textbook search: red maximises, columns from left to right, ties keep the first.

    A node is a state in which it is tested whether the game is over. Only the side that has just
    moved can have finished a four: nobody had one before.
    """

    def __init__(self, prune):
        self.prune = prune
        self.nodes = 1  # the root, which is not over

    def red_moves(self, red, yellow, depth, alpha, beta):
        """The value of a state with red to move that is not over, and the column that leads to it
        (None on a full board)."""
        best, choice = -INFINITY, None
        taken = red | yellow
        for column, lowest, cells in COLUMNS:
            cell = (taken + lowest) & cells  # the lowest that is empty, or 0
            if not cell:
                continue
            self.nodes += 1
            stones = red | cell
            if has_four(stones):
                value = UTILITY
            elif depth == 1:
                value = score(stones) - score(yellow)
            else:
                value = self.yellow_moves(stones, yellow, depth - 1, alpha, beta)[0]
            if value > best:
                best, choice = value, column
                if self.prune:
                    if best >= beta:
                        break
                    alpha = max(alpha, best)
        if choice is None:
            best = score(red) - score(yellow)
        return best, choice

    def yellow_moves(self, red, yellow, depth, alpha, beta):
        """The same with yellow to move, who minimises."""
        best, choice = INFINITY, None
        taken = red | yellow
        for column, lowest, cells in COLUMNS:
            cell = (taken + lowest) & cells
            if not cell:
                continue
            self.nodes += 1
            stones = yellow | cell
            if has_four(stones):
                value = -UTILITY
            elif depth == 1:
                value = score(red) - score(stones)
            else:
                value = self.red_moves(red, stones, depth - 1, alpha, beta)[0]
            if value < best:
                best, choice = value, column
                if self.prune:
                    if best <= alpha:
                        break
                    beta = min(beta, best)
        if choice is None:
            best = score(red) - score(yellow)
        return best, choice


def parsed(state, player):
    """The stones of red and of yellow; ValueError with a sentence if they are not a position."""
    if player not in ("red", "yellow"):
        raise ValueError("player %r is not red or yellow" % player)
    rows = state.split(",")
    if len(rows) != ROWS:
        raise ValueError("the state has %d rows, expected %d split by commas" % (len(rows), ROWS))
    stones = {"r": 0, "y": 0, ".": 0}
    for r, row in enumerate(rows):
        if len(row) != COLS:
            raise ValueError("row %d of the state has %d cells, expected %d" % (r, len(row), COLS))
        for c, cell in enumerate(row):
            if cell not in stones:
                raise ValueError(
                    "row %d, column %d of the state is %r, expected r, y or ." % (r, c, cell)
                )
            if cell != "." and r > 0 and rows[r - 1][c] == ".":
                raise ValueError(
                    "row %d, column %d of the state floats above an empty cell" % (r, c)
                )
            stones[cell] |= 1 << (7 * c + r)
    for name, colour in (("red", "r"), ("yellow", "y")):
        if has_four(stones[colour]):
            raise ValueError("the game is over in this state: %s has four in a row" % name)
    if not stones["."]:
        raise ValueError("the game is over in this state: the board is full")
    return stones["r"], stones["y"]


def answer(state, player, algorithm, depth):
    """What is printed, without the final newline."""
    red, yellow = parsed(state, player)
    if algorithm not in ("M", "A"):
        raise ValueError("algorithm %r is not M or A" % algorithm)
    digits = set(depth) <= set("0123456789") and depth.lstrip("0")
    if not digits:
        raise ValueError("depth %r is not a whole number above 0" % depth)
    plies = min(int(digits[:9]), ROWS * COLS)  # nothing lies below a full board
    search = Search(prune=algorithm == "A")
    moves = search.red_moves if player == "red" else search.yellow_moves
    column = moves(red, yellow, plies, -INFINITY, INFINITY)[1]
    return "%d\n%d" % (column, search.nodes)


def connect_four_mm(contents, turn, max_depth):
    """Minimax: "column\\nnodes"."""
    return answer(contents, turn, "M", str(max_depth))


def connect_four_ab(contents, turn, max_depth):
    """Alpha-beta: "column\\nnodes"."""
    return answer(contents, turn, "A", str(max_depth))


def said(text):
    """The exit status after writing to standard output, without Python's buffer in between."""
    try:
        os.write(1, text.encode())
    except OSError as error:
        sys.stderr.write("ConnectFour: standard output cannot be written: %s\n" % error.strerror)
        return 1
    return 0


def main(arguments):
    try:
        if len(arguments) != 4:
            raise ValueError(
                "number of arguments: %d, expected STATE PLAYER M|A DEPTH" % len(arguments)
            )
        text = answer(*arguments)
    except ValueError as error:
        sys.stderr.write("ConnectFour: %s\n" % error)
        return 2
    return said(text + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
