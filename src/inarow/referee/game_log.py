"""The evidence of a game, turn by turn, in addition to its record.

The record is the game: anyone can read and replay it. For each turn the log has the time taken,
the verdict on the answer, and the bytes of a wrong answer. A turn that lost the game is at the end
of the log and not in the record; so is a fault before the first move.

    play_game --> GameLog --as_json--> database, exports --from_json--> GameLog --> replay, pages
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from inarow._core import Game
from inarow.errors import UserError
from inarow.move_text import format_move
from inarow.players.seat import Effort, ForfeitError, Invalid
from inarow.record import PASS, Record, Result, Termination

VERDICTS = {
    Termination.TIME: "TIMEOUT",
    Termination.NO_ANSWER: "TIMEOUT",
    Termination.ILLEGAL_MOVE: "INVALID",
    Termination.CRASH: "CRASH",
    Termination.REFUSED: "REJECTED",
}
"""The verdict on a fault whose run has no other name for it; names of ``RunVerdict``."""
_TERMINATIONS = {"late": Termination.TIME, "crashed": Termination.CRASH}
_INVALID_TERMINATIONS = {
    "TIMEOUT": Termination.NO_ANSWER,
    "REJECTED": Termination.REFUSED,
}


class Turn(NamedTuple):
    """A turn as played: its stones, none if it was forfeited for ``fault``, and what the mover's
    clock then shows, None if the turn was read from JSON. ``side`` is 0 for the first player;
    ``earlier`` are faults after which it was asked again."""

    side: int
    stones: tuple[int, ...]
    time_ms: float
    clock_ms: float | None
    value: float | None = None
    fault: ForfeitError | None = None
    effort: Effort | None = None
    earlier: tuple[ForfeitError, ...] = ()

    @property
    def verdict(self) -> str:
        """``OK``, or the name of what was wrong."""
        return "OK" if self.fault is None else verdict_of(self.fault)

    @property
    def faults(self) -> tuple[ForfeitError, ...]:
        """All faults of the turn, in order."""
        return self.earlier if self.fault is None else (*self.earlier, self.fault)

    @property
    def measured(self) -> Effort:
        """What the turn took; only the time of the clock where nothing else was measured."""
        return self.effort or Effort(self.time_ms)

    def as_json(self, game: Game) -> dict[str, Any]:
        data: dict[str, Any] = {
            "side": self.side,
            "stones": [format_move(game, stone) for stone in self.stones],
            "verdict": self.verdict,
            **self.measured.as_json(),
            "value": self.value,
        }
        if self.fault is not None:
            data |= _fault_json(self.fault)
        if self.earlier:
            data["earlier"] = [
                {"verdict": verdict_of(fault), **_fault_json(fault)} for fault in self.earlier
            ]
        return data


def fault_category(fault: ForfeitError) -> str:
    """``late``, ``crashed`` or ``invalid``: the column of the standings that counts a fault."""
    if fault.termination is Termination.TIME:
        return "late"
    return "crashed" if fault.termination is Termination.CRASH else "invalid"


def verdict_of(fault: ForfeitError) -> str:
    """The verdict on a fault, such as ``TIMEOUT``."""
    return fault.verdict or VERDICTS.get(fault.termination, "CRASH")


def _fault_json(fault: ForfeitError) -> dict[str, Any]:
    """``raw`` has a character for each byte."""
    return {
        "fault": fault_category(fault),
        "reason": None if fault.invalid is None else fault.invalid.name,
        "detail": fault.detail,
        "raw": fault.raw.decode("latin-1"),
    }


class SideStats(NamedTuple):
    """What the turns of one side add up to. ``late_turns`` counts turns, ``faults`` has the number
    of late, invalid and crashed answers, of which one turn may have several."""

    turns: int = 0
    late_turns: int = 0
    wall_ms: float = 0.0
    stall_ms: float = 0.0
    faults: tuple[int, int, int] = (0, 0, 0)


class GameLog(NamedTuple):
    """A game and all its turns."""

    record: Record
    turns: tuple[Turn, ...]

    def faults(self, side: int) -> list[ForfeitError]:
        """All faults of one side, in order."""
        return [fault for turn in self.turns if turn.side == side for fault in turn.faults]

    @property
    def opening(self) -> int:
        """The number of moves of the record that were made before the first turn."""
        return len(self.record.moves) - sum(self.moves_of(turn) for turn in self.turns)

    def moves_of(self, turn: Turn) -> int:
        """How many moves of the record a turn made: its stones, one pass if it was forfeited, none
        if it ended the game."""
        return len(turn.stones) or int(turn is not self.turns[-1] or not self.lost_by_fault)

    @property
    def lost_by_fault(self) -> bool:
        """Whether the last turn ended the game by its fault, so that the record does not have it.
        A forfeited turn that did not is a pass of the record."""
        forfeited = sum(not turn.stones for turn in self.turns)
        return forfeited != self.record.moves.count(PASS)

    def stats(self, side: int) -> SideStats:
        """What the turns of one side add up to."""
        turns = [turn for turn in self.turns if turn.side == side]
        found = [[fault_category(fault) for fault in turn.faults] for turn in turns]
        all_faults = [category for turn in found for category in turn]
        return SideStats(
            len(turns),
            sum("late" in turn for turn in found),
            sum(turn.measured.wall_ms for turn in turns),
            sum(turn.measured.stall_ms or 0.0 for turn in turns),
            (all_faults.count("late"), all_faults.count("invalid"), all_faults.count("crashed")),
        )

    def with_texts(self, players: tuple[str, str], text: Callable[[str], str]) -> GameLog:
        """The same game between players of these names, with ``text`` applied to all that programs
        wrote: details of faults and of the result, and raw answers."""

        def changed(fault: ForfeitError) -> ForfeitError:
            raw = text(fault.raw.decode("utf-8", "surrogateescape"))
            return ForfeitError(
                fault.termination,
                text(fault.detail),
                fault.used_ms,
                invalid=fault.invalid,
                raw=raw.encode("utf-8", "surrogateescape"),
                verdict=fault.verdict,
                effort=fault.effort,
            )

        record, result = self.record, self.record.result
        if result is not None and result.detail:
            record = record.with_result(
                Result(result.winner, result.termination, text(result.detail))
            )
        turns = tuple(
            turn._replace(
                fault=None if turn.fault is None else changed(turn.fault),
                earlier=tuple(map(changed, turn.earlier)),
            )
            for turn in self.turns
        )
        return GameLog(record.with_players(*players), turns)

    def as_json(self) -> dict[str, Any]:
        """The object that docs/json.md describes."""
        return {
            "record": self.record.as_json(),
            "turns": [turn.as_json(self.record.game) for turn in self.turns],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameLog:
        """The inverse of ``as_json``, except for clocks. UserError if the record cannot be played,
        a turn has a value of another type, or the turns are not those of the record."""
        record_data, turns = data.get("record"), data.get("turns")
        if not isinstance(record_data, Mapping):
            raise UserError("it has no record")
        if not isinstance(turns, list):
            raise UserError("it has no list of turns")
        record = Record.from_json(record_data)
        found = []
        for number, turn in enumerate(turns, start=1):
            try:
                found.append(_read_turn(turn))
            except (TypeError, ValueError, KeyError):
                raise UserError(f"turn {number} has a wrong value") from None
        return cls(record, _with_stones(record, turns, found))


def _read_turn(data: Any) -> Turn:
    """A turn of JSON without its stones; TypeError, ValueError or KeyError if a value is wrong."""
    side, value = data["side"], _optional_number(data, "value")
    if type(side) is not int or side not in (0, 1):
        raise ValueError(side)
    texts = data["stones"]
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TypeError(texts)
    numbers = [_optional_number(data, name) for name in ("cpu_ms", "stall_ms", "peak_mb")]
    wall_ms = _optional_number(data, "wall_ms")
    if wall_ms is None:
        raise ValueError(wall_ms)
    effort = Effort(wall_ms, *numbers)
    fault = _read_fault(data, effort)
    if bool(texts) != (fault is None):
        raise ValueError(texts)
    earlier = tuple(filter(None, (_read_fault(each, None) for each in data.get("earlier", []))))
    return Turn(side, (), wall_ms, None, value, fault, effort, earlier)


def _read_fault(data: Any, effort: Effort | None) -> ForfeitError | None:
    """The fault of a turn, or of an attempt before it; None if its verdict is ``OK``."""
    verdict = data["verdict"]
    category, reason, detail, raw = (
        data.get(name) for name in ("fault", "reason", "detail", "raw")
    )
    for text in (category, reason, detail, raw):
        if not isinstance(text, str | None):
            raise TypeError(text)
    if not isinstance(verdict, str):
        raise TypeError(verdict)
    if verdict == "OK":
        return None
    termination = _TERMINATIONS.get(category or "")
    if termination is None:
        termination = _INVALID_TERMINATIONS.get(verdict, Termination.ILLEGAL_MOVE)
    return ForfeitError(
        termination,
        detail or "",
        0.0 if effort is None else effort.wall_ms,
        invalid=Invalid[reason] if reason else None,
        raw=(raw or "").encode("latin-1"),
        verdict="" if verdict == VERDICTS.get(termination) else verdict,
        effort=effort,
    )


def _optional_number(data: Any, name: str) -> float | None:
    value = data.get(name)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise TypeError(value)
    return value


def _with_stones(record: Record, data: list[Any], turns: list[Turn]) -> tuple[Turn, ...]:
    """The turns with the moves that they made, the last ones of the record."""
    texts = [turn["stones"] for turn in data]
    forfeited = sum(not stones for stones in texts)
    lost = bool(texts) and not texts[-1] and forfeited != record.moves.count(PASS)
    counts = [len(stones) or 1 for stones in texts]
    if lost:
        counts[-1] = 0
    at = len(record.moves) - sum(counts)
    found = []
    for turn, stones, count in zip(turns, texts, counts, strict=True):
        moves = record.moves[at : at + count] if at >= 0 else ()
        written = [format_move(record.game, move) for move in moves if move != PASS]
        if written != stones or (not stones and count != len(moves)):
            raise UserError("it has other turns than moves")
        found.append(turn._replace(stones=tuple(moves) if stones else ()))
        at += count
    return tuple(found)
