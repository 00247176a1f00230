"""Minimax and alpha-beta as in the textbook: the version to read, and the oracle of the tests.

Every rule that a course may fix differently is asked of the spec, so this one function is both the
right answer and every known wrong one. Compare it with your own program line by line.
"""

from __future__ import annotations

from math import inf

from inarow._core import Goal, Position
from inarow.textbook.evaluate import evaluation, has_winning_line
from inarow.textbook.events import Event, SearchResult, Step, Traced
from inarow.textbook.lines import LineRule, win_rule
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree_rules import LeafTest


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
        # The window of all states, where they share one.
        self.shared = spec.algorithm == "alpha-beta" and spec.window_scope == "shared"
        self.window: tuple[float, float] = (-inf, inf)
        # +1 when the first player maximises, -1 when the second does.
        self.sign = -1 if spec.maximiser == "mover" and root.to_move == 2 else 1

    def result(self) -> SearchResult:
        alpha = -inf if self.spec.root_alpha is None else self.spec.root_alpha
        beta = inf if self.spec.root_beta is None else self.spec.root_beta
        self.window = (alpha, beta)
        value = self.visit(self.root, self.spec.depth, None, alpha, beta)
        return SearchResult(self.best_root_move, value, max(self.nodes, 0))

    def visit(
        self, pos: Position, remaining: int, move: int | None, alpha: float, beta: float
    ) -> float:
        """The value of a state with ``remaining`` plies below it, within a window."""
        ply = self.spec.depth - remaining
        expanded, leaf, won, generated, constant = self.spec.counting
        always = min(expanded, leaf, won)
        self.nodes += always + (constant if ply == 0 else 0)
        self.note(Event("enter", ply, move, alpha, beta))
        for test in self.spec.leaf_tests:
            value = self.leaf_value(pos, remaining, test)
            if value is not None:
                self.nodes += (leaf if self.winner(pos) is None else won) - always
                self.note(Event("leaf", ply, move, alpha, beta, value, test))
                self.note(Event("leave", ply, move, alpha, beta, value))
                return value
        self.nodes += expanded - always + generated * len(self.moves(pos, ply))
        return self.expand(pos, remaining, move, alpha, beta)

    def leaf_value(self, pos: Position, remaining: int, test: LeafTest) -> float | None:
        """UTILITY or EVALUATION if this test makes the state a leaf, else None."""
        if test == "won":
            winner = self.winner(pos)
            if winner is None:
                return None
            if self.spec.won_board == "evaluate":
                return self.evaluation(pos)
            utility = self.spec.utility + self.spec.utility_per_ply * remaining
            turned = self.is_turned(self.spec.win_view, pos)
            return self.sign * (utility if (winner == 1) != turned else -utility)
        if test == "depth":
            return self.evaluation(pos) if remaining == 0 else None
        if not pos.is_full:
            return None
        if self.spec.full_board == "worst":
            return -inf if self.maximises(pos.to_move) else inf
        return 0 if self.spec.full_board == "zero" else self.evaluation(pos)

    def winner(self, pos: Position) -> int | None:
        """The player with a line that is looked for; who moved last comes first."""
        if pos.game.goal != Goal.FIRST_TO_K:
            return None
        spec = self.spec
        if spec.win_sides == "both" and win_rule(spec, pos.game) == LineRule(
            length=pos.game.k, exact=pos.game.exact
        ):
            return pos.winner
        looked_for = {
            "both": (1, 2), "first": (1,), "second": (2,), "root-player": (self.root.to_move,),
            "to-move": (pos.to_move,),
        }[spec.win_sides]  # fmt: skip
        for player in (pos.opponent, pos.to_move):
            if player in looked_for and has_winning_line(pos, player, spec):
                return player
        return None

    def evaluation(self, pos: Position) -> int:
        """EVALUATION, for who maximises minus who minimises."""
        turned = self.is_turned(self.spec.score_view, pos)
        return self.sign * (-1 if turned else 1) * self.static_value(pos)

    def is_turned(self, view: str, pos: Position) -> bool:
        """Whether a value is for the second player first, by whose view it is."""
        first = {"root-first": self.root.to_move, "to-move-first": pos.to_move}
        return first.get(view) == 2

    def static_value(self, pos: Position) -> int:
        return evaluation(pos, self.spec, self.root.to_move)

    def moves(self, pos: Position, ply: int) -> list[int]:
        """The moves of a state in the order in which they are examined."""
        if self.spec.full_columns == "passed":
            return list(self.order)
        return [move for move in self.order if pos.landing(move) is not None]

    def play(self, pos: Position, move: int) -> Position:
        """The state that a move leads to; a search that overlooked a win, or a full column, goes on
        where the game does not."""
        if pos.landing(move) is not None and not pos.is_over:
            return pos.play(move)
        return _laid(pos, pos.landing(move))

    def maximises(self, player: int) -> bool:
        """Whether a player takes the most."""
        if self.spec.turns == "root":
            return player == self.root.to_move
        if self.spec.turns == "everyone":
            return True
        if self.spec.turns == "as-root":
            player = self.root.to_move
        usual = (player == 1) == (self.sign > 0)
        return not usual if self.spec.turns == "reversed" else usual

    def expand(
        self, pos: Position, remaining: int, move: int | None, alpha: float, beta: float
    ) -> float:
        spec = self.spec
        ply = spec.depth - remaining
        moves = self.moves(pos, ply)

        maximising = self.maximises(pos.to_move)
        alpha_beta = spec.algorithm == "alpha-beta"
        hard = alpha_beta and spec.bound == "hard"
        worst = {"infinite": inf, "zero": 0, "utility": abs(spec.utility)}[spec.best_start]
        best: float = -worst if maximising else worst
        if hard:
            best = alpha if maximising else beta
        # Whether only what beats this is accepted, be it nothing at all.
        found = hard or spec.best_start != "infinite" or spec.full_board == "worst"
        takes_equal = spec.tie in ("last", "last-at-max" if maximising else "last-at-min")
        self.step(Step(None, False, best, alpha, beta))
        for next_move in moves:
            window = self.handed_down(ply, maximising, alpha, beta)
            value = self.visit(self.play(pos, next_move), remaining - 1, next_move, *window)
            if self.shared:
                alpha, beta = self.window

            better = value > best if maximising else value < best
            if not found or better or (takes_equal and value == best):
                found = improved = True
                best = value
                if ply == 0 or spec.printed_move == "any-depth":
                    self.best_root_move = next_move
            else:
                improved = False

            cut = False
            if alpha_beta:
                cut = self.cuts(maximising, best, alpha, beta)
                if not cut:
                    alpha, beta = self.narrowed(maximising, best, value, alpha, beta)
                    self.window = (alpha, beta)
            self.step(Step(next_move, improved, best, alpha, beta))
            if improved:
                self.note(Event("update", ply, next_move, alpha, beta, best))
            if cut:
                self.note(Event("cut-off", ply, next_move, alpha, beta, best))
                if hard:
                    best = beta if maximising else alpha
                break
        self.note(Event("leave", ply, move, alpha, beta, best))
        return best

    def handed_down(
        self, ply: int, maximising: bool, alpha: float, beta: float
    ) -> tuple[float, float]:
        """The window for a child of a state."""
        if self.spec.algorithm == "minimax" or self.shared:
            return alpha, beta
        if self.spec.handed_down == "fresh-at-root" and ply == 0:
            return -inf, inf
        if self.spec.handed_down == "own-bound":
            return (alpha, inf) if maximising else (-inf, beta)
        if self.spec.handed_down == "swapped":
            return beta, alpha
        if self.spec.handed_down == "negated":
            return -beta, -alpha
        return alpha, beta

    def cuts(self, maximising: bool, best: float, alpha: float, beta: float) -> bool:
        """Whether the best value so far stops its state."""
        prune = self.spec.prune
        if prune == "late":
            return alpha >= beta
        if maximising:
            if prune == "only-min":
                return False
            return best > beta if prune in ("strict", "max-strict") else best >= beta
        if prune == "only-max":
            return False
        return best < alpha if prune in ("strict", "min-strict") else best <= alpha

    def narrowed(
        self, maximising: bool, best: float, value: float, alpha: float, beta: float
    ) -> tuple[float, float]:
        """The window of a state that goes on after a child returned ``value``."""
        narrowing = self.spec.narrowing
        if maximising and narrowing != "alpha-kept":
            alpha = value if narrowing == "latest" else max(alpha, best)
        elif not maximising and narrowing != "beta-kept":
            beta = value if narrowing == "latest" else min(beta, best)
        return alpha, beta

    def step(self, step: Step) -> None:
        """Told of the variables of every state; nobody looks here."""

    def note(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)


def _laid(pos: Position, cell: int | None) -> Position:
    """The state after a stone on a cell, or none at all, whether or not the game is over."""
    cols = pos.game.cols
    rows = [list(row) for row in pos.cells(".xo").split("/")]
    if cell is not None:
        rows[cell // cols][cell % cols] = ".xo"[pos.to_move]
    text = "/".join("".join(row) for row in rows)
    if pos.left > 1:
        return Position(pos.game, text, pos.to_move, pos.left - 1)
    return Position(pos.game, text, pos.opponent, pos.game.stones[1])
