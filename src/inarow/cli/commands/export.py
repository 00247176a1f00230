"""``inarow export``: single files: programs for the Connect Four course, and the page itself."""

from __future__ import annotations

import sys
from argparse import Namespace

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.parser import Parser
from inarow.cli.position import FORMS, add_position, read_position
from inarow.cli.terminal import write_output
from inarow.players.levels import LEVELS


def add_tournament_arguments(parser: Parser) -> None:
    parser.description = """\
Write the tournament player of the Connect Four course to standard output: STATE
PLAYER, perfect play from a table and a search. It is one file of Python 3.7 that needs only the
standard library.

  inarow export tournament > ConnectFour.py"""


def run_tournament(args: Namespace) -> int:
    from inarow.export.tournament import tournament_file

    sys.stdout.write(tournament_file())
    return 0


def add_connectfour_arguments(parser: Parser) -> None:
    parser.description = """\
Write the textbook search of the Connect Four course to standard output: STATE
PLAYER M|A DEPTH. It is one file of Python 3.7 that needs only the standard library.

  inarow export connectfour > ConnectFour.py"""


def run_connectfour(args: Namespace) -> int:
    from inarow.export.connectfour import connectfour_file

    sys.stdout.write(connectfour_file())
    return 0


def add_page_arguments(parser: Parser) -> None:
    parser.description = f"""\
Write the board as one page to standard output. It plays, analyses and explains Connect Four exactly
in any browser, without a server or a network. It opens at POSITION.

  inarow export page > board.html

{FORMS}"""
    for side in ("red", "yellow"):
        parser.add_argument(
            f"--{side}",
            choices=[*map(str, LEVELS), "perfect"],
            metavar="LEVEL",
            help=f"who plays {side.capitalize()}: 1 to 8, or perfect (default: the reader)",
        )
    add_position(parser)


@interrupt_note(NOTHING_SAVED)
def run_page(args: Namespace) -> int:
    from inarow.web.standalone import standalone_page

    write_output("-", standalone_page(read_position(args).record, **_seats(args)))
    return 0


def _seats(args: Namespace) -> dict[str, str]:
    """The seats of a link that are not the reader's."""
    chosen = {side: getattr(args, side) for side in ("red", "yellow")}
    return {side: "9" if who == "perfect" else str(who) for side, who in chosen.items() if who}
