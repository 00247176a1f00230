"""The analyst of games that count lines on a full gravity board (MaxConnect4): values that were
solved by proof, then the exact solver.

A limit may end the search early; what is returned then is still true, only wider. Each thread keeps
the solver of the game it was asked about last, with its memory.

``data/maxconnect4.settled.json`` names a board, columns x rows, and the final difference after some
first moves, written as columns from 1. ``docs/maxconnect4-solved.md`` has the proof of each.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from inarow._core import CountedSolver, Family, Game, Goal, Position, counted_table_mb
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict, open_analysis
from inarow.analysis.watch import cancellable
from inarow.limits import UNLIMITED, USUAL, Limits, Progress, SolverOptions
from inarow.score import Score, Unit, from_view_of

SHIPPED = Path(__file__).parent.parent / "data" / "maxconnect4.settled.json"


def settled_value(pos: Position) -> Score | None:
    """The final difference under best play, if it is on record."""
    if pos.stone_count > 1 or pos.game.family is not Family.COUNTED:
        return None
    return _values().get(pos)


@cache
def _values() -> dict[Position, Score]:
    found = {}
    for board, differences in json.loads(SHIPPED.read_text()).items():
        cols, rows = map(int, board.split("x"))
        start = Position(Game(rows, cols, 4, goal=Goal.COUNT_TO_FULL))
        for moves, difference in differences.items():
            pos = start
            for column in moves:
                pos = pos.play(int(column) - 1)
            found[pos] = Score(difference, Unit.POINTS, player=1)
    return found


exact = True

# Of the time for a position and its moves, the share of the position; and of the time for these and
# the best line, which they have nearly found, the share of these.
_VALUE_SHARE, _MOVES_SHARE = 0.5, 0.9
_LEAST_S = 0.001
"""The solver is never given less."""
_OTHER_LINES_S = 1.0
"""The lines of the best moves but the first are looked for no longer."""


class CountedAnalyst:
    """A solver with its memory: questions about related positions help each other."""

    def __init__(self, pos: Position, table_mb: int | None = None) -> None:
        self.game = pos.game
        self.table_mb = _table_mb(pos) if table_mb is None else table_mb
        self._solver = CountedSolver(pos.game, self.table_mb)

    def solve(
        self, pos: Position, time_s: float | None = None, max_nodes: int | None = None
    ) -> Verdict:
        """The final difference, exactly unless a limit comes first."""
        start = time.perf_counter()
        low, high, nodes = self._solver.solve(
            pos,
            1e9 if time_s is None else time_s,
            2**64 - 1 if max_nodes is None else max_nodes,
        )
        low, high = from_view_of(low, high, 1, pos.to_move)
        seconds = time.perf_counter() - start
        return Verdict(pos, low, high, source="solver", nodes=nodes, seconds=seconds)

    def at_least(
        self,
        pos: Position,
        difference: int,
        time_s: float | None = None,
        max_nodes: int | None = None,
    ) -> tuple[int, int, int]:
        """Bounds for the side to move that tell whether it ends at least so far ahead, unless a
        limit comes first, and the nodes."""
        question = difference if pos.to_move == 1 else 1 - difference
        low, high, nodes = self._solver.at_least(
            pos,
            question,
            1e9 if time_s is None else time_s,
            2**64 - 1 if max_nodes is None else max_nodes,
        )
        return (*from_view_of(low, high, 1, pos.to_move), nodes)

    def static_bounds(self, pos: Position) -> tuple[int, int]:
        """Bounds for the side to move that take no search."""
        low, high, _ = self._solver.static_bounds(pos)
        return from_view_of(low, high, 1, pos.to_move)

    def stop(self) -> None:
        """End the search that another thread makes here; those after it end at once, too."""
        self._solver.stop()

    def resume(self) -> None:
        """Let searches run again after ``stop``."""
        self._solver.resume()

    def nodes_searched(self) -> int:
        """Nodes of all searches so far, also of the one under way, within a few thousand."""
        return self._solver.nodes_searched()

    def look_up_or_solve(
        self, pos: Position, time_s: float | None = None, nodes: int | None = None
    ) -> Verdict:
        """The final difference as it was proven once, or else as the solver finds it now."""
        settled = _settled(pos)
        return self.solve(pos, time_s, nodes) if settled is None else settled

    def analyse(
        self,
        pos: Position,
        time_s: float | None = None,
        nodes: int | None = None,
        lines: bool = True,
    ) -> Analysis:
        """The value of a position and of each move, and lines of best play where the value is exact
        and was found now: to find that of a record would take as long as its proof. A line is
        shorter than the game if time was up. The time is for all of it."""
        end = math.inf if time_s is None else time.monotonic() + time_s
        moves_s = _MOVES_SHARE * time_s if time_s is not None and lines else time_s
        found = self.with_moves(pos, moves_s, nodes)
        if lines and found.verdict.exact and settled_value(pos) is None:
            return self._with_lines(found, end)
        return found

    def with_moves(
        self, pos: Position, time_s: float | None = None, nodes: int | None = None
    ) -> Analysis:
        """The final difference of a position and after each legal move. Half of the time is for the
        position; what that leaves is shared out evenly between the moves. Nodes go to whoever
        comes first."""

        def searched(asked: Position, share_s: float | None) -> Verdict:
            nonlocal nodes
            found = self.look_up_or_solve(asked, share_s, nodes)
            nodes = None if nodes is None else max(0, nodes - found.nodes)
            return found

        end = math.inf if time_s is None else time.monotonic() + time_s
        whole = searched(pos, None if time_s is None else _VALUE_SHARE * time_s)
        legal = pos.legal_moves()
        moves = []
        for done, move in enumerate(legal):
            left = None
            if time_s is not None:
                left = max((end - time.monotonic()) / (len(legal) - done), _LEAST_S)
            moves.append(_before(pos, move, searched(pos.play(move), left)))
        return narrowed(Analysis(whole, tuple(moves)))

    def keeping_moves(self, pos: Position, value: int, end: float = math.inf) -> Iterator[int]:
        """The legal moves that keep the exact value of a position for its side to move, ascending.
        Once the monotonic clock reads ``end``, only those that take no search are found."""
        first_value = Score(value, Unit.POINTS, pos.to_move).of(1).value
        for move in pos.legal_moves():
            left_s = min(end - time.monotonic(), 1e9)
            question = first_value if pos.to_move == 1 else first_value + 1
            low, high, _ = self._solver.at_least(pos.play(move), question, left_s)
            if from_view_of(low, high, 1, pos.to_move)[0] >= value:
                yield move

    def best_line(self, pos: Position, value: int, end: float = math.inf) -> list[int]:
        """Best play by both sides to the full board, or as far as it is found when the monotonic
        clock reads ``end``; value is the exact one of the position for its side to move."""
        line = []
        while (move := next(self.keeping_moves(pos, value, end), None)) is not None:
            line.append(move)
            pos, value = pos.play(move), -value
        return line

    def _with_lines(self, found: Analysis, end: float) -> Analysis:
        """The same with the line of the first best move, and as time allows of the others."""
        pos, value = found.pos, found.verdict.lo
        first = self.best_line(pos, value, end)
        moves = []
        end = min(end, time.monotonic() + _OTHER_LINES_S)
        for move in found.moves:
            if first and move.move == first[0]:
                moves.append(replace(move, lo=value, line=tuple(first)))
            elif move.lo == value:
                line = self.best_line(pos.play(move.move), -value, end)
                moves.append(replace(move, line=(move.move, *line)))
            else:
                moves.append(move)
        return Analysis(found.verdict, tuple(moves))


def _table_mb(pos: Position) -> int:
    return counted_table_mb(pos.game.cells - pos.stone_count)


def _settled(pos: Position) -> Verdict | None:
    score = settled_value(pos)
    if score is None:
        return None
    value = score.of(pos.to_move).value
    return Verdict(pos, value, value, source="settled")


def _before(pos: Position, move: int, after: Verdict) -> MoveVerdict:
    """What is known of a move, from what is known of the position that it leads to."""
    low, high = after.bounds_for(pos.to_move)
    return MoveVerdict(pos, low, high, source=after.source, nodes=after.nodes, move=move)


def narrowed(found: Analysis) -> Analysis:
    """Bounds on a position and on each of its legal moves, made as tight as they make each other:
    the mover takes the best move, so no move is better than the position and one is as good."""
    whole, moves = found.verdict, found.moves
    if not moves:
        return found
    low = max(whole.lo, *(move.lo for move in moves))
    moves = tuple(replace(move, hi=min(move.hi, whole.hi)) for move in moves)
    reaching = [move for move in moves if move.hi >= low]
    if len(reaching) == 1:
        moves = tuple(replace(m, lo=low) if m is reaching[0] else m for m in moves)
    whole = replace(whole, lo=low, hi=max(move.hi for move in moves))
    return Analysis(whole, moves)


# The analyst of this thread.

_kept = threading.local()


def analyst_for(pos: Position, table_mb: int | None = None) -> CountedAnalyst:
    """This thread's analyst of a game, with at least as much memory as is asked for."""
    kept: CountedAnalyst | None = getattr(_kept, "analyst", None)
    wanted = _table_mb(pos) if table_mb is None else table_mb
    if kept is None or kept.game != pos.game or kept.table_mb < wanted:
        kept = _kept.analyst = CountedAnalyst(pos, wanted)
    return kept


def takes(game: Game) -> bool:
    return game.family is Family.COUNTED


def known(pos: Position) -> Analysis:
    """What was settled by proof; the rest is open."""
    found = open_analysis(pos)
    moves = [(move, _settled(pos.play(move.move))) for move in found.moves]
    return narrowed(
        Analysis(
            _settled(pos) or found.verdict,
            tuple(m if after is None else _before(pos, m.move, after) for m, after in moves),
        )
    )


def solve(
    pos: Position,
    limits: Limits = UNLIMITED,
    options: SolverOptions = USUAL,
    progress: Progress | None = None,
) -> Verdict:
    """The final difference under best play by both, or honest bounds on it."""
    analyst = analyst_for(pos, options.table_mb)
    with cancellable(analyst, progress):
        if options.book:
            return analyst.look_up_or_solve(pos, limits.time_s, limits.nodes)
        return analyst.solve(pos, limits.time_s, limits.nodes)


def analyse(
    pos: Position,
    limits: Limits = UNLIMITED,
    options: SolverOptions = USUAL,
    progress: Progress | None = None,
) -> Analysis:
    """The value of a position and of each move, and the best lines where the value is exact."""
    if options.book and (settled := known(pos)).exact:
        return settled
    analyst, start = analyst_for(pos, options.table_mb), time.perf_counter()
    with cancellable(analyst, progress):
        found = analyst.analyse(pos, limits.time_s, limits.nodes, options.lines)
    nodes = found.verdict.nodes + sum(move.nodes for move in found.moves)
    seconds = time.perf_counter() - start
    return Analysis(replace(found.verdict, nodes=nodes, seconds=seconds), found.moves)
