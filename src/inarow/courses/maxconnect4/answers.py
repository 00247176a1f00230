"""The answer of a MaxConnect4 program: a file with the board after one legal move."""

from __future__ import annotations

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.players.seat import Invalid
from inarow.protocols.maxconnect4_file import LONGEST_FILE, parse_file
from inarow.running.answers import InvalidAnswerError, require_plain_bytes


def file_answer(data: bytes | None, before: Position) -> int:
    """The move that leads from a position to the one of a file, with any line endings.
    ``data`` is None if there is no file."""
    if data is None:
        raise InvalidAnswerError(Invalid.NO_OUTPUT, "wrote no output file", b"")

    def wrong(invalid: Invalid, clause: str) -> InvalidAnswerError:
        return InvalidAnswerError(invalid, f"wrote a file {clause}", data)

    if not data:
        raise wrong(Invalid.NO_OUTPUT, "that is empty")
    require_plain_bytes(data, wrong)
    if len(data) > LONGEST_FILE:
        raise wrong(Invalid.EXTRA_OUTPUT, f"of more than {LONGEST_FILE} bytes")
    try:
        after = parse_file(data)
    except UserError as error:
        raise wrong(Invalid.SYNTAX, f"whose {error}") from None
    game = before.game
    new = [
        (row, col)
        for row in range(game.rows)
        for col in range(game.cols)
        if before.at(row, col) != after.at(row, col)
    ]
    for row, col in new:
        if before.at(row, col) != 0:
            place = _place(game, row, col)
            raise wrong(Invalid.OCCUPIED, f"that changes the piece {place}")
    if not new:
        raise wrong(Invalid.NO_OUTPUT, "with the board unchanged")
    if len(new) > 1:
        raise wrong(Invalid.EXTRA_OUTPUT, f"with {len(new)} new pieces where one belongs")
    ((row, col),) = new
    if after.at(row, col) != before.to_move:
        side = after.at(row, col)
        raise wrong(Invalid.RANGE, f"with a piece of player {side}, who was not to move")
    if after.to_move == before.to_move:
        raise wrong(Invalid.RANGE, f"that has player {after.to_move} move again")
    return col


def _place(game: Game, row: int, col: int) -> str:
    return f"in column {col + 1}, row {game.rows - row}"
