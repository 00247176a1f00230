"""Entries of an event as they are written into its store: a program that has changed since it
played is not taken for the one that played.

    "p" played 12 games, and changed        -> refused, with what to do
    ... and a new version was asked for     -> "p (version 1)" keeps them, "p" starts anew
"""

from __future__ import annotations

from collections.abc import Sequence

from inarow.arena.entries import Entry
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.text import plural, truncate

REPLACED = "replaced by a new version"


def enter(store: Store, entries: Sequence[Entry], *, new_version: bool = False) -> list[str]:
    """Writes the entries into the store; the names that earlier versions go by now. UserError for
    one that is not what played under its name, unless it may be a new version."""
    with store.changing():
        known = dict(store.rows("SELECT name, image FROM entries"))
        changed = [
            (entry, games)
            for entry in entries
            if known.get(entry.name)
            and known[entry.name] != entry.image
            and (games := _games_of(store, entry.name))
        ]
        if changed and not new_version:
            raise UserError(_refusal(store, *changed[0], len(changed)))
        if changed and (others := store.other_runs()):
            raise UserError(
                f"another run on {others[0].host} plays the old version of"
                f" '{truncate(changed[0][0].name)}': stop it first"
            )
        old = [_retire(store, entry.name) for entry, _ in changed]
        store.set_entries((entry.name, entry.image, entry.problem) for entry in entries)
        return old


def _games_of(store: Store, name: str) -> int:
    query = "SELECT count(*) FROM games WHERE ? IN (first, second) AND state = 'done'"
    return int(store.rows(query, (name,))[0][0])


def _refusal(store: Store, entry: Entry, games: int, changed: int) -> str:
    others = f", and so did {changed - 1} more"
    why = f" ({truncate(entry.problem)})" if entry.problem else ""
    return (
        f"entry '{truncate(entry.name)}' has changed since it played {plural(games, 'game')} in"
        f" '{store.path}'{why}{others if changed > 1 else ''}: restore what played, add"
        " --new-version to enter it beside its earlier version, or name another --store"
    )


def _retire(store: Store, name: str) -> str:
    """Gives the games of an entry to an earlier version of it; those not yet played are dropped."""
    taken = {row[0] for row in store.rows("SELECT name FROM entries")}
    number = 1
    while (old := f"{name} (version {number})") in taken:
        number += 1
    store.rows(
        "UPDATE games SET state = 'dropped', owner = NULL"
        " WHERE ? IN (first, second) AND state IN ('waiting', 'leased')",
        (name,),
    )
    for table in ("games", "meetings"):
        for column in ("first", "second"):
            values = (old, name)
            store.rows(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", values)
    store.rows("UPDATE faults SET entry = ? WHERE entry = ?", (old, name))
    store.rows(
        "INSERT INTO entries SELECT ?, number, image, ? FROM entries WHERE name = ?",
        (old, REPLACED, name),
    )
    return old
