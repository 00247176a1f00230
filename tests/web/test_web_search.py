"""The search explorer against the plain search, step by step and count by count."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from inarow import GAMES, Position, _core
from inarow.course import find_course
from inarow.errors import UserError
from inarow.textbook import native, reference
from inarow.textbook.spec import COMP3308, SearchSpec
from inarow.web.search import course_path, read_query, search_json

SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo x"


def explore(**words: str) -> dict[str, Any]:
    return search_json(read_query({"game": "connect4", "from": SAMPLE, "base": "0", **words}))


def at(cursor: dict[str, Any]) -> dict[str, str]:
    path, after = cursor["path"], cursor["after"]
    return {"path": ",".join(map(str, path)), "after": "" if after is None else str(after)}


def entered(pos: Position, spec: SearchSpec) -> list[tuple[tuple[int, ...], int]]:
    """Every state of a plain search in its order, as a path with the count when it was entered."""
    states: list[tuple[tuple[int, ...], int]] = []
    path: list[int] = []
    for event in reference.trace(pos, spec).events:
        if event.kind == "enter":
            path = path[: max(event.ply - 1, 0)] + ([] if event.move is None else [event.move])
            states.append((tuple(path), len(states) + 1))
    return states


@pytest.mark.parametrize("show", ["a", "m"])
@pytest.mark.parametrize(
    "rules", [{}, {"prune": "strict"}, {"tie": "last", "order": "3,2,4,1,5,0,6"}]
)
def test_walking_in_meets_every_state_with_its_count(show: str, rules: dict[str, str]) -> None:
    """Step by step through a whole search: the running count is the plain search's own."""
    panel = "alphabeta" if show == "a" else "minimax"
    words = {"depth": "2", "show": show, **rules}
    spec = COMP3308.replace(depth=2, algorithm="alpha-beta" if show == "a" else "minimax")
    for rule, value in rules.items():
        spec = spec.with_rule(f"{rule}={value}")
    expected = entered(Position.parse(GAMES["connect4"], SAMPLE), spec)
    met: list[tuple[tuple[int, ...], int]] = []
    cursor: dict[str, Any] | None = {"path": [], "after": None}
    while cursor is not None:
        answer = explore(**words, **at(cursor))
        shown = answer[panel]
        if cursor["after"] is None:
            met.append((tuple(cursor["path"]), shown["count"]))
        steps = answer["steps"]
        # In where one can, on otherwise: this is how the search itself goes.
        cursor = steps["into"] or steps["on"]
    assert met == expected
    assert (
        shown["count"]
        == shown["nodes"]
        == native.run(Position.parse(GAMES["connect4"], SAMPLE), spec).nodes
    )


def test_the_course_sample_at_the_cut_off_of_the_design() -> None:
    answer = explore(depth="4", path="0,5", after="3")
    minimax, alphabeta = answer["minimax"], answer["alphabeta"]
    assert (minimax["count"], minimax["nodes"]) == (291, 2084)
    assert (alphabeta["count"], alphabeta["nodes"]) == (162, 297)
    assert minimax["move"] == alphabeta["move"] == "1"
    last = alphabeta["levels"][-1]
    assert (last["relation"], last["value"], last["alpha"], last["beta"]) == (">=", 200, 100, 190)
    cut = [(child["label"], child["size"]) for child in last["children"] if child["state"] == "cut"]
    assert cut == [("4", 1), ("5", 8), ("6", 8)]
    cuts = answer["cuts"]
    assert (cuts["number"], cuts["count"]) == (20, 71)
    assert answer["whatIf"]["nodes"] == 606
    words = "".join(part["text"] for part in answer["cutWords"][0])
    assert "+200 is at least beta, +190" in words
    code = answer["code"]
    assert "best ≥ beta" in code["lines"][code["on"] - 1]


def child(answer: dict[str, Any], label: str) -> tuple[str, float]:
    """What alpha-beta knows of a child of the last state."""
    children = answer["alphabeta"]["levels"][-1]["children"]
    shown = next(entry for entry in children if entry["label"] == label)
    return shown["relation"], shown["value"]


@pytest.mark.parametrize("counting", ["tested", "tested-but-root"])
def test_the_course_sample_ends_with_all_its_nodes(counting: str) -> None:
    root = 1 if counting == "tested" else 0
    answer = explore(depth="4", counting=counting, after="6")
    for name, nodes in (("alphabeta", 296), ("minimax", 2083)):
        panel = answer[name]
        assert (panel["count"], panel["nodes"]) == (nodes + root, nodes + root)
    answer = explore(depth="4", counting=counting, path="0", after="2")
    assert answer["alphabeta"]["count"] == 80 + root
    assert answer["minimax"]["count"] == 150 + root


@pytest.mark.parametrize("counting", ["tested", "expanded", "generated", "leaves"])
def test_what_is_counted_does_not_change_what_is_known(counting: str) -> None:
    """Column 1 is worth +90 by minimax; the search was cut below it and knows at most +100."""
    answer = explore(depth="4", path="0,5", after="3", counting=counting)
    assert child(answer, "1") == ("<=", 100)


def test_a_clipped_value_is_a_bound_though_nothing_was_cut() -> None:
    words = {"game": "connect4:5x4k3", "from": "", "moves": "553455211313", "depth": "3"}
    rules = {"bound": "hard", "leaf_tests": "depth,won,full", "base": "1"}
    answer = explore(**words, **rules, path="2", after="0")
    assert child(answer, "1") == ("<=", 10000)
    assert answer["minimax"]["levels"][-1]["children"][0]["value"] == 121


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_next_cut_off_visits_every_cut_off_in_order(depth: int) -> None:
    pos = Position.parse(GAMES["connect4"], SAMPLE)
    events = reference.trace(pos, COMP3308.replace(depth=depth)).events
    path: list[int] = []
    expected, tested = [], 0
    for event in events:
        if event.kind == "enter":
            tested += 1
            path = path[: max(event.ply - 1, 0)] + ([] if event.move is None else [event.move])
        elif event.kind == "cut-off":
            expected.append((tested, tuple(path[: event.ply]), event.move))
    places, complete = native.cut_offs(pos, COMP3308.replace(depth=depth))
    assert complete and [tuple(place) for place in places] == expected
    cursor: dict[str, Any] = {"path": [], "after": None}
    for number, (count, cut_path, move) in enumerate(expected[:25], start=1):
        steps = explore(depth=str(depth), **at(cursor))["steps"]
        cursor = steps["cut"]
        assert (tuple(cursor["path"]), cursor["after"]) == (cut_path, move)
        answer = explore(depth=str(depth), **at(cursor))
        assert answer["alphabeta"]["count"] == count
        assert answer["cuts"]["number"] == number


def test_the_cut_off_places_can_be_limited() -> None:
    places, complete = native.cut_offs(Position(GAMES["connect4"]), COMP3308.replace(depth=5), 10)
    assert len(places) == 10 and not complete


def test_a_minimax_of_millions_is_opened_node_by_node() -> None:
    words = {"game": "connect4", "depth": "8", "path": "3,3,2,6,1,1,0", "after": "4", "show": "m"}
    answer = search_json(read_query(words))
    pos = Position(GAMES["connect4"])
    assert answer["minimax"]["nodes"] == sum(_core.perft(pos, 8))
    assert len(answer["minimax"]["levels"]) == 8


def test_a_place_that_alpha_beta_never_reaches_is_shown_in_minimax_alone() -> None:
    answer = explore(depth="4", path="0,5,6", show="m")
    alphabeta = answer["alphabeta"]
    assert isinstance(alphabeta, dict)
    assert "cut" in alphabeta["missing"]
    assert answer["minimax"]["missing"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"depth": "9"}, "depth is '9', expected 1 to 8"),
        ({"depth": "x"}, "depth is 'x', expected 1 to 8"),
        ({"path": "9"}, "must be moves from 0"),
        ({"path": "0,0,0,0,0"}, "path has 5 moves, but the depth is 4"),
        ({"prune": "never"}, "prune is 'never'"),
        ({"order": "1,9"}, "order has the move 9, expected moves from 0 to 6 in the order"),
        ({"counting": "leaf+stem"}, "counting 'leaf+stem' must be a sum"),
        ({"win_rows": "5"}, "win_rows '5' must be an interval"),
        ({"run_directions": "up"}, "run_directions 'up' must be one of across"),
        ({"run_weights": "1,x"}, "run_weights '1,x' must be comma-separated whole numbers"),
        ({"leaf_tests": "won,full"}, "leaf_tests must name won, depth and full, each at most once"),
        ({"show": "z"}, "show is 'z'"),
        ({"base": "2"}, "base is '2'"),
        ({"utility": "1e9"}, "expected a whole number"),
        ({"game": "gomoku", "from": "", "depth": "3"}, "too deep to explore with 225 moves"),
        ({"game": "connect4", "from": "", "moves": "1212121"}, "the game is over"),
    ],
)
def test_a_bad_query_is_named_in_a_sentence(words: dict[str, str], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        explore(**words)


@pytest.mark.parametrize("name", ["maxconnect4", "tictactoe", "gomoku", "connect6", "connect5"])
def test_every_game_can_be_explored(name: str) -> None:
    answer = search_json(read_query({"game": name, "depth": "2", "path": "4"}))
    assert answer["minimax"]["nodes"] >= answer["alphabeta"]["nodes"] > 1
    assert answer["minimax"]["levels"][1]["label"]


@pytest.mark.parametrize(
    ("game", "depth"), [("connect4", 4), ("tictactoe", 4), ("gomoku", 2), ("connect6", 2)]
)
def test_without_a_depth_the_search_is_as_deep_as_the_game_allows(game: str, depth: int) -> None:
    assert read_query({"game": game}).spec.depth == depth


COURSE = """
name = "other"
like = "comp3308"
game = "connect4:6x5"
first_column = 1
[search]
run_weights = [0, 5, 50]
tie = "last-at-max"
win_rows = "1:"
"""


def test_a_course_opens_on_its_board_by_its_rules(tmp_path: Path) -> None:
    (tmp_path / "course.toml").write_text(COURSE)
    course = find_course(str(tmp_path))
    path, _, words = course_path(course).partition("?")
    assert path == "/search/connect4:6x5"
    query = read_query({"game": "connect4:6x5", **dict(parse_qsl(words))})
    assert course.search is not None and query.base == 1
    assert query.spec == course.search.replace(depth=query.spec.depth)
    assert course_path(find_course("comp3308")) == "/search/connect4?base=0"
    with pytest.raises(UserError, match="course aps105 has no search to show"):
        course_path(find_course("aps105"))
