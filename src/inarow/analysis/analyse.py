"""The one face of the analysis: what is known of a position of any game, and of each of its moves.

Behind it are what was found before, the record (opening book, solved values), the analyst of the
game's family with its exact solver or its proofs, and on small boards a search of everything that
is left. Where nothing is known the bounds stay open; nothing here estimates, and what a player only
judges is called a judgement.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

from inarow._core import Family, Game, Position
from inarow.analysis import exhaustive
from inarow.analysis.verdict import Analysis, Verdict, open_analysis
from inarow.limits import UNLIMITED, USUAL, Limits, Progress, SolverOptions
from inarow.move_text import require_position


class Analyst(Protocol):
    """The game goes on in every position that is asked about, and ``takes`` its game."""

    exact: bool
    """Whether its searches end with exact values, given time."""

    def takes(self, game: Game) -> bool:
        """Whether games of this size and length of line are taken."""

    def known(self, pos: Position) -> Analysis:
        """What is on record about a position; takes no search."""

    def solve(
        self, pos: Position, limits: Limits, options: SolverOptions, progress: Progress | None
    ) -> Verdict:
        """The value of a position as far as the limits allow."""

    def analyse(
        self, pos: Position, limits: Limits, options: SolverOptions, progress: Progress | None
    ) -> Analysis:
        """The same, and the value of each legal move. A search that is cancelled ends soon, with
        what it knows by then."""


class Memory:
    """The analyses that were used last, for all threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[Position, Analysis] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, pos: Position) -> Analysis | None:
        """What is kept of a position."""
        with self._lock:
            found = self._found.get(pos)
            if found is not None:
                self._found.move_to_end(pos)
            return found

    def keep(self, found: Analysis) -> None:
        """Keeps an analysis, in place of the one that was not used for longest."""
        with self._lock:
            self._found[found.pos] = found
            while len(self._found) > self._most:
                self._found.popitem(last=False)


_known = Memory(4000)


def analyse(
    pos: Position,
    limits: Limits = UNLIMITED,
    progress: Progress | None = None,
    *,
    options: SolverOptions = USUAL,
) -> Analysis:
    """A verdict for the position and for each legal move, as far as the limits allow.

    >>> from inarow import GAMES, Position
    >>> [verdict.move for verdict in analyse(Position(GAMES["connect4"])).best]
    [3]
    """
    require_position(pos)
    if pos.is_over:
        return _final(pos)
    if options.book and (found := remembered(pos)) is not None:
        return found
    analyst = analyst_of(pos.game)
    if exhaustive.within_reach(pos) and (analyst is None or not analyst.exact):
        return _remember(exhaustive.analyse(pos))
    if analyst is None:
        return open_analysis(pos)
    found = analyst.analyse(pos, limits, options, progress)
    return _remember(found) if options.book and options.lines else found


def solve(
    pos: Position,
    limits: Limits = UNLIMITED,
    progress: Progress | None = None,
    *,
    options: SolverOptions = USUAL,
) -> Verdict:
    """The verdict for the position alone, which takes less time than ``analyse``."""
    require_position(pos)
    if pos.is_over:
        return _final(pos).verdict
    analyst = analyst_of(pos.game)
    if exhaustive.within_reach(pos) and (analyst is None or not analyst.exact):
        return exhaustive.analyse(pos).verdict
    if analyst is None:
        return open_analysis(pos).verdict
    return analyst.solve(pos, limits, options, progress)


def at_once(pos: Position) -> Analysis:
    """What is known without a search: of the end of a game everything, elsewhere what was found
    before or is on record. Moves that nothing is known of have open bounds."""
    if pos.is_over:
        return _final(pos)
    found = remembered(pos)
    if found is not None:
        return found
    if exhaustive.within_reach(pos):
        return _remember(exhaustive.analyse(pos))
    analyst = analyst_of(pos.game)
    return open_analysis(pos) if analyst is None else _remember(analyst.known(pos))


def analyst_of(game: Game) -> Analyst | None:
    """What analyses a game beyond its last few cells, if anything does."""
    analyst = _family_analyst(game.family)
    return analyst if analyst is not None and analyst.takes(game) else None


def _family_analyst(family: Family) -> Analyst | None:
    """The analyst of a family, imported only now."""
    if family is Family.FALLING:
        from inarow.analysis import falling

        return falling
    if family is Family.COUNTED:
        from inarow.analysis import counted

        return counted
    if family is Family.FREE:
        from inarow.analysis import free

        return free
    return None


def has_solver(game: Game) -> bool:
    """Whether an exact solver takes a game."""
    analyst = analyst_of(game)
    return analyst is not None and analyst.exact


def remembered(pos: Position) -> Analysis | None:
    """An exact analysis that was found before."""
    return _known.get(pos)


def _remember(found: Analysis) -> Analysis:
    if found.exact:
        _known.keep(found)
    return found


def _final(pos: Position) -> Analysis:
    """The value of a game that is over."""
    value = exhaustive.value(pos)
    return Analysis(Verdict(pos, value, value, source="rules"), ())
