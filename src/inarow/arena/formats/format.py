"""A format as a value: who meets next, who stands where, and how it is described."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from inarow.arena.formats.meeting import Meeting, Played
from inarow.arena.formats.standings import TIE_BREAKS, standings


class Settings(NamedTuple):
    """What an event says of its format: the rounds (None: as many as the format needs), of how many
    meetings the best decide a match, and how many play the final."""

    rounds: int | None = None
    best_of: int = 1
    finalists: int = 4


class Format(ABC):
    """A way to pair entries, which are given in the order of their seeds."""

    name: ClassVar[str]
    """As events and records have it."""
    tie_breaks: ClassVar[tuple[str, ...]] = TIE_BREAKS
    """By what equal entries are told apart, the points first; none where a bracket ranks them."""
    needs_first: ClassVar[bool] = False
    """Whether nothing can be played without the first entry."""

    @classmethod
    @abstractmethod
    def of(cls, settings: Settings) -> Format:
        """The format that an event asks for."""

    @abstractmethod
    def meetings(self, entries: Sequence[str], played: Sequence[Played]) -> list[Meeting]:
        """The next meetings; none when all is played. ``entries`` has those that still take part,
        ``played`` all meetings that count, byes included."""

    def ranks(self, entries: Sequence[str], played: Sequence[Played]) -> dict[str, int]:
        """The rank of each entry, which it may share."""
        return {row.entry: row.rank for row in standings(entries, played)}

    def describe(self) -> str:
        """The format and what was set, in words."""
        return self.name


def rounds_words(rounds: int | None) -> str:
    """``, 3 rounds``; nothing where the format decides."""
    return f", {rounds} round{'s' if rounds > 1 else ''}" if rounds else ""
