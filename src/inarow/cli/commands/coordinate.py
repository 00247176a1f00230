"""``inarow coordinate``: the edge of the referee for two engines that speak a line protocol."""

from __future__ import annotations

import json
import signal
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, NoReturn

from inarow.cli.coordinate_words import (
    COURSE_WORDS,
    FREE_WORDS,
    OPEN_PROTOCOLS,
    Request,
    Setup,
    parse_words,
    setup,
)
from inarow.cli.options import add_json, duration
from inarow.cli.parser import Parser
from inarow.game import name_of
from inarow.move_text import format_move, move_words, moves_text
from inarow.players.seat import Seat
from inarow.protocols import print_error
from inarow.protocols.registry import PROTOCOLS, USUAL_PROTOCOL, ProtocolEntry, protocol_help
from inarow.protocols.transcript import Transcript
from inarow.record import Record, Termination
from inarow.referee.engines import Engines, PlainEngines, SandboxedEngines
from inarow.referee.game_log import Turn
from inarow.referee.referee import OnTurn, play_game, stop_seats
from inarow.render.board_text import board_text
from inarow.render.terminal import style_of


def add_arguments(parser: Parser) -> None:
    parser.usage = (
        f"inarow coordinate [options] {COURSE_WORDS}\n"
        f"inarow coordinate --protocol {'|'.join(OPEN_PROTOCOLS)} [options] {FREE_WORDS}"
    )
    counting = ", ".join(name for name, entry in PROTOCOLS.items() if entry.counts_nodes)
    parser.description = f"""\
Run one game between two engines, with clocks, and draw the board after each move.

PATH is a directory with Interface.class or a command line such as "inarow engine"; inarow alone is
the built-in engine. e1 is e0 again unless given. time is the clock of each side in milliseconds
(default: 120000), turn the time limit of a move (gomocup, connect6). With perft D ({counting}) the
engines count nodes instead of playing, within time."""
    parser.add_argument("words", nargs="+", metavar="e0 PATH", help=COURSE_WORDS)
    parser.add_argument(
        "--protocol",
        choices=tuple(PROTOCOLS),
        default=USUAL_PROTOCOL,
        metavar="NAME",
        help=f"{protocol_help()} (default: %(default)s)",
    )
    parser.add_argument(
        "--game", metavar="NAME", help="with gomocup: such as gomoku:19x19k6 (default: gomoku)"
    )
    parser.add_argument(
        "--opening", metavar="MOVES", help="moves made before the game starts, as ROW.COL"
    )
    parser.add_argument(
        "--memory", metavar="MB", help="memory that gomocup engines may use (default: 350)"
    )
    parser.add_argument(
        "--sandbox",
        action="store_true",
        help="run untrusted engines in a sandbox, frozen while not to move",
    )
    add_json(parser)
    parser.add_argument("--log", metavar="FILE", help="record the dialogue in this file")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    parser.add_argument(
        "--delay", type=duration, metavar="TIME", default=0.0, help="pause after each move"
    )
    parser.add_argument(
        "--patience",
        type=duration,
        metavar="TIME",
        default=10.0,
        help="time to answer name and isready (default: 10s)",
    )
    parser.add_argument(
        "--tolerance",
        type=duration,
        metavar="TIME",
        help="accept moves that are late by up to TIME (default: 0, gomocup 1s)",
    )


def run(args: Namespace) -> int:
    entry = PROTOCOLS[args.protocol]
    request = parse_words(args.words, entry)
    asked = setup(args, entry, request)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup has it
            signal.signal(number, _leave)
    turns: list[Turn] = []
    with ExitStack() as cleanup:
        log = Transcript(args.log)
        cleanup.callback(log.close)
        kind = SandboxedEngines if args.sandbox else PlainEngines
        engines: Engines = kind(request.engines, entry, log)
        # Whatever happens from here on, no engine outlives this command.
        cleanup.callback(engines.stop)
        try:
            if request.perft is not None:
                records = [
                    entry.check_perft(
                        player, request.perft, request.time_ms, asked.conduct.handshake_s
                    )
                    for player in engines.talkers()
                ]
                return _show_perft(records, as_json=args.json)
            show = _shower(args, entry, engines.seats, turns, args.delay)
            opening = asked.opening
            game = play_game(opening.start, engines.seats, asked.conduct, opening.moves, show)
            record = game.record
            stop_seats(engines.seats, record)
        except KeyboardInterrupt:
            engines.stop(grace_s=0)
            print("inarow coordinate: interrupted, all engines were ended", file=sys.stderr)
            return 130
    if log.problem:
        print_error(f"inarow coordinate: {log.problem}")
    if args.json:
        data = _object(record, turns, entry, asked, request)
        if args.sandbox:
            data |= {"tier": engines.tier, "turns": game.as_json()["turns"]}
        print(json.dumps(data), flush=True)
    else:
        print(_ending(record, entry.colours, len(turns)), flush=True)
    void = record.result is not None and record.result.termination is Termination.VOID
    return 1 if void or log.problem else 0


def _leave(signum: int, frame: object) -> NoReturn:
    raise SystemExit(128 + signum)


def _shower(
    args: Namespace,
    entry: ProtocolEntry,
    players: Sequence[Seat],
    turns: list[Turn],
    delay_s: float,
) -> OnTurn:
    """What to do after each turn: keep it, draw the board, wait a little."""
    style = style_of(sys.stdout)

    def show(record: Record, turn: Turn) -> None:
        turns.append(turn)
        if args.json or args.quiet:
            return
        assert turn.clock_ms is not None
        game, base = record.game, entry.base
        plays = f"plays {' and '.join(move_words(game, stone, base) for stone in turn.stones)}"
        if turn.fault is not None:
            plays = f"forfeits its move, for it {turn.fault.detail}"
        value = "" if turn.value is None else f", value {turn.value}"
        print(
            f"\nmove {len(turns)}: {players[turn.side].name} ({entry.colours[turn.side]},"
            f" {style.symbols[turn.side + 1]}) {plays}{value},"
            f" in {turn.time_ms:.0f} ms; {turn.clock_ms / 1000:.1f} s left"
        )
        print(
            board_text(
                record.end,
                color=style.color,
                symbols=style.symbols,
                last_move=record.last_move,
                column_labels=range(base, game.cols + base),
                row_labels=range(base, game.rows + base),
            ),
            flush=True,
        )
        time.sleep(delay_s)

    return show


def _ending(record: Record, colours: tuple[str, str], turns: int) -> str:
    """Who beat whom and why, after how many moves, and what was left on the clocks."""
    assert record.result and record.players and record.clocks_ms
    clocks = " and ".join(f"{clock:.0f} ms" for clock in record.clocks_ms)
    names = [f"{name} ({colour})" for name, colour in zip(record.players, colours, strict=True)]
    left = f"after {turns} moves; clocks {clocks}"
    winner, reason = record.result.winner, record.result.termination.reason(record.game)
    if record.result.termination is Termination.VOID:
        return f"The game does not count: {record.result.detail}, {left}"
    if winner is None:
        return f"Draw between {names[0]} and {names[1]}, {left}"
    loser = names[2 - winner]
    detail = f" ({loser} {record.result.detail})" if record.result.detail else ""
    return f"{names[winner - 1]} beats {loser}: {reason}{detail}, {left}"


def _object(
    record: Record, turns: Sequence[Turn], entry: ProtocolEntry, asked: Setup, request: Request
) -> dict[str, Any]:
    """The object of ``--json``. Its ``moves`` count as the protocol does; ``record`` is what every
    command reads."""
    assert record.result and record.clocks_ms
    game, winner = record.game, record.result.winner

    def history(turn: Turn) -> dict[str, Any]:
        assert turn.clock_ms is not None
        return {
            "side": turn.side,
            "stones": [format_move(game, stone, entry.base) for stone in turn.stones],
            **(
                {"column": next(iter(turn.stones), None), "value": turn.value}
                if game.gravity
                else {}
            ),
            "time_ms": round(turn.time_ms, 3),
            "clock_ms": round(turn.clock_ms, 3),
        }

    return {
        "protocol": entry.name,
        "game": name_of(game),
        "names": record.players,
        "commands": request.engines,
        "time_ms": request.time_ms,
        "turn_ms": asked.conduct.terms(game).turn_ms,
        "opening": moves_text(game, asked.opening.moves, entry.base),
        "moves": moves_text(game, record.moves, entry.base),
        "history": [history(turn) for turn in turns],
        "winner": None if winner is None else winner - 1,
        "result": record.result.score,
        "reason": record.result.termination.reason(game),
        "detail": record.result.detail,
        "clocks_ms": [round(clock, 3) for clock in record.clocks_ms],
        "record": record.as_json(),
    }


def _show_perft(records: Sequence[Any], *, as_json: bool) -> int:
    if as_json:
        print(json.dumps([{**record._asdict(), "right": record.right} for record in records]))
    else:
        for record in records:
            print(record)
    return 0 if all(record.right for record in records) else 1
