"""Why an entry lost: where it gave results away, how soon that was punished, in which phase of the
game it is strong and weak, and what its program did wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from inarow._core import Game
from inarow.arena.replay import Replay

_LEAST_CHOICES = 3
"""A phase with fewer choices is neither strong nor weak."""
_REACHES = ((1, 2), (3, 6), (7, 12), (13, None))


class Phase(NamedTuple):
    """Moves ``first`` to ``last`` of the games: how many of those with a choice kept the result."""

    first: int
    last: int | None
    kept: int
    choices: int

    @property
    def words(self) -> str:
        return f"{self.first}–{self.last}" if self.last else f"{self.first} on"

    @property
    def share(self) -> float:
        return self.kept / self.choices if self.choices else 0.0


class Loss(NamedTuple):
    """A lost game and its last mistake: the number of the move from 1, None if there is none that
    the solver knows of. ``plies`` is how long the game lasts from there under best play."""

    story: Replay
    side: int
    number: int | None
    plies: int | None
    never_better: bool

    @property
    def opponent(self) -> str:
        return self.story.names[1 - self.side]

    @property
    def length(self) -> int:
        return len(self.story.record.turns())


class Fault(NamedTuple):
    """A turn in which the entry did something wrong; ``number`` counts the turns of the game."""

    story: Replay
    side: int
    number: int
    kind: str
    sentence: str
    raw: str


@dataclass(frozen=True)
class LossReport:
    """What the games of an entry come to. ``stories`` are all of them, ``analysed`` how many the
    solver was asked about."""

    stories: int
    analysed: int
    won: int
    drawn: int
    phases: tuple[Phase, ...]
    losses: tuple[Loss, ...]
    faults: tuple[Fault, ...]

    @property
    def kept(self) -> int:
        return sum(phase.kept for phase in self.phases)

    @property
    def choices(self) -> int:
        return sum(phase.choices for phase in self.phases)

    @property
    def weakest(self) -> Phase | None:
        return self._extreme(-1)

    @property
    def strongest(self) -> Phase | None:
        return self._extreme(1)

    def _extreme(self, sign: int) -> Phase | None:
        """The phase with the highest or lowest share; None unless two differ."""
        judged = [phase for phase in self.phases if phase.choices >= _LEAST_CHOICES]
        if len({phase.share for phase in judged}) < 2:
            return None
        return max(judged, key=lambda phase: sign * phase.share)

    def by_horizon(self) -> list[tuple[str, int]]:
        """How many last mistakes were punished within 1 to 2 moves, 3 to 6, 7 to 12, and later."""
        found = []
        for low, high in _REACHES:
            count = sum(
                1
                for loss in self.losses
                if loss.plies is not None
                and low <= loss.plies
                and (high is None or loss.plies <= high)
            )
            found.append((f"{low}–{high}" if high else f"over {low - 1}", count))
        return found


def loss_report(entry: str, game: Game, stories: Iterable[Replay]) -> LossReport:
    """What the games of an entry say of it; ``entry`` is its name in the store."""
    bounds = phases_of(game)
    counts = [[0, 0] for _ in bounds]
    losses: list[Loss] = []
    faults: list[Fault] = []
    total = analysed = won = drawn = 0
    for story in stories:
        side = 0 if story.game.first == entry else 1
        total += 1
        won += story.game.winner == side + 1
        drawn += story.game.winner is None
        faults += _faults(story, side)
        if story.verdicts is not None:
            analysed += 1
            _count(story, side, bounds, counts)
        if story.game.winner == 2 - side:
            losses.append(_loss(story, side))
    phases = tuple(
        Phase(low, high, *count) for (low, high), count in zip(bounds, counts, strict=True)
    )
    losses.sort(key=lambda loss: (loss.plies is None, loss.plies or 0, loss.length))
    return LossReport(total, analysed, won, drawn, phases, tuple(losses), tuple(faults))


def phases_of(game: Game) -> list[tuple[int, int | None]]:
    """The moves of a game in four parts, by what is usual; the last one ends where games often go
    on to the last cell."""
    first, second, third = (8, 16, 24) if game.gravity else (10, 20, 40)
    last = game.cells if game.gravity else None
    return [(1, first), (first + 1, second), (second + 1, third), (third + 1, last)]


def _count(
    story: Replay, side: int, bounds: list[tuple[int, int | None]], counts: list[list[int]]
) -> None:
    assert story.verdicts is not None
    laid = sum(step.opening for step in story.steps)
    for number, verdict in enumerate(story.verdicts.moves):
        mover = story.record.positions[number].to_move - 1
        if number < laid or mover != side or not verdict.choice or verdict.after is None:
            continue
        place = next(
            n for n, (low, high) in enumerate(bounds) if high is None or number + 1 <= high
        )
        counts[place][0] += not verdict.mistake
        counts[place][1] += 1


def _loss(story: Replay, side: int) -> Loss:
    if story.verdicts is None:
        return Loss(story, side, None, None, False)
    number = story.verdicts.last_mistake(side, story.record)
    laid = sum(step.opening for step in story.steps)
    if number is not None and number > laid:
        return Loss(story, side, number, story.verdicts.moves[number - 1].plies, False)
    lost = 1 if side else -1
    known = story.verdicts.results[laid:]
    return Loss(story, side, None, None, all(result == lost for result in known))


def _faults(story: Replay, side: int) -> list[Fault]:
    return [
        Fault(
            story, side, number, step.fault, step.sentences[-1] if step.sentences else "", step.raw
        )
        for number, step in enumerate(story.steps, start=1)
        if step.fault and step.player == side + 1
    ]
