"""The one page that all visits of these tests share is as good as a new one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser import Tab, visiting

FOUND = """() => [localStorage.length, innerWidth, innerHeight,
  getComputedStyle(document.body).color, matchMedia("(prefers-reduced-motion: reduce)").matches,
  [...document.querySelectorAll(":hover")].map((one) => one.className).join()]"""


def test_a_visit_finds_nothing_of_the_last(site: str, tab: Tab) -> None:
    with visiting(site, tab) as visit:
        page = visit("/play/connect4", 700, 600, color_scheme="dark", reduced_motion="reduce")
        page.locator(".tile").nth(3).hover()
        page.evaluate("() => localStorage.setItem('kept', 'yes')")
        before = page.evaluate(FOUND)
        page.route("**/api/**", lambda route: None)
        page.context.set_offline(True)
        assert visit("/play/connect4/44") is page, "to open a page more is what costs"
        found = page.evaluate(FOUND)
        assert found == visit("/play/connect4/44", own=True).evaluate(FOUND)
        assert all(a != b for a, b in zip(found, before, strict=True))
        page.keyboard.press("4")
        expect(page.locator(".mv")).to_have_count(3, timeout=5_000)  # the server is asked again
        page.close()
    with visiting(site, tab) as visit:
        assert visit("/play/connect4") is not page


@pytest.mark.parametrize("own", [True, False])
def test_a_fault_of_the_page_fails_the_visit(site: str, tab: Tab, own: bool) -> None:
    script = "() => new Promise((done) => { setTimeout(done, 9); setTimeout(() => no.such, 1) })"
    with pytest.raises(AssertionError, match="no is not defined"), visiting(site, tab) as visit:
        visit("/play/connect4", own=own).evaluate(script)
    with visiting(site, tab) as visit:
        visit("/play/connect4", troubles=True).evaluate(script)
