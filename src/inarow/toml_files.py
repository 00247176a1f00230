"""Tables that people write in TOML: read within bounds, or one sentence that names the file."""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any

from inarow.errors import UserError
from inarow.files import LONGEST_INPUT, read_input
from inarow.words import shortened

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

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
            raise ValueError(f"{shortened(text)} is no number that can be meant")
        return found if decimals else float(found)

    try:
        tables: dict[str, Any] = tomllib.loads(data.decode("utf-8"), parse_float=number)
    except (ValueError, ArithmeticError) as error:
        raise UserError(f"{kind} '{name}' is no TOML: {shortened(str(error))}") from None
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
