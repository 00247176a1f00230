"""Values as JSON and back: dataclasses, named tuples, enums, exact numbers, bytes and times.

    TestResult(...)  ->  {"name": "sample", "verdict": "PASS", "marks": "0.5", "got": "1\\n", ...}

An enum is its name; marks and times are text; bytes are text with a character for each. A field
with a default may be missing, so that what an earlier version saved can be read.
"""

from __future__ import annotations

import hashlib
import json
import re
import types
from collections.abc import Mapping, Sequence, Set
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from enum import Enum
from functools import cache, partial
from pathlib import PurePath
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def to_json(value: object) -> Any:
    """A value as JSON takes it."""
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Decimal | PurePath):
        return str(value)
    kind: Any = type(value)
    if is_dataclass(value) or hasattr(value, "_fields"):
        return {name: to_json(getattr(value, name)) for name in _fields(kind)}
    if isinstance(value, Mapping):
        return {to_json(key): to_json(item) for key, item in value.items()}
    if isinstance(value, Sequence | Set) and not isinstance(value, str):
        return [to_json(item) for item in value]
    return value


def from_json(kind: type[T], data: Any) -> T:
    """The value of a kind; ValueError names what is missing or wrong."""
    found: T = _read(kind, data, kind.__name__)
    return found


def _read(kind: Any, data: Any, place: str) -> Any:
    if kind is Any:
        return data
    origin, inner = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, types.UnionType):
        if data is None and types.NoneType in inner:
            return None
        (only,) = (each for each in inner if each is not types.NoneType)
        return _read(only, data, place)
    if origin in (bool, int, float, str):
        return _plain(origin, data, place)
    if issubclass(origin, Enum):
        return _member(origin, data, place)
    if is_dataclass(origin) or hasattr(origin, "_fields"):
        return _record(origin, data, place)
    if issubclass(origin, Mapping):
        return {
            _read(inner[0], key, place): _read(inner[1], item, f"{place}[{key!r}]")
            for key, item in _expect(data, dict, place).items()
        }
    if origin in (bytes, Decimal, datetime) or issubclass(origin, PurePath):
        return _text(origin, _expect(data, str, place), place)
    items = list(enumerate(_expect(data, list, place)))
    kinds = [inner[0]] * len(items) if origin is not tuple or inner[1:] == (...,) else list(inner)
    if len(kinds) != len(items):
        raise ValueError(f"{place} has {len(items)} items, expected {len(kinds)}")
    read = [_read(kinds[at], item, f"{place}[{at}]") for at, item in items]
    return frozenset(read) if issubclass(origin, Set) else tuple(read)


def _plain(kind: type, data: Any, place: str) -> Any:
    fits = isinstance(data, int | float if kind is float else kind)
    if not fits or (isinstance(data, bool) and kind is not bool):
        raise ValueError(f"{place} is {data!r}, expected {kind.__name__}")
    return data


def _member(kind: type[Enum], data: Any, place: str) -> Enum:
    try:
        return kind[data] if data in kind.__members__ else kind(data)
    except (ValueError, TypeError):
        raise ValueError(
            f"{place} is {data!r}, expected one of {', '.join(kind.__members__)}"
        ) from None


def _text(kind: Any, data: str, place: str) -> Any:
    try:
        if kind is datetime:
            return datetime.fromisoformat(data)
        return data.encode("latin-1") if kind is bytes else kind(data)
    except (ValueError, InvalidOperation):
        raise ValueError(f"{place} is {data!r}, expected {kind.__name__}") from None


def _record(kind: Any, data: Any, place: str) -> Any:
    known = _fields(kind)
    given = _expect(data, dict, place)
    for name in given:
        if name not in known:
            raise ValueError(f"{place} has no field {name!r}")
    for name, (_, required) in known.items():
        if required and name not in given:
            raise ValueError(f"{place}.{name} is missing")
    return kind(
        **{name: _read(known[name][0], item, f"{place}.{name}") for name, item in given.items()}
    )


def _expect(data: Any, kind: type[T], place: str) -> T:
    if not isinstance(data, kind):
        raise ValueError(f"{place} is {data!r}, expected {kind.__name__}")
    return data


@cache
def _fields(kind: Any) -> dict[str, tuple[Any, bool]]:
    """The fields of a record: the kind of each, and whether it is required."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        return {
            each.name: (
                hints[each.name],
                each.default is MISSING and each.default_factory is MISSING,
            )
            for each in fields(kind)
            if each.init
        }
    return {name: (hints[name], name not in kind._field_defaults) for name in kind._fields}


def canonical(value: object) -> Any:
    """A value as JSON for a digest: of a dataclass only what is not as usual, so that a field that
    a later version adds changes nothing."""
    if is_dataclass(value):
        usual = {
            each.name: each.default if each.default_factory is MISSING else each.default_factory()
            for each in fields(value)
        }
        return {
            name: canonical(getattr(value, name))
            for name in usual
            if getattr(value, name) != usual[name]
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, Mapping):
        return {str(key): canonical(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [canonical(item) for item in value]
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Decimal | PurePath | datetime):
        return str(value)
    if isinstance(value, re.Pattern):
        return value.pattern
    if isinstance(value, partial):
        return canonical([value.func, value.args, value.keywords])
    if isinstance(value, types.FunctionType | type):
        return f"{value.__module__}:{value.__qualname__}"
    raise TypeError(f"a value of type {type(value).__name__} has no digest")


def digest(value: object) -> str:
    """The hash of a value; equal for equal values in every process and version."""
    return hashlib.sha256(json.dumps(canonical(value), sort_keys=True).encode()).hexdigest()
