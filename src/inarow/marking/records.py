"""The record of a mark: everything that decided it, so that it can be defended and compared with
the mark that the same submission gets now.

It has the hashes of what was handed in, of the suite and of the class, the versions of the tools,
the sandbox's tier and the seed. Of tests that are not for everybody it says what came of them, and
neither what they ask nor what was printed; of the secret it has a fingerprint."""

from __future__ import annotations

import hashlib
import json
import math
import platform
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import inarow
from inarow.course import Course
from inarow.errors import UserError
from inarow.files import read_input
from inarow.marking.codec import digest
from inarow.marking.compare import LENIENCIES
from inarow.marking.diagnosis import explainer_of
from inarow.marking.grading.grade import Grade
from inarow.marking.marker import MarkingRules
from inarow.marking.results import MOST_KEPT, Observation, SubmissionResult, TestResult, json_number
from inarow.marking.suite import Suite, Visibility
from inarow.running.result import RunVerdict
from inarow.text import truncate

FORMAT = "inarow mark record 1"
_MOST_BYTES = 16_000_000


@dataclass(frozen=True)
class MarkingContext:
    """Under which the submissions of one call were marked. ``given`` is the suite's name or file;
    ``suite`` has all its tests; ``class_file`` is empty without a class."""

    given: str
    suite: Suite
    secret: bytes | None = None
    class_name: str = ""
    class_file: str = ""
    class_digest: str = ""
    rules: MarkingRules = field(default_factory=MarkingRules)
    tier: int | None = None

    def as_json(self) -> dict[str, Any]:
        """What all records of the call have in common."""
        held = {"name": self.class_name, "file": self.class_file, "digest": self.class_digest}
        return {
            "suite": {
                "name": self.suite.name,
                "given": self.given,
                "course": self.suite.course.word,
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
            "lenient": list(self.rules.lenient),
            "void": list(self.rules.void),
            "patience": self.rules.patience,
        }


def suite_digest(suite: Suite) -> str:
    """The hash of all that a suite says, hidden tests included."""
    return digest(suite)


def fingerprint(secret: bytes) -> str:
    """Tells one secret from another, and nothing else about it."""
    return hashlib.sha256(b"fingerprint of a secret of inarow " + secret).hexdigest()[:16]


def build_record(
    common: Mapping[str, Any], graded: Grade, found: SubmissionResult, files: Iterable[Any]
) -> dict[str, Any]:
    """The record of a student's mark: ``found`` is what the tests found before anybody decided
    anything, ``files`` where the submission lies, with the names of its files."""
    whole = graded.as_json()
    at = graded.received_at
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
        "found": json_number(found.found),
        "state": found.state.value,
        "gates": [
            {"when": g.when.value, "group": g.group, "reason": g.reason, "proposed": g.proposed}
            for g in graded.result.gates
        ],
        "tests": [record_test(test) for test in found.tests],
        "why": [cause.as_json() for cause in found.why],
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
        raise UserError(f"record '{truncate(name)}' was not written by inarow mark")
    try:
        require_shape(record)
    except UserError as error:
        raise UserError(f"record '{truncate(name)}': {error}") from None
    return dict(record)


def records_in(name: str) -> list[str]:
    """The records of a folder, or of a folder that ``--out`` named; else the file itself."""
    folder = Path(name)
    for place in (folder / "records", folder):
        if place.is_dir() and (found := sorted(str(path) for path in place.glob("*.json"))):
            return found
    if folder.is_dir():
        raise UserError(f"folder '{truncate(name)}' has no records")
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
    explainer = explainer_of(course)
    seen = observations_in(read_record(name)) if explainer else []
    lines = [line for each in seen if explainer and (line := explainer.answer_line(course, each))]
    if not lines:
        raise UserError(
            f"record '{truncate(name)}' has no search with an answer that everybody may see"
        )
    return "".join(f"{line}\n" for line in lines)


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode("latin-1")


Check = Callable[[object], bool]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value


def _is_output(value: object) -> bool:
    """Bytes as text, a character for each."""
    short = isinstance(value, str) and len(value) <= MOST_KEPT
    return short and all(ord(char) < 256 for char in str(value))


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_file_name(value: object) -> bool:
    return _is_text(value) and value not in ("", ".", "..") and "/" not in str(value)


def _or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _files(value: object) -> bool:
    """A path and a name for each file."""
    return (
        isinstance(value, list)
        and len(value) > 0
        and all(
            isinstance(row, list) and len(row) == 2 and _is_text(row[0]) and _is_file_name(row[1])
            for row in value
        )
    )


def _is_mapping(value: object) -> bool:
    return isinstance(value, dict)


def _leniencies(value: object) -> bool:
    return isinstance(value, list) and all(word in LENIENCIES for word in value if _is_text(word))


_TEXT, _NUMBER = (_is_text, "text"), (_is_number, "a number")
_TEXT_OR_NONE = (_or_none(_is_text), "text or null")
_NUMBER_OR_NONE = (_or_none(_is_number), "a number or null")
_RECORD = {
    "id": _TEXT,
    "submission": (_is_mapping, "an object"),
    "submission.digest": _TEXT,
    "submission.files": (_files, "a list of paths with names"),
    "suite": (_is_mapping, "an object"),
    "suite.given": _TEXT,
    "suite.digest": _TEXT,
    "suite.secret": _TEXT_OR_NONE,
    "class": (_or_none(_is_mapping), "an object or null"),
    "class.file": _TEXT,
    "class.digest": _TEXT,
    "tier": (_or_none(_is_whole), "a number or null"),
    "versions": (_is_mapping, "an object"),
    "lenient": (_leniencies, f"a list of {', '.join(LENIENCIES)}"),
    "void": (_texts, "a list of names of tests"),
    "patience": (lambda value: _is_whole(value) and 0 <= value <= 1000, "a number from 0 to 1000"),
    "build": (_is_mapping, "an object"),
    "found": _NUMBER_OR_NONE,
    "tests": (lambda value: isinstance(value, list), "a list"),
}
_TEST = {
    "name": _TEXT,
    "verdict": _TEXT,
    "cause": _TEXT,
    "marks": _NUMBER_OR_NONE,
    "of": _NUMBER,
    "run": _TEXT_OR_NONE,
    "printed": _TEXT_OR_NONE,
}
_VISIBLE_TEST = {
    "asked": (_texts, "a list of texts"),
    "expected": (_or_none(_is_output), "text of bytes or null"),
    "got": (_or_none(_is_output), "text of bytes or null"),
}


def require_shape(record: Mapping[str, Any]) -> None:
    """UserError that names the first field that is missing or of another kind."""
    _require({"patience": 0, **record}, _RECORD, "")  # which records had before 0.4
    for at, test in enumerate(record["tests"]):
        place = f"tests[{at}]"
        if not isinstance(test, dict):
            raise UserError(f"{place} is {truncate(repr(test))}, expected an object")
        _require(test, _TEST, f"{place}.")
        if "asked" in test:
            _require(test, _VISIBLE_TEST, f"{place}.")


def _require(data: Mapping[str, Any], shape: Mapping[str, tuple[Check, str]], place: str) -> None:
    for path, (check, expected) in shape.items():
        holder: Any = data
        *above, name = path.split(".")
        for key in above:
            holder = holder[key]
        if holder is None:
            continue
        if name not in holder:
            raise UserError(f"{place}{path} is missing")
        if not check(holder[name]):
            value = truncate(repr(holder[name]))
            raise UserError(f"{place}{path} is {value}, expected {expected}")


@dataclass(frozen=True)
class RecordDifference:
    """One thing that is not as it was."""

    what: str
    was: Any
    now: Any

    def as_json(self) -> dict[str, Any]:
        return {"what": self.what, "was": self.was, "now": self.now}


@dataclass(frozen=True)
class RecordComparison:
    """``inputs`` that differ may be why ``tests`` do."""

    name: str
    marks: RecordDifference
    of: int | float
    inputs: tuple[RecordDifference, ...]
    tests: tuple[RecordDifference, ...]

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


def compare_record(
    record: Mapping[str, Any], found: SubmissionResult, now: MarkingContext, class_digest: str
) -> RecordComparison:
    """A record beside what the same submission gives now. The marks are those of the tests; what
    lateness costs and what people decided is in the record and is not found anew."""
    common = now.as_json()
    inputs = [
        RecordDifference("submission", record["submission"]["digest"], found.digest),
        RecordDifference("suite", record["suite"]["digest"], common["suite"]["digest"]),
        RecordDifference("secret", record["suite"]["secret"], common["suite"]["secret"]),
        RecordDifference("class", (record["class"] or {}).get("digest", ""), class_digest),
        RecordDifference("tier", record["tier"], common["tier"]),
        RecordDifference("tools", record["build"].get("tools", []), found.build.get("tools", [])),
    ]
    inputs += [
        RecordDifference(name, record["versions"].get(name, ""), version)
        for name, version in common["versions"].items()
    ]
    marks = RecordDifference("marks", record["found"], json_number(found.found))
    return RecordComparison(
        f"{record['id']}",
        marks,
        json_number(found.max_marks),
        tuple(each for each in inputs if each.was != each.now),
        tuple(_tests(record, found)),
    )


def _tests(record: Mapping[str, Any], found: SubmissionResult) -> list[RecordDifference]:
    then = {test["name"]: _outcome(test) for test in record["tests"]}
    now = {test.name: _outcome(record_test(test)) for test in found.tests}
    return [
        RecordDifference(name, then.get(name), now.get(name))
        for name in [*then, *(name for name in now if name not in then)]
        if then.get(name) != now.get(name)
    ]


def _outcome(test: Mapping[str, Any]) -> dict[str, Any]:
    return {name: test[name] for name in ("verdict", "cause", "marks", "of", "printed")}
