"""Every rule of the textbook search, and every choice of it, is known in every place.

The places read a rule from its declaration (textbook/*_rules.py), so a new one that is missing in
the core, in one of the two searches or on the page fails here, by name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from inarow import Position, _core, game_named
from inarow.cli import main
from inarow.move_text import play_moves
from inarow.teaching.moments.moment_text import SAYINGS
from inarow.teaching.moments.pseudocode import LINES, TEXTS
from inarow.textbook import COMP3308, RULES, SearchSpec, native, reference
from inarow.textbook.rule import Number, OneOf
from inarow.textbook.tree import minimax_nodes, search_tree
from inarow.web.search import read_query, rules_json, search_json

ROOT = Path(__file__).parents[2]
GAMES = [
    ("connect4", "44"),
    ("connect4:4x4k3", "1123"),
    ("connect4:3x3k3", "12321"),
    ("maxconnect4:4x4", "1122"),
    ("tictactoe", "2.2,1.1"),
    ("connect6:3x2k2", "1.1"),
]
DEEPER = [("connect4", "44", 4), ("connect4:4x4k3", "1123", 6), ("maxconnect4:4x4", "1122", 6)]
VALUES = [
    (name, value)
    for name, rule in RULES.items()
    for value in dict.fromkeys([*rule.samples(), *([(3, 2, 4, 1, 5, 0, 6)] * (name == "order"))])
]
each_rule = pytest.mark.parametrize("name", RULES)
each_value = pytest.mark.parametrize(
    ("name", "value"), VALUES, ids=[f"{name}={RULES[name].text(value)}" for name, value in VALUES]
)


def positions() -> list[Position]:
    return [play_moves(Position(game_named(game)), moves) for game, moves in GAMES]


def specs(name: str, value: Any, pos: Position) -> list[SearchSpec]:
    """Searches under a value of a rule, alone and beside others that bring it out."""
    if name == "order" and value:
        value = tuple(reversed(range(pos.game.move_count)))
    found = []
    depth = 3 if pos.game.move_count < 7 else 2
    for others in (
        {"algorithm": "minimax", "tie": "last"},
        {"algorithm": "alpha-beta"},
        {"algorithm": "alpha-beta", "tie": "last", "bound": "hard"},
        {"algorithm": "alpha-beta", "root_alpha": 0, "root_beta": 5},
    ):
        found.append(COMP3308.replace(**{"depth": depth, **others, name: value}))
    return found


@each_rule
def test_a_rule_is_declared_in_the_core_as_in_the_spec(name: str) -> None:
    rule, (usual, allowed) = RULES[name], _core.textbook_rules()[name]
    assert usual == getattr(COMP3308, name)
    if isinstance(rule, OneOf):
        assert tuple(rule.choices) == allowed == get_args(get_type_hints(SearchSpec)[name])
    if isinstance(rule, Number):
        assert (rule.least, rule.most) == allowed


def test_the_core_has_no_other_rules() -> None:
    assert _core.textbook_rules().keys() == RULES.keys()


def test_no_other_place_knows_a_rule_by_its_name() -> None:
    """Only the searches, and who asks for one search of its own, name rules; which algorithm, how
    deep and in which order leaves are tested is what pages and trees are about."""
    named = "|".join(RULES.keys() - {"algorithm", "depth", "leaf_tests"})
    reading = re.compile(rf"\bspec\.({named})\b")
    package = ROOT / "src" / "inarow"
    readers = {
        str(path.relative_to(package)): reading.findall(path.read_text(encoding="utf-8"))
        for path in package.rglob("*.py")
    }
    allowed = ("evaluate.py", "lines.py", "mistakes.py", "reference.py")
    named_in = {path for path, found in readers.items() if found}
    assert named_in == {f"textbook/{name}" for name in allowed}


@each_value
def test_a_value_can_be_written_and_read(name: str, value: Any) -> None:
    changed = COMP3308.replace(**{name: value})
    assert COMP3308.with_rule(f"{name}={changed.rule_text(name)}") == changed
    assert COMP3308.with_rule(f"{name.replace('_', '-')}={changed.rule_text(name)}") == changed


@pytest.mark.long
@each_value
def test_both_searches_obey_it(name: str, value: Any) -> None:
    for pos in positions():
        for spec in specs(name, value, pos):
            expected = reference.trace(pos, spec)
            assert native.trace(pos, spec).events == expected.events
            for reuse in (True, False):
                assert native.run(pos, spec, reuse=reuse) == expected.result


@each_value
def test_no_shortcut_changes_what_it_gives(name: str, value: Any) -> None:
    """Deep enough for every shortcut of the core."""
    for game, moves, depth in DEEPER:
        pos = play_moves(Position(game_named(game)), moves)
        for spec in specs(name, value, pos):
            deep = spec if name == "depth" else spec.replace(depth=depth)
            assert native.run(pos, deep) == native.run(pos, deep, reuse=False)
            plain = deep.replace(algorithm="minimax")
            walked = native.run(pos, plain, reuse=False).nodes
            assert native.minimax_nodes(pos, deep) == walked


@each_value
def test_trees_obey_it(name: str, value: Any) -> None:
    """They are compared with the core's search, which gives what the readable one does (above)."""
    for pos in positions():
        for spec in specs(name, value, pos):
            expected = native.run(pos, spec, reuse=False)
            assert search_tree(pos, spec, 1).result == expected
            if spec.algorithm == "minimax":
                assert minimax_nodes(pos, spec) == expected.nodes


@each_value
def test_the_page_shows_it(name: str, value: Any) -> None:
    rule = RULES[name]
    text = rule.text(value)
    if rule.shown == "never":
        assert name in ("algorithm", "depth")  # which have controls of their own
        return
    query = read_query({"game": "connect4", "depth": "2", "moves": "44", name: text or "none"})
    (shown,) = [answer for answer in rules_json(query) if answer["rule"] == name]
    assert shown["value"] == text and shown["name"] and shown["tag"] and shown["words"]
    assert shown["changed"] == (value != getattr(COMP3308, name))
    choices = [choice["words"] for choice in shown["choices"]]
    unnamed = bool(rule.choices) and text not in rule.choices
    assert len(set(choices)) == len(rule.choices) + unnamed and all(choices)
    for show in "am":
        for cursor in ({}, {"after": "0"}, {"path": "3"}, {"path": "3", "after": "3"}):
            words = {"game": "connect4", "depth": "2", "moves": "44", "show": show, **cursor}
            answer = search_json(read_query({**words, name: text or "none"}))
            assert answer["words"] and answer["code"]["lines"]


@each_rule
def test_its_pseudo_code_has_places(name: str) -> None:
    rule = RULES[name]
    for choice in map(rule.choice, rule.samples()):
        assert {*choice.code, *(choice.min_code or ())} <= set(LINES) | set(TEXTS)


@each_rule
def test_what_it_says_has_places(name: str) -> None:
    rule = RULES[name]
    for choice in map(rule.choice, rule.samples()):
        assert set(choice.says) <= set(SAYINGS)


@each_value
def test_the_command_takes_it(name: str, value: Any, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "depth":
        return  # there is --depth
    rule = f"{name}={RULES[name].text(value) or 'none'}"
    assert main(["tree", "--depth", "2", "--show", "1", "--json", "--rule", rule]) == 0
    assert f'"{name}"' in capsys.readouterr().out


@each_rule
def test_its_sentences_are_phrases(name: str) -> None:
    rule = RULES[name]
    for phrase in (rule.name, rule.sentence, *(c.sentence for c in rule.choices.values())):
        assert phrase and not phrase.endswith(".") and "|" not in phrase
