"""A tournament as data: what is played, by whom, in which format and under which terms.

name = "Autumn cup"
course = "comp3308"          brings the game, how programs are asked, conduct and limits
format = "swiss-final"       round-robin, gauntlet, swiss, knockout
rounds = 7
finalists = 4
openings = "balanced:4"      4 moves each; or "none", or a file with a line of moves each
seed = 1

[conduct]                    changes of the course's own
turn_ms = 500

[[entries]]
name = "alice"
source = "handed-in/alice.zip"

[[entries]]
source = "level:4"
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from inarow._core import Game
from inarow.arena.pairing import FORMATS
from inarow.arena.pairing.format import Format, Settings
from inarow.course import Course, find_course
from inarow.errors import UserError
from inarow.files import is_there
from inarow.game import GAMES, game_named
from inarow.players.conduct import Conduct, conduct_from_dict
from inarow.protocols.registry import PROTOCOLS
from inarow.running.seats import adapter_names, find_adapter
from inarow.running.seats.functions import split_function
from inarow.text import join_words, truncate
from inarow.toml_files import read_toml

UNNAMED = "arena"
"""The name of an event, and of its database, that options describe and nobody named."""
_MOST_ENTRIES = 100_000
_LONGEST_NAME = 200
_LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class EntrySpec:
    """Who takes part: a file, a folder, a zip, a command, or a player of ours by name."""

    name: str
    source: str
    id: str = ""
    """By which marks are joined; the name unless given."""
    refused: str = ""
    """Why it may not play, if it may not: it is late, for one."""


@dataclass(frozen=True)
class Event:
    """All that decides what is played. ``games`` is the number of games of a meeting, colours
    swapped from one to the next; ``options`` are those of the adapter, such as a depth."""

    name: str
    game_name: str
    adapter: str
    conduct: Conduct
    entries: tuple[EntrySpec, ...]
    course: Course | None = None
    format: str = "round-robin"
    games: int = 2
    rounds: int | None = None
    best_of: int = 1
    finalists: int = 4
    openings: str = "none"
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UserError(
                f"format '{truncate(self.format)}' is not known: expected {', '.join(FORMATS)}"
            )
        for name, low, high in (
            ("games", 1, 1000),
            ("best_of", 1, 99),
            ("finalists", 2, 1000),
            ("seed", 0, _LARGEST_SEED),
        ):
            if not low <= getattr(self, name) <= high:
                raise UserError(f"{name} is {getattr(self, name)}, expected {low} to {high}")
        if self.rounds is not None and not 1 <= self.rounds <= 1000:
            raise UserError(f"rounds is {self.rounds}, expected 1 to 1000")
        if self.openings != "none" and self.games % 2:
            raise UserError("games with openings are played in pairs: games must be even")
        if not 2 <= len(self.entries) <= _MOST_ENTRIES:
            raise UserError(f"an event has 2 to {_MOST_ENTRIES} entries, not {len(self.entries)}")
        seen: set[str] = set()
        for entry in self.entries:
            if entry.name in seen:
                raise UserError(f"entry '{truncate(entry.name)}' is listed twice")
            seen.add(entry.name)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_named(self.game_name)

    @property
    def pairing(self) -> Format:
        """The format that names the meetings."""
        return FORMATS[self.format].of(Settings(self.rounds, self.best_of, self.finalists))

    def as_json(self) -> dict[str, Any]:
        """What a store keeps of it, and ``event_from_dict`` reads."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        data["game"] = data.pop("game_name")
        data["entries"] = [asdict(entry) for entry in self.entries]
        data["course"] = self.course.word if self.course else None
        data["conduct"] = self.conduct.as_json()
        data["options"] = dict(self.options)
        return data


def read_event(name: str, more: Sequence[Mapping[str, Any]] = ()) -> Event:
    """The event of a TOML file, with more entries if any are given; UserError names the file and
    what is wrong with it. Sources are found from the folder of the file."""
    data = read_toml("event", name)
    try:
        if more:
            join_words = data.get("entries", [])
            data["entries"] = [
                *(join_words if isinstance(join_words, list) else [join_words]),
                *more,
            ]
        return event_from_dict({"name": Path(name).stem, **data}, Path(name).parent)
    except UserError as error:
        raise UserError(f"event '{name}': {error}") from None


def event_from_dict(data: Mapping[str, Any], folder: Path = Path()) -> Event:
    """The event of a table; UserError names the field and the rule."""
    words = dict(data)
    course = words.pop("course", None)
    if course is not None:
        if not isinstance(course, str):
            raise UserError(f"course is {truncate(repr(course))}, expected its name")
        course = find_course(course, folder)
    adapter = words.pop("adapter", course.seat if course else None)
    if adapter is not None:
        if not isinstance(adapter, str):
            raise UserError(f"adapter is {truncate(repr(adapter))}, expected its name")
        find_adapter(adapter)
    game = words.pop("game", None) or _usual_game(course, adapter)
    if course is not None:
        base = course.conduct
    else:
        base = find_adapter(adapter).conduct if adapter else Conduct(turn_ms=1000)
    conduct = conduct_from_dict(_table(words, "conduct"), base)
    entries = words.pop("entries", ())
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        raise UserError("entries must be a list")
    kinds = {
        "name": str,
        "format": str,
        "games": int,
        "rounds": int,
        "best_of": int,
        "finalists": int,
        "openings": str,
        "seed": int,
    }
    known: dict[str, Any] = {}
    for key, kind in kinds.items():
        value = words.pop(key, None)
        if value is None:
            continue
        if not isinstance(value, kind) or isinstance(value, bool):
            raise UserError(f"{key} is {value!r}, expected {'text' if kind is str else 'a number'}")
        known[key] = value
    if not isinstance(game, str):
        raise UserError(f"game is {game!r}, expected a name such as {', '.join(GAMES)}")
    game_named(game)
    options = _options(_table(words, "options"), adapter or "argv")
    if words:
        raise UserError(f"an event has no '{truncate(next(iter(words)))}'")
    return Event(
        game_name=game,
        adapter=adapter or "argv",
        conduct=conduct,
        entries=tuple(_entry(item, folder) for item in entries),
        course=course,
        options=options,
        **{**known, "name": _bounded(known.get("name", "event"))},
    )


def _usual_game(course: Course | None, adapter: str | None) -> str:
    if course is not None:
        return course.game
    return PROTOCOLS[adapter].usual_game if adapter in PROTOCOLS else "connect4"


def _options(options: Mapping[str, Any], adapter: str) -> Mapping[str, Any]:
    taken = find_adapter(adapter).options
    for name in options:
        if name not in taken:
            others = [each for each in adapter_names() if name in find_adapter(each).options]
            rule = f"it applies to {join_words(others)}" if others else "there is no such option"
            raise UserError(f"adapter '{adapter}' has no option '{truncate(name)}': {rule}")
    return options


def _table(words: dict[str, Any], name: str) -> Mapping[str, Any]:
    table = words.pop(name, {})
    if not isinstance(table, Mapping):
        raise UserError(f"{name} must be a table")
    return table


def _entry(item: object, folder: Path) -> EntrySpec:
    if isinstance(item, str):
        item = {"source": item}
    source = item.get("source") if isinstance(item, Mapping) else None
    if not isinstance(item, Mapping) or not isinstance(source, str) or not source:
        raise UserError("each entry needs a source: a file, a folder, a zip, a command or a player")
    if extra := set(item) - {"name", "source", "id", "refused"}:
        raise UserError(f"an entry has no '{truncate(sorted(extra)[0])}'")
    if is_there(folder / source):
        source = str(folder / source)
    elif function := split_function(source, folder):
        source = ":".join(function)
    name = item.get("name") or Path(source).stem or source
    if not isinstance(name, str):
        raise UserError(f"an entry's name is {name!r}, expected text")
    words = {key: item.get(key, "") for key in ("id", "refused")}
    for key, word in words.items():
        if not isinstance(word, str):
            raise UserError(f"an entry's {key} is {word!r}, expected text")
    return EntrySpec(_bounded(name), source, **words)


def _bounded(name: str) -> str:
    """A name that any file and table can hold: no longer than it helps, and still its own."""
    clean = name.encode("utf-8", "backslashreplace").decode()
    if len(clean) <= _LONGEST_NAME:
        return clean
    mark = hashlib.sha256(clean.encode()).hexdigest()[:8]
    return f"{clean[: _LONGEST_NAME - 12]}... {mark}"
