"""The page while the server is away: what was seen stays, and it goes on once it is back."""

from __future__ import annotations

from playwright.sync_api import expect

from browser import Open


def test_seen_positions_can_be_walked_while_the_server_is_away(visit: Open) -> None:
    page = visit("/play/connect4", troubles=True)
    for key in "445":
        page.keyboard.press(key)
    expect(page.locator(".pos")).to_have_text("3 of 3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pos")).to_have_text("2 of 3")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".pos")).to_have_text("3 of 3")
    page.context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pos")).to_have_text("2 of 3")
    expect(page.locator(".tile.best")).to_have_count(1)
    expect(page.locator("#problem")).to_be_hidden()
    page.locator("#url").fill("/play/gomoku")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_contain_text("Working without the server")
    expect(page.locator(".pos")).to_have_text("2 of 3")
    page.context.set_offline(False)
    page.go_back()
    page.locator(".pos").click()
    page.keyboard.press("1")
    expect(page.locator(".pos")).to_have_text("3 of 3")
    expect(page.locator("#problem")).to_be_hidden()
