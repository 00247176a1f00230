"""The thin outer edge: text to positions and requests, answers to text. Coordinates live here.

What every program says about bad input is here too, where it costs a strict command no module.
"""

import sys


def complain(sentence: str) -> None:
    """One line on standard error, whatever characters the sentence quotes.

    Without a standard error (closed, or full) nothing is said; the exit status still tells.
    """
    line = "".join(c if c.isprintable() else _escape(c) for c in sentence)
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except (AttributeError, OSError):
        return


def _escape(character: str) -> str:
    """A byte that was no text, which Python keeps as a lone surrogate, is shown as that byte."""
    code = ord(character)
    return f"\\x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else repr(character)[1:-1]
