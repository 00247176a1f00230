"""A class as data: class.toml, and the CSV files that it names beside it.

name = "COMP3308 assignment 1"
due = 2021-04-16T23:59:00            in the time zone, unless it has an offset of its own
time_zone = "Australia/Sydney"
roster = "roster.csv"
extensions = "extensions.csv"        id,due,reason; may be left out, as may all that follows
submissions = "submissions.csv"      path,id,submitted_at
adjust = "adjust.csv"                id,item,marks,comment,by
policy = "last"                      or last-on-time, best
late = { rate = 5, of = "earned", days = 3 }     or a name: comp3308, aps105, zero, none
late_for = { tournament = "zero" }               groups of tests with a rule of their own
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from inarow.course import find_late_rule, late_rule_names
from inarow.errors import UserError
from inarow.files import read_input
from inarow.late import LateRule, late_rule_of
from inarow.marking.grading.dates import localise, parse_time, time_zone
from inarow.marking.grading.overrides import Override, read_overrides
from inarow.marking.grading.roster import Roster, Service, Student, read_roster
from inarow.marking.grading.tables import MOST_BYTES, read_rows
from inarow.text import truncate
from inarow.toml_files import toml_tables

_FIELDS = (
    "name", "due", "time_zone", "roster", "extensions", "submissions", "adjust", "policy", "late",
    "late_for",
)  # fmt: skip
_TABLES = ("roster", "extensions", "submissions", "adjust")


class Policy(Enum):
    """Which of several submissions counts."""

    LAST = "last"
    LAST_ON_TIME = "last-on-time"
    BEST = "best"


@dataclass(frozen=True)
class Extension:
    due: datetime
    reason: str


@dataclass(frozen=True)
class ClassRules:
    """A class: ``due`` carries its time zone; ``late_for`` has the groups of tests with a late rule
    of their own; ``submissions`` is a table of what was handed in,
    empty if folders tell; ``findings`` are lines of its files that fit nobody; ``files`` are the
    tables that it names; ``digest`` is the hash of the file and of all of them."""

    name: str
    due: datetime
    roster: Roster
    late: LateRule
    policy: Policy = Policy.LAST
    extensions: Mapping[str, Extension] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()
    submissions: str = ""
    late_for: Mapping[str, LateRule] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    files: tuple[tuple[str, Path], ...] = ()
    digest: str = ""

    def due_for(self, student: Student) -> datetime:
        found = self.extensions.get(student.id)
        return found.due if found else self.due


def read_class(name: str) -> ClassRules:
    """The class of a TOML file; UserError names the file and the rule."""
    source = read_input("class", name)
    data = toml_tables("class", name, source, decimals=True)
    try:
        rules = _class_from(data, Path(name).parent)
        folder = Path(name).parent
        named = [(table, folder / data[table]) for table in _TABLES if data.get(table)]
        files = tuple((f"the {table} of the class", path) for table, path in named)
        return replace(rules, files=files, digest=_digest(source, named))
    except UserError as error:
        raise UserError(f"class '{name}': {error}") from None


def _digest(source: bytes, tables: Iterable[tuple[str, Path]]) -> str:
    summed = hashlib.sha256(source)
    for table, path in tables:
        data = read_input(table, str(path), MOST_BYTES)
        summed.update(hashlib.sha256(data).digest())
    return summed.hexdigest()


def _class_from(data: Mapping[str, Any], folder: Path) -> ClassRules:
    for key in data:
        if key not in _FIELDS:
            raise UserError(f"no field '{truncate(key)}': expected {', '.join(_FIELDS)}")
    zone = time_zone(_text(data, "time_zone"))
    due = data.get("due")
    if isinstance(due, str):
        due = parse_time(due, zone, latest=True)
    if not isinstance(due, datetime):
        raise UserError("due must be a date with a time, such as 2021-04-16T23:59:00")
    roster = read_roster(str(folder / _text(data, "roster")))
    findings: list[str] = []
    extensions: dict[str, Extension] = {}
    if file := _text(data, "extensions", ""):
        for row in read_rows("extensions", str(folder / file), ["id", "due", "reason"]):
            student = roster.find(Service.TABLE, row["id"])
            if student is None:
                findings.append(f"{row.place}: '{truncate(row['id'])}' is not in the roster")
                continue
            if student.id in extensions:
                raise UserError(f"{row.place} is a second extension of '{student.id}'")
            try:
                until = parse_time(row["due"], zone, latest=True)
            except UserError as error:
                raise UserError(f"{row.place}: {error}") from None
            extensions[student.id] = Extension(until, row["reason"])
    overrides: tuple[Override, ...] = ()
    if file := _text(data, "adjust", ""):
        overrides = read_overrides(str(folder / file))
    table = _text(data, "submissions", "")
    return ClassRules(
        name=_text(data, "name"),
        due=localise(due, zone, latest=True),
        roster=roster,
        late=_late(data.get("late")),
        policy=_policy(_text(data, "policy", Policy.LAST.value)),
        extensions=extensions,
        overrides=overrides,
        submissions=str(folder / table) if table else "",
        late_for=_late_for(data.get("late_for", {})),
        findings=tuple(findings),
    )


def _late_forms() -> str:
    return f"a table, or one of {late_rule_names()}"


def _late(data: object) -> LateRule:
    if data is None:
        raise UserError(f"late must say what lateness costs: {_late_forms()}")
    if isinstance(data, str):
        try:
            return find_late_rule(data)
        except UserError:
            raise UserError(f"late is '{truncate(data)}', expected {_late_forms()}") from None
    if not isinstance(data, Mapping):
        raise UserError(f"late is {truncate(repr(data))}, expected {_late_forms()}")
    return late_rule_of(data)


def _late_for(data: object) -> dict[str, LateRule]:
    if not isinstance(data, Mapping):
        raise UserError(f"late_for is {truncate(repr(data))}, expected a table of groups")
    return {str(group): _late(rule) for group, rule in data.items()}


def _policy(word: str) -> Policy:
    for policy in Policy:
        if policy.value == word:
            return policy
    raise UserError(
        f"policy is '{truncate(word)}', expected one of {', '.join(p.value for p in Policy)}"
    )


def _text(data: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = data.get(name, default)
    if value is None:
        raise UserError(f"{name} is missing")
    if not isinstance(value, str):
        raise UserError(f"{name} is {truncate(repr(value))}, expected text")
    return value
