"""The search explorer: minimax and alpha-beta at one moment of their search, both exact.

Words of the query, beside those of the line: ``depth``, any rule of a ``SearchSpec`` by its name,
``path`` and ``after`` (the cursor, as move numbers from 0) or ``node`` (the number of a state that
was just entered; with ``to``, the leaf behind or before it), ``show`` (``m`` or ``a``: the tree
that the steps follow) and ``base`` (0 or 1: how columns are numbered).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from inarow._core import Position
from inarow.errors import UserError
from inarow.game import game_named
from inarow.links import int_param, read_record, record_url
from inarow.protocols.position_texts import STATE
from inarow.record import Record
from inarow.render.tree_words import Notation
from inarow.teaching.moments.cursor import Cursor, CutOffs, Steps, last_leaf, next_leaf, node_at
from inarow.teaching.moments.moment import mark_uncut, path_nodes
from inarow.teaching.moments.moment_text import cut_words, moment_words, watch_answer
from inarow.teaching.moments.pseudocode import code_answer
from inarow.teaching.moments.quiz import question, takes
from inarow.teaching.text import paragraphs_json
from inarow.text import count_word, truncate
from inarow.textbook import native
from inarow.textbook.evaluate import evaluated_parts
from inarow.textbook.reference import Search
from inarow.textbook.rule import Choice, Moves, Rule
from inarow.textbook.spec import RULES, SearchSpec, usual_spec
from inarow.textbook.tree import SearchTree, TreeNode, search_tree
from inarow.web.search_tree import panel_json, running_count

if TYPE_CHECKING:
    from inarow.course import Course

DEEPEST, USUAL_DEPTH = 8, 4
MOST_NODES = 60_000_000
MOST_PLAIN_NODES = 2_000_000  # without shortcuts
MOST_WALKED_NODES = 20_000  # by the readable search
MOST_TICKS = 400


@dataclass(frozen=True)
class Query:
    """What one view of the explorer shows."""

    line: Record
    spec: SearchSpec
    cursor: Cursor
    show: str
    base: int


def read_query(words: Mapping[str, str]) -> Query:
    """The query of a request; a sentence for anything that is wrong with it."""
    line = read_record(words)
    if line.pos.is_over:
        raise UserError("the game is over in this position: there is nothing to search")
    spec = usual_spec(line.game)
    for rule, _ in shown_rules():
        if words.get(rule):
            if len(words[rule]) > 1500:
                raise UserError(f"rule {rule} is too long")
            spec = spec.with_rule(f"{rule}={words[rule]}")
    deepest = deepest_reasonable(line.pos, spec.fitting(line.game))
    depth = int_param(words, "depth", 1, DEEPEST, min(USUAL_DEPTH, deepest))
    if depth > deepest:
        moves = len(line.pos.legal_moves())
        raise UserError(
            f"depth {depth} is too deep to explore with {moves} moves: at most {deepest}"
        )
    spec = spec.replace(depth=depth)
    show = words.get("show", "a")
    if show not in ("a", "m"):
        raise UserError(f"show is '{truncate(show)}', expected a or m")
    cursor = Cursor(_moves(words, "path", line.pos), _after(words, line.pos))
    if words.get("node"):
        followed = spec.replace(algorithm="minimax" if show == "m" else "alpha-beta")
        cursor = _numbered(words, line.pos, followed)
    if len(cursor.path) > spec.depth:
        raise UserError(f"path has {len(cursor.path)} moves, but the depth is {spec.depth}")
    return Query(line, spec, cursor, show, int_param(words, "base", 0, 1, 1))


def course_path(course: Course) -> str:
    """The explorer's path and query for the board and the rules of a course; UserError if its
    programs search as they like."""
    if course.search is None:
        raise UserError(f"course {course.name} has no search to show: programs search as they like")
    game = game_named(course.game)
    usual = usual_spec(game)
    words = {
        rule: course.search.rule_text(rule) or "none"
        for rule, _ in shown_rules()
        if getattr(course.search, rule) != getattr(usual, rule)
    }
    words["base"] = str(course.first_column)
    return record_url(Record(Position(game), ()), screen="search", params=words)


def deepest_reasonable(pos: Position, spec: SearchSpec) -> int:
    """The depth beyond which a tree would take long to search."""
    both = [spec.replace(algorithm=algorithm) for algorithm in ("minimax", "alpha-beta")]
    most = MOST_NODES
    if not all(native.merges_positions(pos.game, each) for each in both):
        most = MOST_PLAIN_NODES
    if any(each.context_dependent for each in both):
        most = MOST_WALKED_NODES
    moves, size = len(pos.legal_moves()), 1
    for ply in range(DEEPEST):
        size *= moves if pos.game.gravity else max(moves - ply, 1)
        if size > most:
            return max(ply, 1)
    return DEEPEST


def _moves(words: Mapping[str, str], name: str, pos: Position) -> tuple[int, ...]:
    text = words.get(name, "")
    moves = []
    for part in text.split(",")[: DEEPEST + 1] if text else []:
        if not (part.isascii() and part.isdigit()) or int(part[:5]) >= pos.game.move_count:
            raise UserError(f"{name} '{truncate(text)}' must be moves from 0 split by commas")
        moves.append(int(part))
    return tuple(moves)


def _after(words: Mapping[str, str], pos: Position) -> int | None:
    text = words.get("after", "")
    return None if text == "" else int_param(words, "after", 0, pos.game.move_count - 1, 0)


class TreeAtCursor:
    """A tree at the cursor, or as near to it as this search comes."""

    def __init__(self, pos: Position, spec: SearchSpec, wanted: Cursor) -> None:
        path = wanted.path
        self.missing: str | None = None
        while True:
            try:
                self.tree: SearchTree = search_tree(pos, spec, 1, path)
                break
            except UserError as error:
                if not path:
                    raise
                self.missing = str(error)
                path = path[:-1]
        after: int | None = wanted.after
        searched = [child.move for child in self.tree.view.children or []]
        if len(path) < len(wanted.path):
            after = wanted.path[len(path)]
        if after is not None and after not in searched:
            self.missing = self.missing or "the search does not try this move here"
            after = searched[-1] if searched else None
        self.cursor = Cursor(path, after)


def search_json(query: Query) -> dict[str, Any]:
    """Both trees at the cursor, where the steps lead, and the moment in words and in code."""
    from inarow.web.play import play_json  # inarow why reads queries, and shows no board

    pos = query.line.pos
    notation = Notation(pos.game, query.base)
    plain = TreeAtCursor(pos, query.spec.replace(algorithm="minimax"), query.cursor)
    pruned = TreeAtCursor(pos, query.spec.replace(algorithm="alpha-beta"), query.cursor)
    active = plain if query.show == "m" else pruned
    if plain.missing and query.cursor.path and len(plain.cursor.path) < len(query.cursor.path):
        raise UserError(f"path: {plain.missing.removeprefix('path: ')}")
    tested = _tested_tree(pos, pruned)
    plain_tested = _tested_tree(pos, plain)
    mark_uncut(pruned.tree, tested, plain_tested)
    cuts = cut_offs(pos, query.spec.replace(algorithm="alpha-beta"))
    until = running_count(tested, pruned.cursor)
    steps = Steps(active.tree, active.cursor)
    cut = cut_words(pruned.tree, pruned.cursor, plain.tree, notation)
    return {
        "play": play_json(query.line),
        "base": query.base,
        "depth": query.spec.depth,
        "show": query.show,
        "command": STATE.command(query.line.pos, "A", query.spec.depth),
        "rules": rules_json(query),
        "cursor": _cursor_json(active.cursor),
        "node": _node_json(plain_tested if query.show == "m" else tested, active.cursor),
        "state": state_json(active.tree, active.cursor, notation),
        "minimax": panel_json(plain.tree, plain.cursor, plain.tree, notation, plain.missing),
        "alphabeta": panel_json(pruned.tree, pruned.cursor, plain.tree, notation, pruned.missing),
        "steps": {
            "on": _cursor_json(steps.on()),
            "back": _cursor_json(steps.back()),
            "into": _cursor_json(steps.into()),
            "out": _cursor_json(steps.out()),
            "change": _cursor_json(steps.change(1)),
            "changeBack": _cursor_json(steps.change(-1)),
            "cut": _cursor_json(cuts.step(pruned.cursor, until, 1)),
            "cutBack": _cursor_json(cuts.step(pruned.cursor, until, -1)),
        },
        "cuts": cuts_json(cuts, tested, pruned.cursor),
        "words": paragraphs_json(moment_words(active.tree, active.cursor, notation)),
        "cutWords": None if cut is None else paragraphs_json(cut),
        "code": code_answer(active.tree, active.cursor, notation),
        "watch": watch_answer(active.tree, active.cursor, notation),
        "whatIf": what_if(query, pruned.tree.result.nodes),
    }


def _numbered(words: Mapping[str, str], pos: Position, spec: SearchSpec) -> Cursor:
    """The state of the words ``node`` and ``to``."""
    number = int_param(words, "node", 1, MOST_NODES, 1)
    to = words.get("to", "")
    if to not in ("", "leaf", "leaf-back"):
        raise UserError(f"to is '{truncate(to)}', expected leaf or leaf-back")
    if to == "leaf":
        number = next_leaf(pos, spec, number) or number
    elif to == "leaf-back":
        number = last_leaf(pos, spec, number) or number
    return node_at(pos, spec, number)


def _node_json(tested: SearchTree, cursor: Cursor) -> dict[str, Any]:
    """The number of the state that was entered last, and of how many."""
    return {"number": running_count(tested, cursor), "count": tested.result.nodes}


def quiz_json(query: Query, seed: int) -> dict[str, Any]:
    """A question about alpha-beta under the usual rules, with its answer and what to say to each
    guess."""
    spec = query.spec.replace(algorithm="alpha-beta")
    if not takes(spec):
        raise UserError("the quiz asks about the usual rules: set them back first")
    notation = Notation(query.line.game, query.base)
    found = question(query.line.pos, spec, cut_offs(query.line.pos, spec), notation, seed)
    if found is None:
        raise UserError("this search is too small for a question: choose a greater depth")
    return found.as_json()


def _tested_tree(pos: Position, placed: TreeAtCursor) -> SearchTree:
    """The same part of the same search, with every state that was tested in its counts."""
    tree = placed.tree
    spec = tree.spec.counting_tests()
    return tree if spec == tree.spec else search_tree(pos, spec, 1, tree.path)


def _cursor_json(cursor: Cursor | None) -> dict[str, Any] | None:
    return None if cursor is None else {"path": list(cursor.path), "after": cursor.after}


@lru_cache(6)
def cut_offs(pos: Position, spec: SearchSpec) -> CutOffs:
    """The cut-offs of a search; those of the last few searches are kept, as steps ask again."""
    return CutOffs(*native.cut_offs(pos, spec))


def cuts_json(cuts: CutOffs, tested: SearchTree, cursor: Cursor) -> dict[str, Any]:
    """Where the cut-offs lie along the search, by the states tested, whatever its rules count;
    many are drawn together, taller where more lie."""
    whole, here = tested.result.nodes, running_count(tested, cursor)
    search = Search(tested.root.pos, tested.spec, None)
    ticks: list[dict[str, Any]] = []
    if len(cuts.places) <= MOST_TICKS:
        for place in cuts.places:
            height = _skipped(search, place)
            ticks.append({"at": place.tested / whole, "height": height, "cut": _place(place)})
    else:
        heap: dict[int, list[Any]] = {}
        for place in cuts.places:
            heap.setdefault(place.tested * MOST_TICKS // (whole + 1), []).append(place)
        most = max(len(places) for places in heap.values())
        for places in heap.values():
            ticks.append(
                {
                    "at": places[0].tested / whole,
                    "height": len(places) / most,
                    "cut": _place(places[0]),
                }
            )
    return {
        "number": cuts.number_at(cursor, here),
        "count": len(cuts.places),
        "complete": cuts.complete,
        "here": here / whole,
        "ticks": ticks,
        "last": _place(cuts.places[-1]) if cuts.places else None,
    }


def _place(place: native.CutOffPlace) -> dict[str, Any]:
    return {"path": list(place.path), "after": place.move}


def _skipped(search: Search, place: native.CutOffPlace) -> float:
    """The share of a state's moves that a cut-off skips: how tall its tick is."""
    pos = search.root
    for move in place.path:
        pos = search.play(pos, move)
    moves = search.moves(pos, len(place.path))
    return (len(moves) - 1 - moves.index(place.move)) / max(len(moves), 1)


def what_if(query: Query, nodes: int) -> dict[str, Any]:
    """The count with another choice of the first rule that has a question for it."""
    rule, value, choice = next(
        (name, value, choice)
        for name, rule in RULES.items()
        for value, choice in rule.choices.items()
        if choice.what_if and value != query.spec.rule_text(name)
    )
    other = query.spec.replace(**{"algorithm": "alpha-beta", rule: value})
    return {
        "rule": rule,
        "value": value,
        "question": choice.what_if,
        "nodes": native.run(query.line.pos, other).nodes,
        "now": nodes,
    }


def rules_json(query: Query) -> list[dict[str, Any]]:
    """Every rule of the search: its words, its choices, and whether it was changed."""
    usual = usual_spec(query.line.game)
    answers = []
    for name, rule in shown_rules():
        value = getattr(query.spec, name)
        text = query.spec.rule_text(name)
        choice = rule.choices.get(text)
        answers.append(
            {
                "rule": name,
                "name": rule.name,
                "always": rule.shown == "always",
                "tag": rule.name if choice is None else choice.tag or rule.name,
                "value": text,
                "words": _rule_words(rule, value, query),
                "choices": _choices(rule, text),
                "usual": usual.rule_text(name),
                "changed": value != getattr(usual, name),
            }
        )
    return answers


def _choices(rule: Rule, text: str) -> list[dict[str, str]]:
    """The choices of a rule, with the value that it has if that is none of them."""
    choices = [
        {"value": value, "words": choice_words(value, choice)}
        for value, choice in rule.choices.items()
    ]
    if choices and text not in rule.choices:
        choices.append({"value": text, "words": text})
    return choices


def shown_rules() -> Iterator[tuple[str, Rule]]:
    """The rules that links and the page's controls change, by name."""
    return ((name, rule) for name, rule in RULES.items() if rule.shown != "never")


def choice_words(value: str, choice: Choice) -> str:
    return choice.words or choice.short or value.replace("-", " ")


def _rule_words(rule: Rule, value: Any, query: Query) -> str:
    if not isinstance(rule, Moves):
        return rule.words(value)
    notation = Notation(query.line.game, query.base)
    if not value:
        return notation.order
    shown = [notation.move(move) for move in value[:9]]
    return " ".join(shown) + ("…" if len(value) > 9 else "")


def state_json(tree: SearchTree, cursor: Cursor, notation: Notation) -> dict[str, Any]:
    """The board at the cursor; ``path`` are its moves from the root, with where each stone lies."""
    nodes = path_nodes(tree)
    path = []
    for before, after in pairwise(nodes):
        assert after.move is not None
        path.append(
            {
                "move": after.move,
                "label": notation.move(after.move),
                "player": before.pos.to_move,
                "cell": before.pos.landing(after.move),
            }
        )
    pos = tree.view.pos
    return {
        "cells": pos.cells(".12").replace("/", ""),
        "toMove": pos.to_move,
        "path": path,
        "evaluation": _evaluation(tree, tree.view),
    }


def _evaluation(tree: SearchTree, node: TreeNode) -> dict[str, Any] | None:
    """What the value of a leaf is made of, where it is an evaluation that counts something: rows by
    the stones counted, the first player before the second."""
    sides = evaluated_parts(node.pos, node.leaf, tree.spec, tree.root.pos.to_move)
    if sides is None or not any(sides):
        return None
    kinds = sorted({(part.stones, part.points, part.window) for parts in sides for part in parts})
    rows = [
        {
            "name": _row_name(stones, window),
            "each": points,
            "sides": [
                [
                    list(part.cells)
                    for part in parts
                    if (part.stones, part.points) == (stones, points)
                ]
                for parts in sides
            ],
        }
        for stones, points, window in kinds
    ]
    return {"rows": rows, "totals": [sum(part.points for part in parts) for parts in sides]}


def _row_name(stones: int, window: bool) -> str:
    if window:
        return f"open, {count_word(stones)} of them"
    if stones == 1:
        return "tokens"
    word = count_word(stones)
    return f"{word}es" if word == "six" else f"{word}s"
