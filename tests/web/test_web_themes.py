"""Both themes: every colour of the design system, and pictures against golden ones.

The pictures hold what no font decides: a drawing of fixed geometry stands alone in the corner with
its text made invisible, and is shrunk until the edges of another machine's rasteriser do not
matter. ``pytest --update-golden`` replaces the golden ones.
"""

from __future__ import annotations

from typing import Literal

import pytest
from conftest import GOLDEN
from playwright.sync_api import Page

from browser import Open
from golden_pictures import Picture, Tolerance, golden_picture, shrunk

SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
KNOWN_GAME = "444442537625625564225277337631673"
WIDTH = 120
TOLERANCE = Tolerance(mean=1.0, far=30, share=0.0005)

TOKENS = {
    "paper": "f6f7f5 10161a", "surface": "ffffff 182026", "sunken": "ebeeeb 0b1013",
    "ink": "14201c e9eeec", "ink-2": "46534e b4bfbc", "ink-3": "606c67 93a09d",
    "edge": "7b8781 70808a", "line": "d3d9d5 2c363d", "accent": "1d55a5 7fb2f5",
    "accent-soft": "e2ebf6 1b2f49", "on-accent": "ffffff 0b1013", "win": "00697f 4fc3d9",
    "win-soft": "dceef2 12323a", "draw": "6b645a b9b5ab", "draw-soft": "eceae6 2a2b29",
    "loss": "a8420a f2a06b", "loss-soft": "f8e6da 3a2416", "fail": "be3323 ff8a76",
    "fail-soft": "fae5e1 3b1f1b", "board": "2c61ae 22508f", "hole": "163b72 0d2446",
    "red": "ff6a50 ff6a50", "yellow": "ffcb3d ffcb3d", "red-ink": "be3323 ff8a76",
    "yellow-ink": "8a6100 f2be3a", "grid": "8fb0de 6b8aba",
}  # fmt: skip
THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
PICTURES = {
    "board": (f"/play/connect4/{KNOWN_GAME}?at=30", "svg.board", "text=win to loss"),
    "fours": ("/play/maxconnect4/1213141?at=7", "svg.board", ".points"),
    "free": ("/play/tictactoe/2.2,1.1,1.2", "svg.board", ".free-board"),
    "tree": (f"/search/connect4?from={SAMPLE}&path=0,5&after=3", "[data-tree=a] svg", ".ghost"),
}

RESOLVE = """(names) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const found = {};
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    const parts = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    found[name] = parts.map((part) => part.toString(16).padStart(2, "0")).join("");
  }
  return found;
}"""
BARE = """(selector) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { color: transparent !important; transition: none !important }
    text { fill: transparent !important }
    ${selector} {
      position: fixed; z-index: 9; left: 0; top: 0; width: 600px; background: var(--paper)
    }
  `);
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_the_design_systems(visit: Open, theme: str) -> None:
    page = visit("/play/connect4/44", color_scheme=theme)
    wanted = {name: both.split()[THEMES.index(theme)] for name, both in TOKENS.items()}
    assert page.evaluate(RESOLVE, list(TOKENS)) == wanted
    page.keyboard.press("t")
    other = {name: both.split()[1 - THEMES.index(theme)] for name, both in TOKENS.items()}
    assert page.evaluate(RESOLVE, list(TOKENS)) == other
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate(RESOLVE, list(TOKENS)) == other, "the choice outlives the page"


def taken(page: Page, selector: str) -> Picture:
    """A drawing without its text, shrunk."""
    page.evaluate(BARE, selector)
    return shrunk(page, page.locator(selector).screenshot(animations="disabled"), WIDTH)


def shown(visit: Open, name: str) -> Page:
    path, _, ready = PICTURES[name]
    page = visit(path)
    page.locator(ready).first.wait_for()
    page.mouse.move(0, 0)
    return page


@pytest.mark.parametrize("name", list(PICTURES))
def test_the_drawings_are_the_golden_ones(
    visit: Open, request: pytest.FixtureRequest, name: str
) -> None:
    page = shown(visit, name)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        now = taken(page, PICTURES[name][1])
        file = GOLDEN / "pictures" / f"{name}-{theme}.png"
        kept = golden_picture(page, request, file, now, WIDTH)
        assert TOLERANCE.alike(now, kept), (theme, TOLERANCE.difference(now, kept))


CHANGES = {
    "document.documentElement.style.setProperty('--yellow', '#ffb000')":
    "document.documentElement.style.removeProperty('--yellow')",
    "document.documentElement.style.setProperty('--hole', '#2c61ae')":
    "document.documentElement.style.removeProperty('--hole')",
    "document.querySelector('svg.board .yellow').style.strokeWidth = '8px'":
    "document.querySelector('svg.board .yellow').style.strokeWidth = ''",
    "document.querySelector('svg.board .threat').remove()": "",
}  # fmt: skip
"""What a golden picture has to tell, and what takes it back."""


def test_a_changed_drawing_is_told_from_the_golden_one(visit: Open) -> None:
    page, selector = shown(visit, "board"), PICTURES["board"][1]
    before = taken(page, selector)
    for change, back in CHANGES.items():
        page.evaluate(f"() => {{ {change} }}")
        after = taken(page, selector)
        assert not TOLERANCE.alike(before, after), (change, TOLERANCE.difference(before, after))
        page.evaluate(f"() => {{ {back} }}")
        assert not back or TOLERANCE.alike(before, taken(page, selector)), back
