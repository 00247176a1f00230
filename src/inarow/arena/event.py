"""The rules of a tournament as data: what is played, in which format and under which conduct. Who
takes part is no rule: entries come and go (``entries.py``), and an event's file only lists them.

name = "Autumn cup"
course = "comp3308"          brings the game, how programs are asked, conduct and limits
format = "swiss-final"       round-robin, gauntlet, swiss, knockout, ladder
rounds = 7
finalists = 4
openings = "balanced:4"      4 moves each; or "none", or a file with a line of moves each
anchor = "level:4"           its rating is 0; without one, the mean of all is 0
seed = 1

[conduct]                    changes of the course's own
turn_ms = 500

[[entries]]
name = "alice"
source = "submissions/alice.zip"

[[entries]]
source = "level:4"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inarow._core import Game
from inarow.arena.entries import EntrySpec, bounded_name, check_entries, read_entries
from inarow.arena.pairing import FORMATS, format_from_settings
from inarow.arena.pairing.format import SETTINGS, Format
from inarow.arena.pairing.round_robin import RoundRobin
from inarow.course import Course, find_course
from inarow.errors import UserError
from inarow.game import GAMES, game_named
from inarow.players.conduct import Conduct, conduct_from_dict
from inarow.running.seats import adapter_names, find_adapter
from inarow.text import join_words, truncate
from inarow.toml_files import read_toml

UNNAMED = "arena"
"""The name of an event, and of its database, that options describe and nobody named."""
_LARGEST_SEED = 2**63 - 1
_NUMBERS: Mapping[str, tuple[int, int]] = {"games": (1, 1000), "seed": (0, _LARGEST_SEED)}


@dataclass(frozen=True)
class Event:
    """The rules of what is played. ``games`` is the number of games of a pairing, colours swapped
    from one to the next; ``options`` are those of the adapter, such as a depth; ``anchor`` is the
    entry whose rating is 0."""

    name: str
    game_name: str
    adapter: str
    conduct: Conduct
    course: Course | None = None
    format: Format = RoundRobin()  # noqa: RUF009 (a frozen value)
    games: int = 2
    openings: str = "none"
    seed: int = 0
    anchor: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, (low, high) in _NUMBERS.items():
            if not low <= getattr(self, name) <= high:
                raise UserError(f"{name} is {getattr(self, name)}, expected {low} to {high}")
        if self.openings != "none" and self.games % 2:
            raise UserError("games with openings are played in pairs: games must be even")

    @property
    def game(self) -> Game:
        """The game that is played."""
        return game_named(self.game_name)

    def as_json(self) -> dict[str, Any]:
        """What a database keeps of it, and ``event_from_dict`` reads."""
        return {
            "name": self.name,
            "game": self.game_name,
            "adapter": self.adapter,
            "conduct": self.conduct.as_json(),
            "course": self.course.word if self.course else None,
            "format": self.format.name,
            **self.format.settings(),
            "games": self.games,
            "openings": self.openings,
            "seed": self.seed,
            "anchor": self.anchor,
            "options": dict(self.options),
        }


def read_event(name: str, more: Sequence[Mapping[str, Any]] = ()) -> tuple[Event, list[EntrySpec]]:
    """The event of a TOML file and its entries, with more of them if any are given; UserError names
    the file and what is wrong with it. Sources are found from the folder of the file."""
    data = read_toml("event", name)
    try:
        if more:
            given = data.get("entries", [])
            data["entries"] = [*(given if isinstance(given, list) else [given]), *more]
        return tournament_from_dict({"name": Path(name).stem, **data}, Path(name).parent)
    except UserError as error:
        raise UserError(f"event '{name}': {error}") from None


def tournament_from_dict(
    data: Mapping[str, Any], folder: Path = Path()
) -> tuple[Event, list[EntrySpec]]:
    """The event of a table and the entries that it lists; UserError names the field and the
    rule."""
    rules = dict(data)
    items = rules.pop("entries", ())
    event = event_from_dict(rules, folder)
    entries = read_entries(items, folder)
    check_entries(entries)
    return event, entries


def event_from_dict(data: Mapping[str, Any], folder: Path = Path()) -> Event:
    """The event of a table without entries; UserError names the field and the rule."""
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
        if adapter not in adapter_names():
            find_adapter(adapter)  # says which there are
    game = words.pop("game", None) or _usual_game(course, adapter)
    rules = _table(words, "conduct")
    base = Conduct(turn_ms=1000)
    if course is not None:
        base = course.conduct
    elif adapter and not rules.keys() >= vars(base).keys():  # as of an event that is stored
        base = find_adapter(adapter).conduct
    conduct = conduct_from_dict(rules, base)
    format_name = _typed(words, "format", str, next(iter(FORMATS)))
    settings = {
        name: value for name in SETTINGS if (value := _typed(words, name, int, None)) is not None
    }
    texts = {key: _typed(words, key, str, default) for key, default in _TEXTS.items()}
    numbers = {
        key: value for key in _NUMBERS if (value := _typed(words, key, int, None)) is not None
    }
    if not isinstance(game, str):
        raise UserError(f"game is {game!r}, expected a name such as {', '.join(GAMES)}")
    game_named(game)
    options = _options(_table(words, "options"), adapter or "argv")
    if words:
        raise UserError(f"an event has no '{truncate(next(iter(words)))}'")
    return Event(
        name=bounded_name(texts.pop("name")),
        game_name=game,
        adapter=adapter or "argv",
        conduct=conduct,
        course=course,
        format=format_from_settings(format_name, settings),
        options=options,
        **texts,
        **numbers,
    )


_TEXTS = {"name": "event", "openings": "none", "anchor": ""}


def _typed(words: dict[str, Any], key: str, kind: type, default: Any) -> Any:
    """The value of a key, taken out of the table; the default where there is none."""
    value = words.pop(key, None)
    if value is None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UserError(f"{key} is {value!r}, expected {'text' if kind is str else 'a number'}")
    return value


def _usual_game(course: Course | None, adapter: str | None) -> str:
    if course is not None or adapter is None:
        return course.game if course else "connect4"
    from inarow.protocols.registry import PROTOCOLS

    return PROTOCOLS[adapter].usual_game if adapter in PROTOCOLS else "connect4"


def _options(options: Mapping[str, Any], adapter: str) -> Mapping[str, Any]:
    if not options:
        return options
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
