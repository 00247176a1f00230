"""Each screen in both themes at three sizes: clean for axe, and like its golden picture and boxes.

A golden picture is a window without its text, shrunk to 64 pixels: what is left is where the blocks
stand and which colours they have. Fonts of another machine break lines elsewhere and move the
blocks of a panel a little, which ``TOLERANCE`` allows. What has no colour of its own is held by its
box, of which only sides are compared that no font decides. The last test shows what both tell.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from conftest import GOLDEN
from playwright.sync_api import Page

from browser import Open
from golden_pictures import Picture, Tolerance, golden_picture, shrunk
from inarow.teaching.puzzles.book import shipped_puzzles

Boxes = dict[str, list[int] | None]

AXE = Path(__file__).parents[2] / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
PUZZLE = next(
    number
    for number, one in enumerate(shipped_puzzles().puzzles, start=1)
    if one.line.startswith("connect4 65714556445447554372666222212677 ")
)
SCREENS = {
    "coach": ("/play/connect4/4444352246?yellow=3", ".reply"),
    "summary": ("/play/connect4/444435522464157535572766?yellow=3", ".turning"),
    "line": ("/play/connect4/444435522464?lines=4b-4531&in=1&at=6&yellow=3", ".line-bar"),
    "free": ("/play/gomoku/8.8,9.9,8.9,9.8?yellow=3", ".free-board"),
    "puzzle": (f"/puzzles/{PUZZLE}", ".line-chip"),
    "solution": (f"/puzzles/{PUZZLE}", ".line-chip"),
    "share": ("/play/connect4/4444352246?yellow=3", ".reply"),
    "search": (f"/search/connect4?from={SAMPLE}&path=0,5&after=3", ".ghost"),
    "explore": (f"/search/connect4?from={SAMPLE}&base=0&node=162", ".run-points"),
}
SIZES = {"phone": (390, 844), "lying": (844, 390), "desk": (1280, 800)}
WIDTH = 64
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
VIOLATIONS = """(rules) => axe.run({ resultTypes: ["violations"], ...rules })
  .then((found) => found.violations)"""
COLOURS = {"runOnly": ["color-contrast"]}
"""What axe looks at in the other theme: the rest of a page is the same in both."""
TOLERANCE = Tolerance(mean=4.0, far=40, share=0.06)

BOXES = {
    ".top": "xywh", "svg.board": "xywh", ".eval": "xywh", ".tiles": "xywh", ".steps": "xyw",
    ".setup-part": "xw", ".right": "xw", ".why": "xw", ".moves-part": "xw", ".line-bar": "xw",
    ".turned": "xw", ".free-board": "xw", ".trees": "xw", ".code": "xw", ".counts": "y",
    ".transport": "xyw", ".scrubber": "xywh", ".state": "xw", ".quiz": "xw", ".counted": "xw",
    ".share-dialog": "xw", ".puzzle-board": "xywh", ".puzzle-verdict": "xw", ".puzzle-about": "xw",
}  # fmt: skip
"""The sides of each block that are compared: left, top, width, height."""
MOST_ACROSS, MOST_DOWN = 10, 30
"""So many pixels a side may be elsewhere; down more, for a line above may break in two."""
MEASURE = """(selectors) => Object.fromEntries(selectors.map((selector) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const shown = box && box.width > 0 && box.height > 0;
  return [selector, shown ? [box.x, box.y, box.width, box.height].map(Math.round) : null];
}))"""
BARE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { color: transparent !important; transition: none !important }
    text { fill: transparent !important; stroke: none !important }`);
  document.adoptedStyleSheets = [sheet];
}"""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(100)


def taken(page: Page, size: str) -> tuple[Picture, Boxes]:
    resize(page, size)
    boxes: Boxes = page.evaluate(MEASURE, list(BOXES))
    return shrunk(page, page.screenshot(animations="disabled"), WIDTH), boxes


def elsewhere(boxes: Boxes, golden: Boxes) -> list[str]:
    """The blocks that are missing, too many, or stand in another place."""
    wrong = []
    for name, sides in BOXES.items():
        one, other = boxes.get(name), golden.get(name)
        if one is None or other is None:
            wrong += [name] if one != other else []
            continue
        apart = {side: abs(a - b) for side, a, b in zip("xywh", one, other, strict=True)}
        most = {"x": MOST_ACROSS, "w": MOST_ACROSS, "y": MOST_DOWN, "h": MOST_DOWN}
        wrong += [name] if any(apart[side] > most[side] for side in sides) else []
    return wrong


def ask_all(page: Page) -> None:
    """The explorer with a question of its quiz and a program's count explained."""
    page.evaluate("() => { Math.random = () => 0.5 }")
    page.locator("#quiz-next").click()
    page.locator("#quiz-skip").wait_for()
    page.locator("#my-column").fill("1")
    page.locator("#my-nodes").fill("606")
    page.locator("#my-why").click()
    page.locator(".side").first.wait_for()


def share(page: Page) -> None:
    page.locator("#do-share").click()
    page.locator(".share-dialog").wait_for()


def give_up(page: Page) -> None:
    page.locator("#do-give-up").click()
    page.locator(".theme", has_text="quiet").wait_for()


DO_FIRST = {"explore": ask_all, "share": share, "solution": give_up}


def opened(visit: Open, name: str) -> Page:
    path, ready = SCREENS[name]
    page = visit(path, color_scheme="light", reduced_motion="reduce")
    page.locator(ready).first.wait_for()
    if name in DO_FIRST:
        DO_FIRST[name](page)
        page.evaluate("() => scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    return page


@pytest.mark.parametrize("name", list(SCREENS))
def test_each_screen_is_clean_and_looks_as_it_did(
    visit: Open, request: pytest.FixtureRequest, name: str
) -> None:
    page = opened(visit, name)
    page.evaluate(AXE.read_text())
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for size in ("desk", "phone"):
            resize(page, size)
            found += [
                (theme, size, one["id"], one["nodes"][0]["html"][:200])
                for one in page.evaluate(VIOLATIONS, None if theme == "light" else COLOURS)
            ]
    assert not found, json.dumps(found, indent=1)
    page.evaluate(BARE)
    wrong: dict[str, object] = {}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for size in SIZES:
            now, boxes = taken(page, size)
            file = GOLDEN / "screens" / f"{name}-{theme}-{size}.png"
            kept = golden_picture(page, request, file, now, WIDTH)
            if request.config.getoption("--update-golden"):
                file.with_suffix(".json").write_text(json.dumps(boxes) + "\n")
            moved = elsewhere(boxes, json.loads(file.with_suffix(".json").read_text()))
            if moved or not TOLERANCE.alike(now, kept):
                wrong[file.stem] = (moved, TOLERANCE.difference(now, kept))
    assert not wrong


CHANGES = {
    "document.documentElement.dataset.theme = 'dark'":
    "delete document.documentElement.dataset.theme",
    "document.querySelector('svg.board').style.visibility = 'hidden'":
    "document.querySelector('svg.board').style.visibility = ''",
    "document.querySelector('.right').style.display = 'none'":
    "document.querySelector('.right').style.display = ''",
    "document.querySelector('.play').style.setProperty('--gap', '200px')":
    "document.querySelector('.play').style.removeProperty('--gap')",
    "document.querySelector('.steps').remove()": "",
}  # fmt: skip
"""What a golden picture has to tell, and what takes it back."""


def test_a_changed_screen_is_told_from_the_golden_one(visit: Open) -> None:
    page = opened(visit, "coach")
    page.evaluate(BARE)
    before, boxes = taken(page, "desk")
    for change, back in CHANGES.items():
        page.evaluate(f"() => {{ {change} }}")
        after, moved = taken(page, "desk")
        apart = TOLERANCE.difference(before, after)
        assert elsewhere(moved, boxes) or not TOLERANCE.alike(before, after), (change, apart)
        page.evaluate(f"() => {{ {back} }}")
        again, same = taken(page, "desk") if back else (before, boxes)
        assert not elsewhere(same, boxes) and TOLERANCE.alike(before, again), back
