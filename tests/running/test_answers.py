"""Answers are taken only as the courses write them, and each wrong one has one named reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Game, Position
from inarow.players.seat import MOST_RAW, Invalid
from inarow.running.answers import (
    InvalidAnswerError,
    checked_cell,
    checked_column,
    number_lines,
)

FULL_FIRST = Position(Game()).after("111111")


def column_answer(data: bytes, pos: Position, stderr: bytes = b"") -> int:
    (column,) = number_lines(data, 1, stderr=stderr)
    return checked_column(column, pos, data)


def reason(data: bytes, pos: Position = FULL_FIRST, stderr: bytes = b"") -> Invalid:
    with pytest.raises(InvalidAnswerError) as caught:
        column_answer(data, pos, stderr=stderr)
    assert caught.value.detail and "\n" not in caught.value.detail
    return caught.value.invalid


@pytest.mark.parametrize("column", range(1, 7))
def test_a_plain_column_is_taken(column: int) -> None:
    assert column_answer(b"%d\n" % column, FULL_FIRST) == column


@pytest.mark.parametrize(
    ("data", "invalid"),
    [
        (b"", Invalid.NO_OUTPUT),
        (b"3", Invalid.MISSING_NEWLINE),
        (b"3\r\n", Invalid.CRLF),
        (b"\xef\xbb\xbf3\n", Invalid.BOM),
        (b"\xff\xfe3\x00\n\x00", Invalid.BOM),
        ("٣\n".encode(), Invalid.NOT_ASCII),
        ("\N{FULLWIDTH DIGIT THREE}\n".encode(), Invalid.NOT_ASCII),
        (b"3\xa0\n", Invalid.NOT_ASCII),
        (b"+3\n", Invalid.SYNTAX),
        (b"03\n", Invalid.SYNTAX),
        (b"3.0\n", Invalid.SYNTAX),
        (b"-0\n", Invalid.SYNTAX),
        (b" 3\n", Invalid.SYNTAX),
        (b"3 \n", Invalid.SYNTAX),
        (b"3\x00\n", Invalid.SYNTAX),
        (b"3\r", Invalid.SYNTAX),
        (b"\n", Invalid.SYNTAX),
        (b"three\n", Invalid.SYNTAX),
        (b"0x3\n", Invalid.SYNTAX),
        (b"1_0\n", Invalid.SYNTAX),
        (b"3" * 5000 + b"\n", Invalid.SYNTAX),
        (b"7\n", Invalid.RANGE),
        (b"-1\n", Invalid.RANGE),
        (b"10\n", Invalid.RANGE),
        (b"999999999999999999\n", Invalid.RANGE),
        (b"0\n", Invalid.FULL),
        (b"3\n\n", Invalid.EXTRA_OUTPUT),
        (b"3\n297\n", Invalid.EXTRA_OUTPUT),
        (b"thinking\n3\n", Invalid.EXTRA_OUTPUT),
        (b"3\nbye", Invalid.EXTRA_OUTPUT),
    ],
)
def test_each_wrong_answer_has_its_reason(data: bytes, invalid: Invalid) -> None:
    assert reason(data) is invalid


def test_a_move_on_standard_error_is_no_output_and_is_shown() -> None:
    with pytest.raises(InvalidAnswerError, match="'3' on standard error") as caught:
        column_answer(b"", FULL_FIRST, stderr=b"\n3\n")
    assert caught.value.invalid is Invalid.NO_OUTPUT and caught.value.raw == b"\n3\n"


@given(st.binary(max_size=60))
def test_any_bytes_are_a_column_or_have_a_reason(data: bytes) -> None:
    try:
        column = column_answer(data, FULL_FIRST)
    except InvalidAnswerError as error:
        assert error.raw == data
        return
    assert data == b"%d\n" % column


def test_what_is_kept_of_an_answer_is_bounded() -> None:
    with pytest.raises(InvalidAnswerError) as caught:
        column_answer(b"9" * 10**6, FULL_FIRST)
    assert len(caught.value.raw) == MOST_RAW and len(caught.value.detail) < 300


def test_two_numbers_are_read_from_two_lines() -> None:
    assert number_lines(b"1\n297\n", 2) == [1, 297]
    assert number_lines(b"1\n-5\n", 2) == [1, -5]
    for data, invalid in (
        (b"1\n", Invalid.SYNTAX),
        (b"1\n297", Invalid.MISSING_NEWLINE),
        (b"1\n297\n\n", Invalid.EXTRA_OUTPUT),
        (b"1 297\n", Invalid.SYNTAX),
        (b"1\r\n297\r\n", Invalid.CRLF),
    ):
        with pytest.raises(InvalidAnswerError) as caught:
            number_lines(data, 2)
        assert caught.value.invalid is invalid, data


def test_a_cell_of_a_free_board_must_be_empty_and_on_it() -> None:
    pos = Position(Game(rows=7, cols=7, k=6, gravity=False)).play(0)
    assert checked_cell(0, 1, pos, b"") == 1
    for row, col, invalid in ((0, 0, Invalid.OCCUPIED), (7, 0, Invalid.RANGE)):
        with pytest.raises(InvalidAnswerError) as caught:
            checked_cell(row, col, pos, b"")
        assert caught.value.invalid is invalid


def test_columns_may_be_counted_from_one() -> None:
    pos = Position()
    assert [checked_column(number, pos, b"", 1) for number in (1, 7)] == [0, 6]
    for number in (0, 8):
        with pytest.raises(InvalidAnswerError, match=f"column {number}, which is not 1 to 7"):
            checked_column(number, pos, b"", 1)
