"""A ladder: entries come and go, and play as long as anybody wants to know who is stronger.

    check       one pairing with ``random``; an invalid answer or a crash takes the version out
    placement   five pairings, each with the opponent that tells most, nobody twice
    after that  whoever has the fewest games in the last hour for the width of its interval

Each version of a program is a player of its own. While the newest version of a person is checked
the one before plays on; the newest one replaces it when it has passed. A person has one pairing
under way at a time, and one placement in 20 minutes, however often something new is submitted. Who
times out or crashes in three games in a row is paused.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from inarow.arena.entries import REPLACED, EntryState
from inarow.arena.games import StoredGame
from inarow.arena.pairing.format import Change, Format, Pairing, PairingResult, View
from inarow.arena.ratings import ELO, WIDTH, Rating
from inarow.players.named import NAMED
from inarow.record import Termination

CHECKER = "random"
_PLACEMENT = 5
_HOUR_S = 3600.0
_BETWEEN_PLACEMENTS_S = 1200.0
_FAULTS_IN_A_ROW = 3
_FAULTY = frozenset((Termination.TIME.name, Termination.CRASH.name, Termination.NO_ANSWER.name))
_UNRATED_ELO = 695.0
"""The deviation of an entry without games: the prior of the model (``native/ratings/fit.cpp``)."""


@dataclass(frozen=True)
class Ladder(Format):
    """Endless, or ``rounds`` pairings of each entry. Built-in players under their own names are the
    fixed opponents: they are never paired for their own sake."""

    rounds: int | None = None
    name = "ladder"
    tie_breaks = ()
    by_rounds = False
    open = True

    def describe(self) -> str:
        return self.name + (f", {self.rounds} pairings each" if self.rounds else "")

    def ranks(self, view: View) -> dict[str, int]:
        """By rating; who has not played comes last."""
        ratings = view.ratings()
        elo = {name: ratings[name].elo if name in ratings else -math.inf for name in view.entries}
        return {one: 1 + sum(other > elo[one] for other in elo.values()) for one in elo}

    def next(self, view: View, room: int) -> list[Pairing]:
        field = _Field(view)
        number = len(view.results) + len(view.running)
        found: list[Pairing] = []
        for entry in field.by_need(self.rounds):
            if len(found) >= room:
                break
            if field.is_busy(entry):
                continue
            opponent = field.opponent(entry)
            if opponent is not None:
                number += 1
                # Who begins the first game changes from one pairing of an entry to the next.
                pair = (entry, opponent) if field.played[entry] % 2 == 0 else (opponent, entry)
                found.append(Pairing(number, *pair))
                field.start(entry, opponent)
        return found

    def changes(self, view: View) -> list[Change]:
        games: dict[str, list[StoredGame]] = defaultdict(list)
        for game in view.games():
            games[game.first].append(game)
            games[game.second].append(game)
        field = _Field(view)
        found = []
        newest: dict[str, int] = defaultdict(int)
        for entry in field.challengers:
            if reason := _failed_check(entry, games[entry], view):
                found.append(Change(entry, EntryState.WITHDRAWN, reason))
            elif _is_stuck(entry, games[entry]):
                reason = f"timed out or crashed in {_FAULTS_IN_A_ROW} games in a row"
                found.append(Change(entry, EntryState.PAUSED, reason))
            elif field.is_checked(entry):
                row = view.rows[entry]
                newest[row.person] = max(newest[row.person], row.version)
        gone = {change.entry for change in found}
        for entry in field.challengers:
            row = view.rows[entry]
            if entry not in gone and row.version < newest[row.person]:
                found.append(Change(entry, EntryState.REPLACED, REPLACED))
        return found


class _Field:
    """Who plays on a ladder now, and what each has played."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.fixed = {name for name in view.entries if _is_fixed(view, name)}
        self.challengers = [name for name in view.entries if name not in self.fixed]
        self.results: dict[str, list[PairingResult]] = defaultdict(list)
        for result in view.results:
            for name in _names(result.pairing):
                self.results[name].append(result)
        self.met = Counter(frozenset(_names(result.pairing)) for result in view.results)
        self.played = Counter({name: len(results) for name, results in self.results.items()})
        self.busy: set[str] = set()
        for pairing in view.running:
            self.busy |= {view.person(name) for name in _names(pairing)}
            self.played.update(_names(pairing))

    @cached_property
    def ratings(self) -> Mapping[str, Rating]:
        return self.view.ratings()

    def is_busy(self, entry: str) -> bool:
        return self.view.person(entry) in self.busy and entry not in self.fixed

    def is_checked(self, entry: str) -> bool:
        """Whether it has played the checker, or there is none."""
        return CHECKER not in self.fixed or bool(self.met[frozenset((entry, CHECKER))])

    def start(self, *entries: str) -> None:
        self.busy |= {self.view.person(name) for name in entries}
        self.played.update(entries)

    def by_need(self, rounds: int | None) -> list[str]:
        """Who may play next, those first who need it most: checks, placements, then the rest by
        games of the last hour for the width of the interval."""
        since = self.view.now_s - _HOUR_S

        def need(entry: str) -> tuple[int, float, str]:
            stage = 0 if not self.is_checked(entry) else 1 if self._is_placing(entry) else 2
            recent = sum(result.ended >= since for result in self.results[entry])
            return stage, recent / max(self._width(entry), 1.0), entry

        wanting = [
            name
            for name in self.challengers
            if (rounds is None or self.played[name] < rounds) and not self._must_wait(name)
        ]
        return sorted(wanting, key=need)

    def opponent(self, entry: str) -> str | None:
        """The checker first; then the one whose pairing is expected to tell most, among those that
        it has met least often."""
        if not self.is_checked(entry):
            return CHECKER
        person = self.view.person(entry)
        others = [
            name
            for name in self.view.entries
            if name != CHECKER and self.view.person(name) != person and not self.is_busy(name)
        ]
        if not others:
            return CHECKER if CHECKER in self.fixed else None
        times = {name: self.met[frozenset((entry, name))] for name in others}
        least = min(times.values())
        fresh = [name for name in others if times[name] == least]
        return max(fresh, key=lambda name: (self._information(entry, name), name))

    def _is_placing(self, entry: str) -> bool:
        return self.played[entry] <= _PLACEMENT  # the check is one more

    def _must_wait(self, entry: str) -> bool:
        """Whether another version of the same person was placed less than 20 minutes ago, and it is
        this one's turn to be placed."""
        if not self._is_placing(entry) or not self.is_checked(entry):
            return False
        person, rows = self.view.person(entry), self.view.rows
        began = [
            sorted(result.ended for result in self.results[other])[1]
            for other, row in rows.items()
            if other != entry and row.person == person and len(self.results[other]) > 1
        ]
        return any(self.view.now_s - at < _BETWEEN_PLACEMENTS_S for at in began)

    def _information(self, entry: str, other: str) -> float:
        """What a game between two tells: the variance of its result times that of the difference
        of their strengths."""
        ours, theirs = self._rating(entry), self._rating(other)
        p = 1 / (1 + math.exp((theirs[0] - ours[0]) / ELO))
        return p * (1 - p) * (ours[1] ** 2 + theirs[1] ** 2)

    def _rating(self, entry: str) -> tuple[float, float]:
        """Rating and its deviation, in Elo."""
        rating = self.ratings.get(entry)
        return (rating.elo, _deviation(rating)) if rating else (0.0, _UNRATED_ELO)

    def _width(self, entry: str) -> float:
        return self._rating(entry)[1]


def _deviation(rating: Rating) -> float:
    return (rating.high - rating.low) / (2 * WIDTH)


def _is_fixed(view: View, name: str) -> bool:
    """Whether it is a built-in player under its own name."""
    return name in NAMED and name in view.rows and view.rows[name].source == name


def _names(pairing: Pairing) -> list[str]:
    return [pairing.first] if pairing.second is None else [pairing.first, pairing.second]


def _failed_check(entry: str, games: Iterable[StoredGame], view: View) -> str:
    """What a version did wrong in its games with the checker; empty if it did nothing."""
    for game in games:
        if CHECKER not in (game.first, game.second):
            continue
        _, invalid, crashed = view.faults().get((game.key, entry), (0, 0, 0))
        if invalid or crashed:
            kind = "crashed" if crashed else "made an illegal move or gave no valid answer"
            return f"{kind} in game {game.key}, its check against {CHECKER}"
    return ""


def _is_stuck(entry: str, games: Sequence[StoredGame]) -> bool:
    last = games[-_FAULTS_IN_A_ROW:]
    return len(last) == _FAULTS_IN_A_ROW and all(
        game.termination in _FAULTY and game.winner is not None and game.loser == entry
        for game in last
    )
