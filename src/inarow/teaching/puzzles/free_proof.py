"""Whether a position of a large free board is a puzzle.

With one stone a turn the goal is a win by fours: all chains of them are searched, and one first
four alone begins one that wins. Or it is to hold: after every other stone the opponent has a win
that is proved, after this one a win by threats is ruled out.

    attacker  four -> the only reply -> four -> ... -> a stone with two ways to a line -> the line

With two stones a turn a pair is asked for: the one that leaves more lines than the opponent's pair
can stop, or the one that stops every line in the opponent's reach. A window of k cells is in reach
of a player if the opponent has no stone in it and at most two are missing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from inarow._core import FreeEngine, Game, Position
from inarow.analysis.free import threats
from inarow.teaching.puzzles.book import LATEST, SOONEST, Proof
from inarow.teaching.reasons import ready_threats


class TooManyChainsError(Exception):
    """The chains of a position are more than were to be looked at."""


class ForcingSearch:
    """Looks at chains of fours, and remembers what it found."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.looked_at = 0
        self._found: dict[Position, int | None] = {}

    def stones_to_win(self, pos: Position) -> int | None:
        """The fewest stones of the side to move until its line stands, by fours alone; None where
        no chain wins. TooManyChainsError when it would take more than ``most`` positions in all."""
        if pos in self._found:
            return self._found[pos]
        if pos.winning_cells(pos.to_move):
            return 1
        self.looked_at += 1
        if self.looked_at > self.most:
            raise TooManyChainsError
        counts = [count for _, count in self.first_stones(pos) if count is not None]
        found = min(counts, default=None)
        self._found[pos] = found
        return found

    def first_stones(self, pos: Position) -> list[tuple[int, int | None]]:
        """Every four of the side to move, with the stones until its line stands if it begins."""
        danger = pos.winning_cells(pos.opponent)
        if len(danger) > 1:
            return []
        own = [move for move in fours(pos) if not danger or move == danger[0]]
        return [(move, self._after(pos.play(move))) for move in own]

    def _after(self, after: Position) -> int | None:
        """What is left after a four, with that stone; the opponent is to move and has no line."""
        ways = after.winning_cells(after.opponent)
        if len(ways) > 1:
            return 2
        left = self.stones_to_win(after.play(ways[0]))
        return None if left is None else left + 1

    def line(self, pos: Position) -> tuple[int, ...]:
        """A shortest chain: attacker and defender in turn, up to the line."""
        line: list[int] = []
        while True:
            if ends := pos.winning_cells(pos.to_move):
                return (*line, ends[0])
            stones = [(count, move) for move, count in self.first_stones(pos) if count is not None]
            if not stones:
                return tuple(line)
            _, move = min(stones)
            after = pos.play(move)
            line += [move, after.winning_cells(pos.to_move)[0]]
            pos = after.play(line[-1])


def fours(pos: Position) -> list[int]:
    """The stones of the side to move after which it needs one more."""
    found = threats(pos, "one")
    return [threat.cell for threat in found if threat.player == pos.to_move]


TURN = 2
Pair = tuple[int, int]
Window = frozenset[int]
"""The empty cells of a window."""


class Row(NamedTuple):
    """A window of the board: its empty cells, and the stones of one player alone."""

    empty: Window
    stones: int


def rows_of(pos: Position, player: int) -> list[Row]:
    """The windows in which the opponent of a player has no stone."""
    cells = pos.cells(".xo").replace("/", "")
    own, other = ".xo"[player], ".xo"[3 - player]
    found = []
    for window in _windows(pos.game):
        here = [cells[cell] for cell in window]
        if other not in here:
            empty = frozenset(cell for cell in window if cells[cell] == ".")
            found.append(Row(empty, here.count(own)))
    return found


def in_reach(pos: Position, player: int) -> list[Window]:
    """What is missing of each window that a player could complete in one turn."""
    return [row.empty for row in rows_of(pos, player) if len(row.empty) <= TURN]


def can_block_all(windows: Iterable[Window], most: int = TURN) -> bool:
    """Whether so many stones can touch every window."""
    left = list(windows)
    if not left:
        return True
    if most == 0:
        return False
    return any(
        can_block_all([other for other in left if cell not in other], most - 1) for cell in left[0]
    )


def holding_pairs(pos: Position) -> list[Pair]:
    """The pairs that touch every window in the opponent's reach, where that takes both stones."""
    windows = in_reach(pos, pos.opponent)
    if not windows or can_block_all(windows, 1):
        return []
    found = set()
    for cell in windows[0]:
        left = [other for other in windows if cell not in other]
        for second in frozenset.intersection(*left):
            found.add((min(cell, second), max(cell, second)))
    return sorted(found)


def winning_pairs(pos: Position, most: int = 2) -> list[Pair]:
    """The pairs after which no line of the opponent's is in reach, and more lines of one's own than
    two stones can stop; at most ``most`` of them. No line may be in reach before."""
    own = [row for row in rows_of(pos, pos.to_move) if len(row.empty) <= 2 * TURN]
    danger = in_reach(pos, pos.opponent)
    reached: dict[int, list[Window]] = {}
    for row in own:
        for cell in row.empty:
            reached.setdefault(cell, []).append(row.empty)
    found: list[Pair] = []
    for pair in combinations(sorted(reached.keys() | frozenset().union(*danger)), TURN):
        if any(not window.intersection(pair) for window in danger):
            continue
        met = {window for cell in pair for window in reached.get(cell, ())}
        left = [window.difference(pair) for window in met]
        if not can_block_all([window for window in left if len(window) <= TURN]):
            found.append((pair[0], pair[1]))
            if len(found) == most:
                break
    return found


def _windows(game: Game) -> list[list[int]]:
    """Every window of k cells, as cells."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(game.rows):
            for col in range(game.cols):
                last_row, last_col = row + down * (game.k - 1), col + right * (game.k - 1)
                if last_row < game.rows and 0 <= last_col < game.cols:
                    window = [
                        (row + down * step) * game.cols + col + right * step
                        for step in range(game.k)
                    ]
                    found.append(window)
    return found


MEMORY_MB = 8
MOST_CHAINS = 20_000
FORCED_S = 5.0
GLANCE_S = 1.0
"""A win by threats is found so soon or hardly ever."""
PAIR_PLIES = 3 * TURN


def proof_on_free_board(pos: Position, defences: bool = True) -> Proof | None:
    """The proof that a position is a puzzle, or None; the game goes on and has moves enough.
    Without ``defences`` the slow proof that one stone alone holds is left out."""
    if max(pos.game.stones) > 1:
        return _by_a_pair(pos)
    if ready_threats(pos, pos.to_move):
        return None
    found = _by_fours(pos)
    if found is None and defences:
        found = _only_defence(FreeEngine(pos.game, MEMORY_MB), pos)
    return found


def forced(
    engine: FreeEngine, pos: Position, time_s: float = FORCED_S
) -> tuple[str, tuple[int, ...], bool, int]:
    """How the side to move wins by force, with its line, or that wins by threats are ruled out."""
    how, line, refuted, nodes = engine.forced_win(pos, time_s)
    return how, tuple(line), refuted, nodes


def _by_fours(pos: Position) -> Proof | None:
    look = ForcingSearch(MOST_CHAINS)
    try:
        winning = [(move, own) for move, own in look.first_stones(pos) if own is not None]
    except TooManyChainsError:
        return None
    if len(winning) != 1 or not SOONEST <= winning[0][1] <= LATEST:
        return None
    move, own = winning[0]
    return Proof(move, "win", own, 2 * own - 1, look.looked_at + 1, look.line(pos))


def _only_defence(engine: FreeEngine, pos: Position) -> Proof | None:
    """The one stone after which the opponent has no win by threats; every other one loses."""
    if ready_threats(pos, pos.opponent) or not forced(engine, pos.passed(), GLANCE_S)[0]:
        return None
    if forced(engine, pos, GLANCE_S)[0]:
        return None
    holding, nodes = [], 0
    near = [threat.cell for threat in threats(pos, "closed two")]
    for move in dict.fromkeys([*near, *pos.legal_moves()]):
        how, _, refuted, more = forced(engine, pos.play(move), GLANCE_S)
        nodes += more
        if not how:
            holding.append(move)
        if len(holding) > 1 or (not how and not refuted):
            return None
    if len(holding) != 1:
        return None
    return Proof(holding[0], "hold", 0, 1, nodes, (holding[0],))


def _by_a_pair(pos: Position) -> Proof | None:
    """The first stone of the proof is either of the pair."""
    if pos.left != TURN or in_reach(pos, pos.to_move):
        return None
    danger = len(in_reach(pos, pos.opponent))
    winning = winning_pairs(pos)
    if len(winning) == 1:
        first, second = winning[0]
        lines = len(in_reach(pos.play(first).play(second), pos.to_move))
        return Proof(first, "win", 2, PAIR_PLIES, lines + danger, winning[0])
    holding = holding_pairs(pos)
    if winning or len(holding) != 1:
        return None
    return Proof(holding[0][0], "hold", 0, TURN, danger, holding[0])
