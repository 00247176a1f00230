"""What stands where: labels at their cells, scores in their tiles, words in their nodes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser import Open, at_widths

SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
CENTRES = """() => {
  const board = document.querySelector("svg.board").getBoundingClientRect();
  const middle = (box) =>
    [box.left + box.width / 2 - board.left, box.top + box.height / 2 - board.top];
  const labels = (name) => [...document.querySelectorAll(`${name} span`)].map((one) =>
    middle(one.getBoundingClientRect()));
  return { width: board.width, rows: labels(".row-labels"), columns: labels(".cols") };
}"""

TILES_TOO_NARROW = """() => [...document.querySelectorAll(".tile")].filter((tile) => {
  const box = tile.getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(tile).borderLeftWidth);
  return [...tile.querySelectorAll("b, .o")].some((part) => {
    if (getComputedStyle(part).fontSize === "0px") return false;
    const range = document.createRange();
    range.selectNodeContents(part);
    const text = range.getBoundingClientRect();
    return text.left < box.left + edge - 0.5 || text.right > box.right - edge + 0.5;
  });
}).map((tile) => tile.innerText)"""
SCORE_SIZES = """() => [...document.querySelectorAll(".tile b:not(.bound)")]
  .map((score) => getComputedStyle(score).fontSize)"""


@pytest.mark.parametrize(
    ("name", "cols"), [("gomoku", 15), ("connect6", 19), ("tictactoe", 3), ("connect5", 9)]
)
def test_labels_stand_at_the_middle_of_their_cells(visit: Open, name: str, cols: int) -> None:
    page = visit(f"/play/{name}", width=390)
    for _ in at_widths(page, 390, 1280):
        found = page.evaluate(CENTRES)
        unit = found["width"] / (100 * cols + 20)
        wanted = [unit * (10 + 100 * (number + 0.5)) for number in range(cols)]
        assert [x for x, _ in found["columns"]] == pytest.approx(wanted, abs=1.5)
        if name != "connect5":
            assert [y for _, y in found["rows"]] == pytest.approx(wanted, abs=1.5)


@pytest.mark.parametrize(
    ("name", "rows"), [("gomoku", 15), ("connect6", 19), ("connect6:11x7k4", 7), ("tictactoe", 3)]
)
def test_labels_beside_the_small_board_stand_at_its_rows(visit: Open, name: str, rows: int) -> None:
    page = visit(f"/search/{name}?depth=1", width=2560)
    for _ in at_widths(page, 2560, 1280, 768, 390):
        found = page.evaluate(CENTRES)
        unit = found["width"] / (100 * len(found["columns"]) + 20)
        wanted = [unit * (10 + 100 * (number + 0.5)) for number in range(rows)]
        assert [y for _, y in found["rows"]] == pytest.approx(wanted, abs=1.5)


@pytest.mark.parametrize(
    "link",
    [
        "connect5/5544667", "connect4:8x7/44556", "connect4/44", "connect4/112233",
        "connect4/4444355535?yellow=4", "connect4/4444?yellow=3",
    ],
)  # fmt: skip
def test_no_score_is_wider_than_its_tile_or_of_another_size(visit: Open, link: str) -> None:
    page = visit(f"/play/{link}", width=1280)
    expect(page.locator(".tile .o svg").first).to_be_attached()
    for width in at_widths(page, 1280, 768, 390, 360, 320):
        assert page.evaluate(TILES_TOO_NARROW) == [], width
        assert len(set(page.evaluate(SCORE_SIZES))) == 1, width


def test_both_trees_stand_side_by_side(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}", width=1700)
    page.get_by_role("checkbox", name="Both").check()
    boxes = [page.locator(f"[data-tree={name}]").bounding_box() for name in "am"]
    one, other = sorted((box for box in boxes if box), key=lambda box: box["x"])
    assert one["y"] == other["y"] and one["x"] + one["width"] <= other["x"]


@pytest.mark.parametrize(
    "link",
    [
        "connect4?depth=8&path=3,3,2,6", "tictactoe?depth=6&path=4,0",
        "gomoku/8.8,7.7?depth=2&path=100", "connect6?depth=2&path=0&after=200",
        f"connect4?from={SAMPLE}&bound=hard&root_alpha=500&after=0",
        f"connect4?from={SAMPLE}&prune=strict&tie=last&order=3,2,4,1,5,0,6&path=0,5&after=3",
    ],
)  # fmt: skip
def test_words_in_the_tree_stay_in_their_nodes(visit: Open, link: str) -> None:
    page = visit(f"/search/{link}")
    wrong = page.evaluate(
        """() => [...document.querySelectorAll(".tree .node, .tree .on-path")].flatMap((node) => {
          const box = node.querySelector(".box").getBoundingClientRect();
          return [...node.querySelectorAll("text")]
            .filter((text) => {
              const part = text.getBoundingClientRect();
              return part.left < box.left - 1 || part.right > box.right + 1;
            })
            .map((text) => text.textContent);
        })"""
    )
    assert wrong == []
    overlapping = page.evaluate(
        """() => [...document.querySelectorAll(".tree svg")].reduce((sum, svg) => {
          const boxes = [...svg.querySelectorAll(".node .box, .on-path .box")]
            .map((one) => one.getBoundingClientRect());
          const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1;
          return sum + boxes.filter((a, i) => boxes.some((b, j) => j > i && meet(a, b))).length;
        }, 0)"""
    )
    assert overlapping == 0


def test_the_graph_is_drawn_in_pixels_at_every_width(visit: Open) -> None:
    page = visit("/play/connect4/44455", width=390)
    for _ in at_widths(page, 390, 768, 2560):
        expect(page.locator(".chart .curve")).to_have_count(1)
        drawn, shown = page.evaluate(
            "() => { const svg = document.querySelector('.chart');"
            " return [svg.viewBox.baseVal.width, svg.getBoundingClientRect().width] }"
        )
        assert drawn == pytest.approx(shown, abs=1), "text keeps its size"
