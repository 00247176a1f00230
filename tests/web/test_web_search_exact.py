"""The search explorer is exact under every rule, at every moment, against the readable search."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from inspect import signature
from math import inf
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from inarow import Position, game_named
from inarow.textbook import reference
from inarow.textbook.events import Event, Step
from inarow.textbook.spec import SearchSpec, usual_spec
from inarow.web.search import read_query, search_json, shown_rules
from search_specs import values

GAMES = ["connect4:4x3k3", "connect4:3x4k3", "tictactoe", "maxconnect4:4x3", "connect6:3x2k2"]
WINDOWS = [
    ("", ""), ("", ""), ("0", ""), ("", "5"), ("-10000", "10000"), ("100", ""), ("", "-3"),
    ("20", "-20"), ("100", "-100"), ("10000", "-10000"), ("0", "0"),
]  # fmt: skip
"""Alpha and beta at the root; the last ones hold no value."""


@st.composite
def queries(draw: st.DrawFn, games: list[str]) -> dict[str, str]:
    """A small position, a depth, and any set of rules, as the words of a link."""
    name = draw(st.sampled_from(games))
    pos, moves = Position(game_named(name)), []
    for _ in range(draw(st.integers(0, 7))):
        move = draw(st.sampled_from(pos.legal_moves()))
        after = pos.play(move)
        if after.is_over:
            break
        pos = after
        row, col = divmod(move, pos.game.cols)
        moves.append(str(move + 1) if pos.game.gravity else f"{row + 1}.{col + 1}")
    depth = draw(st.integers(1, 3 if pos.game.gravity or len(pos.legal_moves()) < 5 else 2))
    rules = {name: rule.text(draw(values(rule, pos.game))) for name, rule in shown_rules()}
    rules["root_alpha"], rules["root_beta"] = draw(st.sampled_from(WINDOWS))
    text = ("" if pos.game.gravity else ",").join(moves)
    return {"game": name, "moves": text, "depth": str(depth), **rules}


def spec_of(words: dict[str, str], pos: Position, algorithm: str) -> SearchSpec:
    spec = usual_spec(pos.game).replace(depth=int(words["depth"]), algorithm=algorithm)
    for rule, _ in shown_rules():
        if words.get(rule):
            spec = spec.with_rule(f"{rule}={words[rule]}")
    return spec


@dataclass
class Returned:
    """A child that has returned, with the window that it was given."""

    move: int
    value: float
    alpha: float
    beta: float
    leaf: bool


@dataclass
class State:
    """A state of the readable search, as its events tell of it."""

    path: tuple[int, ...]
    handed_down: tuple[float, float]
    window: tuple[float, float]
    best: float | None = None
    best_move: int | None = None
    leaf: bool = False
    done: list[Returned] = field(default_factory=list)


@dataclass
class Shown:
    """What must be shown at a moment."""

    count: int
    window: tuple[float, float]
    best: float | None
    best_move: int | None
    done: list[Returned]
    cut_offs: int


class Recorder(reference.Search):
    """The readable search; keeps every event and every step with the count at that time."""

    def __init__(self, pos: Position, spec: SearchSpec) -> None:
        super().__init__(pos, spec, [])
        self.log: list[tuple[Event | Step, int]] = []

    def note(self, *event: Any, **more: Any) -> None:
        super().note(*event, **more)
        assert self.events is not None
        self.log.append((self.events[-1], self.nodes))

    def step(self, step: Step) -> None:
        self.log.append((step, self.nodes))


Moments = dict[tuple[tuple[int, ...], int | None], Shown]


def moments(pos: Position, spec: SearchSpec) -> Moments:
    """Every moment of the readable search: states as they are entered, and after each child."""
    search = Recorder(pos, spec)
    search.result()
    pruning = spec.algorithm == "alpha-beta"
    found: Moments = {}
    stack: list[State] = []
    cut_offs = 0

    def record(state: State, after: int | None, count: int) -> None:
        window = state.window if pruning else (-inf, inf)
        found[state.path, after] = Shown(
            count, window, state.best, state.best_move, list(state.done), cut_offs
        )

    for event, count in search.log:
        if isinstance(event, Step):
            state = stack[-1]
            state.window = (event.alpha, event.beta)
            if event.accepted:
                state.best, state.best_move = event.best, event.move
            record(state, event.move, count)
        elif event.kind == "enter":
            path = (*stack[-1].path, event.move) if event.move is not None else ()
            stack.append(State(path, (event.alpha, event.beta), (event.alpha, event.beta)))
        elif event.kind == "leaf":
            stack[-1].leaf = True
            stack[-1].best = event.value
            record(stack[-1], None, count)
        elif event.kind == "update":
            assert (event.value, event.move) == (stack[-1].best, stack[-1].best_move)
        elif event.kind == "cut-off":
            cut_offs += 1
            found[stack[-1].path, event.move].cut_offs = cut_offs
        elif event.kind == "leave":
            left = stack.pop()
            if stack and event.move is not None:
                assert event.value is not None
                window = left.handed_down if pruning else (-inf, inf)
                stack[-1].done.append(Returned(event.move, event.value, *window, left.leaf))
    return found


def number(value: Any) -> float:
    return float(value)


def says(relation: str, value: float, true: float | None) -> bool:
    """Whether what is shown of a value holds for the true one, if there is one."""
    return (
        true is None
        or {"=": true == value, "<=": true <= value, ">=": true >= value, "?": True}[relation]
    )


class Truth:
    """Minimax values of the states of a search, under the same evaluation."""

    def __init__(self, pos: Position, spec: SearchSpec) -> None:
        self.root, self.depth, self.misleading = pos, spec.depth, spec.value_unreliable
        plain = spec.replace(algorithm="minimax")
        self.search = reference.Search(pos, plain, None)
        self.context_dependent = plain.context_dependent
        self.known: dict[tuple[int, ...], float] = {}

    def of(self, path: tuple[int, ...]) -> float | None:
        if self.context_dependent:
            return None
        if path not in self.known:
            pos = self.root
            for move in path:
                pos = self.search.play(pos, move)
            remaining = self.depth - len(path)
            self.known[path] = self.search.visit(pos, remaining, None, -inf, inf)
        return self.known[path]


def check_children(
    level: dict[str, Any], path: tuple[int, ...], done: list[Returned], truth: Truth
) -> None:
    shown = {child["move"]: child for child in level["children"] if child["state"] == "done"}
    assert list(shown) == [child.move for child in done]
    for child in done:
        relation = shown[child.move]["relation"]
        assert number(shown[child.move]["value"]) == child.value
        assert says(relation, child.value, truth.of((*path, child.move)))
        within = not truth.misleading and child.alpha < child.value < child.beta
        if child.leaf or within:
            assert relation == "=", "what is exact is shown as exact"
        assert relation != "?" or truth.misleading or child.beta <= child.value <= child.alpha


def check_level(level: dict[str, Any], path: tuple[int, ...], truth: Truth) -> None:
    if level["value"] is None:
        return
    true = truth.of(path)
    returned = [child for child in level["children"] if child["state"] == "done"]
    if level["relation"] == "?" and not truth.misleading:
        empty_window = number(level["alpha"]) >= number(level["beta"])
        assert empty_window or any(child["relation"] == "?" for child in returned)
    if level["soFar"]:
        values = [truth.of((*path, child["move"])) for child in returned]
        known = [value for value in values if value is not None]
        true = (max(known) if level["maximising"] else min(known)) if known else None
    assert says(level["relation"], number(level["value"]), true)


ENDS_SOONER = {"win_length": "2", "longer_lines": "win", "best_start": "zero"}
"""A state is a leaf by a rule of the search that is no end of the game."""


@pytest.mark.long
@example({"game": "connect4:4x3k3", "moves": "11", "depth": "2", **ENDS_SOONER}, 0)
@given(queries(GAMES), st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_every_moment_of_every_search_is_shown_as_it_is(words: dict[str, str], first: int) -> None:
    """Some twelve of each search, any of them being among these."""
    pos = read_query(words).line.pos
    for algorithm, panel, show in (("minimax", "minimax", "m"), ("alpha-beta", "alphabeta", "a")):
        spec = spec_of(words, pos, algorithm)
        truth = Truth(pos, spec)
        expected = moments(pos, spec)
        apart = 1 + len(expected) // 12
        for (path, after), wanted in list(expected.items())[first % apart :: apart]:
            cursor = {
                "path": ",".join(map(str, path)),
                "after": "" if after is None else str(after),
                "show": show,
            }
            answer = search_json(read_query({**words, **cursor}))
            shown = answer[panel]
            assert shown["missing"] is None
            assert shown["count"] == wanted.count
            if algorithm == "alpha-beta":
                assert answer["cuts"]["number"] == wanted.cut_offs
            last = shown["levels"][-1]
            assert (number(last["alpha"]), number(last["beta"])) == wanted.window
            best = [child["move"] for child in last["children"] if child.get("best")]
            assert best == ([] if wanted.best_move is None else [wanted.best_move])
            if wanted.best is not None:
                assert read(answer["watch"]["best"]) == wanted.best
            check_children(last, path, wanted.done, truth)
            for length, level in enumerate(shown["levels"]):
                check_level(level, path[:length], truth)
            check_words(answer, path, after, truth)
        end = search_json(read_query({**words, "show": show}))[panel]
        assert end["nodes"] == reference.run(pos, spec).nodes


def check_words(
    answer: dict[str, Any], path: tuple[int, ...], after: int | None, truth: Truth
) -> None:
    """The sentences about the values of the last child and of a finished state hold."""
    words = "".join(part["text"] for paragraph in answer["words"] for part in paragraph)
    figure = r"([+−]?[\d\u202f]+)"
    gives = re.search(rf"gives (at most |at least )?{figure}\.", words)
    relations = {"at most ": "<=", "at least ": ">=", None: "="}
    if gives:
        assert after is not None
        assert says(relations[gives[1]], read(gives[2]), truth.of((*path, after)))
    returns = re.search(rf"returns {figure}(, a bound: its value is (at \w+ )that)?\.", words)
    if returns:
        assert says(relations[returns[3]], read(returns[1]), truth.of(path))


def read(figure: str) -> float:
    return float(figure.replace("−", "-").replace("∞", "inf").replace("\u202f", ""))


PLAIN = [
    (r"^function (\w+)\((.*)\)$", r"def \1(\2, root=False):\n  global count"),
    (r"\(no line ends this game\)", "pass"),
    (r"for (column in \d+\.\.\d+|point), .*", "for child in children(state):"),
    (r"all states share one window", "global alpha, beta"),
    (r"\w+ in a row( \([^)]*\))*", "won(state)"),
    (r"\bfull\b", "state.is_full"),
    (r"return ±(.*)", r"return winner(state) * (\1)"),
    (r"EVALUATION", "evaluation(state)"),
    (r"UTILITY \([^)]*\)", "utility(state, depth)"),
    (r"number of moves", "len(children(state))"),
    (r"the root", "root"),
    (r"depth = 0", "depth == 0"),
]


def python(lines: list[str]) -> str:
    """The pseudo-code as Python."""
    program = []
    for line in lines:
        text = line
        for form, plain in PLAIN:
            text = re.sub(form, plain, text)
        for sign, plain in [("−∞", "-inf"), ("+∞", "inf"), ("≥", ">="), ("≤", "<=")]:
            text = text.replace(sign, plain)
        program.append(text.replace("←", "=").replace("−", "-").replace("·", "*"))
    return "\n".join(program)


@given(queries([name for name in GAMES if not name.startswith("connect6")]))
@settings(max_examples=50, deadline=None)
def test_the_pseudo_code_is_the_search_that_runs(words: dict[str, str]) -> None:
    """The printed lines, run as a program, give the value and the count of the readable search."""
    pos = read_query(words).line.pos
    for algorithm, show in (("minimax", "m"), ("alpha-beta", "a")):
        spec = spec_of(words, pos, algorithm)
        judge = reference.Search(pos, spec, None)

        def children(state: Position, judge: reference.Search = judge) -> list[Position]:
            ply = state.stone_count - judge.root.stone_count
            return [judge.play(state, move) for move in judge.moves(state, ply)]

        def winner(state: Position, judge: reference.Search = judge) -> int:
            return judge.sign * (1 if judge.winner(state) == 1 else -1)

        def won(state: Position, judge: reference.Search = judge) -> bool:
            return judge.winner(state) is not None

        names: dict[str, Any] = {
            "inf": inf, "count": 0, "children": children, "winner": winner, "won": won,
            "evaluation": judge.evaluation,
            "utility": lambda state, depth, judge=judge: judge.leaf_value(state, depth, "won"),
        }  # fmt: skip
        # Some rules end the game at the root already.
        tests = (judge.leaf_value(pos, spec.depth, test) for test in spec.leaf_tests)
        below = [str(judge.moves(pos, 0)[0])] if all(value is None for value in tests) else []
        for path in ("", *below):
            code = search_json(read_query({**words, "show": show, "path": path}))["code"]
            exec(python(code["lines"]), names)
        own = "MAX" if judge.maximises(pos.to_move) else "MIN"
        names["alpha"] = -inf if spec.root_alpha is None else spec.root_alpha
        names["beta"] = inf if spec.root_beta is None else spec.root_beta
        handed = {name: names[name] for name in ("alpha", "beta")}
        asked = signature(names[own]).parameters.keys() & handed.keys()
        value = names[own](pos, spec.depth, **{name: handed[name] for name in asked}, root=True)
        expected = reference.run(pos, spec)
        assert (value, names["count"]) == (expected.value, expected.nodes)
