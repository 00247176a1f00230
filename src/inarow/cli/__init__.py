"""The ``inarow`` command. Each subcommand is a module of its own, imported only when it is called:

``add_arguments(parser)`` declares its options, ``run(args)`` does the work and returns the exit
status. A ``UserError`` becomes one sentence and exit status 2. Any other exception is a fault of
inarow: its traceback is printed, with how to report it, and the exit status is 70.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import suppress
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import inarow
from inarow.cli.interrupts import interrupt_text
from inarow.cli.progress import clear_line
from inarow.cli.standard_streams import open_missing_streams, silence_output
from inarow.errors import UserError
from inarow.protocols import print_error
from inarow.text import truncate

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS: dict[str, str] = {
    "play": "play any game in the terminal against the computer",
    "web": "play, analyse and watch the search in the browser",
    "why": "the cause of a wrong answer of a search, and where it begins",
    "puzzle": "show a puzzle, mine more from games of our levels, or prove a set again",
    "tree": "print the search tree of a textbook search, with every cut-off explained",
    "timing": "CPU time, nodes and branching factor against depth, minimax beside alpha-beta",
    "solve": "the exact score of positions, one a line in and out",
    "analyse": "the truth about a position: every column, the best line, the last mistake",
    "perft": "count the nodes of the move tree",
    "engine": "speak the engine protocol on standard input and output",
    "coordinate": "run a game between two engines, with clocks",
    "arena": "run a tournament, go on with it, and show its table",
    "match": "play two against each other and say whether one is better",
    "mark": "put programs that were handed in through a suite of tests, and say what they earn",
    "course": "write or check a course of your own",
    "suite": "make a suite of tests, prove it, or write its visible tests as one file",
    "run": "build and run somebody's program once, in a sandbox, as a marker will",
    "doctor": "try the sandbox and each language, and say what is missing",
    "cluster": "what the machines of a cluster can do, and how fast they are",
    "book": "compute or check a book of exact opening scores",
    "policy": "make the table of perfect moves that the tournament players follow",
    "export": "write a program of the Connect Four course as one file of plain Python",
    "strategy": "make or walk the proven openings that players of MaxConnect4 follow",
    "prove": "settle MaxConnect4 on a board, with a certificate that can be checked",
    "bench": "search a fixed list of positions and print the node-count signature",
}

HAND_ON = {"run"}
"""Commands that hand what follows ``--`` on to a program, whatever it looks like."""

INTERNAL_ERROR = 70
"""The exit status of a fault in inarow: ``EX_SOFTWARE`` of sysexits.h."""

_WRONG_NAMES = {EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR}
"""What the system says of a file that cannot be meant."""


class _Parser(ArgumentParser):
    """Says what is wrong in one sentence, as everything else here does."""

    def error(self, message: str) -> NoReturn:
        print_error(f"{self.prog}: {message}; see {self.prog} --help")
        raise SystemExit(2)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (sys.stderr if file is None else file).write(message)  # the original hides a full disk


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    arguments = sys.argv[1:] if argv is None else argv
    return run(parser_for(arguments), arguments)


def run(parser: ArgumentParser, arguments: list[str]) -> int:
    """Do what the arguments ask for and return the exit status."""
    open_missing_streams()
    name = parser.prog
    handed_on: list[str] = []
    if "--" in arguments and arguments[0] in HAND_ON:
        place = arguments.index("--")
        arguments, handed_on = arguments[:place], arguments[place + 1 :]
    try:
        if not arguments:
            parser.print_help(sys.stderr)
            return 2
        try:
            args, unknown = parser.parse_known_args(arguments)
            args.handed_on = handed_on
            name = f"{parser.prog} {args.command}"
            if unknown:
                raise UserError(f"{' '.join(unknown)} is not known here; see {name} --help")
            status: int = args.run(args)
        except SystemExit as end:  # help, version, bad usage
            status = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()
        return status
    except UserError as error:
        print_error(f"{name}: {error}")
        return 2
    except KeyboardInterrupt as interrupt:
        try:
            sys.stdout.flush()
        except OSError:
            silence_output()
        if name != "inarow engine":  # whoever asks an engine shows what it says
            clear_line()
            print_error(f"{name}: {interrupt_text(interrupt)}")
        return 130
    except MemoryError:
        print_error(f"{name}: there is not enough memory for this")
        return 1
    except OSError as error:
        if error.errno is None:  # raised by a library, about no file
            report_internal_error(name, error)
            return INTERNAL_ERROR
        silence_output()
        # Whoever read our output has left, and an engine has nobody else to speak to.
        if isinstance(error, BrokenPipeError) or name == "inarow engine":
            return 0
        if error.errno == ENOENT and error.filename is None:
            print_error(f"{name}: the current directory is there no more")
            return 1
        if error.filename is None:
            print_error(f"{name}: standard output cannot be written: {error.strerror}")
            return 1
        # Of a copy the second is the one that is written.
        file = os.fsdecode(error.filename if error.filename2 is None else error.filename2)
        print_error(f"{name}: file '{truncate(file)}' cannot be used: {error.strerror}")
        return 2 if error.errno in _WRONG_NAMES else 1
    except Exception as error:
        report_internal_error(name, error)
        return INTERNAL_ERROR


def report_internal_error(name: str, error: Exception) -> None:
    """Prints a traceback, and how to report it."""
    import traceback

    with suppress(OSError):  # standard error may be full or closed; the exit status still tells
        sys.stdout.flush()
        traceback.print_exception(error)
    print_error(
        f"{name}: internal error: a fault in inarow {inarow.__version__}, not in your input;"
        " please report it with this command, its input and the lines above"
    )


def parser_for(arguments: list[str]) -> ArgumentParser:
    """A parser that knows every command but loads only the one that is called."""
    parser = _Parser(
        prog="inarow",
        description=inarow.__doc__.splitlines()[0] if inarow.__doc__ else None,
        epilog="The course programs are commands of their own: ConnectFour, maxconnect4,"
        " Lab7Part1, Lab7Part2.",
    )
    parser.add_argument("--version", action="version", version=f"inarow {inarow.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    called = next((word for word in arguments if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=summary, formatter_class=RawDescriptionHelpFormatter
        )
        if name == called:
            module = import_module(f"inarow.cli.commands.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser
