"""Games against a player of ours, each colour as often as the other, under the course's conduct.

options = { opponent = "random", games = 20, wins = 18, seed = 2027, depth = 2 }
    opponent  random, level:1 to level:8, or Lab7Part1, which plays the fixed rule of APS105
    points    instead of wins: a win counts 1, a draw a half
    size      of a free board, which APS105 plays on
    depth     what MaxConnect4 programs are asked with

Play stops when the rest of the games cannot change anything. A random opponent draws its moves from
the seed alone, so that a marking can be repeated on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from inarow._core import Game, Position
from inarow.course import Course
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.marking.checks.judged import Judged
from inarow.marking.draw import Draw
from inarow.marking.results import Used, Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.players.base import Choice, Player
from inarow.players.conduct import Conduct
from inarow.players.named import NAMED, NamedPlayer
from inarow.players.open_lines import LineRulePlayer
from inarow.players.seat import RefereeFaultError, Seat
from inarow.protocols.aps105 import IN_A_ROW
from inarow.protocols.maxconnect4_file import GAME as MAXCONNECT4
from inarow.record import Termination
from inarow.referee.game_log import GameLog
from inarow.referee.referee import play_game, stop_seats
from inarow.running.adapters import seat_for
from inarow.running.program import Program
from inarow.words import counted, shortened

OPTIONS = {
    "opponent": str,
    "games": int,
    "wins": int,
    "points": float,
    "seed": int,
    "depth": int,
    "size": int,
}
LOST_GAMES = "LOST_GAMES"
"""The cause of whoever played by the rules and won too little."""
FAULTS = "faults"
"""Where the sentences about what a program did wrong are among the facts of a result."""
_FIXED_RULE = "Lab7Part1"
_USUAL_DEPTH = 2


class DrawnPlayer:
    """Any legal move, each as likely as the other, the same under every version of Python."""

    name = "random"

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        return Choice(self._draw.choice(pos.legal_moves()))


@dataclass
class _Tally:
    """How the games went so far."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    cpu_s: float = 0.0
    most_cpu_s: float = 0.0
    longest_s: float = 0.0
    peak_mb: float = 0.0

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2

    @property
    def words(self) -> str:
        return f"{self.won} won, {self.drawn} drawn, {self.lost} lost"


def _wanted(test: Test) -> tuple[int, float]:
    """How many games are played, and how many wins or points are enough."""
    games = int(test.options.get("games", 2))
    needed = float(test.options.get("points", test.options.get("wins", games)))
    if not 0 < needed <= games:
        raise UserError(f"test '{test.name}' wants {needed:g} of {counted(games, 'game')}")
    return games, needed


def require_games(test: Test) -> None:
    """UserError if there are no such games, or no such opponent."""
    _wanted(test)
    name = str(test.options.get("opponent", "random"))
    if name not in ("random", _FIXED_RULE, *NAMED):
        raise UserError(
            f"test '{test.name}' has the opponent '{shortened(name)}': expected {_FIXED_RULE},"
            f" {', '.join(NAMED)}"
        )


def judge_games(test: Test, program: Program, runner: Runner) -> Judged:
    """Plays until it is decided. What was used is that of the longest move, which the limit is
    for."""
    options = test.options
    games, needed = _wanted(test)
    by_points = "points" in options
    tally, records, faults = _Tally(), [], []
    for log, side in _played(test, program, runner, games):
        result = log.record.result
        assert result is not None
        if result.termination is Termination.VOID:
            raise RefereeFaultError(result.detail)
        _count(tally, log, side)
        records.append({"side": side + 1, "record": log.record.to_json()})
        faults += [
            (fault, f"it {fault.detail} as the {('first', 'second')[side]} player")
            for fault in log.faults(side)
        ]
        score = tally.points if by_points else tally.won
        left = games - tally.played
        if score >= needed or score + left < needed:
            break
    score = tally.points if by_points else tally.won
    used = Used(tally.longest_s, tally.most_cpu_s, peak_mb=tally.peak_mb, tier=runner.sandbox.tier)
    opponent = options.get("opponent", "random")
    facts: dict[str, Any] = {
        "opponent": opponent,
        "games": games,
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "cpu_s": round(tally.cpu_s, 3),
        "records": records,
        FAULTS: [sentence for _, sentence in faults],
    }
    if score >= needed:
        reason = f"against {opponent}: {tally.words}"
        return Judged(Verdict.PASS, "", reason, Decimal(1), used=used, facts=facts)
    wanted = f"{needed:g} of {games} {'points are' if by_points else 'wins are'} needed"
    reason = f"against {opponent}: {tally.words}; {wanted}"
    cause = LOST_GAMES
    if faults:
        fault, sentence = faults[0]
        cause = _CAUSES.get(fault.termination, "CRASH")
        reason += f"; {sentence}"
    return Judged(
        Verdict.FAIL,
        cause,
        reason,
        got=faults[0][0].raw or None if faults else None,
        used=used,
        facts=facts,
    )


_CAUSES = {
    Termination.TIME: "TIMEOUT",
    Termination.NO_ANSWER: "TIMEOUT",
    Termination.ILLEGAL_MOVE: "ILLEGAL_MOVE",
    Termination.CRASH: "CRASH",
}


def _played(
    test: Test, program: Program, runner: Runner, games: int
) -> Iterator[tuple[GameLog, int]]:
    """The games one after the other, with the side that the program has."""
    options, course = test.options, runner.course
    game = MAXCONNECT4
    adapter: dict[str, Any] = {"depth": int(options.get("depth", _USUAL_DEPTH))}
    if course.seat == "dialogue":
        size = int(options.get("size", 19))
        game, adapter = Game(rows=size, cols=size, k=IN_A_ROW, gravity=False), {}
    elif course.seat != "files":
        raise UserError(f"test '{test.name}' is of games, which {course.title} has none of")
    conduct = _conduct(test, course)
    seed = int(options.get("seed", 0))
    for number in range(games):
        side = number % 2
        seat = seat_for(course.seat, program, runner.sandbox, test.limits, **adapter)
        draw = Draw.seeded(seed, f"game {number}")
        opponent = _opponent(test, game, draw)
        rng = random.Random(draw.below(1 << 62))
        pair: list[Player | Seat] = [seat, opponent] if side == 0 else [opponent, seat]
        try:
            log = play_game(game, pair, conduct, rng=rng)
            stop_seats([one for one in pair if isinstance(one, Seat)], log.record)
        finally:
            seat.close()
        yield log, side


def move_limit_s(test: Test, course: Course) -> float:
    """How long one move may take."""
    return _conduct(test, course).turn_ms / 1000


def _conduct(test: Test, course: Course) -> Conduct:
    """The course's, which for files has no limit of its own: there it is the test's."""
    conduct = course.conduct
    if course.seat == "files" and test.limits.wall_s:
        return replace(conduct, turn_ms=test.limits.wall_s * 1000)
    return conduct


def _opponent(test: Test, game: Game, draw: Draw) -> Player:
    name = str(test.options.get("opponent", "random"))
    if name == "random":
        return DrawnPlayer(draw)
    if name == _FIXED_RULE:
        return LineRulePlayer(_FIXED_RULE)
    return NamedPlayer(name, game)


def _count(tally: _Tally, log: GameLog, side: int) -> None:
    result = log.record.result
    assert result is not None
    tally.won += result.winner == side + 1
    tally.drawn += result.winner is None
    tally.lost += result.winner not in (None, side + 1)
    for turn in log.turns:
        if turn.side == side and turn.effort is not None:
            cpu_s = (turn.effort.cpu_ms or 0.0) / 1000
            tally.cpu_s += cpu_s
            tally.most_cpu_s = max(tally.most_cpu_s, cpu_s)
            tally.longest_s = max(tally.longest_s, turn.effort.wall_ms / 1000)
            tally.peak_mb = max(tally.peak_mb, turn.effort.peak_mb or 0.0)
