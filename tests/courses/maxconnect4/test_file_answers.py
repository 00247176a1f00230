"""A file is an answer only if it has the board after one legal move; a wrong one has one reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Position
from inarow.courses.maxconnect4.answers import file_answer
from inarow.players.seat import Invalid
from inarow.protocols.maxconnect4_file import GAME as MAXCONNECT4
from inarow.protocols.maxconnect4_file import format_file
from inarow.running.answers import InvalidAnswerError

BEFORE = Position(MAXCONNECT4).play(3)  # player 2 is to move


def written(pos: Position) -> bytes:
    return format_file(pos).encode()


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\r\n", b""])
@pytest.mark.parametrize("column", range(7))
def test_a_file_of_one_legal_move_is_taken_with_any_line_ends(column: int, end: bytes) -> None:
    data = written(BEFORE.play(column))
    assert file_answer(data.replace(b"\r\n", end or b"\n").removesuffix(b"\n"), BEFORE) == column


def board(*rows: str, player: int = 1) -> bytes:
    filled = ["0000000"] * (6 - len(rows)) + list(rows)
    return "\n".join([*filled, str(player)]).encode()


@pytest.mark.parametrize(
    ("data", "invalid"),
    [
        (None, Invalid.NO_OUTPUT),
        (b"", Invalid.NO_OUTPUT),
        (written(BEFORE), Invalid.NO_OUTPUT),
        (board("0001000", player=2), Invalid.NO_OUTPUT),
        (b"\xef\xbb\xbf" + board("0021000"), Invalid.BOM),
        (board("0021000") + b"\xc3", Invalid.NOT_ASCII),
        (b"column 3", Invalid.SYNTAX),
        (board("0020000", "0001000"), Invalid.SYNTAX),  # it floats
        (board("0021000") + b"\nbye", Invalid.SYNTAX),
        (board("0021000", player=3), Invalid.SYNTAX),
        (board("0022000"), Invalid.OCCUPIED),
        (board("0002000"), Invalid.OCCUPIED),
        (board("0000000"), Invalid.OCCUPIED),
        (board("0221000"), Invalid.EXTRA_OUTPUT),
        (board("0011000"), Invalid.RANGE),  # for the other side
        (board("0021000", player=2), Invalid.RANGE),
        (board("0021000") + b" " * 70000, Invalid.EXTRA_OUTPUT),
    ],
)
def test_each_wrong_file_has_its_reason(data: bytes | None, invalid: Invalid) -> None:
    with pytest.raises(InvalidAnswerError) as caught:
        file_answer(data, BEFORE)
    assert caught.value.invalid is invalid and caught.value.detail


@given(st.binary(max_size=80))
def test_any_file_is_a_move_or_has_a_reason(data: bytes) -> None:
    try:
        column = file_answer(data, BEFORE)
    except InvalidAnswerError:
        return
    assert b"".join(data.split()) == b"".join(written(BEFORE.play(column)).split())
