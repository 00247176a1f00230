"""The options by which every command takes a game and a position.

Exactly one form of position may be given; without any, the game starts from its empty board.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import NamedTuple

from inarow._core import Game, Position
from inarow.cli.option_types import whole
from inarow.errors import UserError
from inarow.files import read_input
from inarow.game import GAMES, game_named
from inarow.protocols.position_texts import FILE, STATE, read_state
from inarow.record import Record


class Chosen(NamedTuple):
    """A game up to the position that is looked at, and the number of its leftmost column (0 or 1)
    as this user reads and types it."""

    record: Record
    base: int

    @property
    def pos(self) -> Position:
        return self.record.pos


def add_position_arguments(parser: ArgumentParser) -> None:
    """Declare --game, the five forms of a position, and how columns are numbered."""
    group = parser.add_argument_group("position")
    group.add_argument(
        "--game",
        metavar="NAME",
        help=f"{', '.join(GAMES)}, or another size such as connect4:8x7 (columns x rows)"
        " or gomoku:9x9k4; default connect4, with --file maxconnect4",
    )
    group.add_argument(
        "--moves",
        metavar="LIST",
        help="moves from the empty board: columns such as 4455, or split by commas or spaces;"
        " on a free board ROW.COL from the top left, such as 8.8,9.9",
    )
    group.add_argument(
        "--state",
        metavar="ROWS",
        help="a course string row0,row1,... with row 0 at the bottom, in r y and .; needs --player",
    )
    group.add_argument("--player", choices=("red", "yellow"), help="side to move of --state")
    group.add_argument("--file", metavar="FILE", help="a MaxConnect4 file: six rows and the player")
    group.add_argument(
        "--text",
        metavar="TEXT",
        help="rows from the top in x o and . split by '/', a space, and the side to move x or o",
    )
    group.add_argument(
        "--record",
        metavar="FILE",
        help="a saved game: its JSON, its line of text, or a list of moves; - reads standard input",
    )
    group.add_argument(
        "--columns",
        type=whole,
        choices=(0, 1),
        help="count columns (and rows) from 0 or from 1, typed and printed;"
        " default 1, with --state 0 as that course prints",
    )


def chosen_record(args: Namespace) -> Chosen:
    """The game and position that the options name."""
    forms = ("moves", "state", "file", "text", "record")
    given = [name for name in forms if getattr(args, name) is not None]
    if len(given) > 1:
        raise UserError(f"--{given[0]} and --{given[1]} both give a position: only one may")
    if (args.state is None) != (args.player is None):
        raise UserError("--state and --player (red or yellow) go together")
    base = args.columns
    if base is None:
        base = STATE.base if args.state is not None else 1
    return Chosen(_record(args, base), base)


def _record(args: Namespace, base: int) -> Record:
    if args.state is not None:
        return Record(_read_state(args))
    if args.file is not None:
        return Record(_in_game(_read_file(args.file), args.game))
    game = game_named(args.game or "connect4")
    if args.text is not None:
        return Record(Position.parse(game, args.text))
    if args.record is not None:
        return _read_record(args.record, game).truncated()
    return Record.from_moves(Position(game), args.moves or "", base)


def _read_state(args: Namespace) -> Position:
    """The board of --state, on a board of the size that --game has."""
    game = game_named(args.game) if args.game else None
    return _in_game(read_state(args.state, args.player, game), args.game)


def _in_game(pos: Position, name: str | None) -> Position:
    """The same board as another game of its size, if one is named."""
    if name is None:
        return pos
    game = game_named(name)
    if (game.rows, game.cols) != (pos.game.rows, pos.game.cols):
        raise UserError(
            f"the position has {pos.game.cols} columns and {pos.game.rows} rows,"
            f" but game '{name}' has {game.cols} and {game.rows}"
        )
    return Position(game, pos.cells(), to_move=pos.to_move)


def _read_record(name: str, game: Game) -> Record:
    """The game of a file; a plain list of moves is one of ``game``."""
    data = read_input("record", name)
    try:
        return Record.parse(data.decode(), game)
    except UnicodeDecodeError:
        raise UserError(f"record '{name}' is not UTF-8 text") from None
    except UserError as error:
        raise UserError(f"record '{name}': {error}") from None


def _read_file(name: str) -> Position:
    data = read_input("file", name, FILE.longest)
    try:
        return FILE.parse(data)
    except UserError as error:
        raise UserError(f"file '{name}', {error}") from None
