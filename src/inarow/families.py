"""The one table of the families of games: what each is called, and which solver, player and
textbook search belong to it. ``Game.family`` says which one a game is of.

| family | board | goal | stones a turn |
| --- | --- | --- | --- |
| FALLING | stones fall | the first line wins | one |
| COUNTED | stones fall | lines are counted on the full board | one |
| FREE | stones lie where they are put | the first line wins | any |
| OTHER | anything else: only the rules know it | | |
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from inarow._core import Family, Game, Goal
from inarow.score import Unit


class FamilyEntry(NamedTuple):
    """A row of the table. Modules are named, and imported when they are asked for, since they lie
    in higher layers."""

    family: Family
    name: str
    words: str
    unit: Unit
    analyst_name: str | None
    player_name: str
    spec_name: str
    plain_player_name: str | None = None
    solver_options: bool = False
    """Whether threads, the opening book and lines of every move mean something to its analyst."""
    mistake_s: float | None = None
    """For each position, when the last mistake of a game is looked for."""
    solved_as_boards: bool = False
    """Whether ``inarow solve`` reads boards, not moves, and writes final differences alone."""
    verdict_s: float = 0.5
    """For each position with all its moves, when every move of a played game is judged."""
    phases: tuple[int, int, int] = (8, 16, 24)
    """The last moves of the first three parts of a game, by what is usual."""
    fills_board: bool = True
    """Whether games often go on to the last cell, which then ends their fourth part."""
    judged_near: bool = False
    """Whether a person considers only moves near the stones, and judges them by a glance at the
    lines on the board; else every move, by looking a few plies ahead."""

    @property
    def counted(self) -> bool:
        """Whether lines are counted for points; elsewhere the first one wins."""
        return self.unit is Unit.POINTS

    @property
    def analyst(self) -> Any:
        """The ``analysis.analyst.Analyst`` of the family, or None."""
        return None if self.analyst_name is None else import_module(self.analyst_name)

    @property
    def player(self) -> Any:
        """The class of the strong ``players.base.Player`` of the family."""
        return _loaded(self.player_name)

    def player_of(self, game: Game) -> Any:
        """The class of the strong player of a game: of one that the analyst of the family does not
        take, its plain player."""
        if self.plain_player_name is None or self.analyst.takes(game):
            return self.player
        return _loaded(self.plain_player_name)

    @property
    def spec(self) -> Any:
        """The ``textbook.spec.SearchSpec`` that its course asks for."""
        return _loaded(self.spec_name)


TABLE = (
    FamilyEntry(
        Family.FALLING,
        "falling",
        "stones fall, the first line wins",
        Unit.SCORE,
        "inarow.analysis.falling",
        "inarow.players.falling:FallingPlayer",
        "inarow.textbook.spec:COMP3308",
        solver_options=True,
    ),
    FamilyEntry(
        Family.COUNTED,
        "counted",
        "stones fall, lines are counted on the full board",
        Unit.POINTS,
        "inarow.analysis.counted",
        "inarow.players.counted:CountedPlayer",
        "inarow.textbook.spec:MAXCONNECT4",
        mistake_s=0.5,
        solved_as_boards=True,
    ),
    FamilyEntry(
        Family.FREE,
        "free",
        "stones lie where they are put, the first line wins",
        Unit.SCORE,
        "inarow.analysis.free",
        "inarow.players.free:FreePlayer",
        "inarow.textbook.spec:COMP3308",
        "inarow.players.free:OpenLinesPlayer",
        verdict_s=0.1,
        phases=(10, 20, 40),
        fills_board=False,
        judged_near=True,
    ),
    FamilyEntry(
        Family.OTHER,
        "other",
        "known to the rules alone",
        Unit.SCORE,
        None,
        "inarow.players.look_ahead:LookAheadPlayer",
        "inarow.textbook.spec:COMP3308",
    ),
)
_BY_NAME = {entry.family.name: entry for entry in TABLE}
_OTHER_COUNTED = TABLE[-1]._replace(unit=Unit.POINTS, spec_name="inarow.textbook.spec:MAXCONNECT4")
_FREE = _BY_NAME["FREE"]
_OTHER_FREE = _OTHER_COUNTED._replace(
    player_name="inarow.players.free:OpenLinesPlayer",
    verdict_s=_FREE.verdict_s,
    phases=_FREE.phases,
    fills_board=_FREE.fills_board,
    judged_near=_FREE.judged_near,
)


def of(game: Game) -> FamilyEntry:
    """The family of a game; of the others, those that count lines have points for scores, and where
    stones lie free, which only those do, a player that knows open lines and what people do on a
    free board."""
    if game.family is Family.OTHER and game.goal is Goal.COUNT_TO_FULL:
        return _OTHER_COUNTED if game.gravity else _OTHER_FREE
    return _BY_NAME[game.family.name]


def _loaded(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
