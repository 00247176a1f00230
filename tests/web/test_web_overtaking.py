"""The reader is never waited out: answers that come late or not at all, quick hands, Stop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from browser import Open

HELD = "/play/connect4:9x6/55"


def hold_moves(page: Page) -> list[Route]:
    """The requests for a move, none of them answered."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/move?**", hold)
    return held


def let_go(held: list[Route]) -> None:
    """The answers come at last, as far as someone still waits for them."""
    for route in held:
        route.continue_()


def test_the_best_move_is_seen_to_be_sought_and_sought_once(visit: Open) -> None:
    page = visit("/play/connect4:9x6")
    held = hold_moves(page)
    with page.expect_request("**/api/move?**"):
        for _ in range(3):
            page.keyboard.press(" ")
    expect(page.locator(".status")).to_contain_text("Looking for Red’s best move.")
    expect(page.locator("#do-best")).to_have_attribute("aria-disabled", "true")
    while not held:
        page.wait_for_timeout(50)
    page.wait_for_timeout(200)
    assert len(held) == 1
    play = page.request.get(
        page.url.replace("/play/connect4:9x6", "/api/play?game=connect4:9x6&moves=5")
    )
    held[0].fulfill(json={"move": 4, "text": "5", "proven": True, "play": play.json()})
    expect(page.locator(".mv")).to_have_count(1)
    expect(page.locator(".status")).not_to_contain_text("Looking")
    expect(page.locator("#do-best")).not_to_have_attribute("aria-disabled", "true")


def test_the_best_move_of_another_position_is_dropped(visit: Open) -> None:
    page = visit(HELD)
    held = hold_moves(page)
    page.keyboard.press(" ")
    expect(page.locator(".status")).to_contain_text("Looking for")
    page.keyboard.press("1")
    expect(page.locator(".mv")).to_have_count(3)
    expect(page.locator(".status")).not_to_contain_text("Looking for")
    page.keyboard.press(" ")
    expect(page.locator(".status")).to_contain_text("Looking for")
    page.locator("[data-key=brief]").click()
    page.locator("#game").select_option("connect4")
    page.wait_for_url("**/play/connect4")
    let_go(held)
    page.wait_for_timeout(300)
    assert page.url.endswith("/play/connect4") and page.locator(".mv").count() == 0


def test_the_search_for_the_best_move_can_be_given_up(visit: Open) -> None:
    page = visit(HELD)
    hold_moves(page)
    page.keyboard.press(" ")
    page.locator("[data-key=give-up]").click()
    expect(page.locator(".status")).not_to_contain_text("Looking for")
    expect(page.locator("#do-best")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("red", ["you", "3"])
def test_after_a_refusal_the_reader_goes_on(visit: Open, red: str) -> None:
    """A server that is busy, then one that is away; the offer stands, and a stone can be laid."""
    moves = "444" if red == "you" else "44"
    page = visit(f"/play/connect4/{moves}?red={red}&yellow=9", troubles=True)
    refusals = [
        lambda route: route.fulfill(status=429, json={"error": "too many searches"}),
        lambda route: route.abort("connectionrefused"),
    ]
    offer = page.locator("[data-key=go-on]")
    expect(offer).to_be_visible()
    made = page.locator(".mv").count()
    for refusal, words in zip(
        refusals, ("Too many searches.", "Working without the server"), strict=True
    ):
        page.route("**/api/move?**", refusal)
        offer.click()
        expect(page.locator("#problem")).to_contain_text(words)
        expect(page.locator(".status")).not_to_contain_text("thinking")
        expect(offer).to_be_visible()
        page.unroute("**/api/move?**")
    page.keyboard.press("5")
    expect(page.locator(f"[data-at='{made + 1}']")).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()


def test_a_move_that_cannot_be_shown_leaves_the_last_position_in_play(visit: Open) -> None:
    page = visit("/play/connect4/44?yellow=9")
    hold_moves(page)
    page.keyboard.press("5")
    expect(page.locator(".status")).to_have_text("Yellow is thinking.")
    page.route("**/api/play?**", lambda route: route.fulfill(status=400, json={"error": "busy"}))
    page.keyboard.press("u")
    expect(page.locator("#problem")).to_have_text("Busy.")
    expect(page.locator("[data-key=go-on]")).to_be_visible()


def test_quick_clicks_are_all_played(visit: Open) -> None:
    page = visit("/play/connect4")
    page.evaluate(
        """() => {
          const board = document.querySelector("svg.board");
          const box = board.getBoundingClientRect();
          for (const column of [4, 4, 5]) {
            const clientX = box.left + (box.width * (column - 0.5)) / 7;
            const click = { bubbles: true, clientX, clientY: box.top + 40 };
            board.dispatchEvent(new MouseEvent("click", click));
          }
          document.querySelector("[data-key=tile-2]").click();
        }"""
    )
    expect(page.locator(".mv")).to_have_count(4)
    assert page.url.endswith("/play/connect4/4453")
    page.evaluate(
        "() => { for (const _ of [1, 2]) document.querySelector('[data-key=back]').click() }"
    )
    expect(page.locator(".pos")).to_have_text("2 of 4")


def test_buttons_stay_under_the_pointer_while_values_come_in(visit: Open) -> None:
    page = visit("/play/connect4/444442537625625564225277337631673?at=20")
    page.keyboard.press("s")
    page.evaluate("() => { window.kept = document.querySelector('[data-key=move-3]') }")
    expect(page.locator("#do-mistake")).not_to_have_attribute("aria-disabled", "true")
    assert page.evaluate("() => window.kept.isConnected"), "no mark is shown, so nothing changed"


def test_after_stop_the_sentence_says_that_it_is_not_known(visit: Open) -> None:
    page = visit("/play/maxconnect4/4444433", width=390)
    expect(page.locator(".why")).to_contain_text("is being worked out.")
    expect(page.locator("[data-key=stop]")).to_be_visible()
    assert page.evaluate(WORDS_THAT_HANG_OVER) == 0
    page.locator("[data-key=stop]").click()
    expect(page.locator(".why")).to_contain_text("is not known: the search was stopped.")
    expect(page.locator(".status")).to_have_text("Yellow to move. Not every column is solved.")
    assert page.evaluate(WORDS_THAT_HANG_OVER) == 0
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".why")).to_contain_text("is being worked out.")


WORDS_THAT_HANG_OVER = """() => [...document.querySelectorAll(".tile .o")].filter((word) => {
  const range = document.createRange();
  range.selectNodeContents(word);
  return range.getBoundingClientRect().width > word.closest(".tile").clientWidth - 4;
}).length"""


@pytest.mark.parametrize("name", ["connect4:4x5", "connect6-simple", "maxconnect4"])
def test_a_phone_shows_the_game_and_the_level(visit: Open, name: str) -> None:
    page = visit(f"/play/{name}?yellow=9", width=390)
    brief = page.locator(".brief")
    expect(brief).to_contain_text("Perfect")
    cut = brief.evaluate(
        """(button) => [...button.querySelectorAll("b, span")].filter((part) => {
          const inner = part.getBoundingClientRect();
          const outer = button.getBoundingClientRect();
          const hides = getComputedStyle(part).overflow !== "visible";
          return (hides && part.scrollWidth > part.clientWidth + 1)
            || inner.right > outer.right || inner.bottom > outer.bottom || inner.top < outer.top;
        }).length"""
    )
    assert cut == 0
