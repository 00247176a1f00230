"""Puzzles from games of our own levels: two of them play, and every position of the game is tried.

The games are numbered and follow from the seed, so mining goes on where it ended. Of one game at
most two positions are taken, with some moves between them, and of a kind that there are enough of
none.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from inarow._core import FallingSolver, Family, Outcome, Position
from inarow.game import game_named, name_of
from inarow.limits import Limits
from inarow.players.levels import player_for
from inarow.record import Record
from inarow.teaching.puzzles.book import Puzzle, PuzzleSet
from inarow.teaching.puzzles.proof import puzzle_of


class MiningPlan(NamedTuple):
    """Where puzzles of a game are looked for: levels that play after a few random moves, so that no
    two games are alike; stones on the board; and how many are taken of each number of moves to win,
    of draws, of defences, and of those where points are counted."""

    levels: tuple[int, ...]
    opening: int
    fewest: int
    most: int
    wanted: dict[str, int]


MINING_PLANS = {
    "connect4": MiningPlan(
        (3, 4, 5, 6, 7),
        6,
        11,
        36,
        {
            "win 2": 50, "win 3": 80, "win 4": 100, "win 5": 90, "win 6": 80, "win 7": 70,
            "win 8": 60, "draw 0": 80,
        },
    ),
    "maxconnect4": MiningPlan((3, 4, 5, 6), 6, 26, 35, {"win 0": 80, "draw 0": 30}),
    "gomoku": MiningPlan(
        (3, 4, 5, 6, 7),
        6,
        10,
        60,
        {
            "win 2": 6, "win 3": 15, "win 4": 20, "win 5": 20, "win 6": 15, "win 7": 15,
            "win 8": 15, "hold 0": 20,
        },
    ),
    "connect6": MiningPlan((2, 3, 4, 5, 6), 3, 7, 61, {"win 2": 40, "hold 0": 20}),
    "connect6-simple": MiningPlan(
        (3, 4, 5, 6, 7),
        6,
        10,
        80,
        {"win 2": 4, "win 3": 8, "win 4": 8, "win 5": 8, "win 6": 6, "win 7": 6, "win 8": 6},
    ),
    "tictactoe": MiningPlan((1, 2, 3), 2, 2, 6, {"win 2": 6, "draw 0": 8}),
}  # fmt: skip
APART = 6
MOST_OF_A_GAME = 2
LEVEL_S = 1.0
LOOK_S = 5.0


def kind_of(puzzle: Puzzle) -> str:
    return f"{puzzle.goal} {puzzle.win_in}"


class PuzzleMiner:
    """Looks through games for more puzzles of a set."""

    def __init__(self, begun: PuzzleSet) -> None:
        self.seed = begun.seed
        self.looked_at = dict(begun.looked_at)
        self.puzzles = list(begun.puzzles)
        self.solver: FallingSolver | None = None
        self.known = {plain(puzzle.pos) for puzzle in self.puzzles}
        self.counts = Counter((puzzle.game, kind_of(puzzle)) for puzzle in self.puzzles)

    def set(self) -> PuzzleSet:
        return PuzzleSet(self.seed, self.looked_at, tuple(self.puzzles))

    def wants(self, game: str) -> bool:
        return any(self._wants(game, kind) for kind in MINING_PLANS[game].wanted)

    def _wants(self, game: str, kind: str) -> bool:
        return self.counts[game, kind] < MINING_PLANS[game].wanted.get(kind, 0)

    def next_game(self, game: str) -> Record:
        """Plays the next game and takes its puzzles."""
        number = self.looked_at.get(game, 0)
        record = played(game, random.Random(f"{self.seed} {game} {number}"))
        plan, taken, last = MINING_PLANS[game], 0, len(record.moves) + APART
        for at in range(min(plan.most, len(record.moves)), plan.fewest - 1, -1):
            near = taken and last - at < APART
            if taken < MOST_OF_A_GAME and not near and self._take(record.viewed_at(at)):
                taken, last = taken + 1, at
        self.looked_at[game] = number + 1
        return record

    def _may_be_one(self, pos: Position) -> bool:
        """Whether one move alone keeps a win or a draw, by results alone, which are found sooner
        than scores. Positions come from the end of a game, so the table knows what follows."""
        if pos.game.family is not Family.FALLING or pos.is_over:
            return True
        if self.solver is None:
            self.solver = FallingSolver(pos.game)
        low, high, _, _ = self.solver.keep(pos, None, LOOK_S)
        if low != high or low < 0:
            return False
        keeping = 0
        for move in pos.legal_moves():
            after = pos.play(move)
            if not after.is_over:
                reply, _, _, _ = self.solver.keep(after, None, LOOK_S)
                keeping += -reply >= low
            elif after.outcome() != Outcome.DRAW:
                return False  # a line at once
            else:
                keeping += low == 0
            if keeping > 1:
                return False
        return keeping == 1

    def _take(self, record: Record) -> bool:
        if plain(record.pos) in self.known or not self._may_be_one(record.pos):
            return False
        name = name_of(record.game)
        puzzle = puzzle_of(record, self._wants(name, "hold 0"))
        if puzzle is None or not self._wants(name, kind_of(puzzle)):
            return False
        if puzzle.goal == "draw" and puzzle.tempting == 0:
            return False  # a glance finds it
        self.counts[name, kind_of(puzzle)] += 1
        self.known.add(plain(record.pos))
        self.puzzles.append(puzzle)
        return True


def mine(begun: PuzzleSet, games: list[str], seconds: float) -> Iterator[PuzzleMiner]:
    """The mine after every game, taking turns, until the time is up or all is there."""
    work, end = PuzzleMiner(begun), time.monotonic() + seconds
    while any(work.wants(game) for game in games):
        for game in games:
            if work.wants(game):
                if time.monotonic() >= end:
                    return
                work.next_game(game)
                yield work


def played(name: str, rng: random.Random) -> Record:
    """A game between two levels, after a few random moves."""
    plan, game = MINING_PLANS[name], game_named(name)
    players = [player_for(game, rng.choice(plan.levels)) for _ in range(2)]
    pos = Position(game)
    moves: list[int] = []
    while not pos.is_over and len(moves) <= plan.most:
        if len(moves) < plan.opening:
            move = rng.choice(_near(pos))
        else:
            move = players[pos.to_move - 1].choose(pos, Limits(time_s=LEVEL_S), rng=rng).move
        moves.append(move)
        pos = pos.play(move)
    return Record(Position(game), tuple(moves))


def _near(pos: Position) -> list[int]:
    """The moves of an opening: on a free board near the middle."""
    if pos.game.family is not Family.FREE:
        return pos.legal_moves()
    rows, cols = pos.game.rows, pos.game.cols
    return [
        move
        for move in pos.legal_moves()
        if abs(move // cols - rows // 2) <= 2 and abs(move % cols - cols // 2) <= 2
    ]


def plain(pos: Position) -> str:
    """The same text for a position and its mirror images; a free board has eight."""
    if pos.game.gravity:
        return str(min(pos.text, pos.mirrored().text))
    cells, side = pos.text.split()
    rows = cells.split("/")
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    ways = [each for one in (rows, turned) for each in (one, [row[::-1] for row in one])]
    images = [way for one in ways for way in ("/".join(one), "/".join(one[::-1]))]
    return f"{min(images)} {side}"
