"""The explorer in a browser: the walk node by node, a leaf, a program's count, the quiz."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

Open = Callable[..., Page]
SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"


def test_the_sample_is_walked_from_the_first_node_to_the_last(visit: Open) -> None:
    page = visit("/search/connect4?depth=2")
    page.locator("#do-sample").click()
    count = page.locator("#node-count")
    expect(count).to_contain_text("node 1 of 297")
    for number in (2, 3):
        page.locator("#do-node-on").click()
        expect(count).to_contain_text(f"node {number} of 297")
    page.locator("#do-node-back").click()
    expect(count).to_contain_text("node 2 of 297")
    page.locator("[data-key=stride-leaf]").click()
    page.locator("#do-node-on").click()
    expect(count).to_contain_text("node 5 of 297")
    page.locator("[data-key=stride-node]").click()
    page.locator("[data-key=speed-64]").click()
    page.keyboard.press(" ")
    expect(page.locator("#do-play")).to_contain_text("Pause")
    expect(count).not_to_contain_text("node 5 of")
    page.keyboard.press(" ")
    expect(page.locator("#do-play")).to_contain_text("Play")
    page.locator("#do-to-end").click()
    expect(count).to_contain_text("node 297 of 297, cut-off 69 of 71")


def test_a_leaf_shows_what_its_evaluation_counts_on_the_board(visit: Open, tmp_path: Path) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0&node=162")
    board = page.locator(".state-side svg.board")
    expect(page.locator(".state .voice")).to_contain_text("EVALUATION is +260")
    expect(board.locator(".path-number")).to_have_text(["1", "2", "3", "4"])
    expect(page.locator(".evaluation tfoot td")).to_have_text(["369", "109"])
    expect(board.locator(".run-points")).to_have_text(["100"] * 3)
    page.locator("[data-key='run twos 1']").click()
    expect(board.locator(".run-points")).to_have_text(["10"] * 10)
    with page.expect_download() as saved:
        page.locator("#do-save").click()
    saved.value.save_as(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")


def test_a_programs_count_has_its_cause_and_the_moment_it_parts(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0")
    page.locator("#my-column").fill("1")
    page.locator("#my-nodes").fill("606")
    page.keyboard.press("Enter")
    found = page.locator(".counted")
    expect(found).to_contain_text("goes on when the best value equals the bound")
    expect(found.locator(".side")).to_have_count(2)
    found.get_by_role("button", name="Go there").click()
    page.wait_for_url("**path=0,0,2&after=0")
    expect(page.locator("#node-count")).to_contain_text("node 21 of 297")
    for nodes, words in (
        ("297", "is right"),
        ("123", "None of the mistakes I know"),
        ("x", "expected 0 to"),
    ):
        page.locator("#my-nodes").fill(nodes)
        page.locator("#my-why").click()
        expect(page.locator(".found")).to_contain_text(words)


def test_a_quiz_keeps_its_score_and_tells_why(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0")
    page.locator("#quiz-next").click()
    for asked in (1, 2, 3):
        expect(page.locator("[id^=quiz-option]")).not_to_have_count(0)
        key = page.locator("#quiz-option-0 kbd").inner_text()
        page.keyboard.press(key)
        expect(page.locator("#quiz-score")).to_have_text(re.compile(rf"\d of {asked} right"))
        expect(page.locator(".quiz .tag")).to_have_text(re.compile("right|no"))
        expect(page.locator(".quiz .voice").last).to_have_text(re.compile(r"^(Right|No)"))
        page.keyboard.press("n")
    page.locator("#quiz-end").click()
    expect(page.locator("#quiz-score")).to_have_count(0)
