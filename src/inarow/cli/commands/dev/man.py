"""``inarow dev man``: the man pages of all commands."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from inarow.cli.man_pages import man_pages
from inarow.cli.parser import Parser
from inarow.files import staged_folder, write_whole


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Write a man page for inarow and for each of its commands into a directory, as inarow.1 and
inarow-COMMAND.1."""
    parser.add_argument("folder", metavar="DIR", help="directory, made if it does not exist")


def run(args: Namespace) -> int:
    with staged_folder(Path(args.folder)) as folder:
        for name, text in man_pages().items():
            write_whole(folder / name, text.encode())
    return 0
