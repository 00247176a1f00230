"""What the link alone decides: hidden scores, seats, the other tab's search, wrong links."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser import Open
from inarow.links import closest_valid_link
from inarow.teaching.puzzles.book import shipped_puzzles

HIDDEN = "Scores are hidden until you move."
GAME = "/play/connect4/444442537625625564225277337631"


def hidden(page: Page) -> None:
    expect(page.locator(".status")).to_have_text(HIDDEN)
    expect(page.locator(".tile.plain")).to_have_count(7)


def shown(page: Page) -> None:
    expect(page.locator(".status")).not_to_contain_text("hidden")
    expect(page.locator(".tile.plain")).to_have_count(0)


def test_a_second_try_hides_the_scores_of_its_own_position_only(visit: Open) -> None:
    page = visit(GAME)
    expect(page.locator("[data-key=retry]")).to_be_visible()
    page.keyboard.press("r")
    page.wait_for_url("**at=29&retry=1")
    expect(page.locator("#live")).to_have_text(
        "Try move 30 again: scores are hidden until you move."
    )
    hidden(page)
    page.reload()
    hidden(page)
    page.go_back()
    shown(page)
    page.go_forward()
    hidden(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**at=28")
    shown(page)
    page.go_back()
    hidden(page)
    page.keyboard.press("3")
    expect(page.locator(".pos")).to_have_text("30 of 30")
    shown(page)
    assert "retry" not in page.url


def test_a_puzzle_hides_nothing_elsewhere(visit: Open) -> None:
    page = visit("/play/connect4")
    page.locator("#do-puzzle").click()
    page.wait_for_url("**/puzzles/*")
    page.go_back()
    shown(page)
    one = next(
        one for one in shipped_puzzles().puzzles if one.game == "connect4" and one.win_in == 3
    )
    perfect = "yellow" if one.pos.to_move == 1 else "red"
    start = one.pos.text.replace(" ", "+")
    page.locator("#url").fill(f"/play/connect4?from={start}&{perfect}=9&puzzle=1")
    page.locator("#url").press("Enter")
    page.wait_for_url("**puzzle=1*")
    hidden(page)
    expect(page.locator(".why")).to_contain_text("Only one first move works.")  # when proven
    task = page.locator(".why").inner_text()
    page.go_back()
    shown(page)
    expect(page.locator(".why")).to_have_text("Drop in any column, or press 1 to 7.")
    page.go_forward()
    hidden(page)
    expect(page.locator(".why")).to_have_text(task)
    page.locator("[data-key=brief]").click()
    page.locator("#game").select_option("maxconnect4")
    shown(page)
    assert page.url.endswith("9")  # the seats stay, the task does not


def test_the_seats_and_the_search_survive_the_other_tab(visit: Open) -> None:
    page = visit("/play/connect4/4444?yellow=6")
    page.locator("#tab-search").click()
    page.wait_for_url("**/search/connect4/4444?yellow=6")
    page.locator("#depth").select_option("3")
    page.wait_for_url("**depth=3*")
    page.keyboard.press("Escape")
    page.locator("h2.ask .chip").click()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".watch .at")).to_have_text("at root → 1")
    searched = page.url
    page.reload()
    page.locator("#tab-play").click()
    page.wait_for_url("**/play/connect4/4444?yellow=6&**")
    expect(page.locator("#seat-yellow")).to_have_value("6")
    page.locator("#tab-search").click()
    page.wait_for_url(searched)
    expect(page.locator(".watch .at")).to_have_text("at root → 1")
    page.go_back()
    expect(page.locator(".pos")).to_have_text("4 of 4")
    page.keyboard.press("1")
    expect(page.locator(".mv")).to_have_count(6)
    page.locator("#tab-search").click()
    expect(page.locator("#depth")).to_have_value("3")
    expect(page.locator(".watch .at")).to_have_text(
        "at root"
    )  # its own cursor, of another position


WRONG_LINKS = [
    ("/play/connect4/44%", 2, "Column '%' must be 1 to 7."),
    ("/play/connect4/4%E0%A4%A?yellow=4", 1, "must be 1 to 7."),
    ("/play/connect4/445?at=x", 3, "At is 'x', expected 0 to 3."),
]


def test_a_malformed_link_shows_as_much_as_can_be_read(visit: Open) -> None:
    for path, moves, sentence in WRONG_LINKS:
        page = visit(path)
        expect(page.locator("#problem")).to_contain_text(sentence)
        expect(page.locator(".mv")).to_have_count(moves)


def test_a_malformed_link_in_the_field_too(visit: Open) -> None:
    page = visit("/play/connect4/7")
    for path, moves, sentence in WRONG_LINKS:
        page.locator("#url").fill(path)
        page.locator("#url").press("Enter")
        expect(page.locator("#problem")).to_contain_text(sentence)
        expect(page.locator(".mv")).to_have_count(moves)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pos")).to_have_text("2 of 3")
    expect(page.locator("#problem")).to_be_hidden()


def test_a_malformed_link_of_the_search_too(visit: Open) -> None:
    page = visit("/search/connect4/44%ff?depth=3")
    expect(page.locator("#problem")).to_contain_text("must be 1 to 7.")
    expect(page.locator("#depth")).to_have_value("3")
    expect(page.locator(".state-side .board .red")).to_have_count(1)


@pytest.mark.parametrize("words", ["red=zz", "yellow=12", "red=0&yellow=4"])
def test_a_seat_that_is_none_is_told_and_is_the_readers(visit: Open, words: str) -> None:
    page = visit(f"/play/connect4?{words}")
    side, text = words.partition("&")[0].split("=")
    expect(page.locator("#problem")).to_have_text(
        f"{side.capitalize()} is '{text}', expected you, 1 to 8, or 9 for Perfect."
    )
    expect(page.locator(f"#seat-{side}")).to_have_value("you")
    expect(page.locator("[data-key=go-on]")).to_have_count(0)
    page.keyboard.press("4")
    expect(page.locator("[data-at='1']")).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    assert f"{side}=" not in page.url


@pytest.mark.parametrize(
    ("link", "near", "wrong"),
    [
        ("/play/connect4/44%", "/play/connect4/44", True),
        ("/search/gomoku/8.8,%20?depth=2", "/play/gomoku/8.8", False),
        ("/play/connect4/44/5?at=1", "/play/connect4/44", True),
        ("/play", "/play/connect4", False),
        ("", "/play/connect4", False),
        ("/play/connect4/4?from=%zz&at=", "/play/connect4", True),
    ],
)
def test_the_nearest_line_of_any_link(link: str, near: str, wrong: bool) -> None:
    found = closest_valid_link(link)
    assert found["link"] == near and bool(found["problem"]) == wrong
