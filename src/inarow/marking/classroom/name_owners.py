"""Whose a downloaded file is: the readings of its name against the ids of the roster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inarow.marking.classroom.roster import Roster, Student
from inarow.marking.classroom.service_names import Reading


class Owner(NamedTuple):
    """A reading whose id is a student's."""

    reading: Reading
    student: Student


class NameOwners:
    """Finds owners in the light of all names of a download. Where user names contain ``_``, the
    other students' files show what the assignment is called, and so where the user name starts."""

    def __init__(self, roster: Roster, names: Iterable[Sequence[Reading]]) -> None:
        self._roster = roster
        self._users: dict[str, set[str]] = {}  # assignment -> file names up to the user's
        for ways in names:
            for reading in ways:
                if reading.scope and roster.find(reading.service, reading.key):
                    self._users.setdefault(reading.scope, set()).add(_head(reading))

    def possible(self, ways: Sequence[Reading]) -> Sequence[Reading]:
        """The readings that the other names leave, longest ids first."""
        likely = [way for way in ways if self._users.get(way.scope, set()) - {_head(way)}]
        return likely or ways

    def find(self, ways: Sequence[Reading]) -> list[Owner]:
        """Every student whose file this can be, once each."""
        found: dict[str, Owner] = {}
        for way in self.possible(ways):
            student = self._roster.find(way.service, way.key)
            if student is not None:
                found.setdefault(student.id, Owner(way, student))
        return list(found.values())

    def unknown(self, ways: Sequence[Reading]) -> Reading:
        """How to read a name that is nobody's in the roster."""
        likely = self.possible(ways)
        return likely[-1] if likely[0].scope else likely[0]


def _head(reading: Reading) -> str:
    return f"{reading.scope}_{reading.key}"
