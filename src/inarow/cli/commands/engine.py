"""``inarow engine``: an engine protocol on standard input and output."""

from __future__ import annotations

import os
import random
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from inarow._core import Position
from inarow.analysis.book import shipped_book
from inarow.analysis.policy import shipped_policy
from inarow.numbers import whole_number
from inarow.players.base import Limit
from inarow.players.falling import FallingPlayer
from inarow.players.free import FreePlayer
from inarow.protocols.comp2230.engine import (
    DEFAULT_NAME,
    LONGEST_MOVE_MS,
    WON,
    Engine,
    Found,
    checked_name,
)
from inarow.protocols.connect6 import engine as connect6
from inarow.protocols.gomocup import engine as gomocup
from inarow.protocols.lines import LineSplitter
from inarow.protocols.transcript import Transcript
from inarow.textbook import native as textbook
from inarow.textbook.spec import SearchSpec

# The strong player needs a moment to set up its table. With less than this a textbook search, which
# needs none, sees three moves ahead in a fraction of a millisecond.
_LEAST_THINKING_MS = 5.0
_MEMORY_MB = 64
_HURRIED = SearchSpec(
    depth=6, order=(3, 2, 4, 1, 5, 0, 6), full_board="zero", utility=WON, utility_per_ply=1
)
_PLAYER = FallingPlayer()  # keeps what its solver has learnt from move to move


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--protocol",
        choices=("comp2230", "gomocup", "connect6"),
        default="comp2230",
        help="comp2230: Connect Four; gomocup: Gomoku and k in a row; connect6: two stones a turn"
        " (default %(default)s)",
    )
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
    engine = _engine(args, float(whole_number("--move-time", args.move_time, 0)))
    log = Transcript(args.log)
    for line in _lines_of_standard_input():
        log.sent(line)
        for reply in engine.answer(line):
            log.received(reply.encode())
            print(reply, flush=True)
        if engine.finished:
            break
    return 0


def _engine(args: Namespace, longest_ms: float) -> Engine | gomocup.Engine | connect6.Engine:
    """The protocol that was asked for, with the player of its games."""
    if args.protocol == "comp2230":
        shipped_policy()  # both are loaded before any clock runs
        shipped_book()
        return Engine(checked_name(args.name), _search, longest_move_ms=longest_ms)
    players: dict[int, FreePlayer] = {}

    def player(memory_mb: int) -> FreePlayer:
        if memory_mb not in players:
            players.clear()
            players[memory_mb] = FreePlayer(memory_mb)
        return players[memory_mb]

    def timed(pos: Position, time_s: float, memory_mb: int) -> int:
        limit = Limit(time_s=min(time_s, longest_ms / 1000))
        return player(memory_mb).choose(pos, limit, random.Random(0)).move

    def deep(pos: Position, depth: int | None) -> int:
        # A turn of two stones shares the time of a move.
        time_s = longest_ms / 1000 / pos.game.stones[1]
        return player(_MEMORY_MB).choose(pos, Limit(time_s, depth), random.Random(0)).move

    if args.protocol == "gomocup":
        return gomocup.Engine(timed, lambda game, memory_mb: player(memory_mb).prepare(game))
    player(_MEMORY_MB).prepare(connect6.GAME)
    name = args.name if args.name != DEFAULT_NAME else "inarow"
    return connect6.Engine(deep, name)


def _search(pos: Position, time_ms: float) -> Found:
    if time_ms < _LEAST_THINKING_MS:
        quick = textbook.run(pos, _HURRIED)
        # The caller's game goes on, so there is a move. The search's values are the first player's.
        value = quick.value if pos.to_move == 1 else -quick.value
        left = pos.game.cells - pos.stone_count
        exact = abs(value) >= WON or left <= _HURRIED.depth
        column = None if exact else shipped_policy().column(pos)
        if column is None:
            column = quick.move or 0
        return Found(column, value, min(_HURRIED.depth, left), quick.nodes, exact)
    choice = _PLAYER.choose(pos, Limit(time_s=time_ms / 1000), random.Random(0))
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
