"""The page as one file: opened from a disk, without a server and without a network."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from inarow import GAMES, Position
from inarow.analysis.analyse import solve
from inarow.errors import UserError
from inarow.record import Record
from inarow.web.standalone import standalone_page
from local_worker import worker_data

Open = Callable[..., Page]

ASK = """
async ([data, froms]) => {
  const { script, program, book } = JSON.parse(document.getElementById("engine").textContent);
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = (text) => {
    const packed = new Blob([bytes(text)]).stream();
    return new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };
  const worker = new Worker(URL.createObjectURL(new Blob([await unpacked(script)])));
  worker.postMessage({ program: await unpacked(program), book: bytes(book).buffer, data });
  const found = [];
  for (const [id, from] of froms.entries()) {
    const here = new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        if (data.error) resolve(data.error);
        const here = data.name === "here" ? data.data : { exact: false };
        if (here.exact) resolve(here.moves.map((move) => move.score));
      };
    });
    worker.postMessage({ id, path: "analysis", words: { game: "connect4", from } });
    found.push(await here);
  }
  worker.terminate();
  return found;
}
"""


def line(moves: str, at: int | None = None) -> Record:
    record = Record.from_moves(Position(GAMES["connect4"]), moves)
    return record if at is None else record.viewed_at(at)


@pytest.fixture
def alone(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a page that is one file, off line; fails on any error and on any request."""
    faults: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.set_offline(True)

    def open_file(text: str, **options: object) -> Page:
        path = tmp_path / f"board{len(list(tmp_path.iterdir()))}.html"
        path.write_text(text)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
        page.on(
            "request",
            lambda asked: (
                None if re.match(r"(blob|data|file):", asked.url) else faults.append(asked.url)
            ),
        )
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_file
    context.close()
    assert not faults


def positions(count: int) -> list[Position]:
    """Positions of every length, of alternate play and otherwise."""
    rng = random.Random(200)
    found: list[Position] = []
    while len(found) < count:
        pos = Position(GAMES["connect4"])
        early = len(found) % 8 == 0
        for _ in range(rng.randrange(8) if early else rng.randrange(14, 41)):
            if not pos.is_over:
                pos = pos.play(rng.choice(pos.legal_moves()))
        if not pos.is_over:
            found.append(pos)
    return found


def test_it_is_small_and_forbids_every_connection() -> None:
    text = standalone_page(line("4444", 2), yellow="4")
    assert len(text.encode()) < 300_000  # asked for are 400 kB
    assert "default-src 'none'" in text and "connect-src" not in text
    assert 'data-start="/play/connect4/4444?at=2&amp;yellow=4"' in text
    assert not re.search(r'(src|href)="(/|https?:)(?!play|puzzles|search)', text)
    with pytest.raises(UserError, match="connect4 alone, not gomoku"):
        standalone_page(Record(Position(GAMES["gomoku"])))


def test_two_hundred_positions_have_the_scores_of_the_native_solver(alone: Open) -> None:
    page = alone(standalone_page(line("")))
    asked = positions(200)
    found = page.evaluate(ASK, [worker_data(), [pos.text for pos in asked]])
    for pos, scores in zip(asked, found, strict=True):
        exact = []
        for move in pos.legal_moves():
            after = solve(pos.play(move))
            exact.append(-after.lo)
            assert after.exact
        assert scores == exact, pos.text


def test_it_opens_where_it_was_shared_plays_and_shares_itself(alone: Open, tmp_path: Path) -> None:
    page = alone(standalone_page(line("4444"), yellow="9"))
    expect(page.locator(".pos")).to_have_text("4 of 4")
    expect(page.locator(".tile.best")).to_have_count(1)
    page.locator(".tile.best").click()
    expect(page.locator(".pos")).to_have_text("6 of 6")
    # Column 4 may be full: all replies of the computer are equally good.
    expect(page.locator(".tile b").first).to_have_text(re.compile(r"[+−0]"))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pos")).to_have_text("5 of 6")
    page.go_back()
    expect(page.locator(".pos")).to_have_text("6 of 6")
    page.locator("#do-share").click()
    with page.expect_download() as saved:
        page.locator(".share-dialog button", has_text="Save file").click()
    saved.value.save_as(tmp_path / "shared.html")
    page.keyboard.press("Escape")
    expect(page.locator(".share-dialog")).to_have_count(0)
    again = alone((tmp_path / "shared.html").read_text())
    expect(again.locator(".pos")).to_have_text("6 of 6")
    expect(again.locator(".tile.best")).not_to_have_count(0)


@pytest.mark.parametrize(
    ("change", "before", "sentence"),
    [
        (lambda text: text.replace('id="page">"', 'id="page">"A', 1), "", "This file is damaged"),
        (lambda text: text, "delete window.DecompressionStream", "a browser of 2023 or later"),
    ],
)
def test_a_file_that_cannot_start_says_so(
    chromium: Browser, tmp_path: Path, change: Callable[[str], str], before: str, sentence: str
) -> None:
    path = tmp_path / "board.html"
    path.write_text(change(standalone_page(line(""))))
    page = chromium.new_page()
    page.add_init_script(before)
    page.goto(path.as_uri())
    expect(page.locator("#problem")).to_contain_text(sentence)
    page.close()


def test_a_shared_file_has_the_lines_beside_the_game(
    visit: Open, alone: Open, tmp_path: Path
) -> None:
    page = visit("/play/connect4/4455?yellow=5&lines=2b-777&in=1&at=4")
    page.locator("#do-share").click()
    with page.expect_download() as saved:
        page.locator(".share-dialog button", has_text="Save file").click()
    saved.value.save_as(tmp_path / "line.html")
    again = alone((tmp_path / "line.html").read_text())
    expect(again.locator(".pos")).to_have_text("4 of 5")
    expect(again.locator(".why")).to_contain_text("Best line instead of 3, move 2 of 3.")
    again.keyboard.press("Escape")
    expect(again.locator(".pos")).to_have_text("3 of 4")


def test_the_served_page_saves_it_and_goes_on_while_the_server_is_away(
    visit: Open, alone: Open, tmp_path: Path
) -> None:
    page = visit("/play/connect4/4455?yellow=5", troubles=True)
    page.locator("#do-share").click()
    saved = {}
    for kind in ("Save file", "PNG", "SVG", "JSON"):
        with page.expect_download() as download:
            page.locator(".share-dialog button", has_text=kind).click()
        target = tmp_path / f"saved-{kind}"
        download.value.save_as(target)
        saved[kind] = target.read_bytes()
    assert saved["PNG"].startswith(b"\x89PNG")
    assert saved["SVG"].startswith(b"<svg") and b"var(" not in saved["SVG"]
    assert Record.parse(saved["JSON"].decode()).moves == line("4455").moves
    assert json.loads(saved["JSON"])["link"] == "/play/connect4/4455?yellow=5"
    expect(alone(saved["Save file"].decode()).locator(".pos")).to_have_text("4 of 4")
    caption = (
        "[...new DOMParser().parseFromString(text, 'image/svg+xml').querySelectorAll('.caption')]"
    )
    widest = f"""(text) => {{
      const ruler = document.createElement("canvas").getContext("2d");
      ruler.font = "30px system-ui,sans-serif";
      return Math.max(...{caption}.map((line) => ruler.measureText(line.textContent).width));
    }}"""
    assert 0 < page.evaluate(widest, saved["SVG"].decode()) <= 720
    page.keyboard.press("Escape")
    page.wait_for_selector("html[data-engine=ready]")
    page.context.set_offline(True)
    page.keyboard.press("4")
    expect(page.locator(".pos")).to_have_text("6 of 6")
    expect(page.locator("#away")).to_be_visible()
    expect(page.locator(".tile b").first).to_have_text(re.compile(r"[+−0]"))
    page.context.set_offline(False)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("1")
    expect(page.locator(".pos")).to_have_text("5 of 5")
    expect(page.locator("#away")).to_be_hidden()
