"""Why a program counted another number: the explorer's answer, and links to the moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from inarow._core import Position
from inarow.errors import SearchCancelledError, UserError
from inarow.game import name_of
from inarow.links import int_param, record_url
from inarow.record import Record
from inarow.teaching.moments.cursor import Cursor
from inarow.teaching.why.count import explain_count
from inarow.teaching.why.parting import Parting
from inarow.textbook.spec import SearchSpec, usual_spec
from inarow.textbook.tree import search_tree
from inarow.web.search import read_query
from inarow.web.search_tree import running_count

_MOST_COUNTED = 20_000_000


def diagnosis_json(words: Mapping[str, str], cancelled: Callable[[], bool]) -> dict[str, Any]:
    """What explains ``column`` (from 0) and ``nodes`` of somebody's program in the position of a
    search's query, with the explorer's link to where each search parts from the right one. The
    rules that the query changes are not looked at: the right search is that of the course."""
    usual = {
        name: words[name] for name in ("game", "moves", "at", "from", "depth") if name in words
    }
    query = read_query({**usual, "show": words.get("show", "a"), "base": words.get("base", "1")})
    for name in ("column", "nodes"):
        if not words.get(name):
            raise UserError(f"{name} is missing: what the program printed")
    pos = query.line.pos
    column = int_param(words, "column", 0, pos.game.cols - 1, 0)
    nodes = int_param(words, "nodes", 0, _MOST_COUNTED, 0)
    algorithm = "minimax" if query.show == "m" else "alpha-beta"

    def tried(number: int) -> None:
        if cancelled():
            raise SearchCancelledError

    depth = query.spec.depth
    told = explain_count(pos, algorithm, depth, column, nodes, base=query.base, tried=tried)
    for cause in told["causes"]:
        if begins := cause["begins"]:
            begins["link"] = _link(pos, algorithm, begins, query.base)
            begins["node"] = _number(pos, query.spec.replace(algorithm=algorithm), begins)
    return told


def _number(pos: Position, spec: SearchSpec, begins: Mapping[str, Any]) -> int | None:
    """The number of the state at which two searches part, as the right one counts its states; None
    if the right search does not come there."""
    cursor = Cursor(tuple(begins["path"]), begins["after"])
    try:
        tested = search_tree(pos, spec.counting_tests(), 1, cursor.path)
    except UserError:
        return None
    searched = [child.move for child in tested.view.children or []]
    if cursor.after is not None and cursor.after not in searched:
        return None
    return running_count(tested, cursor)


def link_of(found: Parting, base: int = 0) -> str:
    """The page at the moment of a parting, under the rules of the wrong search; empty if the page
    does not search so deep."""
    shown = usual_spec(found.question.pos.game)  # what the page shows without any rule
    rules = found.changed_rules(shown.replace(algorithm=found.question.algorithm))
    begins = {"path": found.path, "after": found.after, "rules": rules}
    return _link(found.question.pos, found.spec.algorithm, begins, base)


def _link(pos: Position, algorithm: str, begins: Mapping[str, Any], base: int) -> str:
    words = {
        **begins["rules"],
        "path": ",".join(map(str, begins["path"])),
        "after": "" if begins["after"] is None else str(begins["after"]),
        "show": "m" if begins["rules"].get("algorithm", algorithm) == "minimax" else "a",
        "base": str(base),
    }
    words.pop("algorithm", None)
    try:
        read_query({"game": name_of(pos.game), "from": pos.text, **words})
    except UserError:
        return ""
    return record_url(Record(pos, ()), screen="search", params=words)
