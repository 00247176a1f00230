"""Moves as people type and read them.

A move on a gravity board is a column. On a free board it is ``row.col`` counted from the top left
corner. Both count from ``base``: 1 as on the keys, or 0 as some courses print.

The page writes moves too (``static/shared/link.js``), since it shows the link of a move before the
server has answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from inarow._core import Game, Position
from inarow.errors import BadTextError, IllegalMoveError
from inarow.text import truncate

_FREE_MOVE = re.compile(r"([0-9]+)[.]([0-9]+)")


def require_position(value: object) -> None:
    """Refuses what is no position; for moves and texts it says how one is made of them."""
    if isinstance(value, Position):
        return
    how = ""
    if isinstance(value, str):
        make = "Position.parse(Game(), {!r})" if "/" in value else "Position().after({!r})"
        how = f"; did you mean {make.format(truncate(value))}?"
    raise TypeError(f"expected a Position, not {type(value).__name__}{how}")


def format_move(game: Game, move: int, base: int = 1) -> str:
    """The text of one move; ``parse_move`` is the inverse."""
    if game.gravity:
        return str(move + base)
    return f"{move // game.cols + base}.{move % game.cols + base}"


def move_noun(game: Game) -> str:
    """What a move is: a column where stones fall, else just a move."""
    return "column" if game.gravity else "move"


def move_words(game: Game, move: int, base: int = 1) -> str:
    """A move as sentences name it: ``column 4`` where stones fall, on a free board ``8.8``."""
    text = format_move(game, move, base)
    return f"column {text}" if game.gravity else text


def parse_move(game: Game, text: str, base: int = 1) -> int:
    """A move number within the board from its text; whether it may be played is another matter."""
    if game.gravity:
        column = _number(text) if text.isascii() and text.isdigit() else -1
        if not base <= column < game.cols + base:
            raise BadTextError(f"column '{text}' must be {base} to {game.cols + base - 1}")
        return column - base
    match = _FREE_MOVE.fullmatch(text)
    if match is None:
        raise BadTextError(f"move '{text}' must be ROW.COL, counted from the top left corner")
    row, col = _number(match[1]) - base, _number(match[2]) - base
    if not 0 <= row < game.rows or not 0 <= col < game.cols:
        raise BadTextError(
            f"move '{text}' must have a row {base} to {game.rows + base - 1}"
            f" and a column {base} to {game.cols + base - 1}"
        )
    return row * game.cols + col


def moves_text(game: Game, moves: Sequence[int], base: int = 1) -> str:
    """Moves in one word, as links and records have them; ``parse_moves`` is the inverse."""
    return joined_moves(game, [format_move(game, move, base) for move in moves], base)


def joined_moves(game: Game, words: Sequence[str], base: int = 1) -> str:
    """Texts of moves in one word, with nothing between columns of one digit."""
    return ("" if _one_digit(game, base) else ",").join(words)


def _one_digit(game: Game, base: int) -> bool:
    """Whether every move is written with one digit."""
    return game.gravity and game.cols + base <= 10


def _number(digits: str) -> int:
    """The number of any count of digits, as far as a board can tell: int() refuses thousands."""
    return int(digits.lstrip("0")[:6] or "0")


def parse_moves(game: Game, text: str, base: int = 1) -> list[int]:
    """Moves split by commas or spaces; columns of one digit may also stand together, ``4455``."""
    words = text.replace(",", " ").split()
    if _one_digit(game, base):
        words = [letter for word in words for letter in word]
    return [parse_move(game, word, base) for word in words]


def obstacle(pos: Position, move: int, base: int = 1) -> str:
    """Why a move cannot be played while the game goes on, as a clause; empty if it can."""
    if pos.landing(move) is not None:
        return ""
    if not 0 <= move < pos.game.move_count:
        return f"move number {move} is not on the board"
    return f"{move_words(pos.game, move, base)} is {'full' if pos.game.gravity else 'occupied'}"


def play_moves(pos: Position, text: str, base: int = 1) -> Position:
    """The position after a list of moves; names the first one that cannot be played."""
    return played_moves(pos, text, base)[1][-1]


def played_moves(
    start: Position, text: str, base: int = 1
) -> tuple[tuple[int, ...], tuple[Position, ...]]:
    """The same with all its moves and positions, the start among them."""
    moves = parse_moves(start.game, text, base)
    positions = [start]
    for number, move in enumerate(moves, start=1):
        pos = positions[-1]
        if pos.is_over:
            raise IllegalMoveError(f"moves '{text}': the game is over before move {number}")
        if why := obstacle(pos, move, base):
            raise IllegalMoveError(f"moves '{text}': {why} at move {number}")
        positions.append(pos.play(move))
    return tuple(moves), tuple(positions)
