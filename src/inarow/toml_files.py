"""Tables that people write in TOML: read within bounds, or one sentence that names the file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from typing import Any, TypeVar

from inarow.errors import UserError
from inarow.files import LONGEST_INPUT, read_input
from inarow.text import suggestion, truncate

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_MOST_MARKS, _MOST_SECONDS = 100_000, 86_400
_E = TypeVar("_E", bound=Enum)
_LARGEST = 10**15
"""Numbers beyond it, infinity and what is no number (``nan``) are nobody's seed, mark or time."""


def read_toml(
    kind: str, name: str, most: int = LONGEST_INPUT, *, decimals: bool = False
) -> dict[str, Any]:
    """The tables of a file, ``-`` for standard input; with ``decimals`` numbers with a point are
    exact."""
    return toml_tables(kind, name, read_input(kind, name, most), decimals=decimals)


def toml_tables(kind: str, name: str, data: bytes, *, decimals: bool = False) -> dict[str, Any]:
    """The tables of a file that was read before."""

    def number(text: str) -> float | Decimal:
        found = Decimal(text)
        if not found.is_finite() or abs(found) > _LARGEST:
            raise ValueError(f"{truncate(text)} is no number that can be meant")
        return found if decimals else float(found)

    try:
        tables: dict[str, Any] = tomllib.loads(data.decode("utf-8"), parse_float=number)
    except (ValueError, ArithmeticError) as error:
        raise UserError(f"{kind} '{name}' is no TOML: {truncate(str(error))}") from None
    except RecursionError:
        raise UserError(f"{kind} '{name}' is no TOML: it is nested too deep") from None
    if _has_huge_number(tables):
        raise UserError(f"{kind} '{name}' has a number beyond {_LARGEST}")
    return tables


def _has_huge_number(tables: dict[str, Any]) -> bool:
    left: list[object] = [tables]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            left += item.values()
        elif isinstance(item, list):
            left += item
        elif isinstance(item, int) and abs(item) > _LARGEST:
            return True
    return False


def is_number(value: Any) -> bool:
    """Whether a value of a table is a number."""
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


class Table:
    """Fields of a table that are taken one by one; ``end`` complains of what nobody took."""

    def __init__(self, what: str, data: object) -> None:
        if not isinstance(data, Mapping):
            raise UserError(f"{what} is {data!r}, expected a table")
        self.what, self._left = what, dict(data)
        self._known: list[str] = []

    def end(self) -> None:
        if self._left:
            name = next(iter(self._left))
            near = suggestion(name, self._known) or f"; expected {', '.join(self._known)}"
            raise UserError(f"{self.what} has no field '{truncate(name)}'{near}")

    def _take(self, name: str, fits: Callable[[Any], bool], kind: str, default: Any) -> Any:
        self._known.append(name)
        value = self._left.pop(name, default)
        if value is ...:
            raise UserError(f"{self.what} has no {name}")
        if value is not default and not fits(value):
            raise UserError(f"{self.what} has {name} = {truncate(repr(value))}, expected {kind}")
        return value

    def text(self, name: str, default: Any = ...) -> Any:
        return self._take(name, lambda value: isinstance(value, str), "text", default)

    def texts(self, name: str) -> tuple[str, ...]:
        def fits(value: Any) -> bool:
            return isinstance(value, list) and all(isinstance(item, str) for item in value)

        return tuple(self._take(name, fits, "a list of texts", ()))

    def flag(self, name: str) -> bool:
        found: bool = self._take(
            name, lambda value: isinstance(value, bool), "true or false", False
        )
        return found

    def whole(self, name: str, default: int | None) -> int | None:
        found: int | None = self._take(
            name,
            lambda value: isinstance(value, int) and not isinstance(value, bool),
            "a whole number",
            default,
        )
        return found

    def marks(self, name: str, default: Any = ...) -> Decimal:
        def fits(value: Any) -> bool:
            return is_number(value) and 0 <= value <= _MOST_MARKS

        return Decimal(self._take(name, fits, f"marks from 0 to {_MOST_MARKS}", default))

    def number(self, name: str, default: float) -> float:
        def fits(value: Any) -> bool:
            return is_number(value) and 0 < value <= _MOST_SECONDS

        kind = f"a number above 0, at most {_MOST_SECONDS}"
        return float(self._take(name, fits, kind, default))

    def table(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._take(
            name, lambda value: isinstance(value, Mapping), "a table", {}
        )
        return found

    def tables(self, name: str) -> list[Any]:
        return list(self._take(name, lambda value: isinstance(value, list), "a list", ()))

    def chosen(self, name: str, kinds: type[_E], default: _E | None) -> _E:
        words = {kind.value: kind for kind in kinds}
        word = self.text(name, ... if default is None else default.value)
        if word not in words:
            raise UserError(
                f"{self.what} has {name} = {truncate(repr(word))}, expected one of"
                f" {', '.join(words)}"
            )
        return words[word]
