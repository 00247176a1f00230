"""A small tournament in a store, played by seats that do what they are told: no program is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from inarow import Position
from inarow.arena.entries import EntryState
from inarow.arena.event import Event, tournament_from_dict
from inarow.arena.games import FinishedGame
from inarow.arena.pairing.format import Pairing
from inarow.arena.store import Store
from inarow.players.seat import Answer, Effort, ForfeitError, Invalid, Terms
from inarow.record import Record, Termination
from inarow.referee.game_log import GameLog
from inarow.referee.referee import play_game

LATE = ForfeitError(
    Termination.TIME, "did not answer in 1 000 ms", 1000, effort=Effort(1000.0, 900.0, 1.0)
)
CHATTY = ForfeitError(
    Termination.ILLEGAL_MOVE,
    "printed 2 lines",
    5,
    invalid=Invalid.EXTRA_OUTPUT,
    raw=b"3\n<script>alert(1)</script> I am ann-c1234567\n",
    effort=Effort(5.0, 4.0, 0.0),
)
CRASH = ForfeitError(Termination.CRASH, "ended with status 7", 3, effort=Effort(3.0, 2.0, 0.0))
FAULTS: Mapping[str, ForfeitError] = {"L": LATE, "I": CHATTY, "C": CRASH}

ANN, BOB, CAROL, OURS = "ann-c1234567", "<b>bob</b>\x1b[31m", "carol", "level:4"
GAMES = (
    # who begins, who answers, what each does: columns from 0, L late, I invalid, C crashed
    (ANN, BOB, "3333", "L012"),
    (BOB, ANN, "0000", "123"),
    (CAROL, ANN, "IIII", "3333"),
    (ANN, CAROL, "4444", "0CC1"),
    (CAROL, OURS, "4446", "0000"),
    (OURS, CAROL, "0000", "123"),
)


class ScriptedSeat:
    """Plays what its script says."""

    def __init__(self, name: str, script: str) -> None:
        self.name = name
        self._script = iter(script)

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        return ""

    def begin(self, terms: Terms, side: int) -> None:
        return

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        word = next(self._script)
        if word in FAULTS:
            raise FAULTS[word]
        return Answer((int(word),), 20.0, effort=Effort(20.0 + int(word), 15.0, 0.1))

    def end(self, *, answers: bool) -> None:
        return


def new_store(path: Path, data: Mapping[str, Any]) -> Store:
    """A new store of an event whose entries all play; none of them is built."""
    event, specs = tournament_from_dict(data)
    store = Store(path)
    store.create(event, specs)
    for spec in specs:
        store.set_state(spec.name, EntryState.PLAYING)
    return store


def small_event(path: Path, **changes: Any) -> Store:
    """The store of such an event, all games played. Names in it are nobody's friends."""
    entries = [{"name": name, "source": "random"} for name in (ANN, BOB, CAROL)]
    entries.append({"name": OURS, "source": OURS})
    store = new_store(
        path / "cup.db",
        {"name": "Cup <i>of</i> autumn", "course": "comp3308", "entries": entries, **changes},
    )
    event = store.event()
    for number in range(0, len(GAMES), 2):
        first, second, *_ = GAMES[number]
        store.plan(Pairing(1, first, second), ["", ""])
    for place, (first, second, one, other) in enumerate(GAMES):
        log = played(event, one, other)
        write_game(store, f"{place // 2 + 1}.{place % 2 + 1}", first, second, log)
    return store


def played(event: Event, one: str, other: str) -> GameLog:
    """A game in which each side does what its script says."""
    seats = [ScriptedSeat("one", one), ScriptedSeat("other", other)]
    return play_game(Position(event.game), seats, event.conduct)


def write_game(
    store: Store, key: str, first: str, second: str, log: GameLog, where: str = ""
) -> None:
    """Writes a game and its faults into a store, and where it was played, if that is known."""
    log = GameLog(log.record.with_players(first, second), log.turns)
    assert store.finish(FinishedGame.from_log(key, 1, log, {}), where)
