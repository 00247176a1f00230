"""A site on a disk, in a real browser: no server, no fault, every game steps."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow.arena.aliases import aliases_for
from inarow.arena.site.site import site_folder, write_site
from inarow.arena.site.snapshot import snapshot
from inarow.arena.verdicts import verdicts_of
from inarow.web.shell import event_assets
from small_event import small_event

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("site")
    with small_event(folder) as store:
        for game in store.games():
            saved = store.log(game.key)
            assert saved is not None
            found = verdicts_of(saved.log.record)
            store.save_verdicts(game.key, found.as_json())
        snap = snapshot(store, aliases_for(store, ids=True))
        write_site(snap, site_folder(str(folder / "out")), event_assets())
    return f"file://{folder}/out"


def opened(browser: Browser, url: str, **options: object) -> tuple[Page, list[str]]:
    page = browser.new_page(**options)  # type: ignore[arg-type]
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.goto(url)
    page.wait_for_selector("html[data-ready]")
    return page, faults


def test_a_game_is_replayed_from_the_disk(chromium: Browser, disk: str) -> None:
    page, faults = opened(chromium, f"{disk}/meetings/3.html#g3.1@7")
    game = page.locator("#g3\\.1")
    expect(game.locator(".pos")).to_have_text("7 of 8")
    expect(game.locator(".now")).to_contain_text("6 loses at once; 0 and 4 would have won.")
    assert game.locator("svg.board .red").count() == 4
    page.keyboard.press("ArrowRight")
    expect(game.locator(".pos")).to_have_text("8 of 8")
    assert game.locator("svg.board .line").count() == 1
    colour = "node => getComputedStyle(node).fill"
    assert game.locator("svg.board .face").evaluate(colour) in (
        "rgb(44, 97, 174)",
        "rgb(34, 80, 143)",
    )
    assert game.locator("svg.board .red").first.evaluate(colour) == "rgb(255, 106, 80)"
    game.get_by_label("Start").click()
    assert game.locator("svg.board .red, svg.board .yellow").count() == 0
    assert game.locator(".bars .time").count() == 8
    page.goto(f"{disk}/meetings/2.html")
    late = page.locator("#g2\\.1 .bars .lost")
    assert late.count() == 4
    expect(page.locator("#g2\\.1 .now")).to_contain_text("<script>alert(1)</script>")
    assert faults == []
    page.close()


def test_the_theme_is_chosen_and_kept(chromium: Browser, disk: str) -> None:
    page, faults = opened(chromium, f"{disk}/index.html", color_scheme="light")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(246, 247, 245)"
    page.click("#theme-button")
    assert page.evaluate(paper) == "rgb(16, 22, 26)"
    page.click("a.who >> nth=0")
    page.wait_for_selector("html[data-ready]")
    assert page.locator("h1").inner_text().startswith("Why ")
    assert page.evaluate(paper) == "rgb(16, 22, 26)"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults == []
    page.close()


def test_the_stage_shows_one_game_after_the_other(chromium: Browser, disk: str) -> None:
    page, faults = opened(chromium, f"{disk}/stage.html?pace=200")
    stage = page.locator("#stage")
    expect(stage).to_contain_text("That was the last game.")
    assert stage.get_attribute("data-shown") == "6:0"
    assert stage.locator("tr").count() == 4
    page.goto(f"{disk}/stage.html")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_attribute("data-shown", "0:1")
    expect(stage).to_contain_text("paused")
    assert faults == []
    page.close()


def test_styles_of_other_screens_do_not_reach_an_event(chromium: Browser, disk: str) -> None:
    """Classes of the same name mean something else on the page of the board."""
    page, faults = opened(chromium, f"{disk}/meetings/3.html")
    page.set_viewport_size({"width": 1280, "height": 900})
    display = "node => getComputedStyle(node).display"
    for name, expected in ((".bars", "block"), (".turns", "block")):
        assert page.locator(name).first.evaluate(display) == expected, name
    columns = page.locator(".turns").first.evaluate("node => getComputedStyle(node).columnCount")
    assert columns == "4"
    page.goto(f"{disk}/index.html")
    assert page.locator(".under").first.evaluate(display) == "flex"
    assert faults == []
    page.close()


def test_numbers_of_many_mistakes_do_not_run_together(chromium: Browser, disk: str) -> None:
    meetings = Path(disk.removeprefix("file://"), "meetings")
    head, start, rest = (meetings / "3.html").read_text().partition(' id="data">')
    text, end, tail = rest.partition("</script>")
    data = json.loads(text)
    step = {**data["games"][0]["steps"][0], "result": 0, "mark": "?"}
    data["games"][0] |= {"steps": [step] * 40, "solved": True, "startResult": 0}
    (meetings / "many.html").write_text(head + start + json.dumps(data) + end + tail)
    page, faults = opened(chromium, f"{disk}/meetings/many.html")
    numbers = page.locator(".values").first.locator(".lost-word")
    boxes = numbers.evaluate_all(
        "nodes => nodes.map(node => node.getBBox()).map(b => [b.x, b.y, b.width, b.height])"
    )
    assert len(boxes) == 40
    for (x, y, wide, high), (x2, y2, wide2, high2) in itertools.combinations(boxes, 2):
        apart = x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y
        assert apart, (x, y, x2, y2)
    assert faults == []
    page.close()
