"""The textbook search in the native core: the same answers as reference.py, much faster."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from inarow import _core
from inarow._core import Position
from inarow.textbook.events import Event, Result, Traced
from inarow.textbook.spec import SearchSpec


def _rules(spec: SearchSpec) -> dict[str, Any]:
    rules = {name: getattr(spec, name) for name in spec.__dataclass_fields__}
    rules["order"] = list(spec.order)
    rules["leaf_tests"] = list(spec.leaf_tests)
    return rules


def run(pos: Position, spec: SearchSpec, *, reuse: bool = True) -> Result:
    """Search a position. With ``reuse`` subtrees met before are not walked again; the value, the
    move and the node count are those of the plain algorithm either way."""
    return Result(*_core.textbook_search(pos, reuse, **_rules(spec)))


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
    places, complete = _core.textbook_cut_offs(pos, limit, **_rules(spec))
    return [CutOffPlace(*place) for place in places], complete


def trace(pos: Position, spec: SearchSpec, limit: int = 1_000_000) -> Traced:
    """Search plainly and record at most ``limit`` events."""
    result, events, complete = _core.textbook_trace(pos, limit, **_rules(spec))
    return Traced(Result(*result), [Event(*cast(Any, event)) for event in events], complete)
