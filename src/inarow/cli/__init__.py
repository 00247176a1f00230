"""The ``inarow`` command. Each subcommand is a module of its own, imported only when it is called:

``add_arguments(parser)`` declares its options, ``run(args)`` does the work and returns the exit
status. A ``UserError`` (or any ``ValueError`` of the core) becomes one sentence and exit status 2.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

import inarow

COMMANDS: dict[str, str] = {
    "play": "play any game in the terminal against the computer",
    "tree": "print the search tree of a textbook search, with every cut-off explained",
    "timing": "CPU time, nodes and branching factor against depth, minimax beside alpha-beta",
    "solve": "the exact score of positions, one a line in and out",
    "analyse": "the truth about a position: every column, the best line, the last mistake",
    "perft": "count the nodes of the move tree",
    "engine": "speak the engine protocol on standard input and output",
    "coordinate": "run a game between two engines, with clocks",
    "prove": "settle MaxConnect4 on a board, with a certificate that can be checked",
    "bench": "search a fixed list of positions and print the node-count signature",
}


def main(argv: list[str] | None = None) -> int:
    """Entry point of the console command."""
    arguments = sys.argv[1:] if argv is None else argv
    parser = _parser(arguments)
    args = parser.parse_args(arguments)
    try:
        status: int = args.run(args)
        print(end="", flush=True)  # does nothing where there is no standard output at all
        return status
    except ValueError as error:
        print(f"inarow {args.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has left; leave quietly, and keep the interpreter's final flush
        # from complaining about the same pipe.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser(arguments: list[str]) -> ArgumentParser:
    """A parser that knows every command but loads only the one that is called."""
    parser = ArgumentParser(
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
            module = import_module(f"inarow.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser
