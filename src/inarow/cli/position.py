"""The argument by which every command takes a position, in any form that people paste."""

from __future__ import annotations

from argparse import Namespace
from typing import NamedTuple

from inarow._core import Position
from inarow.cli.options import Options, int_arg
from inarow.errors import UserError
from inarow.files import read_input
from inarow.game import GAMES, game_named
from inarow.position_text import parse_position
from inarow.record import Record

FORMS = """\
POSITION is moves such as 4455 (on a free board ROW.COL: 8.8,9.9), a saved game, rows such as
"...x.../..oo... x", a course's board such as "...yr..,....... red", a link of the web app, @FILE
for a file with any of these, or - for standard input. Without it the board is empty."""


class PositionArg(NamedTuple):
    """A game up to the position that is looked at, and the number of its first column (0 or 1) as
    this user reads and types it."""

    record: Record
    first_column: int

    @property
    def pos(self) -> Position:
        return self.record.pos


def add_board(options: Options) -> None:
    """Declare POSITION and --game, for what is shown elsewhere."""
    options.add_argument(
        "position",
        nargs="*",
        default=[],
        metavar="POSITION",
        help="moves, a board, a saved game, a link, @FILE or - (default: the empty board)",
    )
    add_game(options)


def add_position(options: Options) -> None:
    """Declare POSITION, --game, and how columns are numbered."""
    add_board(options)
    options.add_argument(
        "--columns",
        type=int_arg,
        choices=(0, 1),
        metavar="0|1",
        help="number of the first column, typed and printed (default: 1, or as the position does)",
    )


def add_game(options: Options) -> None:
    options.add_argument(
        "--game",
        metavar="NAME",
        help=f"{', '.join(GAMES)}, or a size such as connect4:8x7 or gomoku:9x9k4"
        " (default: the position's, or connect4)",
    )


def read_position(args: Namespace) -> PositionArg:
    """The position that the arguments name."""
    text, where = " ".join(args.position), ""
    if text == "-" or text.startswith("@"):
        name = text.removeprefix("@")
        where = "standard input" if name == "-" else f"file '{name}'"
        try:
            text = read_input("position", name).decode()
        except UnicodeDecodeError:
            raise UserError(f"{where} is not UTF-8 text") from None
    game = None if args.game is None else game_named(args.game)
    try:
        record, first_column = parse_position(text, game, getattr(args, "columns", None))
    except UserError as error:
        if not where:
            raise
        raise UserError(f"{where}: {error}") from None
    return PositionArg(record.truncated(), first_column)
