"""The explorer in a browser by mouse and by touch: the walk node by node, a leaf, a program's
count, the quiz."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

Open = Callable[..., Page]
SAMPLE = "......./......./..o..../..o.x../.xxoxo./.xooxxo+x"
COVERED = """() => {
  const boxes = [...document.querySelectorAll(".run-label, .path-number")]
    .map((one) => one.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom));
}"""


def test_the_sample_is_walked_from_the_first_node_to_the_last(visit: Open) -> None:
    page = visit("/search/connect4?depth=2")
    page.locator("#do-sample").click()
    count = page.locator("#node-count")
    expect(count).to_contain_text("node 1 of 297")
    page.evaluate("() => { for (const _ of [1, 2]) document.querySelector('#do-node-on').click() }")
    expect(count).to_contain_text("node 3 of 297")  # a quick hand loses no step
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
    expect(count).to_contain_text("node 297 of 297, 69 of 71 cut-offs")


def test_pause_shows_when_its_last_step_has_arrived(visit: Open) -> None:
    """The bar is drawn anew with each step, which would lose a click that is under way."""
    page = visit("/search/connect4?depth=2")
    page.locator("#do-sample").click()
    expect(page.locator("#node-count")).to_contain_text("node 1 of 297")
    play = page.locator("#do-play")
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/api/search?*", hold)
    with page.expect_request("**/api/search?*"):
        play.click()
    page.keyboard.press(" ")
    expect(play).to_contain_text("Pause")
    asked[0].continue_()
    page.unroute("**/api/search?*")
    expect(play).to_contain_text("Play")
    expect(page.locator("#node-count")).to_contain_text("node 2 of 297")


def test_a_leaf_shows_what_its_evaluation_counts_on_the_board(visit: Open, tmp_path: Path) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0&node=162")
    board = page.locator(".state-side svg.board")
    expect(page.locator(".state .voice")).to_contain_text("EVALUATION is +260")
    expect(board.locator(".path-number")).to_have_text(["1", "2", "3", "4"])
    expect(page.locator(".evaluation tfoot td")).to_have_text(["369", "109"])
    expect(board.locator(".run-points")).to_have_text(["100"] * 3)
    assert page.evaluate(COVERED) == [], "every run shows its points, every stone its number"
    expect(page.locator("[data-tree=a] .leaf")).to_contain_text("node 162")
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
    expect(page.locator(".ends em")).to_have_text("606 parts at 21")
    found.get_by_role("button", name="Go to node 21").click()
    page.wait_for_url("**path=0,0,2&after=0")
    expect(page.locator("#node-count")).to_contain_text("node 21 of 297")
    # The link holds what was counted, so that a tutor sees the same.
    assert "counted=1-606" in page.url
    page.goto(page.url)
    page.wait_for_selector("html[data-ready]")
    expect(found).to_contain_text("goes on when the best value equals the bound")
    expect(page.locator("#my-nodes")).to_have_value("606")
    expect(page.locator("#node-count")).to_contain_text("node 21 of 297")
    for nodes, words in (
        ("297", "is right"),
        ("123", "None of the mistakes I know"),
        ("x", "expected 0 to"),
    ):
        page.locator("#my-nodes").fill(nodes)
        page.locator("#my-why").click()
        expect(page.locator(".found")).to_contain_text(words)
        expect(page.locator(".flag")).to_be_hidden()
    page.locator("#what-if").click()
    page.wait_for_url(lambda url: "prune=strict" in url and "counted" not in url)


def test_a_quiz_keeps_its_score_and_tells_why(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0")
    page.locator("#quiz-next").click()
    for asked in (1, 2, 3):
        expect(page.locator("[id^=quiz-option]")).not_to_have_count(0)
        expect(page.locator("[data-tree=a] .asked")).to_have_text("?")
        key = page.locator("#quiz-option-0 kbd").inner_text()
        page.keyboard.press(key)
        expect(page.locator("#quiz-score")).to_have_text(re.compile(rf"\d of {asked} right"))
        expect(page.locator(".quiz .tag")).to_have_text(re.compile("right: |no, it is "))
        expect(page.locator(".asked")).to_have_count(0)
        expect(page.locator(".quiz .voice").last).to_have_text(re.compile(r"^(Right|No)"))
        page.keyboard.press("n")
    page.locator("#quiz-end").click()
    expect(page.locator("#quiz-score")).to_have_count(0)


def test_the_rail_is_dragged_by_mouse(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0")
    box = page.locator(".scrubber svg").bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 30, y)
    page.mouse.down()
    for part in (0.2, 0.4, 0.5):
        page.mouse.move(box["x"] + part * box["width"], y)
    expect(page.locator("#node-count")).to_contain_text("node 149 of 297")
    page.mouse.move(box["x"] + 2 * box["width"], y + 60)
    page.mouse.up()
    expect(page.locator("#node-count")).to_contain_text("node 297 of 297")
    page.mouse.move(box["x"], y)
    page.go_back()
    expect(page.locator("#node-count")).to_contain_text("node 1 of 297")


def test_a_phone_walks_a_search_by_touch(visit: Open) -> None:
    page = visit(f"/search/connect4?from={SAMPLE}&base=0", width=390, has_touch=True)
    count, points = page.locator("#node-count b"), page.locator(".state-side .run-points")
    tap(page, "#do-to-end", count, "297")
    box = page.locator(".scrubber svg").bounding_box()
    assert box is not None
    swipe(
        page, (box["x"] + 20, box["y"] + 15), (box["x"] + 161 / 296 * box["width"], box["y"] + 20)
    )
    expect(count).to_have_text("162")
    expect(points).to_have_text(["100"] * 3)
    tap(page, "[data-key='run twos 1']", points, ["10"] * 10)
    tap(page, "[data-key=crumb-2]", page.locator(".watch .at"), "at root → 0 → 5")
    waiting = "[data-tree=a] [data-key=node-0-5-3]"
    tap(page, waiting, page.locator(".watch .at"), "at root → 0 → 5 → 3")
    tap(page, "#do-rules", page.locator("#do-rules[aria-expanded=true]"), "Rules")
    expect(page.locator(".cmd")).to_be_visible()
    tap(page, "#do-sample", count, "1")
    tap(page, "#quiz-next", page.locator("#quiz-skip"), "Skip")
    tap(page, "#quiz-option-0", page.locator("#quiz-score"), re.compile(r"\d of 1 right"))


def tap(page: Page, target: str, shows: Locator, text: str | list[str] | re.Pattern[str]) -> None:
    """Lays a finger on a place until it has done what it does; on a busy machine the browser takes
    a tap for a long press now and then."""
    for patience in (4_000, 8_000, 20_000):
        if page.locator(target).count() == 1:
            page.locator(target).tap()
        try:
            expect(shows).to_have_text(text, timeout=patience)
            return
        except AssertionError:
            if patience == 20_000:
                raise


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger laid down, drawn along in five parts, and lifted."""
    fingers = page.context.new_cdp_session(page)
    points = [
        {"x": a + (b - a) * part / 5, "y": c + (d - c) * part / 5}
        for (a, c), (b, d) in [(start, end)]
        for part in range(6)
    ]
    for number, point in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
