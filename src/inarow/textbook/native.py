"""The textbook search in the native core: the same answers as reference.py, much faster."""

from __future__ import annotations

from typing import Any, cast

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


def trace(pos: Position, spec: SearchSpec, limit: int = 1_000_000) -> Traced:
    """Search plainly and record at most ``limit`` events."""
    result, events, complete = _core.textbook_trace(pos, limit, **_rules(spec))
    return Traced(Result(*result), [Event(*cast(Any, event)) for event in events], complete)
