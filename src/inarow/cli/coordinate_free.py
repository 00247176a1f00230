"""``inarow coordinate`` on boards without gravity: the Gomocup and the Connect6 protocol."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from inarow._core import Game, Outcome, Position
from inarow.arena.free_board import Connect6Seat, FreeRecord, GomocupSeat, Terms, Turn
from inarow.cli.coordinate_words import Request
from inarow.cli.game_ending import ending_fields
from inarow.errors import UserError
from inarow.game import game_named, name_of
from inarow.move_text import format_move, parse_moves, play_moves
from inarow.numbers import whole_number
from inarow.protocols.connect6 import manager as connect6_manager
from inarow.protocols.gomocup import manager as gomocup_manager
from inarow.render.board_text import board_text
from inarow.render.terminal import style_of

SEATS: dict[str, type[GomocupSeat] | type[Connect6Seat]] = {
    "gomocup": GomocupSeat,
    "connect6": Connect6Seat,
}
_PROBLEM_OF: dict[str, Callable[[Game], str]] = {
    "gomocup": gomocup_manager.problem_of,
    "connect6": connect6_manager.problem_of,
}
_USUAL_GAME = {"gomocup": "gomoku", "connect6": "connect6"}
_USUAL_MEMORY_MB = "350"
COLOURS = ("black", "white")


class FreeGame(NamedTuple):
    """What is played, under which terms, and the cells laid before the engines begin."""

    protocol: str
    terms: Terms
    opening: list[int]


def free_game(args: Namespace, request: Request) -> FreeGame:
    """The game that the options name; raises UserError where the protocol cannot carry it."""
    name = args.game or _USUAL_GAME[args.protocol]
    game = game_named(name)
    if problem := _PROBLEM_OF[args.protocol](game):
        raise UserError(f"game '{name}' {problem}: the protocol {args.protocol} has no other")
    text = args.moves or ""
    pos = play_moves(Position(game), text)
    if pos.outcome() is not Outcome.ONGOING:
        raise UserError(f"moves '{text}': the game is over before the engines begin")
    if pos.stone_count > 0 and pos.left != game.stones[1]:
        raise UserError(f"moves '{text}': the last turn is one stone short")
    turn_ms = request.time_ms if request.turn_ms is None else request.turn_ms
    memory_mb = whole_number("--memory", args.memory or _USUAL_MEMORY_MB, 1)
    terms = Terms(game, request.time_ms, min(turn_ms, request.time_ms), memory_mb)
    return FreeGame(args.protocol, terms, parse_moves(game, text))


def turn_shower(
    args: Namespace, seats: Sequence[GomocupSeat | Connect6Seat], delay_s: float
) -> Callable[[Position, Sequence[Turn]], None]:
    """What to do after each turn: draw the board, wait a little."""
    style = style_of(sys.stdout, no_color=args.no_color)

    def show(pos: Position, turns: Sequence[Turn]) -> None:
        if args.json or args.quiet:
            return
        turn, game = turns[-1], pos.game
        stones = " and ".join(format_move(game, cell) for cell in turn.cells)
        print(
            f"\nmove {len(turns)}: {seats[turn.side].name} ({COLOURS[turn.side]},"
            f" {style.symbols[turn.side + 1]}) plays {stones},"
            f" in {turn.time_ms:.0f} ms; {turn.clock_ms / 1000:.1f} s left"
        )
        print(
            board_text(
                pos,
                color=style.color,
                symbols=style.symbols,
                last_move=turn.cells[-1],
                column_labels=range(1, game.cols + 1),
                row_labels=range(1, game.rows + 1),
            ),
            flush=True,
        )
        time.sleep(delay_s)

    return show


def record_object(record: FreeRecord, played: FreeGame, request: Request) -> dict[str, Any]:
    """The object of ``--json``; its ``moves`` can be given to ``--moves`` of any command."""
    game = played.terms.game

    def written(cells: Sequence[int]) -> list[str]:
        return [format_move(game, cell) for cell in cells]

    stones = [*record.opening, *(cell for turn in record.turns for cell in turn.cells)]
    return {
        "protocol": played.protocol,
        "game": name_of(game),
        "names": record.names,
        "commands": request.engines,
        "time_ms": request.time_ms,
        "turn_ms": played.terms.turn_ms,
        "opening": ",".join(written(record.opening)),
        "moves": ",".join(written(stones)),
        "history": [
            {
                "side": turn.side,
                "stones": written(turn.cells),
                "time_ms": round(turn.time_ms, 3),
                "clock_ms": round(turn.clock_ms, 3),
            }
            for turn in record.turns
        ],
        **ending_fields(record),
    }
