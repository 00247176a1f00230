"""A stored game turn by turn, ready to be shown: boards, times, faults and turning points in words.

database: log + verdicts --build_replay--> Replay --> pages, text, big-screen view
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from inarow._core import Game, Outcome, Position
from inarow.arena.aliases import Aliases
from inarow.arena.games import StoredGame
from inarow.arena.verdicts import GameVerdicts, MoveVerdict, read_verdicts
from inarow.course import Course
from inarow.game import counts_lines
from inarow.move_text import format_move
from inarow.players.conduct import Conduct, Penalty
from inarow.players.seat import ClockKind, ForfeitError
from inarow.record import PASS, Record, Termination
from inarow.referee.game_log import GameLog, Turn, fault_category, verdict_of
from inarow.running.submission import shown
from inarow.text import join_words

_RESULTS = {1: "win", 0: "draw", -1: "loss"}
_CONSEQUENCES = {
    Penalty.PASS: "so the move was forfeited and {other} moved again",
    Penalty.ASK_AGAIN: "and was asked again",
    Penalty.LOSE: "which loses the game",
    Penalty.DISQUALIFY: "and is disqualified",
}


def result_change(verdict: MoveVerdict) -> str:
    """``win to loss`` for a move that gave something away; empty for others."""
    if not verdict.mistake:
        return ""
    return f"{_RESULTS[verdict.before or 0]} to {_RESULTS[verdict.after or 0]}"


def move_sentence(game: Game, move: int, verdict: MoveVerdict, base: int) -> str:
    """What the solver says of a move; empty where there is nothing to say."""
    if move == PASS:
        given = f"gives the {_RESULTS[verdict.before or 0]} away"
        return f"The forfeited move {given}." if verdict.mistake else ""
    played = format_move(game, move, base)
    if verdict.mistake:
        better = join_words(
            [format_move(game, each, base) for each in verdict.kept[:4]] or ["another"]
        )
        held = "would have won" if verdict.before == 1 else "held the draw"
        if verdict.after == -1 and verdict.plies == 1:
            return f"{played} loses at once; {better} {held}."
        lost = "only draws" if verdict.after == 0 else "loses"
        return f"{played} {lost}; {better} {held}."
    if verdict.choice and verdict.after == verdict.before and verdict.before is not None:
        return f"{played} keeps the {_RESULTS[verdict.before]}, and not every move does."
    return ""


def fault_sentence(name: str, other: str, fault: ForfeitError, conduct: Conduct) -> str:
    """What a side did wrong in a turn, and the penalty."""
    detail = fault.detail or f"made a fault ({verdict_of(fault).lower()})"
    end = _CONSEQUENCES[conduct.penalty_for(fault)].format(other=other)
    comma = "" if end.startswith("and was") else ","
    return f"{name} {detail.rstrip(',. ')}{comma} {end}."


def ending_text(record: Record, names: Sequence[str]) -> str:
    """How a game ended, in one sentence."""
    result = record.result
    if result is None:
        return "The game is being played."
    if result.winner is None:
        return result.termination.value
    winner, loser = names[result.winner - 1], names[2 - result.winner]
    if result.termination is Termination.LINE:
        return (
            f"{winner} won with {result.termination.reason(record.game)}, move {_length(record)}."
        )
    if result.termination is Termination.MORE_LINES:
        more, fewer = sorted(record.end.score(), reverse=True)
        return f"{winner} won by {more} to {fewer}."
    detail = result.detail or result.termination.reason(record.game)
    return f"{winner} won: {loser} {detail.rstrip('. ')}."


def turning_point(
    record: Record, verdicts: GameVerdicts | None, names: Sequence[str], base: int
) -> str:
    """Where the game was decided, as far as the solver tells."""
    if verdicts is None:
        return "The solver has not been asked about this game."
    if record.result is None or record.result.winner is None:
        number = verdicts.last_mistake()
        if number is None:
            return ""
        what = _what(record, verdicts, number, base)
        return f"The last change of the result was move {number}: {what}"
    loser = 2 - record.result.winner
    name, winner = names[loser], names[record.result.winner - 1]
    number = verdicts.last_mistake(loser, record)
    if number is not None:
        held = "a win" if verdicts.moves[number - 1].before == 1 else "a draw"
        return f"{name} held {held} until move {number}: {_what(record, verdicts, number, base)}"
    sign = 1 if record.result.winner == 1 else -1
    known = [result for result in verdicts.results if result is not None]
    if len(known) == len(verdicts.results) and all(result == sign for result in known):
        return f"{winner} was winning from the start and never let it go."
    if all(result == sign for result in known) and known:
        first = next(n for n, result in enumerate(verdicts.results) if result is not None)
        return (
            f"{winner} was winning from move {first} on; before that it is too early to be solved."
        )
    return "On the board nobody had lost yet." if known else "Too early to be solved exactly."


def _what(record: Record, verdicts: GameVerdicts, number: int, base: int) -> str:
    return move_sentence(record.game, record.moves[number - 1], verdicts.moves[number - 1], base)


def _length(record: Record) -> int:
    return len(record.turns())


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
class Replay:
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
                "counted": counts_lines(game),
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


def build_replay(
    game: StoredGame,
    log: GameLog,
    kept: Any,
    conduct: Conduct,
    course: Course | None,
    names: Aliases,
) -> Replay:
    """The story of a stored game; ``kept`` is what the store has of the solver's verdicts."""
    log = names.redact(log, game.first, game.second)
    record = log.record
    called = (names.name(game.first), names.name(game.second))
    base = course.first_column if course else 1
    verdicts, failed = read_verdicts(kept, game.key, record)
    steps = _Teller(log, verdicts, conduct, called, base).steps()
    solver = f"The solver failed at this game: {shown(failed)}." if failed else ""
    words = [ending_text(record, called), turning_point(record, verdicts, called, base), solver]
    return Replay(
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
                mark, shift = mark or verdict.mark, shift or result_change(verdict)
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
    if counts_lines(pos.game):
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
