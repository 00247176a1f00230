"""A mark found anew, and what differs from its record: what went in, and what came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inarow.marking.record import Circumstances, record_test
from inarow.marking.results import SubmissionResult, number


@dataclass(frozen=True)
class Differing:
    """One thing that is not as it was."""

    what: str
    was: Any
    now: Any

    def as_json(self) -> dict[str, Any]:
        return {"what": self.what, "was": self.was, "now": self.now}


@dataclass(frozen=True)
class Again:
    """``inputs`` that differ may be why ``tests`` do."""

    name: str
    marks: Differing
    of: int | float
    inputs: tuple[Differing, ...]
    tests: tuple[Differing, ...]

    @property
    def differs(self) -> bool:
        return bool(self.inputs or self.tests) or self.marks.was != self.marks.now

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "differs": self.differs,
            "marks": {"was": self.marks.was, "now": self.marks.now, "of": self.of},
            "inputs": [each.as_json() for each in self.inputs],
            "tests": [each.as_json() for each in self.tests],
        }


def compared(
    record: Mapping[str, Any], found: SubmissionResult, now: Circumstances, class_digest: str
) -> Again:
    """A record beside what the same submission gives now. The marks are those of the tests; what
    lateness costs and what people decided is in the record and is not found anew."""
    common = now.as_json()
    inputs = [
        Differing("submission", record["submission"]["digest"], found.digest),
        Differing("suite", record["suite"]["digest"], common["suite"]["digest"]),
        Differing("secret", record["suite"]["secret"], common["suite"]["secret"]),
        Differing("class", (record["class"] or {}).get("digest", ""), class_digest),
        Differing("tier", record["tier"], common["tier"]),
        Differing("tools", record["build"].get("tools", []), found.build.get("tools", [])),
    ]
    inputs += [
        Differing(name, record["versions"].get(name, ""), version)
        for name, version in common["versions"].items()
    ]
    marks = Differing("marks", record["found"], number(found.found))
    return Again(
        f"{record['id']}",
        marks,
        number(found.of),
        tuple(each for each in inputs if each.was != each.now),
        tuple(_tests(record, found)),
    )


def _tests(record: Mapping[str, Any], found: SubmissionResult) -> list[Differing]:
    then = {test["name"]: _outcome(test) for test in record["tests"]}
    now = {test.name: _outcome(record_test(test)) for test in found.tests}
    return [
        Differing(name, then.get(name), now.get(name))
        for name in [*then, *(name for name in now if name not in then)]
        if then.get(name) != now.get(name)
    ]


def _outcome(test: Mapping[str, Any]) -> dict[str, Any]:
    return {name: test[name] for name in ("verdict", "cause", "marks", "of", "printed")}
