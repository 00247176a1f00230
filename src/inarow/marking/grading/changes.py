"""Marks that are not what they were the last time: after a test was mended, voided or decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from inarow.marking.results import json_number


class MarkSnapshot(NamedTuple):
    """What somebody has now: ``who`` is an id, or a submission's name; ``tests`` what each gave."""

    who: str
    marks: Decimal
    tests: Mapping[str, Decimal]


class MarkChange(NamedTuple):
    """Somebody whose marks changed, with what each test gave before and gives now."""

    who: str
    was: Decimal
    now: Decimal
    tests_were: Mapping[str, Decimal]
    tests_are: Mapping[str, Decimal]

    def tests(self) -> list[tuple[str, Decimal | None, Decimal | None]]:
        """The tests that give something else now; None where there was or is no such test."""
        names = [
            *self.tests_were,
            *(name for name in self.tests_are if name not in self.tests_were),
        ]
        found = [(name, self.tests_were.get(name), self.tests_are.get(name)) for name in names]
        return [row for row in found if row[1] != row[2]]

    def sentence(self) -> str:
        """``s004: 7, was 6.5 (sample 0.5, was 0)``."""
        why = ", ".join(
            f"{name} {_shown(now)}, was {_shown(was)}" for name, was, now in self.tests()
        )
        line = f"{self.who}: {json_number(self.now)}, was {json_number(self.was)}"
        return f"{line} ({why})" if why else line

    def as_json(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "was": json_number(self.was),
            "now": json_number(self.now),
            "tests": [
                {"name": name, "was": json_number(was), "now": json_number(now)}
                for name, was, now in self.tests()
            ],
        }


def changed_marks(
    before: Iterable[MarkSnapshot], after: Iterable[MarkSnapshot]
) -> list[MarkChange]:
    """Whose marks differ, of those who had some before."""
    was = {one.who: one for one in before}
    return [
        MarkChange(one.who, was[one.who].marks, one.marks, was[one.who].tests, one.tests)
        for one in after
        if one.who in was and was[one.who].marks != one.marks
    ]


def _shown(marks: Decimal | None) -> str:
    return "not there" if marks is None else str(json_number(marks))
