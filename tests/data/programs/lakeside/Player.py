"""Lakeside's Connect Four: five rows of six cells, the columns numbered from 1.

    Player.py STATE red|yellow M|A DEPTH    prints the column and the number of nodes
    Player.py STATE red|yellow              prints the column, for the tournament

STATE is the rows from the bottom, split by commas. A token is worth 1, two in a row 5, three or
more 50; red is MAX and keeps the last of equal moves, yellow is MIN and keeps the first.
"""

import sys

ROWS, COLS, LINE = 5, 6, 4
WIN = 10000
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Search:
    def __init__(self, board, prunes):
        self.board, self.prunes, self.nodes = board, prunes, 0

    def at(self, row, col):
        inside = 0 <= row < ROWS and 0 <= col < COLS
        return self.board[row][col] if inside else None

    def runs(self, player):
        """The length of every run of a player's tokens that cannot be extended."""
        for down, right in WAYS:
            for row in range(ROWS):
                for col in range(COLS):
                    if self.at(row, col) != player or self.at(row - down, col - right) == player:
                        continue
                    length = 1
                    while self.at(row + length * down, col + length * right) == player:
                        length += 1
                    yield length

    def score(self, player):
        tokens = sum(row.count(player) for row in self.board)
        weights = {1: 0, 2: 5}
        return tokens + sum(weights.get(length, 50) for length in self.runs(player))

    def leaf(self, depth):
        """The value of a state that is not searched further, else None."""
        for player, value in (("r", WIN), ("y", -WIN)):
            if any(length >= LINE for length in self.runs(player)):
                return value
        if depth == 0 or all("." not in row for row in self.board):
            return self.score("r") - self.score("y")
        return None

    def visit(self, player, depth, alpha, beta):
        """The value of a state and the column that leads to it."""
        self.nodes += 1
        value = self.leaf(depth)
        if value is not None:
            return value, None
        best, column = (-2 * WIN, None) if player == "r" else (2 * WIN, None)
        for col in range(COLS):
            row = next((row for row in range(ROWS) if self.board[row][col] == "."), None)
            if row is None:
                continue
            self.board[row][col] = player
            value, _ = self.visit("y" if player == "r" else "r", depth - 1, alpha, beta)
            self.board[row][col] = "."
            if player == "r":
                if value >= best:
                    best, column = value, col
                alpha = max(alpha, best)
            else:
                if value < best:
                    best, column = value, col
                beta = min(beta, best)
            if self.prunes and alpha >= beta:
                break
        return best, column


def main():
    state, player, algorithm, depth = [*sys.argv[1:], "A", "3"][:4]
    search = Search([list(row) for row in state.split(",")], algorithm == "A")
    _, column = search.visit(player[0], int(depth), -3 * WIN, 3 * WIN)
    print(column + 1)
    if len(sys.argv) == 5:
        print(search.nodes)


main()
