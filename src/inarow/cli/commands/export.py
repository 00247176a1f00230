"""``inarow export``: single files of plain Python 3.7 for the Connect Four course."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
Write a program for the Connect Four course to standard output, as one file of plain Python 3.7 that
needs nothing but the standard library:

  inarow export tournament  > ConnectFour.py   STATE PLAYER: perfect play, from a table and a search
  inarow export connectfour > ConnectFour.py   STATE PLAYER M|A DEPTH: the textbook search, exact"""
    parser.add_argument("program", choices=("tournament", "connectfour"), help="which program")


def run(args: Namespace) -> int:
    if args.program == "tournament":
        from inarow.export.tournament import tournament_file

        sys.stdout.write(tournament_file())
    else:
        from inarow.export.connectfour import connectfour_file

        sys.stdout.write(connectfour_file())
    return 0
