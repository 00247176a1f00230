"""Who plays, and how a position gets in: two engines, either colour, Stop, files, free boards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import Open

LATE = "....oxo/.xo.xox/oxo.oxo/xox.xox/xoxoxox/oxoxoxo+x"
COURSE_FILE = "0000000\r\n" * 5 + "0012000\r\n1\r\n"


@pytest.mark.parametrize(
    ("link", "least_moves"),
    [
        ("connect4/444442537625625564225277?", 25),
        (f"maxconnect4?from={LATE}&", 8),
        ("tictactoe?", 5),
    ],
)
def test_two_engines_play_a_game_to_its_end(visit: Open, link: str, least_moves: int) -> None:
    page = visit(f"/play/{link}red=3&yellow=2", reduced_motion="reduce")
    page.locator("[data-key=go-on]").click()  # a game that was opened waits for the reader
    expect(page.locator(".moves-part .sec-h .small").first).not_to_be_empty(timeout=60_000)
    assert page.locator(".mv").count() >= least_moves
    assert page.url.endswith("red=3&yellow=2")


def test_an_engine_with_red_begins_as_soon_as_it_is_seated(visit: Open) -> None:
    page = visit("/play/connect4")
    page.locator("#seat-red").select_option("2")
    expect(page.locator(".mv")).to_have_count(1)
    page.keyboard.press("f")
    page.wait_for_url("**yellow=2*")
    expect(page.locator(".mv")).to_have_count(2)
    page.locator("[data-key=brief]").click()
    page.locator("#do-flip").click()
    page.wait_for_url("**red=2*")
    expect(page.locator(".mv")).to_have_count(3)


def test_two_engines_can_be_paused_and_let_go_on(visit: Open) -> None:
    page = visit("/play/connect4?red=2&yellow=2")
    page.locator("[data-key=go-on]").click()
    expect(page.locator("[data-at='2']")).to_be_visible()
    page.locator("[data-key=pause]").click()
    made = page.locator(".mv").count()
    assert made < 20, "the moves come one by one"
    page.wait_for_timeout(900)
    expect(page.locator(".mv")).to_have_count(made)
    page.locator("[data-key=go-on]").click()
    expect(page.locator(f"[data-at='{made + 1}']")).to_be_visible()


def test_a_file_that_is_no_text_is_named(visit: Open, tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG" + bytes(range(256)) * 20)
    page = visit("/play/connect4/44")
    with page.expect_file_chooser() as chooser:
        page.locator("[data-key=open-file]").click()
    chooser.value.set_files(file)
    expect(page.locator("#problem")).to_have_text(
        "picture.png: letter 1 is none that a position is written with."
    )
    expect(page.locator(".mv")).to_have_count(2)


def test_undo_takes_back_the_answer_too(visit: Open) -> None:
    page = visit("/play/connect4?yellow=2")
    page.keyboard.press("4")
    expect(page.locator(".mv")).to_have_count(2)
    page.locator("#do-undo").click()
    expect(page.locator(".mv")).to_have_count(0)


@pytest.mark.parametrize("path", ["connect4:8x7/44", "maxconnect4/44"])
def test_stop_ends_a_search_and_the_page_goes_on(visit: Open, path: str) -> None:
    page = visit(f"/play/{path}")
    stop = page.locator("[data-key=stop]")
    expect(stop).to_be_visible(timeout=20_000)
    expect(page.locator(".status")).to_contain_text("solving,")
    stop.click()
    expect(stop).to_have_count(0)
    expect(page.locator(".tile").first).to_contain_text("unknown")
    scores = page.locator(".tile b").all_text_contents()
    assert not any(re.search(r"≥ −|≤ \+", text) for text in scores), "a bound that says nothing"
    page.keyboard.press("1")
    expect(page.locator(".mv")).to_have_count(3)


def test_a_file_of_maxconnect4_opens_in_both_screens(visit: Open, tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    file.write_bytes(COURSE_FILE.encode())
    page = visit("/search/connect4")
    page.locator("summary", has_text="Another position").click()
    with page.expect_file_chooser() as chosen:
        page.locator("[data-key=open-file]").click()
    chosen.value.set_files(file)
    expect(page.locator(".state-side .board .red")).to_have_count(1)
    assert "/search/maxconnect4?from=" in page.url
    page.locator("#tab-play").click()
    expect(page.locator(".stage .board .yellow")).to_have_count(1)
    with page.expect_file_chooser() as chosen:
        page.locator("[data-key=open-file]").click()
    file.write_bytes(COURSE_FILE.encode().replace(b"0000000", b"000000", 1))
    chosen.value.set_files(file)
    expect(page.locator("#problem")).to_contain_text("expected 7")
    expect(page.locator(".stage .board .yellow")).to_have_count(1)


def test_a_small_free_board_shows_the_exact_result_of_every_move(visit: Open) -> None:
    page = visit("/play/tictactoe/2.2,1.2")
    expect(page.locator(".free-board .tag")).to_have_text("win, exactly")
    results = page.locator(".candidates li")
    expect(results).to_have_count(7)
    assert results.first.inner_text().endswith("win")
    page.keyboard.press("s")
    expect(results).to_have_count(0)


def test_connect6_says_how_many_stones_are_left(visit: Open) -> None:
    page = visit("/play/connect6/10.10")
    expect(page.locator(".status")).to_have_text("Yellow to move, 2 stones.")
    page = visit("/play/connect6/10.10,10.11")
    expect(page.locator(".status")).to_have_text("Yellow to move, 1 stone.")
