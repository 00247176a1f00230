"""Every difference in output has one name, and says which leniency would forgive it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.courses.comp3308.answers import classify
from inarow.marking.compare import LENIENCIES, difference

RIGHT = b"1\n297\n"


@pytest.mark.parametrize(
    ("got", "cause", "would_pass"),
    [
        (b"", "NO_OUTPUT", ()),
        (b"1\n297", "MISSING_NEWLINE", ("newline",)),
        (b"1\r\n297\r\n", "CRLF", ("newline",)),
        (b"1\r297\r", "CR", ("newline",)),
        (b"1 \n297\n", "TRAILING_SPACE", ("space",)),
        (b" 1\n297\n", "LEADING_SPACE", ("space",)),
        (b"\xef\xbb\xbf1\n297\n", "BOM", ("bom",)),
        (b"1\n297\n\n", "EXTRA_LINE", ("newline",)),
        (b"1\n297\ndone\n", "EXTRA_LINE", ("extra",)),
        (b"thinking\n1\n297\n", "EXTRA_LINE", ("extra",)),
        (b"1 \r\n297", "CRLF", ("newline", "space")),
        (b"2\n297\n", "WRONG_COLUMN", ()),
        (b"1\n606\n", "WRONG_NODE_COUNT", ()),
        (b"2\n606\n", "WRONG_COLUMN", ()),
        (b"2\r\n297\r\n", "WRONG_COLUMN", ()),
        (b"1\n", "MISSING_LINE", ()),
        (b"Column 1\n297\n", "WRONG_OUTPUT", ()),
        ("1\n２97\n".encode(), "NOT_ASCII", ()),
    ],
)
def test_a_difference_has_a_name(got: bytes, cause: str, would_pass: tuple[str, ...]) -> None:
    found = difference(RIGHT, got, classify=classify)
    assert found is not None
    assert (found.cause, found.would_pass) == (cause, would_pass)
    for flag in would_pass:
        assert f"--lenient {flag}" in found.reason
    if would_pass:
        assert difference(RIGHT, got, would_pass, classify=classify) is None


@given(st.binary(max_size=30), st.sets(st.sampled_from(sorted(LENIENCIES))))
def test_only_the_same_bytes_pass_without_leniency(got: bytes, lenient: set[str]) -> None:
    assert difference(RIGHT, RIGHT, lenient) is None
    assert (difference(RIGHT, got) is None) == (got == RIGHT)
    found = difference(RIGHT, got, lenient)
    if found is not None and found.would_pass:
        assert difference(RIGHT, got, lenient | set(found.would_pass)) is None


@pytest.mark.parametrize(
    ("got", "lenient", "cause"),
    [
        (b"board\nLay: ", (), None),
        (b"board\nlay: ", (), "WRONG_OUTPUT"),
        (b"board\nlay: ", ("extra",), "WRONG_OUTPUT"),
        (b"board\n", ("extra",), "MISSING_LINE"),
        (b"hello\nboard\nLay: ", (), "EXTRA_LINE"),
        (b"hello\nboard\nLay: ", ("extra",), None),
        (b"board\nLay:", (), "MISSING_SPACE"),
    ],
)
def test_a_question_without_a_line_end_counts(
    got: bytes, lenient: tuple[str, ...], cause: str | None
) -> None:
    found = difference(b"board\nLay: ", got, lenient)
    assert (None if found is None else found.cause) == cause
