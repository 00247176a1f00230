"""Everything that a textbook search must obey, as data.

The course rules are one ``SearchSpec``; every known way in which a student's program differs is
another, so that a differing column or count can be explained by the rule that was broken.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from inarow.errors import UserError

Algorithm = Literal["minimax", "alpha-beta"]
Tie = Literal["first", "last"]
Prune = Literal["at-equal", "strict"]
Bound = Literal["soft", "hard"]
Counting = Literal["tested", "tested-but-root", "leaves", "expanded", "generated"]
LeafTest = Literal["won", "depth", "full"]
FullBoard = Literal["evaluate", "zero"]
Maximiser = Literal["first", "mover"]
Evaluator = Literal["runs", "nested-runs", "runs-without-tokens", "quadruples", "zero"]

# What the native search takes: its numbers have 32 bits, and the two ends of those are infinity.
_MOST_MOVES = 19 * 19
_RANGES = {
    "depth": (0, 1000),
    "root_alpha": (-(2**31) + 1, 2**31 - 2),
    "root_beta": (-(2**31) + 1, 2**31 - 2),
    "utility": (-(2**24), 2**24),
    "utility_per_ply": (-1000, 1000),
}


@cache
def _hints() -> dict[str, Any]:
    """The type of each rule, read once: a tree makes a spec for each of its subtrees."""
    return get_type_hints(SearchSpec)


@dataclass(frozen=True)
class SearchSpec:
    """The rules of one textbook search.

    ``algorithm``        minimax, or alpha-beta pruning.
    ``depth``            plies below the root.
    ``order``            all moves in the order they are examined; empty means ascending.
    ``tie``              of equal moves, keep the ``first`` examined or take the ``last``.
    ``prune``            cut off when the best value meets the bound (``at-equal``: ``>=``) or only
                         when it passes it (``strict``: ``>``).
    ``bound``            return the best value seen (``soft``) or clip it to the window (``hard``).
    ``root_alpha``, ``root_beta``   the window at the root; None means infinite.
    ``counting``         what counts as a node: every state ``tested`` (root included),
                         ``tested-but-root``, ``leaves`` only, ``expanded`` states only, or children
                         counted in advance when their parent is expanded (``generated``).
    ``leaf_tests``       the order in which a state is tested for being a leaf.
    ``full_board``       a full board without a winner is worth its evaluation or zero.
    ``evaluator``        ``runs``: tokens and maximal runs, 1, 10, 100, 1000, as in the Connect Four
                         course; ``nested-runs``: a run of three also counts its two twos;
                         ``runs-without-tokens``; ``quadruples``: windows still open, as our
                         MaxConnect4 player counts them; ``zero``.
    ``maximiser``        the ``first`` player maximises, or whoever is to ``move`` at the root.
    ``utility``          the value of a win, plus ``utility_per_ply`` for each ply of depth left.
    """

    algorithm: Algorithm = "alpha-beta"
    depth: int = 4
    order: tuple[int, ...] = ()
    tie: Tie = "first"
    prune: Prune = "at-equal"
    bound: Bound = "soft"
    root_alpha: int | None = None
    root_beta: int | None = None
    counting: Counting = "tested"
    leaf_tests: tuple[LeafTest, LeafTest, LeafTest] = ("won", "depth", "full")
    full_board: FullBoard = "evaluate"
    evaluator: Evaluator = "runs"
    maximiser: Maximiser = "first"
    utility: int = 10000
    utility_per_ply: int = 0

    def __post_init__(self) -> None:
        hints = _hints()
        for field in fields(self):
            words = get_args(hints[field.name])
            value = getattr(self, field.name)
            if words and isinstance(words[0], str) and value not in words:
                raise UserError(
                    f"{field.name} is '{value}', expected one of {', '.join(map(str, words))}"
                )
        if sorted(self.leaf_tests) != ["depth", "full", "won"]:
            raise UserError("leaf_tests must name won, depth and full, each once")
        for name, (least, most) in _RANGES.items():
            number = getattr(self, name)
            if number is not None and not least <= number <= most:
                raise UserError(f"{name} is {number}, expected {least} to {most}")
        if any(not 0 <= move < _MOST_MOVES for move in self.order):
            raise UserError(f"order must name moves, which are numbers from 0 to {_MOST_MOVES - 1}")

    def replace(self, **changes: Any) -> SearchSpec:
        """The same spec with some rules changed."""
        return replace(self, **changes)

    def with_rule(self, text: str) -> SearchSpec:
        """Change one rule given as ``name=value``, the form of the command line."""
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        hints = _hints()
        if not equals or name not in hints:
            raise UserError(f"rule '{text}' must be NAME=VALUE with one of {', '.join(hints)}")
        if name == "order":
            try:
                order = tuple(int(part) for part in value.split(",") if part)
            except ValueError:
                raise UserError(f"order '{value}' must be moves split by commas") from None
            return self.replace(order=order)
        if name == "leaf_tests":
            return self.replace(leaf_tests=tuple(value.split(",")))
        if hints[name] in (int, int | None):
            if value in ("", "none") and hints[name] is not int:
                return self.replace(**{name: None})
            try:
                number = int(value)
            except ValueError:
                raise UserError(f"rule '{name}' is '{value}', expected a whole number") from None
            return self.replace(**{name: number})
        return self.replace(**{name: value})


COMP3308 = SearchSpec()
"""The Connect Four course: red maximises, ties keep the leftmost, every terminal test counts."""

MAXCONNECT4 = SearchSpec(evaluator="quadruples")
"""The textbook search on MaxConnect4: the same rules with open quadruples as evaluation."""
