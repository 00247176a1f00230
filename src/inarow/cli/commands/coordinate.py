"""``inarow coordinate``: a referee of two engines. COMP2230 with the words of the course's own;
Gomocup and Connect6 are in ``coordinate_free``."""

from __future__ import annotations

import json
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, NoReturn

from inarow._core import Position
from inarow.arena.coordinator import GameRecord, Move, PerftRecord, Seat, check_perft, play_game
from inarow.arena.dialogue import UNRESPONSIVE
from inarow.arena.free_board import Connect6Seat, FreeRecord, GomocupSeat, play_free_game
from inarow.arena.process import EngineProcess
from inarow.cli import coordinate_free as free
from inarow.cli.coordinate_words import COURSE_WORDS, FREE_WORDS, Request, parse_words, seconds
from inarow.cli.game_ending import ending_fields, ending_line
from inarow.errors import UserError
from inarow.protocols.transcript import Transcript
from inarow.render.board_text import board_text
from inarow.render.terminal import style_of

_COLOURS = ("red", "yellow")
# An engine that is told to quit, or whose input has ended, gets so long to leave by itself.
_GRACE_S = 1.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.usage = (
        f"inarow coordinate [options] {COURSE_WORDS}\n"
        f"       inarow coordinate --protocol gomocup|connect6 [options] {FREE_WORDS}"
    )
    parser.description = """\
Run a game between two engines, with clocks and a drawn board.

PATH is a directory with Interface.class or a command line such as "inarow engine"; inarow
alone is our own engine. e1 is e0 again unless given. time is the clock of each side in
milliseconds (default 120000), turn the longest time for one move (gomocup, connect6). With
perft D (comp2230) the engines count nodes instead of playing, within time."""
    parser.add_argument("words", nargs="+", metavar="e0 PATH", help=COURSE_WORDS)
    parser.add_argument(
        "--protocol",
        choices=("comp2230", *free.SEATS),
        default="comp2230",
        help="comp2230: Connect Four; gomocup: one stone a turn on a free board; connect6"
        " (default %(default)s)",
    )
    parser.add_argument(
        "--game",
        metavar="NAME",
        help="with gomocup: gomoku unless given, or such as gomoku:19x19k6",
    )
    parser.add_argument(
        "--moves", metavar="LIST", help="an opening, laid for both: ROW.COL split by commas"
    )
    parser.add_argument(
        "--memory", metavar="MB", help="what gomocup engines are told they may use (default 350)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object and no board")
    parser.add_argument("--log", metavar="FILE", help="record the dialogue in this file")
    parser.add_argument("--quiet", action="store_true", help="print only how it ended")
    parser.add_argument("--delay", metavar="S", default="0", help="pause after each move")
    parser.add_argument(
        "--patience",
        metavar="S",
        default="10",
        help="seconds an engine has to answer name and isready (default %(default)s)",
    )
    parser.add_argument("--no-color", action="store_true", help="no colours on a terminal")


def run(args: Namespace) -> int:
    request = parse_words(args.words, args.protocol)
    delay_s = seconds("--delay", args.delay)
    patience_s = seconds("--patience", args.patience)
    if args.protocol == "comp2230":
        for option in ("game", "moves", "memory"):
            if getattr(args, option) is not None:
                raise UserError(f"--{option} goes with --protocol gomocup or connect6")
        free_game = None
    else:
        free_game = free.free_game(args, request)
    signal.signal(signal.SIGTERM, _leave)
    processes: list[EngineProcess] = []
    with ExitStack() as cleanup:
        log = Transcript(args.log)
        cleanup.callback(log.close)
        # Whatever happens from here on, no engine outlives this command.
        cleanup.callback(_stop_all, processes)
        try:
            for argv in request.engines:
                processes.append(EngineProcess(argv))
            if free_game is not None:
                made = free.SEATS[args.protocol]
                free_seats = [
                    made(process, index, patience_s=patience_s, transcript=log)
                    for index, process in enumerate(processes)
                ]
                show_turn = free.turn_shower(args, free_seats, delay_s)
                record = play_free_game(free_seats, free_game.terms, free_game.opening, show_turn)
                _say_goodbye(record, free_seats, processes)
                ending = ending_line(record, free.COLOURS, len(record.turns))
                data = free.record_object(record, free_game, request)
            else:
                seats = [
                    Seat(process, index, patience_s=patience_s, transcript=log)
                    for index, process in enumerate(processes)
                ]
                if request.perft is not None:
                    return _perft(seats, request.perft, request.time_ms, as_json=args.json)
                game = play_game(seats, request.time_ms, _shower(args, seats, delay_s))
                _say_goodbye(game, seats, processes)
                ending = ending_line(game, _COLOURS, len(game.moves))
                data = _game_object(game, request)
        except KeyboardInterrupt:
            _stop_all(processes, grace_s=0)
            print("inarow coordinate: interrupted, all engines were ended", file=sys.stderr)
            return 130
    print(json.dumps(data) if args.json else ending, flush=True)
    return 0


def _say_goodbye(
    game: GameRecord | FreeRecord,
    seats: Sequence[Seat | GomocupSeat | Connect6Seat],
    processes: Sequence[EngineProcess],
) -> None:
    for index, (seat, process) in enumerate(zip(seats, processes, strict=True)):
        if game.reason in UNRESPONSIVE and index != game.winner:
            process.stop(0)
        else:
            seat.quit()


def _leave(signum: int, frame: object) -> NoReturn:
    raise SystemExit(128 + signum)


def _stop_all(processes: list[EngineProcess], grace_s: float = _GRACE_S) -> None:
    for process in processes:
        process.close_input()
    for process in processes:
        process.stop(grace_s)
    processes.clear()


def _shower(
    args: Namespace, seats: Sequence[Seat], delay_s: float
) -> Callable[[Position, Sequence[Move]], None]:
    """What to do after each move: draw the board, wait a little."""
    style = style_of(sys.stdout, no_color=args.no_color)

    def show(pos: Position, moves: Sequence[Move]) -> None:
        if args.json or args.quiet:
            return
        move, mover = moves[-1], (len(moves) - 1) % 2
        value = "" if move.value is None else f", value {move.value}"
        print(
            f"\nmove {len(moves)}: {seats[mover].name} ({_COLOURS[mover]},"
            f" {style.symbols[mover + 1]}) plays column {move.column}{value},"
            f" in {move.time_ms:.0f} ms; {move.clock_ms / 1000:.1f} s left"
        )
        print(
            board_text(pos, color=style.color, symbols=style.symbols, last_move=move.column),
            flush=True,
        )
        time.sleep(delay_s)

    return show


def _game_object(game: GameRecord, request: Request) -> dict[str, Any]:
    return {
        "names": game.names,
        "commands": request.engines,
        "time_ms": request.time_ms,
        "moves": "".join(str(move.column) for move in game.moves),
        "history": [
            {
                "column": move.column,
                "value": move.value,
                "time_ms": round(move.time_ms, 3),
                "clock_ms": round(move.clock_ms, 3),
            }
            for move in game.moves
        ],
        **ending_fields(game),
    }


def _perft(seats: Sequence[Seat], depth: int, limit_ms: int, *, as_json: bool) -> int:
    records = [check_perft(seat, depth, limit_ms) for seat in seats]
    if as_json:
        print(json.dumps([{**record._asdict(), "right": record.right} for record in records]))
    else:
        for record in records:
            print(_perft_line(record))
    return 0 if all(record.right for record in records) else 1


def _perft_line(record: PerftRecord) -> str:
    if record.answer is None:
        return f"{record.name}: perft {record.depth} wrong, {record.detail}"
    if not record.right:
        said = f"{record.answer} where {record.expected} is right"
        return f"{record.name}: perft {record.depth} wrong, {said}"
    return f"{record.name}: perft {record.depth} right, {record.answer} ({record.time_ms:.0f} ms)"
