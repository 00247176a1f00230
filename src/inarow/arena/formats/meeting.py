"""A meeting of two entries, and what became of it: all that a format needs to know.

    entries, played so far --format--> meetings of the next round --referee--> played --> ...

A format is asked again when every meeting that it named has been played; no meetings means that the
tournament is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Meeting(NamedTuple):
    """Two entries in a round; ``first`` begins the first of their games. A bye has no second."""

    round: int
    first: str
    second: str | None
    stage: str = ""
    """What the round belongs to, such as ``final`` or ``play-off``; empty for the main part."""


class Played(NamedTuple):
    """What a meeting brought: points of its games, a win 1 and a draw a half."""

    meeting: Meeting
    first_points: float
    second_points: float


def bye_result(meeting: Meeting, games: int) -> Played:
    """A bye counts as all games won."""
    return Played(meeting, float(games), 0.0)


def last_round(played: Sequence[Played]) -> int:
    """The number of the last round that was played; 0 before the first."""
    return max((result.meeting.round for result in played), default=0)


def of_stage(played: Sequence[Played], stage: str) -> list[Played]:
    return [result for result in played if result.meeting.stage == stage]
