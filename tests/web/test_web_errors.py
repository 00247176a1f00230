"""Internal errors, of the server, the page and its worker: each is shown, logged once, and never
looks like an answer or like the reader's mistake."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from browser import Open, served
from inarow import Record
from inarow.web.standalone import standalone_page
from local_worker import ask_worker, worker_data

PLANTED = """
import inarow.web.analysis as analysis, inarow.web.import_text as position
def failing(record, emit, cancelled, human):
    emit("progress", {"nodes": 1})
    raise RuntimeError("planted in a stream")
def refusing(text, game):
    raise ValueError("planted in an answer")
analysis.send_analysis, position.imported_json = failing, refusing
"""
PLAIN = "inarow had an internal error; the terminal that runs inarow web shows it"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("errors") / "stderr"


@pytest.fixture(scope="module")
def faulty_site(log: Path) -> Iterator[str]:
    with log.open("w") as complaints, served(complaints=complaints, planted=PLANTED) as address:
        yield address


def told_within(log: Path, before: str) -> str:
    """What a server has printed since, once it has: an answer may come first."""
    end_s = time.monotonic() + 60
    while "planted" not in (told := log.read_text().removeprefix(before)):
        assert time.monotonic() < end_s
        time.sleep(0.05)
    return told


@pytest.mark.browser
def test_a_value_error_of_ours_is_a_500_and_one_traceback(faulty_site: str, log: Path) -> None:
    before = log.read_text()
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{faulty_site}/api/position?text=44")
    with closing(refused.value) as answer:
        assert answer.status == 500 and PLAIN in answer.read().decode()
    assert told_within(log, before).count("ValueError: planted in an answer") == 1
    with pytest.raises(HTTPError) as refused:
        urlopen(f"{faulty_site}/api/play?moves=9")
    assert refused.value.code == 400
    refused.value.close()


def test_a_failed_stream_is_shown_logged_and_not_asked_again(
    faulty_site: str, log: Path, chromium: Browser
) -> None:
    before = log.read_text()
    asked: list[str] = []
    with closing(chromium.new_page()) as page:
        page.on("request", lambda one: asked.append(one.url))
        page.clock.install()
        page.goto(f"{faulty_site}/play/connect4/44")
        expect(page.locator("#fault")).to_have_text(f"I{PLAIN[1:]}.")
        for _ in range(5):
            page.clock.fast_forward(10_000)
        page.evaluate("() => fetch('/api/nearest?link=')")
        assert len([url for url in asked if "/api/analysis" in url]) == 1
        assert page.locator(".solving").count() == 0
    assert told_within(log, before).count("RuntimeError: planted in a stream") == 1


def test_errors_that_nothing_handles_are_shown(visit: Open) -> None:
    for script in (
        "setTimeout(() => { throw new Error('planted') })",
        "void Promise.reject(new Error('planted'))",
    ):
        page = visit("/play/connect4", troubles=True)
        expect(page.locator("#fault")).to_have_count(0)
        page.evaluate(f"() => {{ {script} }}")
        expect(page.locator("#fault")).to_contain_text("Internal error in this page: planted")
        expect(page.locator("#fault")).to_have_attribute("role", "alert")


@pytest.mark.parametrize("kind", ["position", "search"])
def test_an_answer_that_the_page_cannot_read_is_an_internal_error(visit: Open, kind: str) -> None:
    page = visit("/play/connect4" if kind == "position" else "/search/connect4", troubles=True)
    page.route(f"**/api/{kind}?*", lambda route: route.fulfill(body="null"))
    if kind == "position":
        page.locator("#url").fill("44")
        page.keyboard.press("Enter")
    else:
        page.locator("#do-play").click()
        expect(page.locator("#do-play")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#fault")).to_contain_text("Internal error in this page")


@pytest.mark.process
def test_an_error_in_the_worker_is_a_fault_and_no_sentence() -> None:
    question = ("move", {"game": "connect4", "moves": "44", "level": "4"})
    wrong = ("move", {"game": "connect4", "moves": "48"})
    told = ask_worker([question, wrong], {**worker_data(), "levels": None})
    assert "null" in told[0][-1]["fault"] and "error" not in told[0][-1]
    assert told[1][-1] == {"error": "move 2 is '8', expected a column from 1 to 7"}


@pytest.mark.parametrize(
    "planted",
    [
        "this.dispatchEvent(new ErrorEvent('error', { message: 'planted' }))",
        "this.dispatchEvent(new MessageEvent('message', { data: { id: 1, fault: 'planted' } }))",
    ],
    ids=["uncaught", "reported"],
)
def test_a_page_without_a_server_shows_the_error_of_its_worker(
    chromium: Browser, tmp_path: Path, planted: str
) -> None:
    path = tmp_path / "board.html"
    path.write_text(standalone_page(Record.parse("connect4 44")))
    with closing(chromium.new_page()) as page:
        page.add_init_script(
            "window.Worker = class extends EventTarget { terminate() {}"
            f" postMessage({{ id }}) {{ if (id) setTimeout(() => {planted}) }} }}"
        )
        page.goto(path.as_uri())
        text = "Internal error in the offline engine: planted"
        expect(page.locator("#fault")).to_contain_text(text)
