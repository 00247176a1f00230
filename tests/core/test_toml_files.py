"""A file in TOML is read, or one sentence says what is wrong with it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from inarow.errors import UserError
from inarow.toml_files import toml_tables


def test_numbers_are_floats_or_exact() -> None:
    text = b"a = 0.1\nb = 10\nc = [{ d = -1e15 }]\n"
    assert toml_tables("event", "x", text) == {"a": 0.1, "b": 10, "c": [{"d": -1e15}]}
    exact = toml_tables("event", "x", text, decimals=True)
    assert exact["a"] == Decimal("0.1") and isinstance(exact["c"][0]["d"], Decimal)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"= 1", "is no TOML: "),
        (b"a = '\xff'", "is no TOML: .*utf-8"),
        (b"a = " + b"[" * 100_000, "is no TOML: it is nested too deep"),
        (b"a = nan", "is no TOML: nan is no number that can be meant"),
        (b"a = -inf", "is no TOML: -inf is no number"),
        (b"a = 1e999999", "is no TOML: 1e999999 is no number"),
        (b"a = 1e99999999999999999999", "is no TOML: "),
        (b"a = [[{ b = 1000000000000001 }]]", "has a number beyond 1000000000000000"),
        (b"a = " + b"9" * 5000, "is no TOML: .*"),
    ],
    ids=lambda value: str(value[:20]),
)
@pytest.mark.parametrize("decimals", [False, True])
def test_what_is_wrong_is_one_sentence(text: bytes, why: str, decimals: bool) -> None:
    with pytest.raises(UserError, match=f"^event 'cup.toml' {why}") as raised:
        toml_tables("event", "cup.toml", text, decimals=decimals)
    assert len(str(raised.value)) < 120 and "\n" not in str(raised.value)
