"""The thin outer edge: text to positions and requests, answers to text. Coordinates live here.

What every program says about bad input is here too, where it costs a strict command no module.

The programs that start once per move (``ConnectFour``, ``maxconnect4``, ``Lab7Part1``,
``Lab7Part2``) import ``sys``, the native module and a module or two of this package, and no more.
They are plain scripts, because the wrapper that installers write for an entry point imports more.
For the same reason ``Goal``, ``Family`` and ``Outcome`` are native classes: Python's ``enum`` alone
would take a third of the start.
"""

import os
import sys


def print_error(sentence: str) -> None:
    """One line on standard error, whatever characters the sentence quotes.

    Without a standard error (closed, or full) nothing is said; the exit status still tells.
    """
    line = printable_text(sentence)
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except AttributeError:
        return
    except OSError:
        _drop_errors()


def _drop_errors() -> None:
    """Lets the interpreter's last flush of standard error succeed, so that it keeps the status."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stderr.fileno())
        os.close(null)
    except (OSError, ValueError):  # no stream of the system
        return


def bad_text(sentence: str) -> ValueError:
    """A ``BadTextError`` to raise; its module is loaded only by who needs one."""
    from inarow.errors import BadTextError

    return BadTextError(sentence)


def is_user_error(error: ValueError) -> bool:
    """Whether an error is the user's, and not a fault of the program."""
    from inarow.errors import UserError

    return isinstance(error, UserError)


def printable_text(sentence: str) -> str:
    """A sentence as it may be shown: without control characters, and without the middle of words
    and of a whole that are longer than anybody reads."""
    short = " ".join(_cut(word, 120, 40) for word in sentence.split(" "))
    return "".join(c if c.isprintable() else _escape(c) for c in _cut(short, 700, 200))


def _cut(text: str, head: int, tail: int) -> str:
    return text if len(text) <= head + tail + 3 else f"{text[:head]}...{text[-tail:]}"


def _escape(character: str) -> str:
    """A byte that was no text, which Python keeps as a lone surrogate, is shown as that byte."""
    code = ord(character)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else repr(character)[1:-1]
