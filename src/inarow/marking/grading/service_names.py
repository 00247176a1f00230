"""Names that an LMS gives to downloaded files, and every way to read one.

Canvas      doejane_LATE_1234_567890_program.zip                  id and upload number, no time;
            anon_x9Ab1_567890_program.zip                         where marking is anonymous
Moodle      Jane Doe_1234_assignsubmission_file_/program.zip      the participant's id, no time;
            Jane Doe_1234_assignsubmission_file_program.zip       in directories or without
Blackboard  Lab 7_jdoe1_attempt_2021-04-18-16-20-05_program.zip   user name and time

Names of people, assignments and files may contain the separators too, so a name can have several
readings: ``Lab 7_j_doe_attempt_...`` is of j_doe, or of doe in an assignment "Lab 7_j".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inarow.marking.grading.roster import Roster, Service, Student

_MOODLE = re.compile(r"_(?P<id>\d+)_assignsubmission_file(?=_|$)")
_BLACKBOARD = re.compile(
    r"(?P<head>.+?_.+?)_attempt_(?P<at>\d{4}(?:-\d\d){5})(?:_(?P<name>.+)|\.txt)", re.S
)
_CANVAS = re.compile(r"_(?P<id>\d+)(?=_(?P<upload>\d+)_(?P<name>.+))", re.S)
_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?anon_(?P<late_too>LATE_)?(?P<id>[0-9A-Za-z]+)_(?P<upload>\d+)_(?P<name>.+)",
    re.S,
)


class Reading(NamedTuple):
    """One way to read a name. ``key`` is the id at the service, ``label`` how the service calls
    the submission, ``name`` the file's first name: empty for a directory, and for Blackboard's
    note on an attempt. ``scope`` is Blackboard's assignment, ``upload`` Canvas's number."""

    service: Service
    key: str
    label: str
    name: str
    scope: str = ""
    at: str = ""
    upload: int = 0
    late: bool = False


def readings(name: str) -> tuple[Reading, ...]:
    """All readings of a name, the likeliest first; none if no service writes such names."""
    return _moodle(name) or _blackboard(name) or _anonymous(name) or _canvas(name)


def _moodle(name: str) -> tuple[Reading, ...]:
    return tuple(
        Reading(Service.MOODLE, match["id"], name[: match.end()], name[match.end() + 1 :])
        for match in _MOODLE.finditer(name)
        if match.start()
    )


def _blackboard(name: str) -> tuple[Reading, ...]:
    match = _BLACKBOARD.fullmatch(name)
    if match is None:
        return ()
    head, label = match["head"], f"{match['head']}_attempt_{match['at']}"
    cuts = [at for at in range(1, len(head) - 1) if head[at] == "_"]
    return tuple(
        Reading(
            Service.BLACKBOARD, head[at + 1 :], label, match["name"] or "", head[:at], match["at"]
        )
        for at in cuts
    )


def _anonymous(name: str) -> tuple[Reading, ...]:
    match = _ANONYMOUS.fullmatch(name)
    if match is None:
        return ()
    late = bool(match["late"] or match["late_too"])
    return (_of_canvas(match, late=late),)


def _canvas(name: str) -> tuple[Reading, ...]:
    return tuple(
        _of_canvas(match, late=name[: match.start()].endswith("_LATE"))
        for match in _CANVAS.finditer(name)
        if match.start()
    )


def _of_canvas(match: re.Match[str], *, late: bool) -> Reading:
    label = match.string[: match.start("name") - 1]
    upload = int(match["upload"][:18])
    return Reading(Service.CANVAS, match["id"], label, match["name"], upload=upload, late=late)


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
