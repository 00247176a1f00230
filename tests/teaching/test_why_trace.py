"""A student's own trace: read in many forms, laid beside the right search, and explained."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from inarow.errors import UserError
from inarow.protocols.comp3308 import parse_state
from inarow.teaching.why.case import Question
from inarow.teaching.why.hypothesis import RIGHT, Hypothesis
from inarow.teaching.why.known import Report
from inarow.teaching.why.trace.alignment import Node, Walk
from inarow.teaching.why.trace.diagnosis import explained
from inarow.teaching.why.trace.lines import number_of, trace_lines
from inarow.textbook import native
from inarow.textbook.mistakes import mistake_named

SAMPLE = parse_state(".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red")
ASKED = Question(SAMPLE, "alpha-beta", 4)
STRICT = Hypothesis((mistake_named("cut-only-beyond"),))
RUNS = Hypothesis((mistake_named("runs-within-runs"),))


def walk_of(made: Hypothesis) -> Walk:
    traced = native.trace(SAMPLE, made.spec(ASKED).asked(), 100_000)
    return Walk(SAMPLE, traced.events, traced.complete)


def text(value: float | None) -> str:
    assert value is not None
    return {inf: "inf", -inf: "-inf"}.get(value) or str(int(value))


def named(node: Node) -> str:
    path = "-".join(map(str, node.path)) or "root"
    alpha, beta = map(text, node.window)
    return f"{path} alpha={alpha} beta={beta} value={text(node.value)}"


def brackets(node: Node) -> str:
    return f"[{', '.join(map(str, node.path))}] [{text(node.window[0])}, {text(node.window[1])}]"


def together(node: Node) -> str:
    return f"{''.join(map(str, node.path)) or 'root'} {text(node.window[0])} {text(node.window[1])}"


def huge(node: Node) -> str:
    """From 1, with large numbers for infinity, and the value first."""
    alpha, beta = (text(bound).replace("inf", "2147483647") for bound in node.window)
    path = "->".join(str(move + 1) for move in node.path) or "root"
    return f"{path}  v={text(node.value)}, a: {alpha}, b: {beta}"


def indented(node: Node) -> str:
    move = f"col {node.path[-1]}: " if node.path else "root "
    alpha, beta = map(text, node.window)
    return f"{'  ' * len(node.path)}{move}alpha={alpha} beta={beta}"


def by_ply(node: Node) -> str:
    column = f"col={node.path[-1]} " if node.path else ""
    return f"depth={len(node.path)} {column}alpha={text(node.window[0])}"


FORMS: list[Callable[[Node], str]] = [named, brackets, together, huge, indented, by_ply]


def report(made: Hypothesis, form: Callable[[Node], str], *, returning: bool = False) -> Report:
    walk = walk_of(made)
    nodes = walk.returned if returning else walk.entered
    return explained(ASKED, trace_lines(form(node) for node in nodes), "the sample")


@pytest.mark.parametrize("form", FORMS)
def test_a_right_trace_is_called_right_in_every_form(form: Callable[[Node], str]) -> None:
    assert report(RIGHT, form).all_right
    assert report(RIGHT, form, returning=True).all_right


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_the_line_after_a_missed_cut_off_is_the_first_wrong_one(
    form: Callable[[Node], str],
) -> None:
    found = report(STRICT, form)
    assert [cause.name for cause in found.causes] == ["cut-only-beyond"]
    assert found.begins[0].startswith("The first wrong line is line 22, '")
    assert found.begins[0].endswith(
        "the right search goes on with the state after columns 0 0 3."
    ) or (form is huge and "columns 1 1 4" in found.begins[0])


def test_a_wrong_value_is_found_where_it_is_first_returned() -> None:
    for returning in (False, True):
        found = report(RUNS, named, returning=returning)
        assert [cause.name for cause in found.causes] == ["runs-within-runs"]
        assert (
            "the value of the state after columns 0 0 0 0 is +120, and not +140" in found.begins[0]
        )


def test_a_wrong_bound_is_named() -> None:
    lines = [named(node) for node in walk_of(RIGHT).entered]
    number = next(number for number, line in enumerate(lines) if "beta=10 " in line)
    lines[number] = lines[number].replace("beta=10 ", "beta=11 ")
    found = explained(ASKED, trace_lines(lines), "the sample")
    assert f"line {number + 1}," in found.begins[0] and "is +10, and not +11" in found.begins[0]
    assert not found.causes


def test_a_trace_with_a_first_line_of_names_and_one_with_boards() -> None:
    walk = walk_of(RIGHT)
    rows = ["path,alpha,beta,value"] + [
        ",".join(["-".join(map(str, n.path)) or "root", *map(text, n.window), text(n.value)])
        for n in walk.entered
    ]
    assert explained(ASKED, trace_lines(rows), "the sample").all_right
    boards = [f"{walk.board(n.path)} v={text(n.value)}" for n in walk.returned]
    assert explained(ASKED, trace_lines(boards), "the sample").all_right
    boards[3] = boards[3].replace("v=", "v=1")
    assert not explained(ASKED, trace_lines(boards), "the sample").all_right


def test_a_part_of_a_trace_and_one_that_goes_on_too_long() -> None:
    lines = [named(node) for node in walk_of(RIGHT).entered]
    part = explained(ASKED, trace_lines(lines[:50]), "the sample")
    assert part.all_right and "the first 50 nodes" in part.asked[0].got
    more = explained(ASKED, trace_lines([*lines, "0 0 alpha=1"]), "the sample")
    assert "the right search has ended before it" in more.begins[0]
    other = explained(ASKED, trace_lines(["5 5 5", "4 4 4"]), "the sample")
    assert "is no node that a search of this begins with" in other.begins[0]


@pytest.mark.parametrize(
    ("written", "value"),
    [("-inf", -inf), ("+∞", inf), ("−100", -100), ("999999", inf), ("-1e9", -inf), ("12.0", 12)],
)
def test_numbers_as_students_write_them(written: str, value: float) -> None:
    assert number_of(written) == value


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "no line that says where it is"),
        (["hello", "# 1 2"], "no line that says where it is"),
        (["0 alpha=1", "nodes examined so far: twelve 12 of 100"], "line 2 of the trace"),
        (["path,alpha", "0-0,1,2"], "line 2 of the trace has 3 columns"),
        (["alpha,beta", "1,2"], "names no column path or board"),
        (["path,alpha", "x,2"], "line 2 of the trace has the path 'x'"),
        (["0"] * 1001, "more than 1000 lines"),
    ],
)
def test_what_is_no_trace_gets_a_sentence(
    lines: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.teaching.why.trace.lines._MOST_LINES", 1000)
    with pytest.raises(UserError, match=sentence):
        trace_lines(lines)
