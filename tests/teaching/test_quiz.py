"""States of a search by number, what a leaf's evaluation counts, questions about cut-offs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Position
from inarow.render.tree_words import Notation
from inarow.teaching.moments.cursor import (
    Cursor,
    last_leaf,
    next_leaf,
    node_at,
    number_entered,
)
from inarow.teaching.moments.moment import Moment, done_before
from inarow.teaching.moments.quiz import Question, question, takes
from inarow.textbook.evaluate import evaluation, score, score_parts
from inarow.textbook.spec import SearchSpec
from inarow.textbook.tree import search_tree
from inarow.web.search import cut_offs
from random_lines import random_line
from search_specs import specs

SAMPLE = Position.parse(GAMES["connect4"], "......./......./..o..../..o.x../.xxoxo./.xooxxo x")


def spec_of(algorithm: str, depth: int) -> SearchSpec:
    return SearchSpec().replace(algorithm=algorithm, depth=depth)


def walked(pos: Position, spec: SearchSpec, path: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Every state in the order of the search, by walking the whole tree."""
    node = search_tree(pos, spec, 1, path).view
    found = [path]
    for child in node.children or []:
        assert child.move is not None
        found += walked(pos, spec, (*path, child.move))
    return found


@pytest.mark.parametrize("algorithm", ["minimax", "alpha-beta"])
def test_states_are_numbered_in_the_order_of_the_search(algorithm: str) -> None:
    spec = spec_of(algorithm, 2)
    order = walked(SAMPLE, spec)
    assert len(order) == search_tree(SAMPLE, spec.counting_tests(), 1).result.nodes
    for number, path in enumerate(order, start=1):
        assert node_at(SAMPLE, spec, number) == Cursor(path)
        tested = search_tree(SAMPLE, spec.counting_tests(), 1, path)
        assert number_entered(tested) == number
    assert node_at(SAMPLE, spec, len(order) + 5) == Cursor(order[-1])
    leaves = [
        number
        for number, path in enumerate(order, start=1)
        if search_tree(SAMPLE, spec, 1, path).view.leaf is not None
    ]
    for number in range(1, len(order) + 1):
        later = [leaf for leaf in leaves if leaf > number]
        earlier = [leaf for leaf in leaves if leaf < number]
        assert next_leaf(SAMPLE, spec, number) == (later[0] if later else None)
        assert last_leaf(SAMPLE, spec, number) == (earlier[-1] if earlier else None)


@given(specs(GAMES["connect4"], 2), st.integers(0, 999), st.integers(0, 42))
def test_the_parts_of_a_score_are_stones_of_its_player_and_add_up(
    spec: SearchSpec, seed: int, stones: int
) -> None:
    pos = random_line("connect4", seed, stones).pos
    for player in (1, 2):
        parts = list(score_parts(pos, player, spec))
        assert score(pos, player, spec) == sum(part.points for part in parts)
        for part in parts:
            owners = [pos.at(*divmod(cell, 7)) for cell in part.cells]
            assert owners.count(player) == part.stones and 3 - player not in owners
            assert part.points != 0
    if spec.score_view in ("difference", "root-first", "to-move-first"):
        assert evaluation(pos, spec) == score(pos, 1, spec) - score(pos, 2, spec)


def test_every_question_has_the_answer_of_the_search_itself() -> None:
    spec, notation = spec_of("alpha-beta", 4), Notation(SAMPLE.game, 0)
    kinds: dict[tuple[str, int], int] = {}
    for seed in range(60):
        found = question(SAMPLE, spec, cut_offs(SAMPLE, spec), notation, seed)
        assert found is not None
        kinds[found.kind, found.answer] = kinds.get((found.kind, found.answer), 0) + 1
        check(found, spec)
    assert {("cut", 0), ("cut", 1)} <= kinds.keys() and any(kind == "window" for kind, _ in kinds)


def check(found: Question, spec: SearchSpec) -> None:
    tree = search_tree(SAMPLE, spec, 1, found.then.path)
    node = tree.view
    searched = [child.move for child in node.children or []]
    right = [told.startswith("Right.") for _, told in found.options]
    assert right.count(True) == 1 and right.index(True) == found.answer
    assert len({label for label, _ in found.options}) == len(found.options) >= 2
    if found.kind == "cut":
        assert (found.child in searched) == (found.options[found.answer][0] == "Searched")
        moment = Moment(tree, node, done_before(node, None, found.then.after))
        assert moment.cut == (found.answer == 1)
    else:
        child = node.child(found.child)
        assert child is not None
        told = found.options[found.answer][0].replace("\u202f", "").replace("\u2212", "-")
        numbers = [float(word.replace("∞", "inf")) for word in told.replace(",", "").split()[1::2]]
        assert numbers == [child.alpha, child.beta]


def test_small_searches_and_other_rules_have_no_questions() -> None:
    spec, notation = spec_of("alpha-beta", 1), Notation(SAMPLE.game, 1)
    pos = SAMPLE
    while len(pos.legal_moves()) > 1:
        pos = pos.play(pos.legal_moves()[0])
        if pos.is_over:
            break
    assert takes(spec) and not takes(spec.replace(prune="strict"))
    assert takes(spec.replace(order=(3, 2, 4, 1, 5, 0, 6)))
    if not pos.is_over:
        assert question(pos, spec, cut_offs(pos, spec), notation, 1) is None
