"""The descriptors between us and a program: three pipes, or one pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import termios
import tty

from inarow.running.running_program import ProgramEnds

END_OF_INPUT = b"\x04"


def made_ends(terminal: bool) -> tuple[ProgramEnds, tuple[int, int, int]]:
    """Our ends, which do not block, and the program's three, which are to be closed here when it
    has them. A terminal echoes nothing and changes no byte; it hands on whole lines, so that it can
    tell of the end of input, which ``END_OF_INPUT`` is to it."""
    if terminal:
        ours, theirs = pty.openpty()
        tty.setraw(theirs)
        settings = termios.tcgetattr(theirs)
        settings[3] |= termios.ICANON
        settings[6] = [b"\0"] * len(settings[6])
        settings[6][termios.VEOF] = END_OF_INPUT
        termios.tcsetattr(theirs, termios.TCSANOW, settings)
        os.set_blocking(ours, False)
        return ProgramEnds(ours, ours), (theirs, theirs, theirs)
    opened: list[int] = []
    try:
        for _ in range(3):
            opened += os.pipe()
    except OSError:
        for fd in opened:
            os.close(fd)
        raise
    in_read, in_write, out_read, out_write, err_read, err_write = opened
    for fd in (in_write, out_read, err_read):
        os.set_blocking(fd, False)
    return ProgramEnds(in_write, out_read, err_read), (in_read, out_write, err_write)


def close_all(fds: tuple[int, ...]) -> None:
    for fd in {fd for fd in fds if fd >= 0}:
        with contextlib.suppress(OSError):
            os.close(fd)
