"""The ``inarow`` command: runs what a command line asks for and returns the exit status.

A ``UserError`` becomes one line and exit status 2. Any other exception is an internal error: its
traceback is printed, with how to report it, and the exit status is 70.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR

import inarow
from inarow.cli.interrupts import interrupt_text
from inarow.cli.parser import Call, load
from inarow.cli.progress import clear_line
from inarow.cli.standard_streams import open_missing_streams, silence_output
from inarow.errors import UserError
from inarow.protocols import print_error
from inarow.text import truncate

INTERNAL_ERROR = 70
"""The exit status of a fault in inarow: ``EX_SOFTWARE`` of sysexits.h."""

_WRONG_NAMES = {EACCES, EISDIR, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR}
"""What the system says of a file that cannot be meant."""


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    return run(load(sys.argv[1:] if argv is None else argv))


def run(call: Call) -> int:
    """Do what a command line asks for and return the exit status."""
    open_missing_streams()
    name = call.name
    try:
        if call.problem:
            print_error(f"{name}: {call.problem}")
            return 2
        try:
            sys.stdout.write(call.help)
            status = 0
            if call.parser is not None and call.run is not None:
                args = call.parser.read(call.arguments)
                args.program_args = call.program_args
                status = call.run(args)
        except SystemExit as end:  # help, bad usage
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
