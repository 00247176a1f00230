"""What is known for certain of a position: bounds for every move, exact where they meet.

One face over the exact solvers. Where no solver takes the game, or none finishes in time, the
bounds stay open and the page says so; nothing here estimates.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from inarow._core import FallingSolver, Game, Goal, Outcome, Position
from inarow.analysis import exhaustive
from inarow.analysis.book import book_line, book_scores
from inarow.analysis.counted import CountedAnalyst
from inarow.analysis.settled import settled_value
from inarow.analysis.verdict import Result, result_of
from inarow.game import GAMES, off_centre
from inarow.web.watch import watched

Progress = Callable[[int], "bool | None"]


@dataclass(frozen=True)
class MoveTruth:
    """Bounds on what a move leads to, for the side that makes it; ``line`` starts with it."""

    move: int
    lo: int
    hi: int
    line: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        return self.lo == self.hi

    @property
    def result(self) -> Result | None:
        return result_of(self.lo, self.hi)


@dataclass(frozen=True)
class Truth:
    """Bounds on the value of a position for its side to move, and on each of its moves."""

    pos: Position
    lo: int
    hi: int
    moves: tuple[MoveTruth, ...]

    @property
    def exact(self) -> bool:
        return self.lo == self.hi and all(move.exact for move in self.moves)

    @property
    def result(self) -> Result | None:
        return result_of(self.lo, self.hi)

    def of(self, move: int) -> MoveTruth | None:
        return next((found for found in self.moves if found.move == move), None)


def limit_of(game: Game) -> int:
    """No value of this game lies further from 0."""
    if game.goal == Goal.COUNT_TO_FULL:
        return 4 * game.cells
    return (game.cells + 1) // 2 + 1


def open_truth(pos: Position) -> Truth:
    """What is known without any search: nothing, or the value that was settled once."""
    most = limit_of(pos.game)
    moves = tuple(MoveTruth(move, -most, most) for move in pos.legal_moves())
    return _as_settled(Truth(pos, -most, most, moves))


def _as_settled(found: Truth) -> Truth:
    """The same within the value on record: no move is better than the position."""
    difference = settled_value(found.pos)
    if difference is None:
        return found
    value = difference if found.pos.to_move == 1 else -difference
    moves = tuple(replace(move, hi=min(move.hi, value)) for move in found.moves)
    return Truth(found.pos, value, value, moves)


def _final_truth(pos: Position) -> Truth:
    value = exhaustive.value(pos)
    return Truth(pos, value, value, ())


_own = threading.local()
"""Each search thread keeps a solver of either kind, for the game it was asked about last."""

COUNTING_TABLE_MB = 64

LEAST_S = 0.001
"""A solver is never given less."""

LINE_S = 1.0
"""Longer than its search the line of an exact margin is not sought; then it is told in part."""

_KEPT = 4000
_known: OrderedDict[Position, Truth] = OrderedDict()
_lock = threading.Lock()


def remembered(pos: Position) -> Truth | None:
    """An exact truth that was found before."""
    with _lock:
        found = _known.get(pos)
        if found is not None:
            _known.move_to_end(pos)
        return found


def _remember(found: Truth) -> Truth:
    if found.exact:
        with _lock:
            _known[found.pos] = found
            while len(_known) > _KEPT:
                _known.popitem(last=False)
    return found


def truth(pos: Position, time_s: float, progress: Progress | None = None) -> Truth:
    """The truth about a position as far as ``time_s`` allows; the answer says how far that was."""
    if pos.outcome() != Outcome.ONGOING:
        return _final_truth(pos)
    found = remembered(pos)
    if found is not None:
        return found
    if exhaustive.within_reach(pos):
        return _remember(_by_exhaustion(pos))
    solver = solver_of(pos.game)
    return open_truth(pos) if solver is None else _remember(solver(pos, time_s, progress))


def known_at_once(pos: Position) -> bool:
    """Whether the truth takes no search: the game is over or near its end, or on record."""
    over = pos.outcome() != Outcome.ONGOING
    return over or exhaustive.within_reach(pos) or _on_record(pos)


def _on_record(pos: Position) -> bool:
    """Whether every move's value is in the opening book, or was settled by a proof."""
    if pos.game.goal != Goal.COUNT_TO_FULL:
        return book_scores(pos) is not None
    return all(settled_value(pos.play(move)) is not None for move in pos.legal_moves())


def has_solver(game: Game) -> bool:
    """Whether positions of this game are ever more than open, before their last few cells."""
    return solver_of(game) is not None


def prepare() -> None:
    """Read the opening book, and give this thread a solver of the usual game with its memory."""
    pos = Position(GAMES["connect4"])
    book_scores(pos)
    for column in (3, 3, 3, 3, 3, 1, 4, 2, 6, 5):  # a position that the book does not reach
        pos = pos.play(column)
    _first_line(pos, 0.001, None)


def _by_exhaustion(pos: Position) -> Truth:
    known: dict[Position, int] = {}
    moves = []
    for move in pos.legal_moves():
        value = exhaustive.move_value(pos, move, known)
        line = (move, *exhaustive.best_line(pos.play(move), known))
        moves.append(MoveTruth(move, value, value, line))
    best = max(move.lo for move in moves)
    return Truth(pos, best, best, tuple(moves))


def solver_of(game: Game) -> Callable[[Position, float, Progress | None], Truth] | None:
    """The exact solver that takes a game, imported only now."""
    if not game.gravity or game.stones != (1, 1):
        return None
    if game.goal == Goal.COUNT_TO_FULL:
        return _counting
    return _first_line


def _counting(pos: Position, time_s: float, progress: Progress | None) -> Truth:
    """The final margin of a counting game: every move gets its share of the time."""
    if not hasattr(_own, "counted") or _own.counted != pos.game:
        _own.analyst, _own.counted = CountedAnalyst(pos, COUNTING_TABLE_MB), pos.game
    analyst: CountedAnalyst = _own.analyst
    end = time.monotonic() + time_s
    with watched(analyst, progress, time_s + LINE_S):
        return _counted(analyst, pos, end)


def _counted(analyst: CountedAnalyst, pos: Position, end: float) -> Truth:
    sign = 1 if pos.to_move == 1 else -1
    moves = []
    legal = pos.legal_moves()
    for number, move in enumerate(legal):
        share = (end - time.monotonic()) / (len(legal) - number)
        found = analyst.look_up_or_solve(pos.play(move), max(share, LEAST_S))
        low, high = sorted((sign * found.lower, sign * found.upper))
        moves.append(MoveTruth(move, low, high))
    low, high = max(move.lo for move in moves), max(move.hi for move in moves)
    if low == high and not _on_record(pos):  # the line of a record would take as long as its proof
        moves = [_with_line(analyst, pos, move) if move.lo == low else move for move in moves]
    return _as_settled(Truth(pos, low, high, tuple(moves)))


def _with_line(analyst: CountedAnalyst, pos: Position, move: MoveTruth) -> MoveTruth:
    if not move.exact:
        return move
    value = move.lo if pos.to_move == 1 else -move.lo
    line = analyst.best_line(pos.play(move.move), value)
    return MoveTruth(move.move, move.lo, move.hi, (move.move, *line))


def _first_line(pos: Position, time_s: float, progress: Progress | None) -> Truth:
    """The score of a game that the first line wins: from the opening book, or from the solver."""
    scores = book_scores(pos)
    if scores is not None:
        known = (MoveTruth(m, score, score, book_line(pos, m)) for m, score in scores.items())
        best = max(scores.values())
        return Truth(pos, best, best, tuple(known))
    if not hasattr(_own, "game") or _own.game != pos.game:
        _own.solver, _own.game = FallingSolver(pos.game), pos.game
    end = time.monotonic() + time_s
    if progress is not None and not _searched(_own.solver, pos, end, progress):
        return open_truth(pos)
    left = max(end - time.monotonic(), LEAST_S)
    (low, high, *_), moves = _own.solver.analyse(pos, None, left, 1, progress, True)
    return Truth(pos, low, high, tuple(MoveTruth(m, lo, hi, tuple(ln)) for m, lo, hi, ln in moves))


def _searched(solver: FallingSolver, pos: Position, end: float, progress: Progress) -> bool:
    """Solves a position and its moves one by one, in the order of the analysis, which then finds
    them solved. False as soon as ``progress`` says so: the analysis itself would hear of it only
    once a move."""
    wanted = True
    before = 0

    def heard(count: int) -> bool:
        nonlocal wanted
        wanted = progress(before + count) is not False
        return wanted

    columns = sorted(pos.legal_moves(), key=partial(off_centre, pos.game))
    for each in (pos, *map(pos.play, columns)):
        if each.outcome() == Outcome.ONGOING:
            left = max(end - time.monotonic(), LEAST_S)
            before += solver.solve(each, None, left, 1, heard)[2]
        if not wanted:
            return False
    return True
