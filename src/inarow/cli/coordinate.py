"""``inarow coordinate``: the COMP2230 coordinator, with the words of the course's own."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from inarow._core import Position
from inarow.arena.coordinator import (
    UNRESPONSIVE,
    GameRecord,
    Move,
    PerftRecord,
    Seat,
    check_perft,
    play_game,
)
from inarow.errors import UserError
from inarow.players.external import EngineProcess
from inarow.protocols.transcript import Transcript
from inarow.render.board_text import board_text
from inarow.render.terminal import style_of

_COLOURS = ("red", "yellow")
_WORDS = "e0 PATH [e1 PATH] [time MS] [perft D]"
# An engine that is told to quit, or whose input has ended, gets so long to leave by itself.
_GRACE_S = 1.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.usage = f"inarow coordinate [options] {_WORDS}"
    parser.description = """\
Run a game between two engines, with clocks and a drawn board.

PATH is a directory with Interface.class or a command line such as "inarow engine";
e1 is e0 again unless given. time is in milliseconds (default 120000). With perft D the
engines count nodes instead of playing, and time is the limit for the answer."""
    parser.add_argument("words", nargs="+", metavar="e0 PATH", help=_WORDS)
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


class Request(NamedTuple):
    """What the words of the command line ask for."""

    engines: list[list[str]]
    time_ms: int
    perft: int | None


def run(args: Namespace) -> int:
    request = _parse_words(args.words)
    delay_s = _seconds("--delay", args.delay)
    patience_s = _seconds("--patience", args.patience)
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
            seats = [
                Seat(process, index, patience_s=patience_s, transcript=log)
                for index, process in enumerate(processes)
            ]
            if request.perft is not None:
                return _perft(seats, request.perft, request.time_ms, as_json=args.json)
            show = _shower(args, seats, delay_s)
            game = play_game(seats, request.time_ms, show)
            for index, (seat, process) in enumerate(zip(seats, processes, strict=True)):
                if game.reason in UNRESPONSIVE and index != game.winner:
                    process.stop(0)
                else:
                    seat.quit()
        except KeyboardInterrupt:
            _stop_all(processes, grace_s=0)
            print("inarow coordinate: interrupted, all engines were ended", file=sys.stderr)
            return 130
    print(json.dumps(_game_object(game, request)) if args.json else _last_line(game), flush=True)
    return 0


def _parse_words(given: Sequence[str]) -> Request:
    """The pairs of a keyword and its value, in any order."""
    values: dict[str, str] = {}
    for word, value in zip(given[::2], [*given[1::2], None], strict=False):
        if word not in ("e0", "e1", "time", "perft"):
            raise UserError(f"word '{word}' is not e0, e1, time or perft: expected {_WORDS}")
        if word in values:
            raise UserError(f"word '{word}' is given twice")
        if value is None:
            raise UserError(f"word '{word}' has no value after it: expected {_WORDS}")
        values[word] = value
    if "e0" not in values:
        raise UserError(f"there is no e0: expected {_WORDS}")
    time_ms = _whole_number("time", values.get("time", "120000"), least=1)
    perft = _whole_number("perft", values["perft"], least=0) if "perft" in values else None
    engines = [_engine_command(values["e0"])]
    if "e1" in values or perft is None:
        engines.append(_engine_command(values.get("e1", values["e0"])))
    return Request(engines, time_ms, perft)


def _engine_command(path: str) -> list[str]:
    """The command that starts an engine: a directory of the course, or any command line."""
    if path and Path(path).is_dir():
        if not (Path(path) / "Interface.class").is_file():
            raise UserError(
                f"directory '{path}' holds no Interface.class: compile the engine there"
            )
        if shutil.which("java") is None:
            raise UserError(f"directory '{path}' holds a Java engine, and there is no java here")
        return ["java", "-classpath", path, "Interface"]
    try:
        argv = shlex.split(path)
    except ValueError as error:
        raise UserError(f"engine '{path}' is not a command line: {error}") from None
    if not argv:
        raise UserError("the engine's path is empty: expected a directory or a command line")
    beside = Path(sys.executable).parent / "inarow"
    if argv[0] == "inarow" and shutil.which("inarow") is None and beside.exists():
        argv[0] = str(beside)
    if shutil.which(argv[0]) is None:
        raise UserError(f"engine '{argv[0]}' is neither a directory nor a command that can be run")
    return argv


def _whole_number(name: str, text: str, *, least: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= least):
        raise UserError(f"{name} '{text}' must be a whole number from {least} up")
    return int(text)


def _seconds(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e6:
        raise UserError(f"{name} '{text}' must be a number of seconds")
    return value


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


def _last_line(game: GameRecord) -> str:
    clocks = " and ".join(f"{clock:.0f} ms" for clock in game.clocks_ms)
    players = [f"{name} ({colour})" for name, colour in zip(game.names, _COLOURS, strict=True)]
    left = f"after {len(game.moves)} moves; clocks {clocks}"
    if game.winner is None:
        return f"Draw between {players[0]} and {players[1]}, {left}"
    loser = players[1 - game.winner]
    detail = f" ({loser} {game.detail})" if game.detail else ""
    return f"{players[game.winner]} beats {loser}: {game.reason}{detail}, {left}"


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
        "winner": game.winner,
        "result": {0: "1-0", 1: "0-1", None: "1/2-1/2"}[game.winner],
        "reason": game.reason,
        "detail": game.detail,
        "clocks_ms": [round(clock, 3) for clock in game.clocks_ms],
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
