"""The record of a mark: everything that decided it, so that it can be defended and found anew.

It has the hashes of what was handed in, of the suite and of the class, the versions of the tools,
the sandbox's tier and the seed. Of tests that are not for everybody it says what came of them, and
neither what they ask nor what was printed; of the secret it has a fingerprint.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path
from typing import Any

import inarow
from inarow.course import Course
from inarow.errors import UserError
from inarow.files import read_input
from inarow.marking.causes import Observation, diagnosis_of
from inarow.marking.classroom.grade import Graded
from inarow.marking.record_shape import require_shape
from inarow.marking.results import SubmissionResult, TestResult, number
from inarow.marking.suite import Suite, Visibility
from inarow.marking.task import PATIENCE
from inarow.running.outcome import RunVerdict
from inarow.words import shortened

FORMAT = "inarow mark record 1"
_MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class Circumstances:
    """Under which the submissions of one call were marked. ``given`` is the suite's name or file;
    ``suite`` has all its tests; ``class_file`` is empty without a class."""

    given: str
    suite: Suite
    secret: bytes | None = None
    class_name: str = ""
    class_file: str = ""
    class_digest: str = ""
    lenient: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    tier: int | None = None
    patience: int = PATIENCE

    def as_json(self) -> dict[str, Any]:
        """What all records of the call have in common."""
        held = {"name": self.class_name, "file": self.class_file, "digest": self.class_digest}
        return {
            "suite": {
                "name": self.suite.name,
                "given": self.given,
                "digest": suite_digest(self.suite),
                "secret": None if self.secret is None else fingerprint(self.secret),
            },
            "class": held if self.class_file else None,
            "seed": self.suite.seed,
            "tier": self.tier,
            "versions": {
                "inarow": inarow.__version__,
                "python": platform.python_version(),
                "system": f"{platform.system()} {platform.release()} {platform.machine()}",
            },
            "lenient": list(self.lenient),
            "void": list(self.void),
            "patience": self.patience,
        }


def suite_digest(suite: Suite) -> str:
    """The hash of all that a suite says, hidden tests included."""
    return _digest(_said(suite))


def fingerprint(secret: bytes) -> str:
    """Tells one secret from another, and nothing else about it."""
    return hashlib.sha256(b"fingerprint of a secret of inarow " + secret).hexdigest()[:16]


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def _said(value: object) -> Any:
    """A value as JSON; of a dataclass only what is not as usual, so that what a later version can
    say beside it changes nothing."""
    if is_dataclass(value):
        usual = {
            field.name: field.default_factory()
            if field.default_factory is not MISSING
            else field.default
            for field in fields(value)
        }
        return {
            name: _said(getattr(value, name))
            for name in usual
            if getattr(value, name) != usual[name]
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, Mapping):
        return {str(key): _said(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [_said(item) for item in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def record_of(
    common: Mapping[str, Any], graded: Graded, found: SubmissionResult, files: Iterable[Any]
) -> dict[str, Any]:
    """The record of a student's mark: ``found`` is what the tests found before anybody decided
    anything, ``files`` where the submission lies, with the names of its files."""
    whole = graded.as_json()
    handed = graded.handed
    at = handed.submitted_at if handed else None
    return {
        "format": FORMAT,
        "made": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "id": graded.student.id,
        "name": found.name,
        "submission": {
            "digest": found.digest,
            "files": [[str(path), name] for path, name in files],
            "submitted_at": None if at is None else at.isoformat(),
        },
        **common,
        "build": dict(found.build),
        "problem": found.problem,
        "marks": whole["marks"],
        "of": whole["of"],
        "late": whole["late"],
        "adjusted": whole["adjusted"],
        "found": number(found.found),
        "state": found.state.value,
        "gates": [
            {"when": g.when.value, "group": g.group, "reason": g.reason, "proposed": g.proposed}
            for g in graded.result.gates
        ],
        "tests": [record_test(test) for test in found.tests],
        "why": [dict(cause) for cause in found.why],
    }


def record_test(test: TestResult) -> dict[str, Any]:
    """A test as a record has it."""
    ended = test.run is RunVerdict.OK  # what was printed before a limit is a matter of chance
    row = {
        **test.as_json(),
        "run": None if test.run is None else test.run.name,
        "printed": hashlib.sha256(test.got or b"").hexdigest()[:16] if ended else None,
    }
    if test.visibility is not Visibility.VISIBLE:
        return row
    used = test.used
    return {
        **row,
        "reason": test.reason,
        "asked": list(test.asked),
        "expected": _text(test.expected),
        "got": _text(test.got),
        "used": {"wall_s": round(used.wall_s, 4), "cpu_s": round(used.cpu_s, 4)},
    }


def _text(data: bytes | None) -> str | None:
    """A character for each byte."""
    return None if data is None else data.decode("latin-1")


def read_record(name: str) -> dict[str, Any]:
    """A record from its file; UserError if it is none, or not as inarow mark writes it."""
    data = read_input("record", name, _MOST_BYTES)
    try:
        record = json.loads(data)
        known = isinstance(record, dict) and record.get("format") == FORMAT
    except (ValueError, RecursionError):
        known = False
    if not known:
        raise UserError(f"record '{shortened(name)}' is none that inarow mark wrote")
    try:
        require_shape(record)
    except UserError as error:
        raise UserError(f"record '{shortened(name)}': {error}") from None
    return dict(record)


def records_in(name: str) -> list[str]:
    """The records of a folder, or of a folder that ``--out`` named; else the file itself."""
    folder = Path(name)
    for place in (folder / "records", folder):
        if place.is_dir() and (found := sorted(str(path) for path in place.glob("*.json"))):
            return found
    if folder.is_dir():
        raise UserError(f"folder '{shortened(name)}' has no records")
    return [name]


def observations_in(record: Mapping[str, Any]) -> list[Observation]:
    """Returns what the program was asked in tests that everybody may see, and what it printed."""
    return [
        Observation(tuple(test["asked"]), _bytes(test["expected"]), _bytes(test["got"]))
        for test in record["tests"]
        if test.get("run") == "OK" and test.get("asked") and test["verdict"] in ("PASS", "FAIL")
    ]


def answers_in(name: str, course: Course) -> str:
    """Returns the answers of a record that everybody may see, one per line as ``inarow why`` reads
    them for a course."""
    diagnosis = diagnosis_of(course)
    seen = observations_in(read_record(name)) if diagnosis else []
    lines = [line for each in seen if diagnosis and (line := diagnosis.answer_line(course, each))]
    if not lines:
        raise UserError(
            f"record '{shortened(name)}' has no search with an answer that everybody may see"
        )
    return "".join(f"{line}\n" for line in lines)


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("latin-1")
