"""Makes the policy of the tournament player: a perfect move for every position that it can meet.

The player follows the policy and its opponent plays anything. Where the one-file player's own
search (``ExportSearch``) solves a position within PLAY_LIMIT nodes, and all positions that can come
of it, no entry is needed. The entries are closed upwards: whoever walks from the empty board
and stays on entries never leaves the policy.

First the positions are walked breadth first, and what is not known of them is found out by workers,
each position once; then they are walked depth first, with all facts at hand, to see which are
entries. A fact depends on its position alone: the nodes in which the lean search solves it, and
with which move; and where it does not, the move among those that keep the solver's exact score that
leaves that search the least work. What took work is kept in a journal, a line each, so that a build
which is killed goes on:

    lean KEY NODES MOVE      solved by the lean search (NODES 0: not solved, MOVE -1)
    best KEY MOVE            chosen among the moves that keep the solver's exact score
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple, TextIO

from inarow._core import ExportSearch, Position, position_key
from inarow.analysis.falling import analyse
from inarow.errors import UserError
from inarow.executor import Executor, Task
from inarow.files import complete_lines
from inarow.game import GAMES, off_centre
from inarow.limits import SolverOptions

UNSETTLED = (0, -1)


class Fact(NamedTuple):
    """``kind`` is ``lean`` (nodes and move of the search, or UNSETTLED) or ``best`` (the move)."""

    kind: str
    key: int
    nodes: int
    move: int


class Facts:
    """All that is known, and finding out more; ``note`` hears of what is new."""

    def __init__(self, lean_limit: int, note: Callable[[Fact], None]) -> None:
        self._limit = lean_limit
        self._note = note
        self.settled: dict[int, tuple[int, int]] = {}
        self.best: dict[int, int] = {}

    def learn(self, fact: Fact) -> None:
        """Takes over what somebody has found out."""
        if fact.kind == "lean":
            self.settled[fact.key] = (fact.nodes, fact.move)
        else:
            self.best[fact.key] = fact.move

    def knows(self, key: int) -> bool:
        """Whether the move in a position is known."""
        settled = self.settled.get(key)
        return settled is not None and (settled[1] >= 0 or key in self.best)

    def settle(self, pos: Position, key: int) -> tuple[int, int]:
        """Nodes and move of the lean search, or UNSETTLED."""
        if key not in self.settled:
            solved, move, _, nodes = _export_search().solve(pos, self._limit)
            self.settled[key] = (nodes, move) if solved else UNSETTLED
            self._note(Fact("lean", key, *self.settled[key]))
        return self.settled[key]

    def choose(self, pos: Position, key: int) -> int:
        """Of the moves that keep the score the one that leaves the lean search the least work."""
        if key not in self.best:
            best = [
                verdict.move for verdict in analyse(pos, options=SolverOptions(lines=False)).best
            ]
            best.sort(key=partial(off_centre, pos.game))
            if len(best) > 1:
                best.sort(key=lambda col: self._work_after(pos.play(col)))
            self.best[key] = best[0]
            self._note(Fact("best", key, 0, best[0]))
        return self.best[key]

    def _work_after(self, pos: Position) -> tuple[int, int]:
        settled = [self.settle(reply, position_key(reply)[0]) for reply in replies(pos)]
        return settled.count(UNSETTLED), sum(nodes for nodes, _ in settled)


@lru_cache(maxsize=1)
def _export_search() -> ExportSearch:
    return ExportSearch()


def replies(pos: Position) -> list[Position]:
    """What the opponent can make of a position, one of each mirrored pair."""
    if pos.is_over:
        return []
    after = {}
    for move in pos.legal_moves():
        reply = pos.play(move)
        if not reply.is_over:
            reply = canonical(reply)
            after[position_key(reply)[0]] = reply
    return list(after.values())


def canonical(pos: Position) -> Position:
    """The smaller of a position and its mirror image."""
    return pos.mirrored() if position_key(pos)[1] else pos


def found_out(positions: Sequence[Position], lean_limit: int) -> list[Fact]:
    """What a worker does: all that it took to know the moves in some positions."""
    found: list[Fact] = []
    facts = Facts(lean_limit, found.append)
    for pos in positions:
        key = position_key(pos)[0]
        if facts.settle(pos, key)[1] < 0:
            facts.choose(pos, key)
    return found


LEAN_LIMIT = 20_000
"""Nodes given to the lean search: what it settles in so many is not asked of the solver."""

PLAY_LIMIT = 10_000
"""Nodes in which the one-file player settles a position well inside its time."""

TRUSTED = 1_000
"""Below a position settled in so few nodes nothing is taken to be hard."""

_GAME = GAMES["connect4"]
_TASK = "inarow.makers.policy:found_out"
_POSITIONS_A_TASK = 8
_TASKS_AHEAD = 3


class PolicyProgress(NamedTuple):
    entries: int
    visited: int
    waiting: int
    """Positions that were met and are not walked yet."""


class PolicyBuilder:
    """The entries for one side, 1 or 2; ``run`` may be stopped by any exception and called anew."""

    def __init__(self, player: int, journal: Path) -> None:
        self._player = player
        self._facts = Facts(LEAN_LIMIT, self._write)
        self._needed: dict[int, bool] = {}
        self.entries: dict[int, int] = {}
        self._load(journal)
        self._journal = journal
        self._file: TextIO
        self._watch: Callable[[PolicyProgress], None]

    def run(
        self,
        executor: Executor,
        watch: Callable[[PolicyProgress], None],
        roots: Sequence[Position] | None = None,
    ) -> dict[int, int]:
        """A move for each entry, by the key of its position; both as of the smaller mirror image.
        The game starts from the empty board, or from one of the roots, with this side to move."""
        self._watch = watch
        if roots is None:
            start = Position(_GAME)
            roots = [start] if self._player == 1 else replies(start)
        roots = [canonical(pos) for pos in roots]
        with self._journal.open("a", encoding="ascii") as self._file:
            _Walk(self._facts, executor, watch, self._learn).all(roots)
            for pos in roots:
                self._needs_entry(pos)
        return self.entries

    def _needs_entry(self, pos: Position) -> bool:
        """Whether a position with this side to move, or one that comes of it, must be an entry."""
        key = position_key(pos)[0]
        if key in self._needed:
            return self._needed[key]
        move, nodes, goes_on = followed(self._facts, pos, key)
        needed = nodes > PLAY_LIMIT
        if goes_on:
            for reply in replies(pos.play(move)):
                needed = self._needs_entry(reply) or needed
        self._needed[key] = needed
        if needed:
            self.entries[key] = move
            self._watch(PolicyProgress(len(self.entries), len(self._needed), 0))
        return needed

    def _learn(self, facts: Sequence[Fact]) -> None:
        for fact in facts:
            self._facts.learn(fact)
            self._write(fact)
        self._file.flush()

    def _write(self, fact: Fact) -> None:
        if fact.kind == "best":
            self._file.write(f"best {fact.key:x} {fact.move}\n")
        elif fact.move < 0 or fact.nodes > TRUSTED:
            self._file.write(f"lean {fact.key:x} {fact.nodes} {fact.move}\n")

    def _load(self, journal: Path) -> None:
        """Takes over what a journal holds."""
        title = f"inarow policy 1 player {self._player} limit {LEAN_LIMIT}"
        for number, line in enumerate(complete_lines(journal, title), start=2):
            try:
                kind, word, *rest = line.split()
                numbers = [int(other) for other in rest]
                if kind == "lean":
                    nodes, move = numbers
                elif kind == "best":
                    nodes, (move,) = 0, numbers
                else:
                    raise ValueError
                self._facts.learn(Fact(kind, int(word, 16), nodes, move))
            except ValueError:
                raise UserError(f"journal '{journal}', line {number} is not as written") from None


def followed(facts: Facts, pos: Position, key: int) -> tuple[int, int, bool]:
    """The move in a position, the nodes that it took, and whether what follows is walked too."""
    nodes, move = facts.settle(pos, key)
    if move < 0:
        move, nodes = facts.choose(pos, key), LEAN_LIMIT + 1
    # Without a choice the search has looked at nothing, and what follows may be hard.
    return move, nodes, nodes > TRUSTED or nodes == 0


class _Walk:
    """Every position that can be met, once, and the facts about it found by workers."""

    def __init__(
        self,
        facts: Facts,
        executor: Executor,
        watch: Callable[[PolicyProgress], None],
        learn: Callable[[Sequence[Fact]], None],
    ) -> None:
        self._facts, self._executor, self._watch, self._learn = facts, executor, watch, learn
        self._met: set[int] = set()
        self._walked = 0
        self._open: deque[Position] = deque()
        self._unknown: deque[Position] = deque()
        self._under_way: dict[str, list[Position]] = {}
        self._tasks = 0

    def all(self, roots: Sequence[Position]) -> None:
        self._meet(roots)
        self._hand_out()
        try:
            for done in self._executor.results():
                if done.error is not None:
                    raise UserError(f"a position was not settled: {done.error}")
                self._learn(done.value)
                self._open.extend(self._under_way.pop(done.key))
                self._hand_out()
                waiting = len(self._unknown) + sum(map(len, self._under_way.values()))
                self._watch(PolicyProgress(0, self._walked, waiting))
        finally:
            for key in self._under_way:
                self._executor.cancel(key)

    def _meet(self, positions: Sequence[Position]) -> None:
        for pos in positions:
            key = position_key(pos)[0]
            if key not in self._met:
                self._met.add(key)
                (self._open if self._facts.knows(key) else self._unknown).append(pos)

    def _hand_out(self) -> None:
        """Walks on from what is known, and gives out what is not."""
        while self._open:
            pos = self._open.popleft()
            self._walked += 1
            move, _, goes_on = followed(self._facts, pos, position_key(pos)[0])
            if goes_on:
                self._meet(replies(pos.play(move)))
        most = self._executor.width * _TASKS_AHEAD
        while self._unknown and len(self._under_way) < most:
            share = -(-len(self._unknown) // (most - len(self._under_way)))
            size = min(share, _POSITIONS_A_TASK)
            batch = [self._unknown.popleft() for _ in range(size)]
            self._tasks += 1
            key = f"positions {self._tasks}"
            self._under_way[key] = batch
            self._executor.submit(key, Task(_TASK, (batch, LEAN_LIMIT)))
