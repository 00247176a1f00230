"""A stored game turn by turn, ready to be shown: boards, times, faults in words, the solver's word.

store: record + turns + verdicts --story--> steps --page, text, stage-->
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from inarow import families
from inarow._core import Outcome, Position
from inarow.arena.commentary import change, decided, ending, fault_sentence, move_sentence
from inarow.arena.names import Names
from inarow.arena.stored_game import StoredGame
from inarow.arena.verdicts import GameVerdicts, MoveVerdict, read_verdicts
from inarow.course import Course
from inarow.move_text import format_move
from inarow.players.conduct import Conduct
from inarow.players.seat import ClockKind
from inarow.record import PASS, Record
from inarow.referee.game_log import GameLog, Turn, fault_category
from inarow.running.entries import shown

_MOST_RAW = 400


class Step(NamedTuple):
    """One turn. ``at`` is the number of moves of the record that are made after it; a turn that
    ended the game lays none. ``fault`` is late, invalid or crashed, empty if all was well; turns of
    an opening were laid by the referee. ``result`` is 1, 0 or -1 for the first player after it."""

    at: int
    player: int
    cells: tuple[int, ...]
    text: str
    opening: bool = False
    took_ms: float | None = None
    cpu_ms: float | None = None
    stall_ms: float | None = None
    fault: str = ""
    raw: str = ""
    mark: str = ""
    change: str = ""
    result: int | None = None
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameStory:
    """A game for readers, who know its players by ``names``."""

    game: StoredGame
    record: Record
    names: tuple[str, str]
    steps: tuple[Step, ...]
    summary: tuple[str, ...]
    verdicts: GameVerdicts | None
    limit_ms: float
    clock: str
    base: int
    failed: str = ""
    """Why the solver has no verdicts, if it failed."""

    def median_ms(self, player: int) -> float | None:
        """Of the turns in which a side answered in time."""
        took = [
            step.took_ms
            for step in self.steps
            if step.player == player and step.took_ms is not None and not step.fault
        ]
        return median(took) if took else None

    def most_stall(self) -> float:
        """The largest share of a turn that the machine had no core free."""
        return max(
            (
                (step.stall_ms or 0.0) / step.took_ms
                for step in self.steps
                if step.took_ms and step.took_ms >= 1
            ),
            default=0.0,
        )

    def as_json(self) -> dict[str, Any]:
        """What the page draws the replay from."""
        game = self.record.game
        return {
            "key": self.game.key,
            "game": {
                "rows": game.rows,
                "cols": game.cols,
                "gravity": game.gravity,
                "counted": families.of(game).counted,
            },
            "base": self.base,
            "names": list(self.names),
            "start": self.record.start.cells(".12").replace("/", ""),
            "limitMs": None if self.limit_ms == float("inf") else self.limit_ms,
            "clock": self.clock,
            "steps": [_short(step) for step in self.steps],
            "lines": winning_lines(self.record.end),
            "solved": self.verdicts is not None,
            "startResult": self.verdicts.results[0] if self.verdicts else None,
            "summary": list(self.summary),
            "result": _score(self.game),
        }


def told(
    game: StoredGame,
    log: GameLog,
    kept: Any,
    conduct: Conduct,
    course: Course | None,
    names: Names,
) -> GameStory:
    """The story of a stored game; ``kept`` is what the store has of the solver's verdicts."""
    log = names.redact(log, game.first, game.second)
    record = log.record
    called = (names.of(game.first), names.of(game.second))
    base = course.first_column if course else 1
    verdicts, failed = read_verdicts(kept, game.key, record)
    steps = _Teller(log, verdicts, conduct, called, base).steps()
    solver = f"The solver failed at this game: {shown(failed)}." if failed else ""
    words = [ending(record, called), decided(record, verdicts, called, base), solver]
    return GameStory(
        game,
        record,
        called,
        tuple(steps),
        tuple(sentence for sentence in words if sentence),
        verdicts,
        min(conduct.turn_ms, conduct.time_ms),
        "CPU" if conduct.clock is ClockKind.CPU else "wall",
        base,
        failed,
    )


class _Teller:
    def __init__(
        self,
        log: GameLog,
        verdicts: GameVerdicts | None,
        conduct: Conduct,
        called: tuple[str, str],
        base: int,
    ) -> None:
        self.log, self.record = log, log.record
        self.verdicts, self.conduct = verdicts, conduct
        self.called, self.base = called, base

    def steps(self) -> list[Step]:
        at = self.log.opening
        found = [
            Step(
                number + 1, *self._stones(number, 1), opening=True, result=self._result(number + 1)
            )
            for number in range(at)
        ]
        for turn in self.log.turns:
            count = self.log.moves_of(turn)
            found.append(self._step(turn, at, count))
            at += count
        return found

    def _step(self, turn: Turn, at: int, count: int) -> Step:
        who, other = self.called[turn.side], self.called[1 - turn.side]
        sentences = [
            f"{who} {fault.detail or 'made a fault'} and was asked again." for fault in turn.earlier
        ]
        mark = shift = ""
        if turn.fault is not None:
            sentences.append(fault_sentence(who, other, turn.fault, self.conduct))
        if self.verdicts is not None:
            for number in range(at, at + count):
                verdict: MoveVerdict = self.verdicts.moves[number]
                sentence = move_sentence(
                    self.record.game, self.record.moves[number], verdict, self.base
                )
                if sentence:
                    sentences.append(sentence if turn.fault else f"{who}: {sentence}")
                mark, shift = mark or verdict.mark, shift or change(verdict)
        forfeited = (turn.side + 1, (), "–")
        player, cells, text = self._stones(at, count) if turn.stones else forfeited
        effort = turn.measured
        cpu = self.conduct.clock is ClockKind.CPU and effort.cpu_ms is not None
        raw = turn.fault.raw.decode("latin-1") if turn.fault else ""
        return Step(
            at + count,
            player,
            cells,
            text,
            took_ms=effort.cpu_ms if cpu else effort.wall_ms,
            cpu_ms=effort.cpu_ms,
            stall_ms=effort.stall_ms,
            fault=fault_category(turn.fault) if turn.fault else "",
            raw=raw[:_MOST_RAW] + ("..." if len(raw) > _MOST_RAW else ""),
            mark=mark,
            change=shift,
            result=self._result(at + count),
            sentences=tuple(sentences),
        )

    def _stones(self, at: int, count: int) -> tuple[int, tuple[int, ...], str]:
        cells, texts = [], []
        for number in range(at, at + count):
            move = self.record.moves[number]
            if move != PASS:
                cell = self.record.positions[number].landing(move)
                cells.append(-1 if cell is None else cell)
                texts.append(format_move(self.record.game, move, self.base))
        return self.record.positions[at].to_move, tuple(cells), " ".join(texts)

    def _result(self, at: int) -> int | None:
        return self.verdicts.results[at] if self.verdicts is not None else None


def winning_lines(pos: Position) -> list[list[int]]:
    """The lines to strike through once one has won, by their cells."""
    if pos.outcome() not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
        return []
    if families.of(pos.game).counted:
        return [list(cells) for _, cells in pos.windows()]
    won = set(pos.line_cells())
    return [list(cells) for _, cells in pos.windows() if won.issuperset(cells)]


def _score(game: StoredGame) -> str:
    return {1: "1-0", 2: "0-1", None: "½-½"}[game.winner]


def _short(step: Step) -> dict[str, Any]:
    """Only what is there."""
    data: dict[str, Any] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in step._asdict().items()
        if value not in ("", None, (), False) or name in ("result", "at")
    }
    for name in ("took_ms", "cpu_ms", "stall_ms"):
        if name in data:
            data[name] = round(data[name], 1)
    return data
