"""``inarow export``: single files: programs for the Connect Four course, and the page itself."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.position_arguments import add_position_arguments, chosen_record
from inarow.cli.terminal import write_output
from inarow.errors import UserError


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
Write one file to standard output. Two are programs for the Connect Four course, of plain Python 3.7
that needs nothing but the standard library; the third is the board, a page that plays, analyses and
explains Connect Four exactly in any browser, without a server or a network:

  inarow export tournament  > ConnectFour.py   STATE PLAYER: perfect play, from a table and a search
  inarow export connectfour > ConnectFour.py   STATE PLAYER M|A DEPTH: the textbook search, exact
  inarow export page        > board.html       the page, opened at a position and against a level"""
    parser.add_argument(
        "program", choices=("tournament", "connectfour", "page"), help="which file to write"
    )
    levels = [str(level) for level in range(1, 9)] + ["perfect"]
    for side in ("red", "yellow"):
        parser.add_argument(
            f"--{side}",
            choices=levels,
            metavar="LEVEL",
            help=f"of the page: who plays {side.capitalize()}, a level from 1 to 8 or perfect;"
            " default the reader",
        )
    add_position_arguments(parser)


@interrupt_note(NOTHING_SAVED)
def run(args: Namespace) -> int:
    if args.program == "page":
        from inarow.web.standalone import standalone_page

        write_output("-", standalone_page(chosen_record(args).record, **_seats(args)))
        return 0
    positions = ("game", "moves", "state", "player", "file", "text", "record", "columns")
    for name in ("red", "yellow", *positions):
        if getattr(args, name) is not None:
            raise UserError(f"--{name} is for the page, not for {args.program}")
    if args.program == "tournament":
        from inarow.export.tournament import tournament_file

        sys.stdout.write(tournament_file())
    else:
        from inarow.export.connectfour import connectfour_file

        sys.stdout.write(connectfour_file())
    return 0


def _seats(args: Namespace) -> dict[str, str]:
    """The seats of a link that are not the reader's."""
    chosen = {side: getattr(args, side) for side in ("red", "yellow")}
    return {side: "9" if who == "perfect" else str(who) for side, who in chosen.items() if who}
