"""The exact truth along a game, told piece by piece as it is found.

The position at the cursor comes first, then the sentence about the move that led to it, then the
rest of the game from its end, where the solver is quickest, to its start. Then, while the reader
looks at the board, the positions after each move are solved for the next question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from inarow._core import Outcome, Position
from inarow.record import Record
from inarow.teaching.explain import explain, mark_of
from inarow.web.answers.judged import judged_answer
from inarow.web.answers.puzzle import win_in
from inarow.web.truth import (
    Truth,
    has_solver,
    known_at_once,
    limit_of,
    open_truth,
    remembered,
    truth,
)

Emit = Callable[[str, dict[str, Any]], None]

HERE_S = 15.0
EACH_S = 2.0
GAME_S = 30.0
AHEAD_S = 1.0
GLANCE_STONES, GLANCE_S = 14, 0.03
QUICK_STONES = 12
"""From so many stones on the solver is quick: these positions do not wait for an early one."""


def tell(line: Record, emit: Emit, stopped: Callable[[], bool]) -> None:
    """Emit ``here``, ``progress``, ``why``, ``value`` and at last ``done``; stop when asked to."""

    def watch(nodes: int) -> bool:
        emit("progress", {"nodes": nodes})
        return not stopped()

    solver = has_solver(line.game)
    if remembered(line.pos) is None and not known_at_once(line.pos):
        emit("here", here_answer(open_truth(line.pos), solving=solver))
        if solver and line.pos.stone_count < QUICK_STONES:
            _tell_game(line, emit, stopped, QUICK_STONES)
    here = truth(line.pos, HERE_S, watch)
    emit("here", here_answer(here))
    if stopped():
        return
    emit("value", value_answer(line, line.at, here))
    judged = None if here.exact else judged_answer(line.pos)
    if judged is not None:
        emit("judged", judged)
    if line.at > 0:
        before = truth(line.positions[line.at - 1], HERE_S, watch)
        emit("why", explain(line, before))
    _tell_game(line, emit, stopped, 0, told=line.at)
    _look_ahead(here, stopped)
    emit("done", {"solver": solver})


def _look_ahead(here: Truth, stopped: Callable[[], bool]) -> None:
    """Solves what may be asked next, the best moves first, so that it is remembered then."""
    deadline = time.monotonic() + AHEAD_S
    if here.pos.stone_count + 1 < QUICK_STONES:
        return
    for move in sorted(here.moves, key=lambda move: -move.lo):
        left = deadline - time.monotonic()
        if left <= 0 or stopped():
            return
        truth(here.pos.play(move.move), left, lambda _: not stopped())


def _tell_game(
    line: Record,
    emit: Emit,
    stopped: Callable[[], bool],
    least_stones: int,
    told: int | None = None,
) -> None:
    """A value for every position of so many stones but the one that was ``told`` already; those too
    early to solve stay open."""
    deadline = time.monotonic() + GAME_S
    for number in range(len(line.moves), -1, -1):
        if stopped() or line.positions[number].stone_count < least_stones:
            return
        if number == told:
            continue
        left = deadline - time.monotonic()
        pos = line.positions[number]
        found = truth(pos, min(EACH_S, left), lambda _: not stopped()) if left > 0 else None
        emit("value", value_answer(line, number, found or remembered(pos) or open_truth(pos)))


def worth_a_glance(line: Record) -> bool:
    """Whether a search of the position may well end within a glance, and has not been made."""
    late = line.pos.stone_count >= GLANCE_STONES and has_solver(line.game)
    return late and remembered(line.pos) is None and line.pos.outcome() == Outcome.ONGOING


def known_answer(line: Record, glance: bool = False) -> dict[str, Any]:
    """What was found before and needs no search: sent with the board, so that nothing flickers.
    With a glance also what the solver finds almost at once."""
    if glance:
        truth(line.pos, GLANCE_S)
    here = _unsearched(line.pos)
    before = _unsearched(line.positions[line.at - 1]) if line.at else None
    return {
        "here": None if here is None else here_answer(here),
        "why": None if before is None else explain(line, before),
    }


def _unsearched(pos: Position) -> Truth | None:
    return truth(pos, 0) if known_at_once(pos) else remembered(pos)


def here_answer(found: Truth, solving: bool = False) -> dict[str, Any]:
    """The bounds of a position and of each of its moves, for its side to move."""
    most = limit_of(found.pos.game)
    return {
        "lo": found.lo,
        "hi": found.hi,
        "most": most,
        "toMove": found.pos.to_move,
        "solving": solving,
        "winIn": win_in(found),
        "moves": [
            {"move": move.move, "lo": move.lo, "hi": move.hi, "result": move.result}
            for move in found.moves
        ],
        "best": [
            move.move for move in found.moves if move.exact and found.lo == found.hi == move.lo
        ],
    }


def value_answer(line: Record, number: int, found: Truth) -> dict[str, Any]:
    """The value after ``number`` moves for Red, and the mark of the move that was played next."""
    sign = 1 if found.pos.to_move == 1 else -1
    low, high = sorted((sign * found.lo, sign * found.hi))
    mark = mark_of(found, line.moves[number]) if number < len(line.moves) else ""
    return {"at": number, "lo": low, "hi": high, "most": limit_of(line.game), "mark": mark}
