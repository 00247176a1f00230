"""``inarow engine``: an engine protocol on standard input and output."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator

from inarow.cli.options import duration, milliseconds
from inarow.cli.parser import Parser
from inarow.players.seat import LONGEST_MOVE_MS
from inarow.protocols.line_engine import EngineOptions
from inarow.protocols.lines import LineSplitter
from inarow.protocols.registry import PROTOCOLS, USUAL_PROTOCOL, name_help, protocol_help
from inarow.protocols.transcript import Transcript


def add_arguments(parser: Parser) -> None:
    parser.description = """\
Play as an engine: read commands of a protocol on standard input, answer on standard output."""
    parser.add_argument(
        "--protocol",
        choices=tuple(PROTOCOLS),
        default=USUAL_PROTOCOL,
        metavar="NAME",
        help=f"{protocol_help()} (default: %(default)s)",
    )
    parser.add_argument("--name", help=f"name that the engine gives: {name_help()}")
    parser.add_argument(
        "--move-time",
        type=duration,
        metavar="TIME",
        default=LONGEST_MOVE_MS / 1000,
        help=f"time limit of a move, whatever the clock (default: {LONGEST_MOVE_MS:.0f}ms)",
    )
    parser.add_argument("--log", metavar="FILE", help="record the dialogue in this file")


def run(args: Namespace) -> int:
    longest_ms = milliseconds(args.move_time)
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
