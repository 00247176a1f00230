"""How long to think: what a player takes of a clock, of a turn and of a match.

A fixed share of what is free never uses it up. Something is kept back for what a clock measures
besides thinking: pipes, wrappers, a busy machine.
"""

from __future__ import annotations

LONGEST_MOVE_MS = 5000.0
_UNKNOWN_CLOCK_MS = 1000.0

# Of a clock for the game: kept back for each of the own moves to come, and for the last few more.
_OVERHEAD_MS = 5.0
_LEAST_RESERVE_MS = 20.0
_SHARE_OF_CLOCK = 12

# Of a turn with a limit of its own, within a match.
_SHARE_OF_TURN = 0.9
_TURN_RESERVE_MS = 30.0
_SHARE_OF_MATCH = 20


def thinking_ms(
    clock_ms: float | None, moves_left: int, longest_ms: float = LONGEST_MOVE_MS
) -> float:
    """How long to think with this much left on the own clock, None if the clock is not known, and
    at most so many own moves to come."""
    if clock_ms is None:
        return min(_UNKNOWN_CLOCK_MS, longest_ms)
    reserve_ms = max(moves_left * _OVERHEAD_MS, _LEAST_RESERVE_MS)
    return min(max(clock_ms - reserve_ms, 0.0) / _SHARE_OF_CLOCK, longest_ms)


def turn_ms(limit_ms: float, match_left_ms: float | None = None) -> float:
    """How long to think on a turn of so many milliseconds, in a match that has so many left."""
    ms = limit_ms * _SHARE_OF_TURN - _TURN_RESERVE_MS
    if match_left_ms is not None:
        ms = min(ms, (match_left_ms - _TURN_RESERVE_MS) / _SHARE_OF_MATCH)
    return max(ms, 0.0)


def untold_move_ms(time_ms: int, limit_ms: int | None) -> int:
    """How long one that is not told the time may think: a part of the turn, and so much that the
    clock lasts for sixty turns."""
    return max(1, min(time_ms // 60, 5000, 5000 if limit_ms is None else limit_ms * 3 // 4))
