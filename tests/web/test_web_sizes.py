"""Board, scores and steps in every window without scrolling: phones both ways, zoom, walls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from browser import Open
from inarow.teaching.puzzles.book import shipped_puzzles

SIZES = [
    (320, 568), (360, 640), (390, 844), (412, 915), (600, 960), (768, 1024), (820, 1180),
    (640, 360), (667, 375), (844, 390), (932, 430), (1024, 390), (1280, 390),
    (1024, 768), (1280, 720), (1280, 800), (1366, 650), (1440, 900), (1600, 600), (1920, 1080),
    (2560, 1440), (3840, 2160), (900, 1400), (1080, 1920),
]  # fmt: skip
"""640 x 360 is also 1280 x 720 at a zoom of 200 %."""
SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
PLAYED = (".why .verdict, .turning", ".tile, .ended-words", ".steps .btn", 190)
SEARCHED = (".crumb", ".counts .big, #node-count b, .scrubber", ".transport .btn", 160)
PUZZLED = (".line-chip", ".task h2", ".puzzle-foot .btn", 190)
"""What says that a screen is whole, its scores, its steps, and the least width of its board."""
PUZZLES = {one.game: number for number, one in enumerate(shipped_puzzles().puzzles, start=1)}
SCREENS = {
    "coached": ("/play/connect4/4444352246?yellow=3", *PLAYED),
    "ended": ("/play/connect4/444435522464157535572766?yellow=3", *PLAYED),
    "gomoku": ("/play/gomoku/8.8,9.9?yellow=3", *PLAYED),
    "connect5": ("/play/connect5/5544667", *PLAYED),
    "leaf": (f"/search/connect4?from={SAMPLE}&base=0&node=162", *SEARCHED),
    "free search": ("/search/gomoku/8.8?depth=1", *SEARCHED),
    "puzzle": (f"/puzzles/{PUZZLES['connect4']}", *PUZZLED),
    "free puzzle": (f"/puzzles/{PUZZLES['gomoku']}", *PUZZLED),
}
INSIDE = """([scores, stepping]) => {
  const outside = [];
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || getComputedStyle(one).visibility === "hidden") return;
    const inside = box.top >= -1 && box.left >= -1
      && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    if (!inside) outside.push([one.className.baseVal ?? one.className, box.top, box.bottom]);
  };
  document.querySelectorAll(`svg.board, ${scores}, ${stepping}`).forEach(shown);
  const board = document.querySelector("svg.board").getBoundingClientRect();
  const steps = [...document.querySelectorAll(stepping)].filter((one) => one.offsetWidth > 0);
  const meet = steps.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < board.right && box.right > board.left
      && box.top < board.bottom && box.bottom > board.top;
  });
  return {
    outside, board: board.width, meet: meet.length, steps: steps.length,
    over: document.documentElement.scrollWidth - innerWidth, scrolled: scrollY,
  };
}"""


def measured(
    page: Page, width: int, height: int, scores: str = ".tile", steps: str = ".steps .btn"
) -> dict[str, float]:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))")
    found: dict[str, float] = page.evaluate(INSIDE, [scores, steps])
    return found


@pytest.mark.parametrize("name", list(SCREENS))
def test_board_scores_and_steps_stand_in_every_window(visit: Open, name: str) -> None:
    path, whole, scores, steps, smallest = SCREENS[name]
    page = visit(path, 1280, 800)
    page.wait_for_selector(whole)
    wrong = []
    for width, height in SIZES:
        found = measured(page, width, height, scores, steps)
        well = (
            not found["outside"] and found["over"] <= 0 and not found["meet"]
            and found["steps"] >= (2 if "puzzle" in name else 3) and found["board"] >= smallest
        )  # fmt: skip
        if not well:
            wrong.append((width, height, found))
    assert not wrong, wrong


def test_a_large_window_has_a_large_board(visit: Open) -> None:
    page = visit("/play/connect4/44", 2560, 1440)
    assert measured(page, 2560, 1440)["board"] > 1000
    assert measured(page, 3840, 2160)["board"] > 1400
