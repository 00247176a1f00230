"""Wins by threats once more, as plainly as possible: every threat of the attacker, every reply that
could matter, on counts of stones in windows. Freestyle, one stone a turn.

    one     a window that one stone completes
    double  a cell after which two different cells complete a window

The attacker plays stones that make a one or leave it a double to play. A reply that neither makes
a one nor lies in a window of a double changes nothing: the attacker plays that double and wins. All
other replies are tried.
"""

from __future__ import annotations

from inarow import Position


class OutOfNodes(Exception):  # noqa: N818
    """The search grew too large."""


class PlainThreats:
    def __init__(self, pos: Position, nodes: int = 20_000) -> None:
        game = pos.game
        self.k = game.k
        self.nodes_left = nodes
        self.owner: dict[int, int] = {}
        self.windows: list[tuple[int, ...]] = []
        for row in range(game.rows):
            for col in range(game.cols):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + i * down, col + i * right) for i in range(game.k)]
                    if all(0 <= r < game.rows and 0 <= c < game.cols for r, c in cells):
                        self.windows.append(tuple(r * game.cols + c for r, c in cells))
        self.through: list[list[int]] = [[] for _ in range(game.cells)]
        for number, window in enumerate(self.windows):
            for cell in window:
                self.through[cell].append(number)
        self.count = [[0] * len(self.windows), [0] * len(self.windows)]
        # Windows without an opposing stone that lack 1, 2 or 3 stones.
        self.lacking: list[dict[int, set[int]]] = [
            {missing: set() for missing in (1, 2, 3)} for _ in (0, 1)
        ]
        self.known: dict[tuple[frozenset[tuple[int, int]], int, int], bool] = {}
        for row in range(game.rows):
            for col in range(game.cols):
                if pos.at(row, col):
                    self.change(row * game.cols + col, pos.at(row, col) - 1, +1)

    def change(self, cell: int, player: int, sign: int) -> None:
        if sign > 0:
            self.owner[cell] = player
        else:
            del self.owner[cell]
        for window in self.through[cell]:
            self.count[player][window] += sign
            for side in (0, 1):
                missing = self.k - self.count[side][window]
                live = self.count[1 - side][window] == 0
                for lack, members in self.lacking[side].items():
                    if live and lack == missing:
                        members.add(window)
                    else:
                        members.discard(window)

    def empties(self, window: int) -> list[int]:
        return [cell for cell in self.windows[window] if cell not in self.owner]

    def completions(self, player: int) -> set[int]:
        return {self.empties(window)[0] for window in self.lacking[player][1]}

    def ones(self, player: int) -> dict[int, set[int]]:
        """The cells that make a one, each with the cells that would complete it."""
        made: dict[int, set[int]] = {}
        for window in self.lacking[player][2]:
            a, b = self.empties(window)
            made.setdefault(a, set()).add(b)
            made.setdefault(b, set()).add(a)
        return made

    def doubles(self, player: int) -> dict[int, set[int]]:
        return {cell: cells for cell, cells in self.ones(player).items() if len(cells) > 1}

    def attacker_wins(self, attacker: int, moves_left: int) -> bool:
        """The attacker is to move and lays at most so many stones before the double."""
        key = (frozenset(self.owner.items()), attacker, moves_left)
        if key not in self.known:
            self.nodes_left -= 1
            if self.nodes_left < 0:
                raise OutOfNodes
            self.known[key] = self._attack(attacker, moves_left)
        return self.known[key]

    def _attack(self, attacker: int, moves_left: int) -> bool:
        if self.completions(attacker):
            return True
        blocks = self.completions(1 - attacker)
        if len(blocks) > 1:
            return False
        if not blocks and self.doubles(attacker):
            return True
        if moves_left == 0:
            return False
        if blocks:
            moves = list(blocks)
        else:
            moves = sorted(self.ones(attacker))
            quiet = {c for window in self.lacking[attacker][3] for c in self.empties(window)}
            moves += sorted(quiet.difference(moves))
        for move in moves:
            self.change(move, attacker, +1)
            won = self.every_reply_loses(attacker, moves_left - 1)
            self.change(move, attacker, -1)
            if won:
                return True
        return False

    def every_reply_loses(self, attacker: int, moves_left: int) -> bool:
        """The same with the defender to move."""
        defender = 1 - attacker
        if self.completions(defender):
            return False
        completions = self.completions(attacker)
        if completions:
            if len(completions) > 1:
                return True
            replies = completions
        else:
            doubles = self.doubles(attacker)
            if not doubles or self.doubles(defender):
                return False
            replies = set(doubles).union(*doubles.values()).union(self.ones(defender))
        for reply in replies:
            self.change(reply, defender, +1)
            lost = self.attacker_wins(attacker, moves_left)
            self.change(reply, defender, -1)
            if not lost:
                return False
        return True


def moves_to_win(pos: Position, most: int, nodes: int = 20_000) -> int | None:
    """The fewest attacking stones before the double with which the side to move wins by threats,
    or None if ``most`` are not enough; raises OutOfNodes if the search grows too large."""
    plain = PlainThreats(pos, nodes)
    for moves in range(most + 1):
        if plain.attacker_wins(pos.to_move - 1, moves):
            return moves
    return None
