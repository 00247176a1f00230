#!/usr/bin/env python3
"""Simplified Connect6, part 2: the same dialogue, and the computer plays to win.

INAROW_MOVE_MS in the environment sets the milliseconds of thought a move, 500 unless given. Time
spent waiting for a core counts twice, so that a busy machine makes the moves shorter and not late.
With INAROW_CLOCK=cpu it does not count at all: for a referee that counts none of it either.
"""

import os
import sys

from inarow import _core
from inarow.protocols import print_error
from inarow.protocols.aps105 import main

MEMORY_MB = 16
# A referee may start its clock with the process: what the start has taken comes off the first move.
# Whoever lets two seconds pass before the first move is a person, and the clock is not running.
FIRST_MOVE_BY_MS, LEAST_MS, PERSON_MS = 500, 20, 2000

move_ms = os.environ.get("INAROW_MOVE_MS", "500")
clock = os.environ.get("INAROW_CLOCK", "cautious")
engines: "dict[_core.Game, _core.FreeEngine]" = {}


def choose(pos: _core.Position) -> int:
    """The computer's cell; the engine and its tables are made for the first move and kept."""
    ms = float(move_ms)
    if pos.game not in engines:
        engines[pos.game] = _core.FreeEngine(pos.game, MEMORY_MB)
        age_ms = _core.process_age_ms()
        if age_ms < PERSON_MS:
            ms = min(ms, max(FIRST_MOVE_BY_MS - age_ms, LEAST_MS))
    return engines[pos.game].choose(pos, ms / 1000)[0]


if __name__ == "__main__":
    if not (move_ms.isascii() and move_ms.isdigit() and len(move_ms) < 7):
        print_error(f"Lab7Part2: INAROW_MOVE_MS '{move_ms}' must be whole milliseconds")
        sys.exit(2)
    if clock not in ("cautious", "cpu"):
        print_error(f"Lab7Part2: INAROW_CLOCK '{clock}' must be cautious or cpu")
        sys.exit(2)
    if clock == "cpu":
        _core.use_cpu_clock(True)
    else:
        _core.use_cautious_clock()
    sys.exit(main(sys.argv, choose))
