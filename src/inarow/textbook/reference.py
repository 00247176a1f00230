"""Minimax and alpha-beta as in the textbook: the version to read, and the oracle of the tests.

Every rule that a course may fix differently is asked of the spec, so this one function is both the
right answer and every known wrong one. Compare it with your own program line by line.
"""

from __future__ import annotations

from math import inf

from inarow._core import Goal, Outcome, Position
from inarow.textbook.evaluate import evaluate
from inarow.textbook.events import Event, EventKind, SearchResult, Step, Traced
from inarow.textbook.rules.leaves import LeafTest
from inarow.textbook.spec import SearchSpec


def run(pos: Position, spec: SearchSpec) -> SearchResult:
    """Search a position plainly, node by node."""
    return Search(pos, spec, None).result()


def trace(pos: Position, spec: SearchSpec) -> Traced:
    """Search a position and record every event."""
    events: list[Event] = []
    return Traced(Search(pos, spec, events).result(), events, True)


class Search:
    """One run of the search; ``textbook/tree.py`` builds on it."""

    def __init__(self, root: Position, spec: SearchSpec, events: list[Event] | None) -> None:
        self.root = root
        self.spec = spec
        self.events = events
        self.order = spec.order or tuple(range(root.game.move_count))
        self.nodes = 0
        self.best_root_move: int | None = None
        # +1 when the first player maximises, -1 when the second does.
        self.sign = -1 if spec.maximiser == "mover" and root.to_move == 2 else 1

    def result(self) -> SearchResult:
        alpha = -inf if self.spec.root_alpha is None else self.spec.root_alpha
        beta = inf if self.spec.root_beta is None else self.spec.root_beta
        value = self.visit(self.root, self.spec.depth, None, alpha, beta)
        return SearchResult(self.best_root_move, value, self.nodes)

    def visit(
        self, pos: Position, remaining: int, move: int | None, alpha: float, beta: float
    ) -> float:
        """The value of a state with ``remaining`` plies below it, within a window."""
        ply = self.spec.depth - remaining
        counts_here = {"tested": True, "tested-but-root": ply > 0, "generated": ply == 0}
        if counts_here.get(self.spec.counting, False):
            self.nodes += 1
        self.note("enter", ply, move, alpha, beta)
        for test in self.spec.leaf_tests:
            value = self.leaf_value(pos, remaining, test)
            if value is not None:
                if self.spec.counting == "leaves":
                    self.nodes += 1
                self.note("leaf", ply, move, alpha, beta, value, test)
                self.note("leave", ply, move, alpha, beta, value)
                return value
        return self.expand(pos, remaining, move, alpha, beta)

    def leaf_value(self, pos: Position, remaining: int, test: LeafTest) -> int | None:
        """UTILITY or EVALUATION if this test makes the state a leaf, else None."""
        if test == "won":
            if pos.game.goal != Goal.FIRST_TO_K:
                return None
            outcome = pos.outcome()
            if outcome not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
                return None
            utility = self.spec.utility + self.spec.utility_per_ply * remaining
            return self.sign * (utility if outcome == Outcome.FIRST_WINS else -utility)
        if test == "depth":
            return self.evaluation(pos) if remaining == 0 else None
        if not pos.is_full:
            return None
        return 0 if self.spec.full_board == "zero" else self.evaluation(pos)

    def evaluation(self, pos: Position) -> int:
        """EVALUATION, for who maximises minus who minimises."""
        return self.sign * self.static_value(pos)

    def static_value(self, pos: Position) -> int:
        return evaluate(pos, self.spec.evaluator)

    def moves(self, pos: Position, ply: int) -> list[int]:
        """The moves of a state in the order in which they are examined."""
        return [move for move in self.order if pos.landing(move) is not None]

    def play(self, pos: Position, move: int) -> Position:
        """The state that a move leads to."""
        return pos.play(move)

    def expand(
        self, pos: Position, remaining: int, move: int | None, alpha: float, beta: float
    ) -> float:
        spec = self.spec
        ply = spec.depth - remaining
        moves = self.moves(pos, ply)
        if spec.counting == "expanded":
            self.nodes += 1
        if spec.counting == "generated":
            self.nodes += len(moves)

        maximising = (pos.to_move == 1) == (self.sign > 0)
        alpha_beta = spec.algorithm == "alpha-beta"
        hard = alpha_beta and spec.bound == "hard"
        best: float = -inf if maximising else inf
        if hard:
            best = alpha if maximising else beta
        found = hard  # a hard-bounded search only accepts what beats its window
        self.step(Step(None, False, best, alpha, beta))
        for next_move in moves:
            value = self.visit(self.play(pos, next_move), remaining - 1, next_move, alpha, beta)

            better = value > best if maximising else value < best
            if not found or better or (spec.tie == "last" and value == best):
                found = improved = True
                best = value
                if ply == 0:
                    self.best_root_move = next_move
            else:
                improved = False

            cut = False
            if alpha_beta:
                if maximising:
                    cut = best > beta if spec.prune == "strict" else best >= beta
                    alpha = alpha if cut else max(alpha, best)
                else:
                    cut = best < alpha if spec.prune == "strict" else best <= alpha
                    beta = beta if cut else min(beta, best)
            self.step(Step(next_move, improved, best, alpha, beta))
            if improved:
                self.note("update", ply, next_move, alpha, beta, best)
            if cut:
                self.note("cut-off", ply, next_move, alpha, beta, best)
                if hard:
                    best = beta if maximising else alpha
                break
        self.note("leave", ply, move, alpha, beta, best)
        return best

    def step(self, step: Step) -> None:
        """Told of the variables of every state; nobody looks here."""

    def note(
        self,
        kind: EventKind,
        ply: int,
        move: int | None,
        alpha: float,
        beta: float,
        value: float | None = None,
        reason: LeafTest | None = None,
    ) -> None:
        if self.events is not None:
            self.events.append(Event(kind, ply, move, alpha, beta, value, reason))
