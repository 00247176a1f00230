"""The search screen by keyboard: stones, the slider, every child, and a button for each key."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser import Open

SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
COURSE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."


def at_root(page: Page) -> None:
    expect(page.locator(".watch .at")).to_have_text("at root")


def test_stones_go_in_by_the_numbers_of_the_columns(visit: Open) -> None:
    """From 0 where a course counts so, and onto a course string without losing it."""
    page = visit(f"/search/connect4?from={SAMPLE}&base=0")
    page.keyboard.press("0")
    page.wait_for_url(re.compile(r"/search/connect4/1\?"))
    assert f"from={SAMPLE}" in page.url
    expect(page.locator("h2.ask")).to_contain_text("Yellow to move")
    page = visit("/search/connect4?depth=1")
    for key in "445":
        page.keyboard.press(key)
    page.wait_for_url("**/search/connect4/445?depth=1")


@pytest.mark.parametrize(
    ("link", "keys", "moves"),
    [
        ("connect4?depth=1", ["ArrowRight", "Enter", "ArrowLeft", "Enter"], "54"),
        ("gomoku?depth=1", ["ArrowUp", "Enter", "ArrowRight", "Enter"], "7.8,7.9"),
    ],
)
def test_stones_go_in_by_arrows_on_the_small_board(
    visit: Open, link: str, keys: list[str], moves: str
) -> None:
    page = visit(f"/search/{link}")
    board = page.locator(".state-side svg.board")
    board.focus()
    for key in keys:
        page.keyboard.press(key)
        if key == "Enter":
            expect(page.locator(".state-side .board .last")).to_have_count(1)
            page.wait_for_timeout(300)
    game = link.split("?", maxsplit=1)[0]
    page.wait_for_url(f"**/search/{game}/{moves}?depth=1")
    expect(board).to_be_focused()


def test_the_scrubber_is_a_slider(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}")
    slider = page.get_by_role("slider")
    slider.focus()
    expect(slider).to_have_attribute("aria-valuemax", "297")
    for key, number in [
        ("ArrowRight", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("PageUp", 17), ("End", 297),
        ("PageDown", 282), ("Home", 1), ("ArrowRight", 2), ("ArrowLeft", 1),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(slider).to_have_attribute("aria-valuenow", str(number))
    at_root(page)
    expect(slider).to_be_focused()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "node 6 of 297, cut-off 0 of 71")


@pytest.mark.parametrize(
    ("key", "button", "leads_to"),
    [
        (",", "#do-last-cut", "path=1,6&after=1"),
        ("b", "#do-last-change", "after=0"),
        ("Home", "#do-to-start", ""),
        ("m", "[data-key=which-m]", "after=1&show=m"),
    ],
)
def test_a_button_leads_where_the_key_leads(
    visit: Open, key: str, button: str, leads_to: str
) -> None:
    start = f"/search/connect4?from={SAMPLE}&path=&after=1"
    there = re.compile(re.escape(f"{SAMPLE}" + (f"&{leads_to}" if leads_to else "")) + "$")
    page = visit(start)
    page.keyboard.press(key)
    page.wait_for_url(there)
    page = visit(start)
    page.click(button)
    page.wait_for_url(there)


def test_every_child_of_a_large_board_can_be_reached(visit: Open) -> None:
    page = visit("/search/gomoku/8.8?depth=1")
    tree = page.locator("[data-tree=a]")
    more = tree.locator(".node.more")
    expect(more.locator(".value")).to_have_text(["217 ›"])
    seen: list[str] = []
    for _ in range(40):
        labels = tree.locator(".node[data-move]").evaluate_all(
            "(nodes) => nodes.map((node) => node.dataset.move)"
        )
        seen += [label for label in labels if label not in seen]
        later = tree.locator("[data-key=later]")
        if later.count() == 0:
            break
        later.focus()
        page.keyboard.press("Enter")
    assert len(seen) == 224
    expect(more.locator(".value")).to_have_text(["‹ 217"])
    more.click()
    expect(more.locator(".value")).to_have_text(["‹ 210", "7 ›"])
    tree.get_by_role("combobox").select_option(label="Move 15.15: not searched yet")
    tree.get_by_role("button", name="Enter").click()
    expect(page.locator(".watch .at")).to_have_text("at root → 15.15")


@pytest.mark.parametrize(
    ("command", "show"),
    [
        (f"java ConnectFour {COURSE} red A 4", "a"),
        (f"python3 ./ConnectFour.py '{COURSE}' red M 4", "m"),
    ],
)
def test_a_whole_command_of_the_course_is_taken(visit: Open, command: str, show: str) -> None:
    page = visit("/search/connect4?depth=2")
    page.locator("summary", has_text="Another position").click()
    page.locator("#position-text").fill(command)
    page.keyboard.press("Enter")
    expect(page.locator("#alphabeta-nodes")).to_have_text("297")
    assert f"show={show}" in page.url and "depth=4" in page.url


def test_a_search_that_accepts_no_move_says_so(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&bound=hard&root_alpha=500&after=0&base=0")
    words = page.locator(".state .voice")
    expect(words).to_contain_text("Column 0 gives at most +500.")
    expect(words).to_contain_text("does not pass alpha, +500: no move is accepted yet")
    expect(page.locator("[data-tree=a] .on-path .value")).to_have_text("≤ +500 …")
    expect(page.locator(".code")).to_contain_text("best ← alpha")


def test_the_play_screen_has_buttons_for_the_last_two_keys(visit: Open) -> None:
    page = visit("/play/connect4/44444253465?yellow=4")
    page.keyboard.press("ArrowLeft")  # at the end of a game with an engine stand Hint and Undo
    previous = page.get_by_role("button", name="Previous mistake")
    expect(previous).not_to_have_attribute("aria-disabled", "true")
    previous.click()
    page.wait_for_url(re.compile(r"at=\d"))
    page = visit("/play/connect4/44?red=you&yellow=3")
    page.get_by_role("button", name="Change…").click()
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_url(re.compile("red=3"))
