"""The exact truth along a game, sent piece by piece as it is found.

The position at the cursor comes first, then the sentence about the move that led to it, then the
rest of the game from its end, where the solver is quickest, to its start. Then, while the reader
looks at the board, the positions after each move are solved for the next question.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from inarow._core import Position
from inarow.analysis.analyse import analyse, at_once, has_solver, remembered
from inarow.analysis.verdict import Analysis, most_of
from inarow.game import GAMES
from inarow.limits import Limits, Progress, SolverOptions
from inarow.record import Record
from inarow.teaching.free_board import findings_text, heat, judged, letters
from inarow.teaching.game_review import Look, own_number, review_game, review_reply, step_of
from inarow.teaching.move_review import review_move
from inarow.teaching.puzzles.proof import task

Emit = Callable[[str, dict[str, Any]], None]

HERE_S = 15.0
WHY_S = 5.0
"""For the position before: the sentence about the last move does not keep a reader waiting."""
EACH_S = 2.0
GAME_S = 30.0
AHEAD_S = 1.0
GLANCE_STONES, GLANCE_S = 14, 0.03
QUICK_STONES = 12
"""From so many stones on the solver is quick: these positions do not wait for an early one."""
JUDGE_S = 0.6
"""For what is proved and judged of a free board."""
TABLE_MB = 64
"""The memory of a thread's solver."""


class Human(NamedTuple):
    """The person who plays against an engine: the side, 0 for none, and the number of the move that
    is a second try, 0 for none."""

    side: int = 0
    retried_move: int = 0


NOBODY = Human()


def send_analysis(
    line: Record, emit: Emit, cancelled: Callable[[], bool], human: Human = NOBODY
) -> None:
    """Emit ``here``, ``progress``, ``free``, ``why``, ``value``, ``summary`` once a game is over,
    last ``done``; stop when asked."""

    def watch(nodes: int) -> bool:
        emit("progress", {"nodes": nodes})
        return not cancelled()

    solver = has_solver(line.game)
    here = at_once(line.pos)
    if not here.exact:
        emit("here", here_json(here, human.side, solving=solver))
        if solver and line.pos.stone_count < QUICK_STONES:
            _send_values(line, emit, cancelled, QUICK_STONES)
        here = analyse_within(line.pos, HERE_S, watch)
    emit("here", here_json(here, human.side))
    if cancelled():
        return
    emit("value", value_json(line, line.at, here))
    proven = None
    if not here.exact and not solver:
        proven = judged(line, lambda: analyse(line.pos, Limits(JUDGE_S), lambda _: not cancelled()))
        free = free_board_json(proven)
        if free is not None:
            emit("free", free)
    if line.at > 0:
        # Where this position was not solved, the one before it would not be either.
        seconds = WHY_S if here.exact else 0.0
        why = why_json(line, human, lambda pos: analyse_within(pos, seconds, watch), proven or here)
        emit("why", why)
    _send_values(line, emit, cancelled, 0, sent=line.at)
    if not cancelled() and (review := review_game(line, human.side, at_once)) is not None:
        emit("summary", review.as_json())
    _look_ahead(here, cancelled)
    emit("done", {"solver": solver})


def why_json(
    line: Record, human: Human, look: Look, after: Analysis | None = None
) -> dict[str, Any]:
    """About the reader's last move and the reply to it; where nobody plays against an engine, or
    the reader has not moved yet, about the last move."""
    review = None
    if human.side:
        review = review_reply(line, human.side, look, human.retried_move, after)
    if review is None:
        before = look(line.positions[line.at - 1])
        review = review_move(line, before, reader=human.side, after=after)
    return review.as_json()


def analyse_within(pos: Position, time_s: float, progress: Progress | None = None) -> Analysis:
    """What is known of a position at once, or else by its exact solver in the time."""
    found = at_once(pos)
    if found.exact or time_s <= 0 or not has_solver(pos.game):
        return found
    return analyse(pos, Limits(time_s), progress, options=SolverOptions(table_mb=TABLE_MB))


def warm_up() -> None:
    """Read the opening book, and give this thread a solver of the usual game with its memory."""
    pos = Position(GAMES["connect4"])
    at_once(pos)
    for column in (3, 3, 3, 3, 3, 1, 4, 2, 6, 5):  # a position that the book does not reach
        pos = pos.play(column)
    analyse_within(pos, 0.001)


def _look_ahead(here: Analysis, cancelled: Callable[[], bool]) -> None:
    """Solves what may be asked next, the best moves first, so that it is remembered then."""
    deadline = time.monotonic() + AHEAD_S
    if here.pos.stone_count + 1 < QUICK_STONES:
        return
    for move in sorted(here.moves, key=lambda move: -move.lo):
        left = deadline - time.monotonic()
        if left <= 0 or cancelled():
            return
        analyse_within(here.pos.play(move.move), left, lambda _: not cancelled())


def _send_values(
    line: Record,
    emit: Emit,
    cancelled: Callable[[], bool],
    least_stones: int,
    sent: int | None = None,
) -> None:
    """A value for every position of so many stones but the one that was ``sent`` already; those too
    early to solve stay open."""
    deadline = time.monotonic() + GAME_S
    for number in range(len(line.moves), -1, -1):
        if cancelled() or line.positions[number].stone_count < least_stones:
            return
        if number == sent:
            continue
        left = deadline - time.monotonic()
        found = analyse_within(line.positions[number], min(EACH_S, left), lambda _: not cancelled())
        emit("value", value_json(line, number, found))


def is_quick(line: Record) -> bool:
    """Whether a search of the position may well end within a glance, and has not been made."""
    late = line.pos.stone_count >= GLANCE_STONES and has_solver(line.game)
    return late and remembered(line.pos) is None and not line.pos.is_over


def instant_json(line: Record, glance: bool = False, human: Human = NOBODY) -> dict[str, Any]:
    """What was found before and needs no search: sent with the board, so that nothing flickers.
    With a glance also what the solver finds almost at once."""
    here = analyse_within(line.pos, GLANCE_S if glance else 0)
    own = own_number(line, human.side) if human.side else 0
    met = line.positions[max(0, (own or line.at) - 1) : line.at]
    known = bool(met) and all(at_once(pos).exact for pos in met)
    return {
        "here": here_json(here, human.side) if here.exact else None,
        "why": why_json(line, human, at_once) if known else None,
    }


def here_json(found: Analysis, reader: int, solving: bool = False) -> dict[str, Any]:
    """The analysis as ``inarow analyse --json`` prints it, and what the page draws it with: the
    largest value of the game, whether the solver is at work, and the task of a puzzle."""
    return {
        **found.as_json(),
        "most": most_of(found.pos.game),
        "solving": solving,
        "task": task(found, reader),
    }


def value_json(line: Record, number: int, found: Analysis) -> dict[str, Any]:
    """The value after ``number`` moves for Red, the mark of the move that was played next, and
    whether that move had a choice: some kept the result and others did not."""
    low, high = found.verdict.bounds_for(1)
    value = {"at": number, "lo": low, "hi": high, "most": most_of(line.game)}
    if number == len(line.moves):
        return {**value, "mark": "", "choice": False}
    step = step_of(line, number + 1, found)
    return {**value, "mark": step.mark, "choice": step.choice}


def free_board_json(analysis: Analysis) -> dict[str, Any] | None:
    """The analysis of a free board as ``inarow analyse --json`` prints it, and what the page draws
    of it: a sentence, letters on the board, and candidates; None for other games."""
    found, pos = analysis.findings, analysis.pos
    if found is None or found.choice is None:
        return None
    return {
        **analysis.as_json(),
        "sentence": findings_text(pos, found, found.choice),
        "letters": [one._asdict() for one in letters(pos, found)],
        "heat": [
            {**one._asdict(), "value": round(one.value, 3)}
            for one in heat(pos, found, found.choice)
        ],
    }
