"""Games against a built-in player, each colour as often as the other, under the course's conduct.

options = { opponent = "random", games = 20, wins = 18, seed = 2027 }
    opponent  random, level:1 to level:8, or one of the course's own
    points    instead of wins: a win counts 1, a draw a half
and those of the course (``Setting``).

Play stops when the rest of the games cannot change anything. A random opponent draws its moves from
the seed alone, so that a marking can be repeated on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Any, NamedTuple

from inarow._core import Game, Position
from inarow.course import Course
from inarow.errors import UserError
from inarow.game import game_named
from inarow.limits import Limits
from inarow.marking.checks.check import Check, Judgement
from inarow.marking.hidden_tests import SeededRandom
from inarow.marking.results import ResourceUsage, Verdict
from inarow.marking.runner import Runner
from inarow.marking.suite import Test
from inarow.players.base import Choice, Player
from inarow.players.conduct import Conduct
from inarow.players.named import NAMED, NamedPlayer
from inarow.players.seat import RefereeFaultError, Seat
from inarow.record import Termination
from inarow.referee.game_log import GameLog
from inarow.referee.referee import play_game, stop_seats
from inarow.running.program import Program
from inarow.running.seats import make_seat
from inarow.text import plural, truncate

OPTIONS = {
    "opponent": str,
    "games": int,
    "wins": int,
    "points": float,
    "seed": int,
}
LOST_GAMES = "LOST_GAMES"
"""The cause of whoever played by the rules and won too little."""
FAULTS = "faults"
"""Where the sentences about what a program did wrong are among the facts of a result."""


def _course_game(course: Course, options: Mapping[str, Any]) -> Game:
    return game_named(course.game)


class Setting(NamedTuple):
    """What the games of a course are played with. ``options`` are further ones of a test; ``game``
    and ``seat_options`` follow from those. ``opponents`` are players of the course. With
    ``turn_is_run`` a move is one run, whose limit bounds it."""

    options: Mapping[str, type] = {}
    game: Callable[[Course, Mapping[str, Any]], Game] = _course_game
    seat_options: Callable[[Course, Mapping[str, Any]], Mapping[str, Any]] = (
        lambda course, options: course.seat_options
    )
    opponents: Mapping[str, Callable[[], Player]] = {}
    turn_is_run: bool = False


class DrawnPlayer:
    """Any legal move, each as likely as the other, the same under every version of Python."""

    name = "random"

    def __init__(self, draw: SeededRandom) -> None:
        self._draw = draw

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
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
        raise UserError(f"test '{test.name}' wants {needed:g} of {plural(games, 'game')}")
    return games, needed


def games_check(setting: Setting) -> Check:
    """Returns the check of a course whose games are played with a setting."""

    def require(test: Test) -> None:
        _wanted(test)
        name = str(test.options.get("opponent", "random"))
        if name not in ("random", *setting.opponents, *NAMED):
            raise UserError(
                f"test '{test.name}' has the opponent '{truncate(name)}': expected"
                f" {', '.join((*setting.opponents, *NAMED))}"
            )

    return Check(
        "games against a built-in player",
        partial(_judge, setting),
        {**OPTIONS, **setting.options},
        require,
        lambda test, course: _conduct(test, course, setting).turn_ms / 1000,
        slow=True,
    )


def _judge(setting: Setting, test: Test, program: Program, runner: Runner) -> Judgement:
    """Plays until it is decided. What was used is that of the longest move, which the limit is
    for."""
    options = test.options
    games, needed = _wanted(test)
    by_points = "points" in options
    tally, records, faults = _Tally(), [], []
    for log, side in _played(setting, test, program, runner, games):
        result = log.record.result
        assert result is not None
        if result.termination is Termination.VOID:
            raise RefereeFaultError(result.detail)
        _count(tally, log, side)
        records.append({"side": side + 1, "record": log.record.as_json()})
        faults += [
            (fault, f"it {fault.detail} as the {('first', 'second')[side]} player")
            for fault in log.faults(side)
        ]
        score = tally.points if by_points else tally.won
        left = games - tally.played
        if score >= needed or score + left < needed:
            break
    score = tally.points if by_points else tally.won
    used = ResourceUsage(
        tally.longest_s, tally.most_cpu_s, peak_mb=tally.peak_mb, tier=runner.sandbox.tier
    )
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
        return Judgement(Verdict.PASS, "", reason, Decimal(1), used=used, facts=facts)
    wanted = f"{needed:g} of {games} {'points are' if by_points else 'wins are'} needed"
    reason = f"against {opponent}: {tally.words}; {wanted}"
    cause = LOST_GAMES
    if faults:
        fault, sentence = faults[0]
        cause = _CAUSES.get(fault.termination, "CRASH")
        reason += f"; {sentence}"
    return Judgement(
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
    setting: Setting, test: Test, program: Program, runner: Runner, games: int
) -> Iterator[tuple[GameLog, int]]:
    """The games one after the other, with the side that the program has."""
    options, course = test.options, runner.course
    game = setting.game(course, options)
    seat_options = setting.seat_options(course, options)
    conduct = _conduct(test, course, setting)
    seed = int(options.get("seed", 0))
    for number in range(games):
        side = number % 2
        seat = make_seat(course.seat, program, runner.sandbox, test.limits, **seat_options)
        draw = SeededRandom.seeded(seed, f"game {number}")
        opponent = _opponent(setting, test, game, draw)
        rng = random.Random(draw.randbelow(1 << 62))
        pair: list[Player | Seat] = [seat, opponent] if side == 0 else [opponent, seat]
        try:
            log = play_game(game, pair, conduct, rng=rng)
            stop_seats([one for one in pair if isinstance(one, Seat)], log.record)
        finally:
            seat.close()
        yield log, side


def _conduct(test: Test, course: Course, setting: Setting) -> Conduct:
    """The course's; where a move is a run, with the limit of the test."""
    conduct = course.conduct
    if setting.turn_is_run and test.limits.wall_s:
        return replace(conduct, turn_ms=test.limits.wall_s * 1000)
    return conduct


def _opponent(setting: Setting, test: Test, game: Game, draw: SeededRandom) -> Player:
    name = str(test.options.get("opponent", "random"))
    if name == "random":
        return DrawnPlayer(draw)
    if name in setting.opponents:
        return setting.opponents[name]()
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
