"""The page in a real browser: games to their end, analysis, the search, links, themes, access."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser import Open, at_widths
from inarow import GAMES

ROOT = Path(__file__).parents[2]
SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
KNOWN_GAME = "444442537625625564225277337631673"


def moves_in(page: Page) -> int:
    return page.locator(".mv").count()


def test_a_game_to_its_end_with_the_mouse(visit: Open) -> None:
    page = visit("/play/connect4")
    board = page.locator("svg.board")
    for column in [4, 1, 4, 1, 4, 1, 4]:
        before = moves_in(page)
        box = board.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] * (column - 0.5) / 7, box["y"] + 40)
        expect(page.locator(".mv")).to_have_count(before + 1)
    expect(page.locator(".moves-part .sec-h .small").first).to_have_text("Red won on move 7")
    expect(board.locator("line.line")).to_have_count(1)
    assert page.url.endswith("/play/connect4/4141414")


def test_a_game_against_a_level_with_the_keyboard_alone(visit: Open) -> None:
    page = visit("/play/connect4?yellow=1", reduced_motion="reduce")
    for turn in range(21):
        if (
            page.locator(".mv").count()
            and "won" in page.locator(".moves-part .sec-h").first.inner_text()
        ):
            break
        before = moves_in(page)
        legal = page.locator(".tile:not([aria-disabled])").first.get_attribute("data-column")
        if legal is None:
            break
        wanted = str(1 + turn % 7)
        able = page.locator(f".tile[data-column='{wanted}']:not([aria-disabled])").count()
        page.keyboard.press(wanted if able else legal)
        page.wait_for_function(
            "n => document.querySelectorAll('.mv').length >= n + 2"
            " || /won|Draw/.test(document.querySelector('.moves-part .sec-h').innerText)",
            arg=before,
        )
    assert re.search(r"won on move|Draw", page.locator(".moves-part .sec-h").first.inner_text())


def test_every_action_can_be_reached_by_tab(visit: Open) -> None:
    page = visit(f"/play/connect4/{KNOWN_GAME}?at=30")
    page.wait_for_selector(".tile b:not(.wait)")
    seen = set()
    for _ in range(90):
        page.keyboard.press("Tab")
        key = page.evaluate("() => document.activeElement.dataset.key ?? document.activeElement.id")
        seen.add(key)
        width = page.evaluate(
            "() => { const e = document.activeElement.closest('label') ?? document.activeElement;"
            " return document.activeElement === document.body ? 3 :"
            " Math.max(parseFloat(getComputedStyle(e).outlineWidth),"
            " parseFloat(getComputedStyle(document.activeElement).outlineWidth)) }"
        )
        assert width >= 1, f"no visible focus on {key}"
    for wanted in ("brief", "scores", "tile-0", "back", "undo", "fresh", "url", "copy", "best"):
        assert wanted in seen, wanted


@pytest.mark.parametrize("name", list(GAMES))
def test_each_game_is_played_by_pointer_and_answered(visit: Open, name: str) -> None:
    page = visit(f"/play/{name}?yellow=2")
    board = page.locator("svg.board")
    box = board.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    stones = 2 if name != "connect6" else 3
    expect(page.locator(".mv")).to_have_count(stones, timeout=20_000)
    assert "First" not in page.locator("#problem").inner_text()


def test_a_free_board_by_keyboard(visit: Open) -> None:
    page = visit("/play/tictactoe")
    page.locator("svg.board").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".mv")).to_have_count(1)
    assert page.url.endswith("/play/tictactoe/2.1")
    expect(page.locator("#live")).to_have_text("Red 2.1. Yellow to move.")


def test_stepping_undo_retry_and_mistakes_in_a_known_game(visit: Open) -> None:
    page = visit(f"/play/connect4/{KNOWN_GAME}")
    marks = page.locator(".mv .k")
    expect(marks.last).to_have_text("??", timeout=30_000)
    assert page.locator("[data-at='30'] .k").inner_text() == "??"
    page.keyboard.press("p")
    page.wait_for_url("**at=30*")
    expect(page.locator(".why")).to_contain_text("Yellow’s move 30")
    expect(page.locator(".tag")).to_have_text("win to loss")
    expect(page.locator(".why")).to_contain_text("loses;")
    page.keyboard.press("r")
    page.wait_for_url("**at=29*")
    expect(page.locator(".tile").first).to_contain_text("drop")
    page.keyboard.press("Home")
    page.wait_for_url("**at=0*")
    expect(page.locator(".pos")).to_have_text("0 of 33")
    page.keyboard.press("End")
    expect(page.locator(".pos")).to_have_text("33 of 33")
    page.get_by_role("button", name="Previous mistake").click()
    expect(page.locator(".pos")).to_have_text("30 of 33")
    page.keyboard.press("End")
    expect(page.locator(".pos")).to_have_text("33 of 33")
    page.keyboard.press("u")
    expect(page.locator(".pos")).to_have_text("32 of 32")


def test_scores_stay_until_switched_off(visit: Open) -> None:
    page = visit(f"/play/connect4/{KNOWN_GAME[:33]}?at=32")
    expect(page.locator(".tile.best")).to_have_count(1, timeout=10_000)
    page.keyboard.press("s")
    expect(page.locator(".tile.best")).to_have_count(0)
    expect(page.locator(".tile.plain")).to_have_count(7)
    page.keyboard.press("s")
    expect(page.locator(".tile.best")).to_have_count(1)


def test_links_back_and_forward(visit: Open) -> None:
    page = visit("/play/connect4")
    for number, key in enumerate("4455", start=1):
        page.keyboard.press(key)
        expect(page.locator(".mv")).to_have_count(number)
    expect(page.locator("#url")).to_have_value("/play/connect4/4455")
    page.go_back()
    expect(page.locator(".mv")).to_have_count(3)
    page.go_back()
    page.go_forward()
    expect(page.locator(".mv")).to_have_count(3)
    page.reload()
    expect(page.locator(".mv")).to_have_count(3)
    assert page.url.endswith("/play/connect4/445")


def test_a_bad_link_is_told_and_the_page_goes_on(visit: Open) -> None:
    page = visit("/play/connect4/4444444?yellow=3")
    expect(page.locator("#problem")).to_have_text("Move 7 cannot be played: column 4 is full.")
    expect(page.locator(".mv")).to_have_count(6)  # as much of it as can be played
    page.keyboard.press("1")
    expect(page.locator(".mv")).to_have_count(8)
    expect(page.locator("#problem")).to_be_hidden()
    page = visit("/play/connect4/44")
    page.locator("#url").fill(".ryyrry,.rryry. red")
    page.locator("#url").press("Enter")
    expect(page.locator("#problem")).to_contain_text("expected 6")
    expect(page.locator(".mv")).to_have_count(2)


@pytest.mark.parametrize(
    ("path", "sentence", "shown"),
    [
        ("/play/chess/e4", "Game 'chess' is not known", ".tile"),
        ("/play/gomoku?from=abc", "abc", ".row-labels span"),
        ("/search/connect4?depth=12", "Depth is '12', expected 1 to 8.", "[data-tree=a] .on-path"),
        ("/search/connect4/4141414", "The game is over in this position", "[data-tree=a] .on-path"),
    ],
)
def test_a_wrong_link_still_opens_a_board(
    visit: Open, path: str, sentence: str, shown: str
) -> None:
    page = visit(path)
    expect(page.locator("#problem")).to_contain_text(sentence)
    expect(page.locator(shown).first).to_be_visible()


def test_the_course_sample_walked_to_297(visit: Open) -> None:
    page = visit("/search/connect4")
    page.locator("summary", has_text="Another position").click()
    sample = ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red A 4"
    page.locator("#position-text").fill(sample)
    page.locator("#open-text").click()
    expect(page.locator("#alphabeta-nodes")).to_have_text("297")
    expect(page.locator("#minimax-nodes")).to_have_text("2\u202f084")
    assert f"from={SAMPLE}" in page.url
    page.locator("h2.ask").click()
    for number in range(1, 21):
        page.keyboard.press(".")
        expect(page.locator("#cut-number")).to_have_text(str(number))
    expect(page.locator("#count-a")).to_have_text("162")
    expect(page.locator("#count-m")).to_have_text("291")
    expect(page.locator("[data-tree=a] .ghost .value")).to_have_text(["1", "8", "8"])
    expect(page.locator(".state .voice").first).to_contain_text("+200 is at least beta, +190")
    assert page.locator(".code .on").inner_text().endswith("if best ≥ beta: return best")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".watch .at")).to_have_text("at root → 0")
    page.keyboard.press("Home")
    for _ in range(7):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(60)
    expect(page.locator("#count-a")).to_have_text("297")
    expect(page.locator("#count-m")).to_have_text("2\u202f084")
    page.locator("#what-if").click()
    expect(page.locator("#alphabeta-nodes")).to_have_text("606")


def test_a_deep_search_is_opened_node_by_node(visit: Open) -> None:
    page = visit("/search/connect4?depth=8&show=m")
    expect(page.locator("#minimax-nodes")).to_have_text("6\u202f634\u202f027", timeout=30_000)
    for depth in range(1, 4):
        page.keyboard.press("ArrowDown")
        expect(page.locator(".watch .at")).to_have_text("at root" + " → 1" * depth)
    page.go_back()
    expect(page.locator(".watch .at")).to_have_text("at root → 1 → 1")


@pytest.mark.parametrize(
    "path",
    [f"/play/connect4/{KNOWN_GAME}?at=30", "/play/gomoku/8.8", f"/search/connect4?from={SAMPLE}"],
)
def test_nothing_hangs_over_at_any_width(visit: Open, path: str) -> None:
    page = visit(path)
    for width in at_widths(page, 390, 768, 2560):
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_reduced_motion_moves_nothing(visit: Open) -> None:
    page = visit("/play/connect4", reduced_motion="reduce")
    page.keyboard.press("4")
    expect(page.locator(".mv")).to_have_count(1)
    assert page.evaluate("() => document.getAnimations().length") == 0
