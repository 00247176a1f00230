"""A tournament in a store that was played on two machines: on one of them programs are late."""

from __future__ import annotations

from pathlib import Path

from inarow.arena.pairing.format import Pairing
from inarow.arena.store import Store
from small_event import new_store, played, write_game

QUICK, SLOW = "node-<quick> 0a1b", "node-slow 2c3d"
GAMES = 16


def two_machines(path: Path) -> Store:
    """All games played but the last two: 8 on the one that is quick, 6 and a void play on the one
    that is slow, where the side that answers is late twice in every game."""
    entries = [{"name": name, "source": "random"} for name in ("ann", "bob")]
    data = {"course": "comp3308", "games": GAMES, "entries": entries}
    store = new_store(path / "cup.db", data)
    store.plan(Pairing(1, "ann", "bob"), [""] * GAMES)
    store.void("1.3", 1, "the worker died", None, f"{SLOW}, worker 1")
    for number in range(GAMES - 2):
        end_game(store, number)
    return store


def end_game(store: Store, number: int) -> None:
    """Plays a game by its number from 0; both of an opening are on one machine."""
    slow = number // 2 % 2
    log = played(store.event(), "3333", "LL0" if slow else "012")
    first, second = ("bob", "ann") if number % 2 else ("ann", "bob")
    where = f"{(QUICK, SLOW)[slow]}, worker {number % 2 + 1}"
    write_game(store, f"1.{number + 1}", first, second, log, where)
