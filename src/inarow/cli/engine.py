"""``inarow engine``: the COMP2230 engine protocol on standard input and output."""

from __future__ import annotations

import os
import random
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from inarow._core import Position
from inarow.errors import UserError
from inarow.players.base import Limit
from inarow.players.connect_four import ConnectFourPlayer
from inarow.protocols.comp2230 import DEFAULT_NAME, LONGEST_MOVE_MS, Engine, Found, checked_name
from inarow.protocols.lines import LineSplitter
from inarow.protocols.transcript import Transcript

# Sees a win, and what must be blocked, in well under a millisecond.
_HURRIED = Limit(time_s=0.0, depth=2)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--name", default=DEFAULT_NAME, help="enginename-cXXXXXXX (default %(default)s)"
    )
    parser.add_argument(
        "--move-time",
        metavar="MS",
        default=f"{LONGEST_MOVE_MS:.0f}",
        help="longest time on one move, however much the clock holds (default %(default)s)",
    )
    parser.add_argument("--log", metavar="FILE", help="record the dialogue in this file")


def run(args: Namespace) -> int:
    longest_ms = args.move_time
    if not (longest_ms.isascii() and longest_ms.isdigit() and 0 < len(longest_ms) < 10):
        raise UserError(f"--move-time '{longest_ms}' must be a whole number of milliseconds")
    engine = Engine(checked_name(args.name), _search, longest_move_ms=float(longest_ms))
    log = Transcript(args.log)
    for line in _lines_of_standard_input():
        log.sent(line)
        for reply in engine.answer(line):
            log.received(reply.encode())
            sys.stdout.write(reply + "\n")
            sys.stdout.flush()
        if engine.finished:
            break
    return 0


def _search(pos: Position, time_ms: float) -> Found:
    limit = Limit(time_s=time_ms / 1000) if time_ms > 0 else _HURRIED
    choice = ConnectFourPlayer().choose(pos, limit, random.Random(0))
    return Found(choice.move, choice.value, choice.depth, choice.nodes, choice.exact)


def _lines_of_standard_input() -> Iterator[bytes]:
    """Each line as soon as it is complete; a closed standard input is at its end."""
    splitter = LineSplitter()
    while True:
        try:
            data = os.read(0, 65536)
        except OSError:
            data = b""
        if not data:
            yield from splitter.finish()
            return
        yield from splitter.feed(data)
