"""The shape of a record file, checked once when it is read: fields, kinds and bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from inarow.errors import UserError
from inarow.marking.compare import LENIENCIES
from inarow.marking.results import MOST_KEPT
from inarow.words import shortened

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
    for number, test in enumerate(record["tests"]):
        place = f"tests[{number}]"
        if not isinstance(test, dict):
            raise UserError(f"{place} is {shortened(repr(test))}, expected an object")
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
            value = shortened(repr(holder[name]))
            raise UserError(f"{place}{path} is {value}, expected {expected}")
