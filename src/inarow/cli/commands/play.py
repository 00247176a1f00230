"""``inarow play``: any game in the terminal, against the computer or between two of its levels."""

from __future__ import annotations

import json
import random
import sys
from argparse import Namespace

from inarow.cli.interrupts import NOTHING_SAVED, interrupt_note
from inarow.cli.options import add_seed, int_arg, time_arg
from inarow.cli.parser import Parser
from inarow.cli.play_session import Session, Side
from inarow.cli.position import FORMS, PositionArg, add_position, read_position
from inarow.cli.standard_streams import accept_any_bytes
from inarow.errors import UserError
from inarow.files import checked_output, write_whole
from inarow.limits import Limits
from inarow.players.levels import LEVELS, player_for
from inarow.text import ORDINALS, require_range

_SHOWN_GAME_MOVE_S = 0.1
_SHOWN_LEVELS = (3, 5)


def add_arguments(parser: Parser) -> None:
    parser.description = f"""\
Play any game in the terminal against the computer. Type a column, or on a free-placement board a
row and a column counted from the top left. You can also type undo, hint, why, help or quit.

If standard input is not a terminal, two levels play a short game, unless --first or --second asks
for your moves.

{FORMS}"""
    add_position(parser)
    parser.add_argument(
        "--level", type=int_arg, default=4, metavar="N", help="level 1 to 8 (default: 4)"
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--first", action="store_true", help="you play first (default)")
    who.add_argument("--second", action="store_true", help="you play second")
    who.add_argument("--watch", action="store_true", help="the computer plays both sides")
    parser.add_argument(
        "--second-level",
        type=int_arg,
        metavar="N",
        help="with --watch: level of the second player (default: the same)",
    )
    parser.add_argument(
        "--move-time", type=time_arg, metavar="TIME", help="time limit of each computer move"
    )
    parser.add_argument("--save", metavar="FILE", help="save the game; @FILE resumes it")
    add_seed(parser, "seed of the computer's choices")


def run(args: Namespace) -> int:
    chosen = read_position(args)
    if args.second_level is not None and not args.watch:
        raise UserError("--second-level requires --watch")
    for option, level in (("--level", args.level), ("--second-level", args.second_level)):
        if level is not None:
            require_range(option, level, 1, max(LEVELS))
    if chosen.pos.is_over:
        raise UserError("the game is over in this position")
    accept_any_bytes("backslashreplace")
    path = checked_output(args.save) if args.save is not None else None
    session = _session(args, chosen)
    note = NOTHING_SAVED if path is None else f"the game so far is saved in '{path}'"
    with interrupt_note(note):
        try:
            session.run()
        finally:
            if path is not None:
                write_whole(path, json.dumps(session.record.as_json(), indent=1).encode() + b"\n")
    return 0


def _session(args: Namespace, chosen: PositionArg) -> Session:
    rng = random.Random(args.seed)
    limit = Limits(time_s=args.move_time)
    asked = args.first or args.second
    if args.watch or (not asked and not sys.stdin.isatty()):
        levels = (args.level, args.second_level or args.level)
        if not args.watch:
            levels = _SHOWN_LEVELS
            limit = Limits(time_s=_SHOWN_GAME_MOVE_S)
            print("No terminal to read moves from, so two levels play each other.")
        seats = [
            Side(f"{order} (level {level})", player_for(chosen.pos.game, level), _tells(level))
            for order, level in zip(ORDINALS.values(), levels, strict=True)
        ]
    else:
        player = player_for(chosen.pos.game, args.level)
        computer = Side(f"level {args.level}", player, _tells(args.level))
        seats = [Side("you", None), computer]
        if args.second:
            seats.reverse()
    return Session(chosen, (seats[0], seats[1]), limit, rng)


def _tells(level: int) -> bool:
    """The top level says what it knows; those below are held back and would mislead."""
    return level == max(LEVELS)
