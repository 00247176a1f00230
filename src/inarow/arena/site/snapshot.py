"""All that the pages say of an event at one moment, read from its store once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from inarow._core import Position
from inarow.arena.aliases import Aliases
from inarow.arena.event import UNNAMED, Event
from inarow.arena.games import PlannedGame, StoredGame
from inarow.arena.machines import MachineRow, machine_of
from inarow.arena.replay import Replay, build_replay
from inarow.arena.standings import StandingRow, Status, disqualified, status
from inarow.arena.store import Store
from inarow.game import TITLES
from inarow.players.conduct import Conduct, Penalty
from inarow.record import Record
from inarow.running.submission import shown
from inarow.text import count_word

_RATING_BASE = 1500
"""The field's average, as pages show it."""


@dataclass(frozen=True)
class RunningGame:
    """A game that is being played, as far as it is known."""

    key: str
    names: tuple[str, str]
    record: Record
    machine: str

    def last_ms(self, player: int) -> float | None:
        """What the last move of a side took."""
        times = self.record.times_ms or ()
        for number in range(len(times) - 1, -1, -1):
            took = times[number]
            if took is not None and self.record.positions[number].to_move == player:
                return took
        return None


@dataclass
class Snapshot:
    """An event as it stands. ``numbers`` gives each entry the number of its page. Logs are read
    from the store when a page needs them, so it must stay open. ``machines`` are for staff: pages
    for others have none."""

    store: Store
    event: Event
    aliases: Aliases
    status: Status
    games: Sequence[StoredGame]
    open_games: Sequence[PlannedGame]
    running: Sequence[RunningGame]
    disqualified: set[str]
    analysed: set[str]
    machines: Sequence[MachineRow] = ()

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {row.name: number for number, row in enumerate(self.store.entries(), start=1)}

    @cached_property
    def by_meeting(self) -> dict[int, list[StoredGame]]:
        found: dict[int, list[StoredGame]] = defaultdict(list)
        for game in self.games:
            found[game.pairing].append(game)
        return found

    @cached_property
    def by_entry(self) -> dict[str, list[StoredGame]]:
        found: dict[str, list[StoredGame]] = defaultdict(list)
        for game in self.games:
            found[game.first].append(game)
            found[game.second].append(game)
        return found

    @property
    def title(self) -> str:
        """The name of the event, as long as it helps; without one, what is played."""
        if self.event.name == UNNAMED:
            base = self.event.game_name.partition(":")[0]
            return f"{TITLES.get(base, base)} tournament"
        return self.aliases.replace(shown(self.event.name, 80))

    @property
    def finished(self) -> bool:
        return not self.open_games

    def rating(self, row: StandingRow) -> tuple[int, int, int]:
        """Around 1500: the rating and both ends of its interval."""
        return (
            round(row.rating) + _RATING_BASE,
            round(row.rating_low) + _RATING_BASE,
            round(row.rating_high) + _RATING_BASE,
        )

    def story(self, game: StoredGame) -> Replay | None:
        """A game turn by turn; None for one that has not been played."""
        saved = self.store.log(game.key)
        if saved is None:
            return None
        kept = self.store.verdicts(game.key)
        return build_replay(
            game, saved.log, kept, self.event.conduct, self.event.course, self.aliases
        )

    def score(self, row: StandingRow) -> int:
        """The games of an entry that count."""
        return row.wins + row.draws + row.losses


def snapshot(store: Store, names: Aliases, machines: Sequence[MachineRow] = ()) -> Snapshot:
    """What a store says now, its entries called by these names; with its machines, if they are to
    be shown."""
    event = store.event()
    games = store.games()
    waiting = store.open_games()
    return Snapshot(
        store,
        event,
        names,
        status(store),
        games,
        waiting,
        _running(store, event, names, waiting),
        disqualified(store.entries()),
        store.analysed(),
        machines,
    )


def _running(
    store: Store, event: Event, names: Aliases, waiting: Sequence[PlannedGame]
) -> list[RunningGame]:
    live_games = store.live_games()
    found = []
    for game in waiting:
        if live := live_games.get(game.key):
            record = Record(Position(event.game), live.moves, times_ms=live.times_ms)
            pair = (names.name(game.first), names.name(game.second))
            machine = machine_of(live.where)
            found.append(RunningGame(game.key, pair, record, machine))
    return found


def rules_summary(event: Event) -> str:
    """How the event is played, in words: the course, the time, what a fault costs."""
    conduct: Conduct = event.conduct
    clock = " of CPU" if conduct.clock.name == "CPU" else ""
    words = [event.course.name.upper()] if event.course else [event.game_name]
    if conduct.turn_ms < float("inf"):
        words.append(f"{_seconds(conduct.turn_ms)}{clock} a move")
    if conduct.time_ms < float("inf"):
        words.append(f"{_seconds(conduct.time_ms)}{clock} a side")
        if conduct.increment_ms:
            words.append(f"{_seconds(conduct.increment_ms)} back a move")
    costs = {
        Penalty.PASS: "a late move is forfeited",
        Penalty.LOSE: "late loses the game",
        Penalty.DISQUALIFY: "late is disqualified",
        Penalty.ASK_AGAIN: "a late side is asked again",
    }
    words.append(costs[conduct.late])
    return ", ".join(words)


def format_words(event: Event) -> str:
    """The format in words."""
    each = f"{count_word(event.games)} games a meeting, colours swapped"
    opening = "" if event.openings == "none" else ", each opening by both sides"
    return f"{event.format.describe()}, {each}{opening}"


def _seconds(ms: float) -> str:
    return f"{ms / 1000:g} s" if ms >= 100 else f"{ms:g} ms"
