"""The tree that a textbook search walks, as far as someone wants to look.

The shown part is walked by the readable search of reference.py, which sees every bound and every
cut-off. A subtree below it is answered by the native search within the window handed down: the
same value and the same count, so totals are exact however little is shown.

    root                     path = (3,), plies = 1
     |-- 0  answered         subtrees off the path: one native search each
     |-- 3  on the path      walked
     |    |-- 0  shown       walked: the view
     |    |    `-- ...       answered: below the view
     `-- 4  answered
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from inarow._core import Position
from inarow.errors import UserError
from inarow.textbook import native
from inarow.textbook.events import Event, SearchResult, Step
from inarow.textbook.reference import Search
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree_rules import LeafTest


@dataclass
class Bound:
    """Where a bound of the window was set: ``move`` at the state ``ply`` plies below the root."""

    ply: int
    move: int


@dataclass
class CutOff:
    """A state stopped after ``move``: its best ``value`` met ``bound``.

    The ``skipped`` moves were never tried; plain minimax counts ``saved`` nodes below them (None:
    too many to count). ``source`` tells where the bound came from, if a move set it; ``given``
    whether the search was started with it.
    """

    move: int
    value: float
    bound: float
    skipped: list[int]
    saved: int | None
    source: Bound | None
    given: bool


@dataclass
class TreeNode:
    """One state of the tree.

    ``alpha`` and ``beta`` are the window handed down, ``value`` is what the state returned,
    ``nodes`` the count of its subtree, ``total`` the count of the whole search once it was left.
    ``leaf`` names the test that made it a leaf. ``children`` is None for a subtree that was
    answered and not walked; ``best`` is the move that gave the value, if any did. ``relation``
    tells what ``value`` says of the minimax value: it is it (``=``), a bound of it (``<=``, ``>=``)
    or nothing (``?``, in a window that holds no value). ``moves`` are all moves of a walked state
    in the order of the search, ``steps`` the variables of the search as its loop began and after
    each of the children.
    """

    pos: Position
    ply: int
    move: int | None
    maximising: bool
    alpha: float
    beta: float
    value: float = 0
    nodes: int = 0
    total: int = 0
    leaf: LeafTest | None = None
    best: int | None = None
    cut: CutOff | None = None
    relation: str = "="
    children: list[TreeNode] | None = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the minimax value of the state lies, by what it returned."""
        low = self.value if self.relation in ("=", ">=") else -inf
        high = self.value if self.relation in ("=", "<=") else inf
        return low, high

    def child(self, move: int) -> TreeNode | None:
        """The child that a move leads to, if it was searched and walked."""
        return next((node for node in self.children or () if node.move == move), None)


@dataclass
class SearchTree:
    """A search, its tree from the root, and the part of it that is shown."""

    spec: SearchSpec
    result: SearchResult
    root: TreeNode
    view: TreeNode
    path: tuple[int, ...]

    def line(self) -> list[int]:
        """The principal variation from the root, as far as the tree was walked."""
        moves: list[int] = []
        node: TreeNode | None = self.root
        while node is not None and node.best is not None:
            moves.append(node.best)
            node = node.child(node.best)
        return moves

    def line_states(self) -> set[int]:
        """The walked states on the principal variation, the root included, by identity."""
        found: set[int] = set()
        node: TreeNode | None = self.root
        while node is not None:
            found.add(id(node))
            node = None if node.best is None else node.child(node.best)
        return found


def search_tree(
    pos: Position, spec: SearchSpec, plies: int, path: tuple[int, ...] = ()
) -> SearchTree:
    """Search ``pos`` and keep ``plies`` plies of the tree below the state that ``path`` ends at."""
    search = _TreeSearch(pos, spec, plies, path)
    result = search.result()
    assert search.root_node is not None
    view = search.root_node
    for number, move in enumerate(path, start=1):
        child = view.child(move)
        if child is None:
            raise UserError(f"path: {_why_absent(view, move)} (move {number} of the path)")
        view = child
    if plies == 0 and view.leaf is None:
        view.children, view.cut = None, None
    return SearchTree(spec, result, search.root_node, view, path)


def _why_absent(node: TreeNode, move: int) -> str:
    if node.leaf is not None:
        return "the search stops before it"
    if node.cut is not None and move in node.cut.skipped:
        return "the search cuts this move off"
    return "this move cannot be played"


_DEEP = 10  # below this, walking an alpha-beta tree costs less than remembering its states


class _TreeSearch(Search):
    """The readable search, keeping its states and handing deep subtrees to the native one."""

    def __init__(self, root: Position, spec: SearchSpec, plies: int, path: tuple[int, ...]) -> None:
        super().__init__(root, spec, None)
        self.misleading = spec.value_unreliable
        self.context_dependent = spec.context_dependent
        self.exact_at_bounds = spec.exact_at_bounds
        self.plies = plies
        self.path = path
        self.root_node: TreeNode | None = None
        self.open: list[TreeNode] = []  # the states from the root to the present one
        self.hidden = 0  # how many of these are not shown

    def visit(
        self, pos: Position, remaining: int, move: int | None, alpha: float, beta: float
    ) -> float:
        if self.spec.algorithm == "minimax":
            alpha, beta = -inf, inf
        maximising = self.maximises(pos.to_move)
        node = TreeNode(pos, len(self.open), move, maximising, alpha, beta)
        if self.open:
            assert self.open[-1].children is not None
            self.open[-1].children.append(node)
        else:
            self.root_node = node
        before = self.nodes
        shown = self.shows(node, remaining)
        self.hidden += not shown
        if shown or self.context_dependent:
            self.open.append(node)
            node.value = super().visit(pos, remaining, move, alpha, beta)
            self.open.pop()
        else:
            self.answer(node, remaining)
        if not shown:
            self.hidden -= 1
            node.children = None
        node.nodes = self.nodes - before
        node.total = self.nodes
        node.relation = self.relation(node)
        return node.value

    def relation(self, node: TreeNode) -> str:
        """What a returned value says, by the window that was handed down.

        Within the window it is exact; at or past a bound it is a bound on the value, but a search
        that cuts only past its bounds, and does not clip to them, is exact on them too.
        """
        alpha, value, beta = node.alpha, node.value, node.beta
        if node.leaf is not None:
            return "="
        if self.misleading:
            return "?"
        if alpha < value < beta:
            return "="
        if self.exact_at_bounds and alpha <= value <= beta:
            return "="
        if value >= beta and value <= alpha:
            return "?"
        return "<=" if value <= alpha else ">="

    def shows(self, node: TreeNode, remaining: int) -> bool:
        """Whether to look inside: the root, leaves, the path, the view but for its last ply."""
        if node.ply == 0 or remaining == 0 or node.pos.is_full:
            return True
        if self.winner(node.pos) is not None:
            return True
        trail = tuple(step.move for step in [*self.open[1:], node])
        if len(trail) < len(self.path):
            return trail == self.path[: len(trail)]
        return trail[: len(self.path)] == self.path and node.ply < len(self.path) + self.plies

    def answer(self, node: TreeNode, remaining: int) -> None:
        """Let the native search answer a subtree within the window that was handed down."""
        reuse = self.spec.algorithm == "minimax" or remaining > _DEEP
        window = (node.alpha, node.beta)
        ply = self.spec.depth - remaining
        result = native.run_below(node.pos, self.spec, ply, self.root.to_move, window, reuse=reuse)
        node.value = result.value
        node.best = result.move
        self.nodes += result.nodes

    def static_value(self, pos: Position) -> int:
        return native.evaluation(pos, self.spec, self.root.to_move)

    def moves(self, pos: Position, ply: int) -> list[int]:
        found = self.open[-1].moves = super().moves(pos, ply)
        return found

    def step(self, step: Step) -> None:
        self.open[-1].steps.append(step)

    def note(self, event: Event) -> None:
        node, move, value = self.open[-1], event.move, event.value
        if event.kind == "leaf":
            node.leaf = event.reason
        elif event.kind == "update":
            assert value is not None
            node.best, node.value = move, value
        elif event.kind == "cut-off" and not self.hidden:
            assert move is not None and value is not None
            bound = event.beta if node.maximising else event.alpha
            node.cut = self.cut_off(node, move, value, bound)

    def cut_off(self, node: TreeNode, move: int, value: float, bound: float) -> CutOff:
        skipped = node.moves[node.moves.index(move) + 1 :]
        below = node.ply + 1
        sizes = [
            minimax_nodes(self.play(node.pos, other), self.spec, below, self.root.to_move)
            for other in skipped
        ]
        saved = None if None in sizes else sum(size for size in sizes if size is not None)
        first = self.open[0]
        given = bound == (first.beta if node.maximising else first.alpha)
        return CutOff(move, value, bound, skipped, saved, self.source(node, bound), given)

    def source(self, node: TreeNode, bound: float) -> Bound | None:
        """The state above where a move of the other side set the bound."""
        for above in reversed(self.open[:-1]):
            handed_down = above.alpha if above.maximising else above.beta
            mine = above.maximising == node.maximising or above.best is None
            if not mine and above.value == bound != handed_down:
                assert above.best is not None
                return Bound(above.ply, above.best)
        return None


_LONGEST_COUNT = 100_000_000  # nodes that are walked one by one just to be counted


def minimax_nodes(
    pos: Position, spec: SearchSpec, ply: int = 0, root_player: int | None = None
) -> int | None:
    """The count of plain minimax below a state, whatever the algorithm of the spec.

    None where the nodes would have to be walked one by one and are too many, or where minimax
    counts other ones on its way through the whole tree.
    """
    plain = spec.replace(algorithm="minimax")
    if ply > 0 and plain.context_dependent:
        return None
    moves = sum(pos.landing(move) is not None for move in range(pos.game.move_count))
    left = pos.game.cells - pos.stone_count
    merged = native.merges_positions(pos.game, plain)
    if not merged and moves ** min(spec.depth - ply, left) > _LONGEST_COUNT:
        return None
    return native.minimax_nodes(pos, plain, ply, root_player)
