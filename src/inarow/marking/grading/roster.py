"""Who is in a class, and by which ids the services know them.

id,name,email,canvas,moodle,blackboard,gradescope     all but id may be left out
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from inarow.errors import UserError
from inarow.marking.grading.tables import read_rows
from inarow.text import truncate


class Service(Enum):
    """Where submissions are downloaded from; the value is its column in a roster."""

    CANVAS = "canvas"
    MOODLE = "moodle"
    BLACKBOARD = "blackboard"
    GRADESCOPE = "gradescope"
    TABLE = "own"  # a table of ours, with the ids of the roster


@dataclass(frozen=True)
class Student:
    """``known_as`` has the ids of services that are not the same as the student's own."""

    id: str
    name: str = ""
    email: str = ""
    known_as: dict[Service, str] = field(default_factory=dict)

    def id_at(self, service: Service) -> str:
        return self.known_as.get(service, self.id)

    @property
    def shown(self) -> str:
        """As messages name the student."""
        own = truncate(self.id)
        return f"{truncate(self.name)} ({own})" if self.name else own


class Roster:
    """The students of a class in their order, found by id; letters of either case are the same, and
    so are accents however they are composed. Canvas and Moodle number their users: once a roster
    has such numbers, a student without one is not found there by another id."""

    def __init__(self, students: Iterable[Student]) -> None:
        self._students = list(students)
        self._found: dict[tuple[Service, str], Student] = {}
        numbered = {
            service
            for service in (Service.CANVAS, Service.MOODLE)
            if any(service in student.known_as for student in self._students)
        }
        for student in self._students:
            for service in reversed(Service):
                if service in numbered and service not in student.known_as:
                    continue
                known = _plain(student.id_at(service))
                other = self._found.setdefault((service, known), student)
                if other is not student:
                    raise UserError(
                        f"two students have '{truncate(known)}' as their {service.value} id"
                    )

    def __iter__(self) -> Iterator[Student]:
        return iter(self._students)

    def __len__(self) -> int:
        return len(self._students)

    def find(self, service: Service, key: str) -> Student | None:
        """The student with this id at a service."""
        return self._found.get((service, _plain(key)))

    def by_email(self, email: str) -> Student | None:
        found = [s for s in self._students if s.email and _plain(s.email) == _plain(email)]
        return found[0] if len(found) == 1 else None


def _plain(key: str) -> str:
    return unicodedata.normalize("NFC", key.strip().casefold())


def read_roster(name: str) -> Roster:
    """The roster of a CSV file."""
    students = []
    for row in read_rows("roster", name, ["id"]):
        if not row["id"]:
            raise UserError(f"{row.place} has no id")
        known: dict[Service, str] = {
            service: row[service.value]
            for service in Service
            if service is not Service.TABLE and row[service.value]
        }
        students.append(Student(row["id"], row["name"], row["email"], known))
    if not students:
        raise UserError(f"roster '{name}' has no students")
    try:
        return Roster(students)
    except UserError as error:
        raise UserError(f"roster '{name}': {error}") from None
