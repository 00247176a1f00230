"""``inarow engine``: an engine protocol on standard input and output."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from inarow.players.seat import LONGEST_MOVE_MS
from inarow.protocols.line_engine import EngineOptions
from inarow.protocols.lines import LineSplitter
from inarow.protocols.registry import PROTOCOLS, USUAL_PROTOCOL, name_help, protocol_help
from inarow.protocols.transcript import Transcript
from inarow.text import whole_number


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--protocol",
        choices=tuple(PROTOCOLS),
        default=USUAL_PROTOCOL,
        help=f"{protocol_help()} (default %(default)s)",
    )
    parser.add_argument("--name", help=f"the name that the engine gives: {name_help()}")
    parser.add_argument(
        "--move-time",
        metavar="MS",
        default=f"{LONGEST_MOVE_MS:.0f}",
        help="longest time on one move, however much the clock holds (default %(default)s)",
    )
    parser.add_argument("--log", metavar="FILE", help="record the dialogue in this file")


def run(args: Namespace) -> int:
    longest_ms = whole_number("--move-time", args.move_time, 0)
    engine = PROTOCOLS[args.protocol].engine(EngineOptions(args.name, longest_ms))
    log = Transcript(args.log)
    for line in _lines_of_standard_input():
        log.sent(line)
        for reply in engine.answer(line):
            log.received(reply.encode())
            print(reply, flush=True)
        if engine.finished:
            break
    return 0


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
