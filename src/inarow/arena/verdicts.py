"""The solver's verdicts on a game: who was winning when, and which moves gave a result away.

Positions are solved from the last one back, since late positions are easy: where two in a row are
not solved within the time for one, the earlier ones are left open. Nothing is estimated.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from inarow.analysis.analyse import analyse
from inarow.analysis.verdict import Analysis, plies_to_end
from inarow.arena.store import Store
from inarow.errors import UserError
from inarow.executor import Executor, Task
from inarow.game import counts_lines
from inarow.limits import Limits, SolverOptions
from inarow.record import PASS, Record
from inarow.text import truncate

_THINK_S, _THINK_FREE_S = 0.5, 0.1
"""For each position with all its moves; more is rarely found out of a free board."""
_MOST_OPEN = 2


class MoveVerdict(NamedTuple):
    """What a move did, for its player: 1, 0 or -1 for a win, a draw or a loss before and after it,
    None where that is open; of a forfeited move no more is said. ``choice``: some legal move kept
    the result and another did not. ``kept`` are the moves that kept it, for a move that did not;
    ``plies`` is how long the game lasts from after the move under best play."""

    before: int | None = None
    after: int | None = None
    choice: bool | None = None
    kept: tuple[int, ...] = ()
    plies: int | None = None

    @property
    def mistake(self) -> bool:
        """Whether the move gave a win or a draw away."""
        return self.before is not None and self.after is not None and self.after < self.before

    @property
    def mark(self) -> str:
        """``?`` for one step down, ``??`` for two."""
        return "?" * ((self.before or 0) - (self.after or 0)) if self.mistake else ""


@dataclass(frozen=True)
class GameVerdicts:
    """``values`` are the bounds of each position for the first player, from the start on; None
    where nothing is known. ``moves`` has a verdict for each move of the record."""

    values: tuple[tuple[int, int] | None, ...]
    moves: tuple[MoveVerdict, ...]

    @property
    def results(self) -> tuple[int | None, ...]:
        """1, 0 or -1 for the first player in each position, None where that is open."""
        return tuple(None if value is None else result_of(*value) for value in self.values)

    def last_mistake(self, side: int | None = None, record: Record | None = None) -> int | None:
        """The number of the last move, from 1, that gave something away; of one side, 0 for the
        one that began, if a side is named."""
        for number in range(len(self.moves), 0, -1):
            if self.moves[number - 1].mistake and (
                side is None
                or (record is not None and record.positions[number - 1].to_move - 1 == side)
            ):
                return number
        return None

    def as_json(self) -> dict[str, Any]:
        return {
            "values": [None if value is None else list(value) for value in self.values],
            "moves": [[*move[:3], list(move.kept), move.plies] for move in self.moves],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], record: Record) -> GameVerdicts:
        """The inverse of ``as_json``; TypeError, ValueError or KeyError unless the verdicts can be
        those of the record."""
        found = cls(
            tuple(map(_read_bounds, data["values"])),
            tuple(_read_move(move, record.game.cells) for move in data["moves"]),
        )
        if (len(found.values), len(found.moves)) != (len(record.positions), len(record.moves)):
            raise ValueError(len(found.moves))
        return found


def _read_bounds(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    low, high = map(_read_number, value)
    if low > high:
        raise ValueError(value)
    return low, high


def _read_move(data: Any, cells: int) -> MoveVerdict:
    before, after, choice, kept, plies = data
    if {before, after} - {None, -1, 0, 1} or not isinstance(choice, bool | None):
        raise ValueError(data)
    moves = tuple(map(_read_number, kept))
    if not all(0 <= move < cells for move in moves):
        raise ValueError(kept)
    return MoveVerdict(before, after, choice, moves, None if plies is None else _read_number(plies))


def _read_number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


def read_verdicts(kept: Any, key: str, record: Record) -> tuple[GameVerdicts | None, str]:
    """The verdicts that a store keeps of the game ``key``, or why the solver failed at it."""
    if kept is None:
        return None, ""
    if failed := read_failure(kept):
        return None, failed
    try:
        return GameVerdicts.from_json(kept, record), ""
    except (KeyError, TypeError, ValueError):
        raise UserError(
            f"the solver's verdicts of game '{key}' in the store are damaged: restore a copy of it"
        ) from None


def read_failure(kept: Any) -> str:
    """Why the solver failed at a game, if that is what a store keeps of it; else empty."""
    return str(kept["error"]) if isinstance(kept, Mapping) and "error" in kept else ""


def result_of(low: int, high: int) -> int | None:
    """A win, a draw or a loss as 1, 0 or -1, as far as bounds tell."""
    if low > 0:
        return 1
    if high < 0:
        return -1
    return 0 if low == high else None


def verdicts_of(record: Record, think_s: float | None = None) -> GameVerdicts:
    """The verdict of each position and each move of a record."""
    if think_s is None:
        think_s = _THINK_S if record.game.gravity else _THINK_FREE_S
    limits, options = Limits(time_s=think_s), SolverOptions(lines=False)
    values: list[tuple[int, int] | None] = [None] * len(record.positions)
    moves = [MoveVerdict()] * len(record.moves)
    open_in_a_row = 0
    for number in range(len(record.positions) - 1, -1, -1):
        pos = record.positions[number]
        found = analyse(pos, limits, options=options)
        verdict = found.verdict
        if verdict.result is None:
            open_in_a_row += 1
        else:
            open_in_a_row = 0
        if verdict.result is not None or counts_lines(pos.game):
            values[number] = verdict.bounds_for(1)
        if number < len(record.moves):
            moves[number] = _move_verdict(found, record.moves[number], values[number + 1])
        if open_in_a_row >= _MOST_OPEN:
            break
    return GameVerdicts(tuple(values), tuple(moves))


def _move_verdict(found: Analysis, move: int, value_after: tuple[int, int] | None) -> MoveVerdict:
    pos = found.pos
    before = result_of(found.verdict.lo, found.verdict.hi)
    low, high = _bounds_after(found, move, value_after)
    got = result_of(low, high)
    if move == PASS:
        return MoveVerdict(before, got)
    results = {each.move: result_of(each.lo, each.hi) for each in found.moves}
    results[move] = got
    keeping = tuple(each for each, result in results.items() if result == before)
    losing = [result for result in results.values() if result is not None and before is not None]
    choice = None
    if before is not None and (len(losing) == len(results) or keeping):
        choice = bool(keeping) and any(result < before for result in losing)
        if not choice and len(losing) < len(results):
            choice = None
    mistake = before is not None and got is not None and got < before
    plies = None
    if low == high and not counts_lines(pos.game):
        plies = plies_to_end(pos, low) - 1
    return MoveVerdict(before, got, choice, keeping if mistake else (), plies)


def _bounds_after(
    found: Analysis, move: int, value_after: tuple[int, int] | None
) -> tuple[int, int]:
    """What is known of a move for its player: by its own verdict and by that of the position that
    it led to, which may have been solved better."""
    verdict = found.of(move)
    most = 10_000
    low, high = (verdict.lo, verdict.hi) if verdict is not None else (-most, most)
    if value_after is not None:
        one, other = value_after if found.pos.to_move == 1 else (-value_after[1], -value_after[0])
        low, high = max(low, one), min(high, other)
    return low, high


def game_verdicts(record: Mapping[str, Any]) -> dict[str, Any]:
    """The verdicts on a record, both as JSON; the task of a worker."""
    return verdicts_of(Record.from_json(record)).as_json()


OnProgress = Callable[[int, int], None]
"""Called with the number of games that have verdicts, and of all games."""


def analyse_event(
    store: Store,
    executor: Executor,
    *,
    jobs: int = 1,
    most_s: float | None = None,
    on_progress: OnProgress = lambda done, total: None,
) -> int:
    """Analyses the games that have no verdicts yet, for at most ``most_s`` seconds; the number of
    games that are left. Whatever stops it, the next call resumes it. Where the solver fails, the
    store keeps the reason (``read_failure``)."""
    keys = [game.key for game in store.games()]
    known = store.analysed()
    waiting = [key for key in keys if key not in known]
    done, total = len(keys) - len(waiting), len(keys)
    end_s = None if most_s is None else time.monotonic() + most_s
    queue = iter(waiting)
    under_way: set[str] = set()

    def submit() -> None:
        while len(under_way) < 2 * jobs and (end_s is None or time.monotonic() < end_s):
            key = next(queue, None)
            if key is None:
                return
            saved = store.log(key)
            if saved is None:
                continue
            under_way.add(key)
            record = saved.log.record.as_json()
            executor.submit(key, Task("inarow.arena.verdicts:game_verdicts", (record,)))

    submit()
    while under_way:
        for found in executor.results():
            under_way.discard(found.key)
            failed = {"error": _reason(found.error)}
            store.save_verdicts(found.key, failed if found.value is None else found.value)
            done += 1
            on_progress(done, total)
            if end_s is not None and time.monotonic() >= end_s:
                for key in list(under_way):
                    executor.cancel(key)
                return total - done
            submit()
    return total - done


def failures(store: Store) -> list[str]:
    """The games that the solver failed at, each with the reason."""
    query = "SELECT name FROM verdicts WHERE data LIKE '{\"error\"%' ORDER BY name"
    found = {name: read_failure(store.verdicts(name)) for (name,) in store.rows(query)}
    return [f"game {name}: {reason}" for name, reason in found.items() if reason]


def _reason(error: Exception | None) -> str:
    """The last line of a traceback, or all of a sentence."""
    lines = str(error).strip().splitlines()
    return truncate(lines[-1] if lines else "no reason was given")
