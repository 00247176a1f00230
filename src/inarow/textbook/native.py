"""The textbook search in the native core: the same answers as reference.py, much faster.

Minimax does not walk its tree: the node count and the value are found apart. Alpha-beta walks, but
reuses the value and the count of a subtree met before with the same window.
``native/textbook/reuse.hpp`` has the conditions. Tests compare both with the plain native search,
and that with reference.py, event by event.
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from inarow import _core
from inarow._core import Family, Game, Position
from inarow.textbook.events import Event, SearchResult, Traced
from inarow.textbook.spec import SearchSpec


def _rules(spec: SearchSpec) -> _core.TextbookRules:
    return _core.TextbookRules(vars(spec))


def evaluation(pos: Position, spec: SearchSpec, root_player: int = 1) -> int:
    """The same as ``evaluate.evaluation``."""
    return _core.textbook_evaluation(pos, _rules(spec), root_player)


def merges_positions(game: Game, spec: SearchSpec) -> bool:
    """Whether a position that several move orders lead to is counted without walking it again."""
    falls = game.family in (Family.FALLING, Family.COUNTED)
    return falls and _rules(spec.asked()).known_to_shortcuts


def run(pos: Position, spec: SearchSpec, *, reuse: bool = True) -> SearchResult:
    """Search a position. With ``reuse`` subtrees met before are not walked again; the value, the
    move and the node count are those of the plain algorithm either way."""
    return SearchResult(*_core.textbook_search(pos, _rules(spec.asked()), reuse))


def answer(pos: Position, rules: _core.TextbookRules, most_nodes: int) -> SearchResult | None:
    """The same as ``run`` under rules that were made by ``prepared``; None soon after the search
    has counted more than ``most_nodes``."""
    found = _core.textbook_answer(pos, rules, most_nodes)
    return None if found is None else SearchResult(*found)


def prepared(spec: SearchSpec) -> _core.TextbookRules:
    """The rules of a spec as the core takes them."""
    return _rules(spec.asked())


def run_below(
    pos: Position,
    spec: SearchSpec,
    ply: int,
    root_player: int,
    window: tuple[float, float],
    *,
    reuse: bool = True,
) -> SearchResult:
    """Search a state ``ply`` plies below the root, where ``root_player`` moved, as the whole search
    does within the window that it hands down."""
    rules = _rules(spec.asked())
    return SearchResult(*_core.textbook_subtree(pos, rules, ply, root_player, *window, reuse))


def minimax_nodes(
    pos: Position, spec: SearchSpec, ply: int = 0, root_player: int | None = None
) -> int:
    """What plain minimax counts below a state, whatever the algorithm of the spec."""
    rules = _rules(spec.replace(algorithm="minimax").asked())
    return _core.textbook_minimax_nodes(pos, rules, ply, root_player or pos.to_move)


class CutOffPlace(NamedTuple):
    """Where a search cut off: states tested so far, the path to the state, and the move after
    which the rest was skipped."""

    tested: int
    path: tuple[int, ...]
    move: int


def cut_offs(
    pos: Position, spec: SearchSpec, limit: int = 100_000
) -> tuple[list[CutOffPlace], bool]:
    """The cut-offs of a plain search in order, at most ``limit``, and whether these are all."""
    places, complete = _core.textbook_cut_offs(pos, _rules(spec), limit)
    return [CutOffPlace(*place) for place in places], complete


def trace(pos: Position, spec: SearchSpec, limit: int = 1_000_000) -> Traced:
    """Search plainly and record at most ``limit`` events."""
    result, events, complete = _core.textbook_trace(pos, _rules(spec), limit)
    return Traced(SearchResult(*result), [Event(*cast(Any, event)) for event in events], complete)
