"""Lines out of a stream of bytes, and as people may read them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inarow.protocols.lines import LineSplitter, printable


@given(st.lists(st.text("ab\n", max_size=12).map(str.encode), max_size=6), st.integers(0, 5))
def test_skipped_bytes_leave_a_stream_where_read_ones_do(pieces: list[bytes], skipped: int) -> None:
    reader, skipper = LineSplitter(4), LineSplitter(4)
    for piece in pieces[:skipped]:
        reader.feed(piece)
        skipper.skip(piece)
    for piece in pieces[skipped:]:
        assert reader.feed(piece) == skipper.feed(piece)
    assert reader.finish() == skipper.finish()


@given(st.binary(max_size=200), st.integers(1, 20), st.integers(1, 30))
def test_torn_lines_come_together(data: bytes, piece: int, limit: int) -> None:
    splitter = LineSplitter(limit)
    lines: list[bytes] = []
    for at in range(0, len(data), piece):
        lines += splitter.feed(data[at : at + piece])
        assert len(splitter._begun) <= limit + 1
    lines += splitter.finish()
    expected = data.split(b"\n")
    last = expected.pop()
    whole = [line[: limit + 1].removesuffix(b"\r") for line in expected]
    assert lines == whole + ([last[: limit + 1]] if last else [])


@given(st.binary(max_size=100), st.integers(4, 80))
def test_printable_is_short_plain_text(data: bytes, limit: int) -> None:
    text = printable(data, limit)
    assert text.isascii() and text.isprintable() and len(text) <= limit
