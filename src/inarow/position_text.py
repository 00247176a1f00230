"""A position in any of the forms that people paste, told apart by their shape.

    4455   4,4,5,5   8.8,9.9           moves from the empty board, as lists of moves are typed
    connect4 4453 at=2                 a record: its line, or its JSON
    ......./.../...xo.. x              rows from the top in x, o and ., and the side to move
    0000000/.../0001200 1              the same in 1, 2 and 0
    ..yr...,.......,... red            rows from the bottom in r, y and ., and the side to move
    UUUUUUU/.../UUBWUUU B              rows of a free board in B, W and U, and the side to move
    startpos 3344                      moves with columns from 0
    http://HOST/play/connect4/4455     a link of the web app

A text of several lines is a file of rows of digits, from the top, and the player to move; or a
record. The board may be unbalanced: the side to move is what the text says.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.game import GAMES, game_named, name_of
from inarow.links import Link
from inarow.record import Record
from inarow.text import suggestion, truncate

_MOVES = re.compile(r"[0-9.,\s]*")
_LINK = re.compile(r"https?://|/[a-z]+/")
_ROWS = re.compile(r"(\S*/\S*)\s+(\S+)|(\S+)\s+([xo])")
_BOARD = re.compile(r"[.xo012BWU]*/[.xo012BWU/]*")
_STATE = re.compile(r"([A-Za-z.]+(?:,[A-Za-z.]*)+)(?:\s+(\S+))?")
_LETTERS = re.compile(r"[BWU]+(?:/[BWU]*)+")
_START = "startpos"
_FIRST_ROW = re.compile(r"[012]{4,}")


class ReadPosition(NamedTuple):
    """A game up to the position that is looked at, and the number of the first column (0 or 1) as
    the text counts."""

    record: Record
    first_column: int


def parse_position(
    text: str, game: Game | None = None, first_column: int | None = None
) -> ReadPosition:
    """The position of a text. ``game`` is the one that is meant by a text that does not name its
    own; ``first_column`` is how moves are plural, 1 unless given. UserError if the text names
    another game, or is no position."""
    text = text.removeprefix("\ufeff").strip()
    base = 1 if first_column is None else first_column
    usual = game_named("connect4") if game is None else game
    if _is_file(text):
        from inarow.protocols.position_texts import FILE

        return ReadPosition(Record(_in_game(FILE.parse(text.encode()), game)), base)
    if _MOVES.fullmatch(text):
        return ReadPosition(Record.from_moves(Position(usual), text, base), base)
    if text.startswith(_START):
        moves = text.removeprefix(_START).removeprefix(" moves")
        return ReadPosition(Record.from_moves(Position(usual), moves, 0), 0)
    if _LINK.match(text):
        link = Link.parse(text)
        record = link.shown_record()
        _require_game(record, game)
        if first_column is None and link.params.get("base") == "0":
            base = 0
        return ReadPosition(record, base)
    if found := _STATE.fullmatch(text):
        from inarow.protocols.position_texts import STATE, read_state

        if not found[2]:
            raise UserError(f"'{truncate(text)}' needs its side to move: red or yellow")
        pos = _in_game(read_state(found[1], found[2], game), game)
        return ReadPosition(Record(pos), STATE.base if first_column is None else base)
    if (found := _ROWS.fullmatch(text)) and not text.startswith("{"):
        rows, side = found[1] or found[3], found[2] or found[4]
        return ReadPosition(Record(_read_rows(rows, side, game, usual)), base)
    if _BOARD.fullmatch(text):
        raise UserError(f"'{truncate(text)}' needs its side to move, such as x or o")
    if not text.startswith("{") and not _starts_like_a_record(text):
        raise UserError(
            f"'{truncate(text)}' is not a position: expected moves such as 4455, rows such as"
            " ...x.../..oo... x, a saved game or a link"
        )
    record = Record.parse(text, usual)
    _require_game(record, game)
    return ReadPosition(record, base)


def _read_rows(rows: str, side: str, game: Game | None, usual: Game) -> Position:
    """Rows from the top: in x, o and .; in 1, 2 and 0; or in B, W and U."""
    if _LETTERS.fullmatch(rows):
        n = rows.count("/") + 1
        board = game_named(f"connect6-simple:{n}x{n}") if game is None else game
        return Position(board, rows, to_move=_side(side, "BW"), symbols="UBW")
    if side.isdigit():
        pos = Position(usual, rows, to_move=_side(side, "12"), symbols="012")
    else:
        pos = Position.parse(usual, f"{rows} {side}")
    if pos.floating_cell is not None:
        raise UserError(pos.problems()[0])
    return pos


def _starts_like_a_record(text: str) -> bool:
    """Whether the first word is a move, a word such as ``at=2``, or nearly the name of a game."""
    word = text.split(maxsplit=1)[0]
    name = word.partition(":")[0]
    return word[0].isdigit() or "=" in word or name in GAMES or bool(suggestion(name, GAMES))


def _side(word: str, sides: str) -> int:
    if len(word) != 1 or word not in sides:
        raise UserError(f"side to move '{truncate(word)}' is not {sides[0]} or {sides[1]}")
    return sides.index(word) + 1


def _is_file(text: str) -> bool:
    """Whether a text is rows of digits on lines of their own, and not lines of moves."""
    first, *others = text.splitlines() or [""]
    digits = "".join(first.split())
    return bool(others and _FIRST_ROW.fullmatch(digits)) and ("0" in digits or len(others) > 5)


def _require_game(record: Record, game: Game | None) -> None:
    if game is not None and record.game != game:
        raise UserError(f"the position is of {name_of(record.game)}, not of {name_of(game)}")


def _in_game(pos: Position, game: Game | None) -> Position:
    """The same board as another game of its size, if one is named."""
    if game is None or game == pos.game:
        return pos
    if (game.rows, game.cols) != (pos.game.rows, pos.game.cols):
        raise UserError(
            f"the position has {pos.game.cols} columns and {pos.game.rows} rows,"
            f" but {name_of(game)} has {game.cols} and {game.rows}"
        )
    return Position(game, pos.cells(), to_move=pos.to_move)
