"""The analyst of first-to-k gravity games (Connect Four at any size that fits 64 bits): the opening
book first, then the exact solver.

Each thread keeps the solver of the game it was asked about last, with its table, so that positions
of one game help each other.
"""

from __future__ import annotations

import threading
import time
from functools import partial

from inarow._core import FallingSolver, Family, Game, Position
from inarow.analysis.books import book_line, book_score, book_scores
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict, open_analysis
from inarow.game import off_centre
from inarow.limits import UNLIMITED, USUAL, Limits, Progress, SolverOptions

exact = True

LEAST_S = 0.001
"""The solver is never given less."""

_kept = threading.local()


def takes(game: Game) -> bool:
    return game.family is Family.FALLING and game.k >= 3


def solver_for(game: Game) -> FallingSolver:
    """This thread's solver for a game; ValueError for games that it does not take."""
    if getattr(_kept, "game", None) != game:
        _kept.solver, _kept.game = FallingSolver(game), game
    solver: FallingSolver = _kept.solver
    return solver


def known(pos: Position) -> Analysis:
    """What the opening book says, where it knows every move, with lines as long as it reaches."""
    return _by_book(pos, lines=True) or open_analysis(pos)


def _by_book(pos: Position, lines: bool) -> Analysis | None:
    start = time.perf_counter()
    scores = book_scores(pos)
    if scores is None:
        return None
    best = max(scores.values())
    moves = tuple(
        MoveVerdict(pos, score, score, book_line(pos, move) if lines else (), "book", move=move)
        for move, score in scores.items()
    )
    verdict = Verdict(pos, best, best, source="book", seconds=time.perf_counter() - start)
    return Analysis(verdict, moves)


def solve(
    pos: Position,
    limits: Limits = UNLIMITED,
    options: SolverOptions = USUAL,
    progress: Progress | None = None,
) -> Verdict:
    """The score of a position, or honest bounds if a limit or the callback stops the solver."""
    start = time.perf_counter()
    if options.book and (score := book_score(pos)) is not None:
        return Verdict(pos, score, score, source="book", seconds=time.perf_counter() - start)
    low, high, nodes, seconds = solver_for(pos.game).solve(
        pos, limits.nodes, limits.time_s, options.threads, progress
    )
    return Verdict(pos, low, high, source="solver", nodes=nodes, seconds=seconds)


def analyse(
    pos: Position,
    limits: Limits = UNLIMITED,
    options: SolverOptions = USUAL,
    progress: Progress | None = None,
) -> Analysis:
    """A verdict for every legal move; the limits hold for the whole call."""
    if options.book and (by_book := _by_book(pos, options.lines)) is not None:
        return by_book
    start = time.perf_counter()
    solver = solver_for(pos.game)
    time_s, before = limits.time_s, 0
    if progress is not None and limits.nodes is None:
        end = None if time_s is None else time.monotonic() + time_s
        before, cancelled = _searched(solver, pos, options.threads, end, progress)
        if cancelled:
            return open_analysis(pos)
        time_s = None if end is None else max(end - time.monotonic(), LEAST_S)
    (low, high, nodes, _), moves = solver.analyse(
        pos, limits.nodes, time_s, options.threads, progress, options.lines
    )
    seconds = time.perf_counter() - start
    return Analysis(
        Verdict(pos, low, high, source="solver", nodes=before + nodes, seconds=seconds),
        tuple(
            MoveVerdict(pos, lo, hi, tuple(line), "solver", move=move)
            for move, lo, hi, line in moves
        ),
    )


def _searched(
    solver: FallingSolver, pos: Position, threads: int, end: float | None, progress: Progress
) -> tuple[int, bool]:
    """Solves a position and its moves one by one, in the order of the analysis, which then finds
    them solved: the analysis itself reports its progress only once a move. The nodes, and whether
    ``progress`` has cancelled the search."""
    cancelled, before = False, 0

    def report(count: int) -> bool:
        nonlocal cancelled
        cancelled = progress(before + count) is False
        return not cancelled

    columns = sorted(pos.legal_moves(), key=partial(off_centre, pos.game))
    for each in (pos, *map(pos.play, columns)):
        if not each.is_over:
            left = None if end is None else max(end - time.monotonic(), LEAST_S)
            before += solver.solve(each, None, left, threads, report)[2]
        if cancelled:
            break
    return before, cancelled
