"""The referee: plays two players against each other, whoever they are.

    ask the side to move -> a legal turn:      place it, clock - used + increment, the other side
                         -> a fault:           the penalty of the conduct: pass, ask again, lose
                         -> an internal error: the game is void

Built-in players and external programs are asked alike (``players/seat.py``). Time is an argument,
so that a test can let it pass. The seat of a program enforces the limit where effort is measured
(``running/clock.py``); for all others the limit is enforced here.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.players.base import Player
from inarow.players.conduct import Conduct, Penalty
from inarow.players.seat import (
    Answer,
    ClockKind,
    Effort,
    ForfeitError,
    Invalid,
    RefereeFaultError,
    Seat,
    seated,
)
from inarow.record import PASS, Record, Result, Termination
from inarow.referee.game_log import GameLog, Turn

# Faults after which there is no point in asking the loser to leave.
_UNRESPONSIVE = (
    Termination.TIME,
    Termination.CRASH,
    Termination.NO_ANSWER,
    Termination.DISQUALIFIED,
)


OnTurn = Callable[[Record, Turn], None]


def play(
    start: Game | Position,
    players: Sequence[Player | Seat],
    conduct: Conduct = Conduct(),  # noqa: B008
    opening: Sequence[int] = (),
    on_turn: OnTurn = lambda record, turn: None,
    rng: random.Random | None = None,
    now: Callable[[], float] | None = None,
) -> Record:
    """Plays one game, as ``play_game`` does, and returns its record."""
    return play_game(start, players, conduct, opening, on_turn, rng, now).record


def play_game(
    start: Game | Position,
    players: Sequence[Player | Seat],
    conduct: Conduct = Conduct(),  # noqa: B008
    opening: Sequence[int] = (),
    on_turn: OnTurn = lambda record, turn: None,
    rng: random.Random | None = None,
    now: Callable[[], float] | None = None,
) -> GameLog:
    """Plays one game from a position, after an opening that is laid for both and leaves it open.
    ``on_turn`` sees the record after each turn. ``now`` is the clock for built-in players.

    Raises UserError where a protocol has no words for the game, its start, or a forfeited move that
    the conduct allows: a program is not held to account for what it cannot be told."""
    if len(players) != 2:
        raise UserError(f"a game has two players, not {len(players)}")
    if now is None:
        now = time.process_time if conduct.clock is ClockKind.CPU else time.monotonic
    pos = Position(start) if isinstance(start, Game) else start
    rng = rng or random.Random(0)
    seats = [seated(player, rng, now) for player in players]
    record = Record(pos, tuple(opening))
    for seat in seats:
        if problem := seat.unsupported_reason(record, passes=conduct.passes):
            raise UserError(f"{seat.name} cannot play this game: {problem}")
    return _Match(record, seats, conduct, on_turn).play()


def stop_seats(seats: Sequence[Seat], record: Record) -> None:
    """Ends the programs of a game that is over; one that lost by not answering, at once."""
    result = record.result
    for side, seat in enumerate(seats, start=1):
        gone = result is not None and result.termination in _UNRESPONSIVE and side != result.winner
        seat.end(answers=not gone)


class _Match:
    def __init__(
        self, record: Record, seats: Sequence[Seat], conduct: Conduct, on_turn: OnTurn
    ) -> None:
        self.record, self.seats, self.conduct, self.on_turn = record, seats, conduct, on_turn
        self.clocks_ms = [conduct.time_ms, conduct.time_ms]
        self.forfeits = 0  # in a row, by whichever side
        self.turns: list[Turn] = []

    def play(self) -> GameLog:
        try:
            result = self._start()
            while result is None:
                result = self.record.result or self._turn()
        except RefereeFaultError as fault:
            result = Result(None, Termination.VOID, str(fault))
        clocks = None if math.inf in self.clocks_ms else self.clocks_ms
        record = self.record.with_result(result, clocks)
        record = record.with_players(self.seats[0].name, self.seats[1].name)
        return GameLog(record, tuple(self.turns))

    def _start(self) -> Result | None:
        """None once both sides know what is played."""
        terms = self.conduct.terms(self.record.game)
        for side, seat in enumerate(self.seats):
            try:
                seat.begin(terms, side)
            except ForfeitError as fault:
                clock_ms = self.clocks_ms[side]
                turn = Turn(side, (), fault.used_ms, clock_ms, None, fault, fault.effort)
                self.turns.append(turn)
                return self._lost(side, fault)
        return None

    def _turn(self) -> Result | None:
        """One turn of the side to move, or what its faults make of it."""
        side = self.record.end.to_move - 1
        faults: list[ForfeitError] = []
        while True:
            limit_ms = min(self.clocks_ms[side], self.conduct.turn_ms) + self.conduct.tolerance_ms
            try:
                answer = self.seats[side].turn(self.record, self.clocks_ms, limit_ms)
                stones = self._validate(answer, limit_ms)
            except ForfeitError as fault:
                self._use(side, fault.used_ms)
                faults.append(fault)
                again = self.conduct.penalty_for(fault) is Penalty.ASK_AGAIN
                if not again or len(faults) >= self.conduct.tries:
                    return self._forfeited(side, faults)
                continue
            self._use(side, answer.used_ms)
            self.clocks_ms[side] += self.conduct.increment_ms
            self.forfeits = 0
            took_ms = self._took_ms(answer.used_ms, answer.effort)
            clock_ms, effort = self.clocks_ms[side], answer.effort
            turn = Turn(side, stones, took_ms, clock_ms, answer.value, None, effort, tuple(faults))
            self._apply(stones, turn)
            return None

    def _validate(self, answer: Answer, limit_ms: float) -> tuple[int, ...]:
        """The stones of an answer that are laid; a fault unless it is in time and legal."""
        if answer.effort is None and answer.used_ms > limit_ms:
            detail = f"took {answer.used_ms:.0f} ms where it had {limit_ms:.0f} ms"
            raise ForfeitError(Termination.TIME, detail, limit_ms)
        return _legal_stones(self.record.end, answer)

    def _took_ms(self, used_ms: float, effort: Effort | None) -> float:
        """What the record has of a turn: the time of the clock that is read, stall included."""
        if effort is None:
            return used_ms
        cpu = self.conduct.clock is ClockKind.CPU and effort.cpu_ms is not None
        return (effort.cpu_ms or 0.0) if cpu else effort.wall_ms

    def _forfeited(self, side: int, faults: list[ForfeitError]) -> Result | None:
        *earlier, fault = faults
        took_ms = self._took_ms(fault.used_ms, fault.effort)
        clock_ms = self.clocks_ms[side]
        turn = Turn(side, (), took_ms, clock_ms, None, fault, fault.effort, tuple(earlier))
        if self.conduct.penalty_for(fault) is not Penalty.PASS:
            self.turns.append(turn)
            return self._lost(side, fault)
        self.forfeits += 1
        self._apply((PASS,), turn)
        most = self.conduct.draw_after_forfeits
        if most is not None and self.forfeits >= 2 * most:
            return Result(None, Termination.FORFEITS)
        return None

    def _lost(self, side: int, fault: ForfeitError) -> Result:
        winner = 2 - side
        if self.conduct.penalty_for(fault) is Penalty.DISQUALIFY:
            reason = fault.termination.reason(self.record.game)
            return Result(winner, Termination.DISQUALIFIED, f"{fault.detail} ({reason})")
        return Result(winner, fault.termination, fault.detail)

    def _use(self, side: int, used_ms: float) -> None:
        self.clocks_ms[side] = max(self.clocks_ms[side] - used_ms, 0.0)

    def _apply(self, moves: tuple[int, ...], turn: Turn) -> None:
        for number, move in enumerate(moves):
            self.record = self.record.with_move(move, None if number else turn.time_ms)
        self.turns.append(turn)
        self.on_turn(self.record, turn)


def _legal_stones(pos: Position, answer: Answer) -> tuple[int, ...]:
    """The stones of a turn that are laid: a line or a full board ends a turn early."""
    mover, stones = pos.to_move, answer.stones

    def fault(invalid: Invalid, detail: str) -> ForfeitError:
        return ForfeitError(
            Termination.ILLEGAL_MOVE,
            detail,
            answer.used_ms,
            invalid=invalid,
            effort=answer.effort,
        )

    for number, move in enumerate(stones):
        if pos.is_over:
            return stones[:number]
        if wrong := _obstacle(pos, move, mover):
            invalid, why = wrong
            raise fault(invalid, f"played {_place(pos.game, move)}: {why}")
        pos = pos.play(move)
    if not pos.is_over and pos.to_move == mover:
        few = "laid 1 stone where two belong" if stones else "laid no stone"
        raise fault(Invalid.SYNTAX, few)
    return stones


def _obstacle(pos: Position, move: int, mover: int) -> tuple[Invalid, str] | None:
    """Why a stone of the mover cannot be laid; None if it can."""
    if pos.to_move != mover:
        return Invalid.SYNTAX, "one stone too many"
    if not 0 <= move < pos.game.move_count:
        return Invalid.RANGE, f"move {move} is not on the board"
    if pos.landing(move) is not None:
        return None
    if pos.game.gravity:
        return Invalid.FULL, f"column {move} is full"
    return Invalid.OCCUPIED, "an occupied square"


def _place(game: Game, move: int) -> str:
    """A move in the words of the courses: columns from 0, rows and columns from 1."""
    if game.gravity:
        return f"column {move}"
    if not 0 <= move < game.move_count:
        return f"move {move}"
    row, col = divmod(move, game.cols)
    return f"on row {row + 1}, column {col + 1} from the top left"
