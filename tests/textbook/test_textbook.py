"""The native search agrees with the readable one, event by event and node by node."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Position, _core
from inarow.errors import UserError
from inarow.protocols.comp3308 import parse_state
from inarow.textbook import COMP3308, RULES, SearchSpec, reference, run, trace
from inarow.textbook.evaluate import evaluation
from search_specs import specs
from strategies import boards, games, ongoing_connect_four


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_native_and_readable_search_agree_on_connect_four(data: st.DataObject) -> None:
    pos = data.draw(ongoing_connect_four())
    spec = SearchSpec(
        algorithm=data.draw(st.sampled_from(["minimax", "alpha-beta"])),
        depth=data.draw(st.integers(1, 3)),
    )
    expected = reference.run(pos, spec)
    assert run(pos, spec) == expected
    assert run(pos, spec, reuse=False) == expected


@pytest.mark.long
@given(st.data())
@settings(max_examples=200, deadline=None)
def test_native_and_readable_search_agree_under_any_rules_on_any_game(data: st.DataObject) -> None:
    game = data.draw(games())
    pos = data.draw(boards(game))
    deepest = 4 if game.move_count < 6 else 3 if game.move_count < 10 else 1
    spec = data.draw(specs(game, deepest))
    expected = reference.trace(pos, spec)
    traced = trace(pos, spec)
    assert traced.complete
    assert traced.events == expected.events
    assert traced.result == expected.result
    assert run(pos, spec) == expected.result
    assert run(pos, spec, reuse=False) == expected.result


@given(ongoing_connect_four(), st.sampled_from(["minimax", "alpha-beta"]))
@settings(max_examples=60, deadline=None)
def test_reuse_prints_the_count_of_the_plain_algorithm(pos: Position, algorithm: Any) -> None:
    spec = SearchSpec(algorithm=algorithm, depth=7)
    assert run(pos, spec) == run(pos, spec, reuse=False)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_static_evaluations_agree(data: st.DataObject) -> None:
    pos = data.draw(games().flatmap(boards))
    for evaluator in RULES["evaluator"].samples():
        assert _core.static_value(pos, evaluator) == evaluation(
            pos, SearchSpec(evaluator=evaluator)
        )


def test_the_evaluation_example_of_the_sheet() -> None:
    pos = parse_state("..yyrrr,..ryryr,....y..,.......,.......,.......", "red")
    assert evaluation(pos, SearchSpec()) == 146 - 135


def test_strict_pruning_gives_the_known_wrong_count_of_the_sample() -> None:
    pos = parse_state(".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red")
    assert run(pos, COMP3308).nodes == 297
    assert run(pos, COMP3308.replace(prune="strict")).nodes == 606


def test_a_tree_without_any_line_has_every_sequence() -> None:
    # Four columns of fifteen rows without any possible line: 4 moves each ply until one fills up.
    pos = Position(Game(rows=15, cols=4, k=20))
    spec = SearchSpec(algorithm="minimax", depth=15, evaluator="zero")
    assert run(pos, spec).nodes == sum(4**depth for depth in range(16))


def test_a_trace_stops_recording_at_its_limit_and_says_so() -> None:
    traced = trace(Position(Game()), SearchSpec(depth=4), limit=100)
    assert len(traced.events) == 100
    assert not traced.complete
    assert traced.result == run(Position(Game()), SearchSpec(depth=4))


def test_a_trace_tells_of_every_step() -> None:
    pos = parse_state(".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red")
    events = trace(pos, COMP3308).events
    assert events[0][:5] == ("enter", 0, None, -inf, inf)
    assert events[-1].kind == "leave" and events[-1].ply == 0
    assert sum(event.kind == "enter" for event in events) == 297
    assert all(event.reason in ("won", "depth", "full") for event in events if event.kind == "leaf")
    for event in events:
        if event.kind == "cut-off":
            assert event.value is not None
            assert event.value >= event.beta or event.value <= event.alpha


def test_rules_of_a_spec_can_be_given_as_text() -> None:
    spec = COMP3308.with_rule("prune=strict").with_rule("order=3,2,4,1,5,0,6")
    assert spec.prune == "strict" and spec.order == (3, 2, 4, 1, 5, 0, 6)
    assert spec.with_rule("root-alpha=-10000").root_alpha == -10000
    for wrong in ["prune", "prune=sometimes", "speed=1", "utility=many", "order=a", "depth=-1"]:
        with pytest.raises(UserError):
            spec.with_rule(wrong)
    with pytest.raises(ValueError, match="order 7 is not within 0 to 6"):
        run(Position(Game()), SearchSpec(order=(1, 7)))


def test_rules_describe_programs_that_nobody_named() -> None:
    """Column 6 never tried, column 2 tried twice, threes worth 50, the bottom row overlooked."""
    pos = Position(Game(), "......./......./......./......./...o.../..xxo.x", 1)
    for changes in (
        {"order": (0, 1, 2, 3, 4, 5)},
        {"order": (0, 1, 2, 2, 3, 4, 5, 6)},
        {"run_weights": "0,10,50,1000"},
        {"win_rows": "1:", "run_rows": "1:"},
        {"counting": "2*expanded+leaf+won-1"},
        {"leaf_tests": ("won", "depth")},
    ):
        spec = SearchSpec(depth=3, **changes)
        right = SearchSpec(depth=3)
        for algorithm in ("minimax", "alpha-beta"):
            asked = spec.replace(algorithm=algorithm)
            assert run(pos, asked) == reference.run(pos, asked)
        assert reference.run(pos, spec) != reference.run(pos, right) or "leaf_tests" in changes
    assert 6 not in reference.Search(pos, SearchSpec(order=(0, 1, 2)), None).moves(pos, 0)


def test_the_core_searches_the_course_by_the_rules_of_the_spec() -> None:
    usual = {name: value for name, (value, _) in _core.textbook_rules().items()}
    assert usual == vars(COMP3308)


def test_a_rule_forgotten_or_invented_is_refused_by_the_core() -> None:
    rules = dict(vars(COMP3308))
    del rules["tie"]
    with pytest.raises(ValueError, match="the rules lack tie"):
        _core.TextbookRules(rules)
    with pytest.raises(ValueError, match="rule 'speed' is not known"):
        _core.TextbookRules({**vars(COMP3308), "speed": "fast"})
    for rule, wrong in (("tie", "never"), ("tie", 3), ("depth", None), ("utility", 2**25)):
        with pytest.raises(ValueError, match=rule):
            _core.TextbookRules({**vars(COMP3308), rule: wrong})
