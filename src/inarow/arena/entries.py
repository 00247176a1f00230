"""Who takes part in an event: what was named, and the row that the database has of it.

    EntrySpec --entered--> ENTERED --built--> PLAYING --> PAUSED, WITHDRAWN, REPLACED, DISQUALIFIED
                              `--> REFUSED: late, or it cannot be built

A program that has changed since it played is another version: a row of its own for the same person.
The newest version has the person's name, an earlier one is ``p (version 1)``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from inarow.errors import UserError
from inarow.files import is_there
from inarow.players.named import NAMED
from inarow.text import truncate

_MOST_ENTRIES = 100_000
_LONGEST_NAME = 200


class EntryState(Enum):
    """What an entry does in its event; the value is the word in the database."""

    ENTERED = "entered"
    PLAYING = "playing"
    REFUSED = "refused"
    PAUSED = "paused"
    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"
    DISQUALIFIED = "disqualified"


REPLACED = "replaced by a new version"
UNDECIDED = frozenset((EntryState.ENTERED, EntryState.PLAYING, EntryState.REFUSED))
"""What each build of an entry decides anew; the other states stay."""


@dataclass(frozen=True)
class EntrySpec:
    """An entry as named: a file, a folder, a zip, a command, or a built-in player."""

    name: str
    source: str
    id: str = ""
    """By which marks are joined; the name unless given."""
    refused: str = ""
    """Why it may not play, if it may not: it is late, for one."""


class EntryRow(NamedTuple):
    """An entry in the database. ``person`` is the same for all versions of an entry, ``image`` the
    hash of what was built, ``since`` the Unix time at which it was entered."""

    number: int
    name: str
    person: str
    version: int
    source: str
    id: str
    state: EntryState
    reason: str
    image: str
    since: float

    @property
    def playing(self) -> bool:
        return self.state is EntryState.PLAYING

    @property
    def is_newest(self) -> bool:
        """Whether it is the newest version of an entry, which has the name of the person."""
        return self.name == self.person

    @property
    def problem(self) -> str:
        """Why it does not play; empty if it does, or is not built yet."""
        if self.state in (EntryState.PLAYING, EntryState.ENTERED):
            return ""
        return self.reason or self.state.value


def read_entries(items: object, folder: Path = Path()) -> list[EntrySpec]:
    """The entries of an event's table, their sources found from the folder; UserError names the
    entry and the rule."""
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise UserError("entries must be a list")
    return [_read_entry(item, folder) for item in items]


def check_entries(entries: Sequence[EntrySpec]) -> None:
    """UserError unless these can play an event together: each is something, and none twice."""
    if not 2 <= len(entries) <= _MOST_ENTRIES:
        raise UserError(f"an event has 2 to {_MOST_ENTRIES} entries, not {len(entries)}")
    seen: set[str] = set()
    for entry in entries:
        if entry.name in seen:
            raise UserError(f"entry '{truncate(entry.name)}' is listed twice")
        seen.add(entry.name)


def check_sources(entries: Iterable[EntrySpec]) -> None:
    """UserError for an entry that is nothing at all."""
    from inarow.running.command_line import split_command
    from inarow.running.seats.functions import split_function

    for entry in entries:
        known = entry.refused or entry.source in NAMED or is_there(entry.source)
        known = known or split_function(entry.source) is not None
        if not known and split_command(entry.source) is None:
            raise unknown_source(entry)


def unknown_source(entry: EntrySpec) -> UserError:
    return UserError(
        f"entry '{truncate(entry.source)}' is neither a file, a folder, a function such as"
        " agent.py:my_agent, a command that can be run, nor a player such as level:4"
    )


def _read_entry(item: object, folder: Path) -> EntrySpec:
    if isinstance(item, str):
        item = {"source": item}
    source = item.get("source") if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping) or not isinstance(source, str) or not source:
        raise UserError("each entry needs a source: a file, a folder, a zip, a command or a player")
    if extra := set(item) - {"name", "source", "id", "refused"}:
        raise UserError(f"an entry has no '{truncate(sorted(extra)[0])}'")
    if is_there(folder / source):
        source = str(folder / source)
    elif ":" in source and source not in NAMED:
        from inarow.running.seats.functions import split_function

        source = ":".join(split_function(source, folder) or (source,))
    name = item.get("name") or Path(source).stem or source
    if not isinstance(name, str):
        raise UserError(f"an entry's name is {name!r}, expected text")
    words = {key: item.get(key, "") for key in ("id", "refused")}
    for key, word in words.items():
        if not isinstance(word, str):
            raise UserError(f"an entry's {key} is {word!r}, expected text")
    return EntrySpec(bounded_name(name), source, **words)


def bounded_name(name: str) -> str:
    """A name that any file and table can hold: not too long, and different from all others."""
    clean = name.encode("utf-8", "backslashreplace").decode()
    if len(clean) <= _LONGEST_NAME:
        return clean
    digest = hashlib.sha256(clean.encode()).hexdigest()[:8]
    return f"{clean[: _LONGEST_NAME - 12]}... {digest}"
