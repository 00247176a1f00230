"""The search tree: exact however little of it is shown, and explained in words."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Position
from inarow.cli import main
from inarow.errors import UserError
from inarow.protocols.comp3308 import parse_state
from inarow.textbook import COMP3308, Event, SearchSpec, run, trace
from inarow.textbook.tree import TreeNode, minimax_nodes, search_tree
from search_specs import specs
from strategies import boards, games, ongoing_connect_four

SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
SAMPLE_ARGUMENTS = ["tree", SAMPLE, "red"]


def states(node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for child in node.children or ():
        yield from states(child)


@dataclass
class Told:
    """A state as the native search's events tell of it."""

    move: int | None
    alpha: float
    beta: float
    value: float | None = None
    leaf: str | None = None
    best: int | None = None
    cut: int | None = None
    children: list[Told] = field(default_factory=list)


def told_by(events: list[Event]) -> Told:
    root = Told(None, 0, 0)
    above = [root]
    for event in events:
        if event.kind == "enter":
            node = Told(event.move, event.alpha, event.beta)
            above[-1].children.append(node)
            above.append(node)
        elif event.kind == "leave":
            above.pop().value = event.value
        elif event.kind == "leaf":
            above[-1].leaf = event.reason
        elif event.kind == "update":
            above[-1].best = event.move
        else:
            above[-1].cut = event.move
    return root.children[0]


def assert_same(node: TreeNode, told: Told) -> None:
    assert (node.move, node.value, node.leaf, node.best) == (
        told.move,
        told.value,
        told.leaf,
        told.best,
    )
    assert (None if node.cut is None else node.cut.move) == told.cut
    assert node.children is not None
    assert len(node.children) == len(told.children)
    for child, told_child in zip(node.children, told.children, strict=True):
        assert_same(child, told_child)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_tree_shown_in_full_is_what_the_native_events_tell(data: st.DataObject) -> None:
    pos = data.draw(ongoing_connect_four())
    spec = data.draw(specs(pos.game, 3))
    tree = search_tree(pos, spec, spec.depth)
    told = trace(pos, spec)
    assert tree.result == told.result
    assert_same(tree.root, told_by(told.events))
    assert tree.root.nodes == tree.root.total == told.result.nodes


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_counts_and_values_do_not_depend_on_how_much_is_shown(data: st.DataObject) -> None:
    game = data.draw(games(gravity=True) | st.just(Game()) | st.just(Game(3, 3, 3, False)))
    pos = data.draw(boards(game))
    spec = data.draw(specs(game, 3))
    plies = data.draw(st.integers(0, 2))
    full, part = search_tree(pos, spec, spec.depth), search_tree(pos, spec, plies)
    assert part.result == full.result == run(pos, spec)

    def agree(shown: TreeNode, whole: TreeNode) -> None:
        assert (shown.move, shown.value, shown.nodes, shown.total, shown.leaf) == (
            whole.move,
            whole.value,
            whole.nodes,
            whole.total,
            whole.leaf,
        )
        for child, whole_child in zip(shown.children or (), whole.children or (), strict=False):
            agree(child, whole_child)

    agree(part.root, full.root)


@given(ongoing_connect_four(), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_what_the_cut_offs_save_is_what_alpha_beta_saves(pos: Position, depth: int) -> None:
    spec = COMP3308.replace(depth=depth)
    tree = search_tree(pos, spec, depth)
    saved = sum(node.cut.saved or 0 for node in states(tree.root) if node.cut is not None)
    assert tree.result.nodes + saved == run(pos, spec.replace(algorithm="minimax")).nodes
    assert minimax_nodes(pos, spec) == tree.result.nodes + saved


@given(ongoing_connect_four())
@settings(max_examples=30, deadline=None)
def test_a_state_counts_itself_and_its_children(pos: Position) -> None:
    for node in states(search_tree(pos, COMP3308.replace(depth=3), 3).root):
        assert node.nodes == 1 + sum(child.nodes for child in node.children or ())


@given(ongoing_connect_four(), st.integers(1, 4))
@settings(max_examples=30, deadline=None)
def test_the_principal_variation_carries_the_value_of_the_root(pos: Position, depth: int) -> None:
    tree = search_tree(pos, COMP3308.replace(depth=depth), depth)
    node: TreeNode | None = tree.root
    for move in tree.line():
        assert node is not None
        node = node.child(move)
        assert node is not None and node.value == tree.result.value
    assert len(tree.line()) == depth or (node is not None and node.leaf in ("won", "full"))


def test_the_bound_of_a_cut_off_is_named_with_its_source() -> None:
    tree = search_tree(parse_state(SAMPLE, "red"), COMP3308, 1, (0, 5))
    cut = tree.view.cut
    assert cut is not None and cut.source is not None
    assert (cut.move, cut.value, cut.bound, cut.skipped, cut.saved) == (3, 200, 190, [4, 5, 6], 17)
    assert (cut.source.ply, cut.source.move) == (1, 4)


def test_a_deep_search_is_not_walked() -> None:
    tree = search_tree(Position(Game()), COMP3308.replace(depth=8), 1)
    assert sum(1 for _ in states(tree.root)) == 8
    assert tree.result == run(Position(Game()), COMP3308.replace(depth=8))


@pytest.mark.parametrize(
    ("path", "reason"),
    [((0, 0, 0, 0, 0), "stops before"), ((2, 3), "cuts this move off")],
)
def test_a_path_that_is_not_in_the_tree_says_why(path: tuple[int, ...], reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        search_tree(parse_state(SAMPLE, "red"), COMP3308, 1, path)


def test_a_path_into_a_full_column_says_so() -> None:
    pos = Position(Game(rows=1, cols=3, k=3), "x..", 2)
    with pytest.raises(UserError, match="cannot be played"):
        search_tree(pos, SearchSpec(depth=2), 1, (0,))


def test_tree_text(golden: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SAMPLE_ARGUMENTS) == 0
    golden("tree.txt", capsys.readouterr().out)


def test_tree_cuts(golden: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SAMPLE_ARGUMENTS, "--cuts", "--show", "4"]) == 0
    text = capsys.readouterr().out
    golden("tree-cuts.txt", text)
    # All 71 cut-offs of the sheet's sample, and together they save all that is saved.
    cuts = [line for line in text.splitlines() if line.startswith("after ")]
    assert len(cuts) == 71
    assert sum(int(line.split("; ")[1].split()[0]) for line in cuts) == 2084 - 297


def test_tree_below_a_path_with_other_rules(
    golden: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ["--rule", "prune=strict", "--path", "1,2", "--show", "1", "--columns", "1"]
    assert main([*SAMPLE_ARGUMENTS, *rules]) == 0
    text = capsys.readouterr().out
    assert "606 nodes" in text  # what the sheet's sample gives with a strict comparison
    golden("tree-strict.txt", text)


def test_tree_is_plain_ascii_where_the_encoding_is(command: Callable[[str], str]) -> None:
    done = subprocess.run(
        [command("inarow"), "tree", "--depth", "3"],
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert done.stdout.isascii() and b"`-- " in done.stdout


def test_tree_json_has_the_numbers_of_the_tree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SAMPLE_ARGUMENTS, "--json", "--show", "4"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["result"] == {"move": "1", "value": 10000, "nodes": 297}
    assert data["minimax_nodes"] == 2084 and data["columns_from"] == 0

    def count(node: dict[str, object]) -> int:
        children = node["children"]
        assert isinstance(children, list)
        return 1 + sum(count(child) for child in children)

    assert count(data["tree"]) == 297
    assert data["tree"]["alpha"] is None and data["tree"]["total"] == 297


@pytest.mark.parametrize(
    "extra", [[], ["--path", "0,5", "--show", "1"], ["--algorithm", "minimax"]]
)
def test_tree_svg_is_a_standalone_picture(
    extra: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SAMPLE_ARGUMENTS, "--svg", "-", *extra]) == 0
    text = capsys.readouterr().out
    root = ET.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert ("297" in words) == ("minimax" not in extra)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_labels_of_a_drawing_fit_their_shapes(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["--game", "tictactoe", "2.2,1.1,1.2", "--depth", "6"]
    assert main(["tree", *game, "--svg", "-"]) == 0
    root = ET.fromstring(capsys.readouterr().out)
    labels = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "3.2 and 3.3" in labels and "4 moves" in labels


def test_tree_svg_goes_to_a_file(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    name = f"{tmp_path}/tree.svg"
    assert main(["tree", "--depth", "2", "--svg", name]) == 0
    assert capsys.readouterr().out == ""
    ET.parse(name)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rule", "tie=never"], "tie is 'never', expected one of first, last"),
        (["--rule", "colour=red"], "unknown rule 'colour'; expected one of"),
        (["--show", "-1"], "--show is -1, expected 0 or more"),
        (["--path", "8"], "column '8' must be 1 to 7"),
        (["4", "z"], "word 'z' is no move"),
        ([SAMPLE], "needs its side to move: red or yellow"),
        (["rrr,", "red"], "the state has 2 rows, expected 6"),
        (["44444444"], "column 4 is full at move 7"),
        (["12121212", "--depth", "3"], "over before move 8"),
        (["--game", "chess"], "game 'chess' is not known"),
        (["--game", "connect5", SAMPLE, "red"], "has 9 and 6"),
        (["@/no/such/file"], "cannot be read"),
        (["--svg", "/no/such/folder/tree.svg"], "cannot be written"),
        (["--depth", "-1"], "depth is -1, expected 0 to 1000"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tree", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert sentence in captured.err


def test_course_of_ones_own_has_its_board_and_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = 'like = "comp3308"\nname = "other"\ngame = "connect4:5x6"\n[search]\ntie = "last"\n'
    (tmp_path / "course.toml").write_text(rules)
    state = [",".join(["....."] * 6), "red"]
    assert main(["tree", "--course", str(tmp_path), "--depth", "2", *state, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["game"], shown["columns_from"]) == ("connect4:5x6", 0)
    assert shown["spec"]["tie"] == "last" and len(shown["tree"]["children"]) == 5
    assert main(["tree", "--course", "comp3308", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["spec"]["tie"] == "first"


def test_a_root_that_is_a_leaf_is_shown_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "1212121"]) == 0
    text = capsys.readouterr().out
    assert "no move, value +10000, 1 node" in text and "a line is complete" in text
