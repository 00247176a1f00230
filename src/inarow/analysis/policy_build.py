"""Makes the policy of the tournament player: a perfect move for every position that it can meet.

The player follows the policy and its opponent plays anything. Where the one-file player's own
search (``LeanSearch``) settles a position within PLAY_LIMIT nodes, and all positions that can come
of it, no entry is needed. The entries are closed upwards: whoever walks from the empty board
and stays on entries never leaves the policy.

What took work is kept in a journal, a line each, so that a build which is killed goes on:

    lean KEY NODES MOVE      settled by the lean search (NODES 0: not settled, MOVE -1)
    best KEY MOVE            chosen among the moves that keep the solver's exact score
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO

from inarow._core import LeanSearch, Outcome, Position, position_key
from inarow.analysis.falling import analyse
from inarow.errors import UserError
from inarow.files import complete_lines
from inarow.game import GAMES, off_centre
from inarow.limits import Limits

LEAN_LIMIT = 20_000
"""Nodes given to the lean search: what it settles in so many is not asked of the solver."""

PLAY_LIMIT = 10_000
"""Nodes in which the one-file player settles a position well inside its time."""

TRUSTED = 1_000
"""Below a position settled in so few nodes nothing is taken to be hard."""

_GAME = GAMES["connect4"]
_UNSETTLED = (0, -1)


class PolicyProgress(NamedTuple):
    entries: int
    visited: int
    share: float
    """Of the tree, as if all branches were equally large."""


class PolicyBuilder:
    """The entries for one side, 1 or 2; ``run`` may be stopped by any exception and called anew."""

    def __init__(self, player: int, journal: Path) -> None:
        self._player = player
        self._lean = LeanSearch()
        self._settled: dict[int, tuple[int, int]] = {}
        self._best: dict[int, int] = {}
        self._needed: dict[int, bool] = {}
        self._path: list[tuple[int, int]] = []
        self.entries: dict[int, int] = {}
        self._load(journal)
        self._journal = journal
        self._file: TextIO
        self._watch: Callable[[PolicyProgress], None]

    def run(
        self, watch: Callable[[PolicyProgress], None], roots: Sequence[Position] | None = None
    ) -> dict[int, int]:
        """A move for each entry, by the key of its position; both as of the smaller mirror image.
        The game starts from the empty board, or from one of the roots, with this side to move."""
        self._watch = watch
        if roots is None:
            start = Position(_GAME)
            roots = [start] if self._player == 1 else self._replies(start)
        with self._journal.open("a", encoding="ascii") as self._file:
            for number, pos in enumerate(roots):
                self._path = [(number, len(roots))]
                self._needs_entry(_canonical(pos))
        return self.entries

    def _needs_entry(self, pos: Position) -> bool:
        """Whether a position with this side to move, or one that comes of it, must be an entry."""
        key = position_key(pos)[0]
        if key in self._needed:
            return self._needed[key]
        nodes, move = self._settle(pos, key)
        if move < 0:
            move = self._choose(pos, key)
            nodes = LEAN_LIMIT + 1
        needed = nodes > PLAY_LIMIT
        # Without a choice the search has looked at nothing, and what follows may be hard.
        if nodes > TRUSTED or nodes == 0:
            replies = self._replies(pos.play(move))
            for number, reply in enumerate(replies):
                self._path.append((number, len(replies)))
                needed = self._needs_entry(reply) or needed
                self._path.pop()
        self._needed[key] = needed
        if needed:
            self.entries[key] = move
            self._watch(PolicyProgress(len(self.entries), len(self._needed), self._share()))
        return needed

    def _share(self) -> float:
        share, width = 0.0, 1.0
        for number, branches in self._path:
            width /= branches
            share += number * width
        return share

    def _replies(self, pos: Position) -> list[Position]:
        """What the opponent can make of a position, one of each mirrored pair."""
        if pos.outcome() is not Outcome.ONGOING:
            return []
        after = {}
        for move in pos.legal_moves():
            reply = pos.play(move)
            if reply.outcome() is Outcome.ONGOING:
                reply = _canonical(reply)
                after[position_key(reply)[0]] = reply
        return list(after.values())

    def _settle(self, pos: Position, key: int) -> tuple[int, int]:
        """Nodes and move of the lean search, or _UNSETTLED."""
        if key not in self._settled:
            solved, move, _, nodes = self._lean.solve(pos, LEAN_LIMIT)
            self._settled[key] = (nodes, move) if solved else _UNSETTLED
            if not solved or nodes > TRUSTED:
                nodes, move = self._settled[key]
                self._file.write(f"lean {key:x} {nodes} {move}\n")
        return self._settled[key]

    def _choose(self, pos: Position, key: int) -> int:
        """Of the moves that keep the score the one that leaves the lean search the least work."""
        if key not in self._best:
            best = [verdict.move for verdict in analyse(pos, Limits(lines=False)).best]
            best.sort(key=partial(off_centre, pos.game))
            if len(best) > 1:
                best.sort(key=lambda col: self._work_after(pos.play(col)))
            self._best[key] = best[0]
            self._file.write(f"best {key:x} {best[0]}\n")
            self._file.flush()
        return self._best[key]

    def _work_after(self, pos: Position) -> tuple[int, int]:
        settled = [self._settle(reply, position_key(reply)[0]) for reply in self._replies(pos)]
        return settled.count(_UNSETTLED), sum(nodes for nodes, _ in settled)

    def _load(self, journal: Path) -> None:
        """Takes over what a journal holds."""
        title = f"inarow policy 1 player {self._player} limit {LEAN_LIMIT}"
        for number, line in enumerate(complete_lines(journal, title), start=2):
            try:
                kind, word, *rest = line.split()
                numbers = [int(other) for other in rest]
                if kind == "lean":
                    nodes, move = numbers
                    self._settled[int(word, 16)] = (nodes, move)
                elif kind == "best":
                    (self._best[int(word, 16)],) = numbers
                else:
                    raise ValueError
            except ValueError:
                raise UserError(f"journal '{journal}', line {number} is not as written") from None


def _canonical(pos: Position) -> Position:
    return pos.mirrored() if position_key(pos)[1] else pos
