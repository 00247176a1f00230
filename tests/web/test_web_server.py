"""The HTTP edge: who may ask, what a wrong request gets, searches that end with their reader."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import re
import string
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from inarow import GAMES
from inarow.cli import main
from inarow.errors import SearchCancelledError
from inarow.web.searches import (
    BusyError,
    Cancelled,
    Emit,
    SearchPool,
    cancel_on_disconnect,
)
from web_app import board_app


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(board_app(), base_url="http://127.0.0.1:8014") as client:
        yield client


def test_the_page_and_its_headers(client: TestClient) -> None:
    page = client.get("/play/connect4/4445?at=2")
    assert page.status_code == 200 and "<!doctype html>" in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", ""), "WebAssembly, no more"
    assert (
        "<script>" not in page.text and " style=" not in page.text and " onclick=" not in page.text
    )
    assert client.get("/", follow_redirects=False).headers["location"].startswith("/play/connect4")


def test_page_files_are_kept_for_good_under_a_name_that_changes_with_them(
    client: TestClient,
) -> None:
    page = client.get("/play/connect4").text
    main = re.search(r'"(/static/\w+/main.js)"', page)
    assert main is not None
    file = client.get(main[1])
    assert file.headers["content-type"].startswith("text/javascript")
    assert "immutable" in file.headers["cache-control"]
    assert client.get("/static/main.js").status_code == 404


def test_the_style_in_the_page_is_the_one_that_the_policy_names(client: TestClient) -> None:
    page = client.get("/play/connect4")
    style = page.text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert "var(--light, #f6f7f5) var(--dark, #10161a)" in style
    assert f"'sha256-{digest}'" in page.headers["content-security-policy"]
    assert page.text.count("<style>") == 1 and 'rel="stylesheet"' not in page.text


def first_data(page: str) -> dict[str, Any]:
    text = page.partition('id="first">')[2].partition("</script>")[0]
    data: dict[str, Any] = json.loads(text)
    return data


def test_the_page_brings_what_its_first_view_needs(client: TestClient) -> None:
    first = first_data(client.get("/play/connect4/4445?at=2").text)
    assert first["play"] == client.get("/api/play?game=connect4&moves=4445&at=2").json()
    assert [one["level"] for one in first["menu"]["levels"]] == list(range(1, 10))
    assert {game["name"] for game in first["menu"]["games"]} >= set(GAMES)
    wrong = first_data(client.get("/play/connect4/4444444").text)
    assert wrong["play"]["movesText"] == "444444" and "column 4 is full" in wrong["problem"]
    assert "play" not in first_data(client.get("/search/connect4").text)


def test_a_link_to_a_line_brings_the_line(client: TestClient) -> None:
    query = "?lines=2-33_3b-1&in=1&at=3&yellow=4"
    first = first_data(client.get(f"/play/connect4/4455{query}").text)
    assert first["play"] == client.get("/api/play?game=connect4&moves=4433&at=3").json()
    wrong = first_data(client.get("/play/connect4/4455?lines=2-99&in=1").text)
    assert "play" not in wrong, "the page asks, and shows what is wrong"


def test_the_first_view_of_a_new_game_has_the_exact_score_of_every_column(
    client: TestClient,
) -> None:
    here = first_data(client.get("/play/connect4").text)["play"]["here"]
    assert [(move["lo"], move["hi"]) for move in here["moves"]] == [
        (score, score) for score in (-2, -1, 0, 1, 0, -1, -2)
    ]
    after = first_data(client.get("/play/connect4/1").text)["play"]
    assert after["why"]["mark"] == "??" and after["here"]["lo"] == after["here"]["hi"] == 2


def test_nothing_in_a_link_can_end_the_data_of_the_page(client: TestClient) -> None:
    attack = "</script><script>alert(1)</script>"
    page = client.get("/play/connect4/44", params={"from": attack})
    assert attack in first_data(page.text)["problem"], "the sentence repeats it, as plain data"
    assert page.text.count("<script") == client.get("/play/connect4").text.count("<script")
    assert page.text.count("</script") == client.get("/play/connect4").text.count("</script")
    start = "/".join(["......."] * 5 + ["xo....."]) + " x"
    page = client.get("/play/connect4", params={"from": start, "theme": '"><script>'})
    assert first_data(page.text)["play"]["from"] == start
    assert '"><script>' not in page.text


@pytest.mark.parametrize(
    ("query", "cookie", "root"),
    [
        ("", "", '<html lang="en">'),
        ("", "theme=dark", '<html lang="en" data-theme="dark">'),
        ("?theme=light", "theme=dark", '<html lang="en" data-theme="light">'),
        ("?theme=pink", "theme=dark", '<html lang="en">'),
    ],
)
def test_the_theme_is_in_the_page_before_any_script(
    client: TestClient, query: str, cookie: str, root: str
) -> None:
    assert root in client.get(f"/play/connect4{query}", headers={"cookie": cookie}).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": ""}, 421),
        ({"host": "127.0.0.1:8761@evil.example"}, 421),
        ({"host": "[::1].evil"}, 421),
        ({"host": "localhost:8014:1"}, 421),
        ({"host": "127.0.0.1."}, 421),
        ({"host": "192.168.7.7:8014"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "localhost:8014", "origin": "http://localhost:8014"}, 200),
        ({"host": "[::1]:8014"}, 200),
    ],
)
def test_only_our_own_page_may_ask(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    answer = client.get("/api/play", headers=headers)
    assert answer.status_code == status
    assert status == 200 or answer.json()["error"]


def test_an_address_that_is_asked_by_itself_is_served_and_a_name_only_if_told() -> None:
    """As behind ``--host 0.0.0.0 --public-name lab.example``."""
    app = board_app(hosts=("lab.example",))
    with TestClient(app, base_url="http://192.168.7.7:8014") as client:
        assert client.get("/api/play").status_code == 200
        for host, status in (
            ("lab.example", 200),
            ("LAB.example:80", 200),
            ("evil.example", 421),
            ("192.168.7.8", 421),
        ):
            assert client.get("/api/play", headers={"host": host}).status_code == status, host


def test_another_site_may_lead_here_and_read_nothing(client: TestClient) -> None:
    for path, mode, status in (
        ("/play/connect4", "navigate", 200),
        ("/play/connect4", "no-cors", 403),
        ("/api/play", "navigate", 403),
    ):
        headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode}
        assert client.get(path, headers=headers).status_code == status


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--host", ""], "--host is empty"),
        (["--host", "  "], "--host is empty"),
        (["--public-name", "http://lab.example"], "--public-name is 'http://lab.example'"),
        (["--public-name", ""], "--public-name is ''"),
    ],
)
def test_where_to_listen_is_said_in_full(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "--no-open", *words]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_written(client: TestClient, method: str) -> None:
    answer = client.request(method, "/api/play")
    assert answer.status_code == 405 and "not GET" in answer.json()["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py",
        "/static//etc/passwd", "/static/page.html", "/etc/passwd", "/static/", "/api/", "/api/none",
    ],
)  # fmt: skip
def test_no_request_reaches_the_file_system(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404 and answer.json()["error"]


def test_an_empty_move_number_is_the_end_as_without_it(client: TestClient) -> None:
    for page in (client.get("/play/connect4/4445?at="), client.get("/play/connect4/4445")):
        assert first_data(page.text)["play"]["at"] == 4
    assert client.get("/api/play?moves=4445&at=").json()["at"] == 4


def test_a_reader_who_comes_to_nothing_gets_the_page_with_a_sentence(client: TestClient) -> None:
    page = client.get("/nothing<b>", headers={"accept": "text/html"})
    assert page.status_code == 404 and "<b>" not in page.text
    assert "there is nothing at" in page.text and 'id="screen"' in page.text


LINE = ("game", "moves", "from", "at")
READ_BY = {
    "play": LINE, "analysis": LINE,
    "move": (*LINE, "level", "seed"), "search": (*LINE, "depth", "path"), "position": ("text",),
    "puzzle": ("number", "moves"),
}  # fmt: skip
WRONG = {
    "game": "chess", "moves": "8", "from": "zz", "at": "x", "level": "99", "seed": "-1",
    "depth": "77", "path": "q", "text": "??", "number": "0",
}  # fmt: skip


def malformed(rng: random.Random) -> str:
    """A request whose one word is wrong, and is read."""
    junk = "é" + "".join(rng.choice(string.printable[:94]) for _ in range(rng.randrange(1, 40)))
    huge = rng.choice(["4", "%00", "x/", "1.1,", "é"]) * rng.randrange(200, 9000)
    route = rng.choice(sorted(READ_BY))
    name = rng.choice(READ_BY[route])
    return f"/api/{route}?{name}={rng.choice([WRONG[name], huge, quote(junk)])}"


@pytest.mark.long
def test_a_thousand_wrong_requests_get_a_sentence_and_the_page_goes_on(client: TestClient) -> None:
    rng = random.Random(7)
    for _ in range(1000):
        url = malformed(rng)
        answer = client.get(url)
        assert 400 <= answer.status_code < 500, url
        error = json.loads(answer.text)["error"]
        assert 5 < len(error) < 400 and "Traceback" not in error, url
    assert client.get("/api/play?moves=44").json()["at"] == 2


def test_an_analysis_streams_events_to_its_end(client: TestClient) -> None:
    with client.stream("GET", "/api/analysis?game=tictactoe&moves=1.1,2.2,3.3") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        text = "".join(answer.iter_text())
    names = [line.removeprefix("event: ") for line in text.splitlines() if line.startswith("event")]
    assert names[0] == "here" and names.count("value") == 4 and names[-1] == "done"


def test_a_move_and_a_picture_and_a_record(client: TestClient) -> None:
    move = client.get("/api/move?moves=44&level=2&seed=5").json()
    assert move["text"] == str(move["move"] + 1)
    assert client.get("/api/move?moves=1212121&level=2").status_code == 400


def run_apart(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Runs a coroutine in a thread of its own: the browser tests keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(work())).result()


def test_a_search_stops_when_its_reader_goes() -> None:
    ended = threading.Event()

    def work(emit: Emit, cancelled: Cancelled) -> None:
        emit("here", {})
        deadline = time.monotonic() + 20
        while not cancelled() and time.monotonic() < deadline:
            time.sleep(0.005)
        if cancelled():
            ended.set()

    async def read_one() -> None:
        async with pool.stream(work) as events:
            assert (await anext(events)).startswith("event: here")

    pool = SearchPool(workers=1)
    run_apart(read_one)
    assert ended.wait(10)
    assert pool.count == 0
    pool.close()


def test_only_so_many_searches_wait_at_once() -> None:
    release = threading.Event()

    async def crowd() -> None:
        waiting = [asyncio.create_task(pool.run(lambda cancelled: release.wait(20))) for _ in "123"]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await pool.run(lambda cancelled: True)
        release.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await pool.run(lambda cancelled: True)

    pool = SearchPool(workers=1, most_waiting=2)
    run_apart(crowd)
    pool.close()


def test_a_search_whose_reader_goes_before_it_begins_never_begins() -> None:
    release = threading.Event()
    begun: list[str] = []

    async def leave() -> None:
        running = asyncio.create_task(pool.run(lambda cancelled: release.wait(20)))
        waiting = asyncio.create_task(pool.run(lambda cancelled: begun.append("answer")))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(BusyError):
            async with pool.stream(lambda emit, cancelled: begun.append("stream"), 0.05):
                begun.append("told")
        release.set()
        assert await running
        assert await pool.run(lambda cancelled: True), "after everything that waited before it"

    pool = SearchPool(workers=1)
    run_apart(leave)
    assert begun == [] and pool.count == 0
    pool.close()


def test_a_search_is_told_to_stop_when_the_one_who_asked_has_gone() -> None:
    told = threading.Event()

    def work(cancelled: Cancelled) -> None:
        deadline = time.monotonic() + 20
        while not cancelled() and time.monotonic() < deadline:
            time.sleep(0.005)
        if cancelled():
            told.set()

    async def ask_and_go() -> None:
        messages = iter([{"type": "http.request"}, {"type": "http.disconnect"}])

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.05)
            return next(messages)

        with pytest.raises(SearchCancelledError):
            await cancel_on_disconnect(receive, pool.run(work))
        assert pool.count == 0

    pool = SearchPool(workers=1)
    run_apart(ask_and_go)
    assert told.wait(10)
    pool.close()


def test_answers_are_packed_for_those_who_take_it(client: TestClient) -> None:
    page = client.get("/play/connect4", headers={"accept-encoding": "br, gzip"})
    plain = client.get("/play/connect4", headers={"accept-encoding": "identity"})
    assert page.headers["content-encoding"] == "gzip" and page.text == plain.text
    assert "content-encoding" not in plain.headers
    assert page.headers["vary"].lower() == "cookie, accept-encoding"
    script = re.search(r'src="(/static/[^"]+main.js)"', page.text)
    assert script is not None
    packed = client.get(script[1], headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(packed.content) / 3
    assert packed.content == client.get(script[1], headers={"accept-encoding": "identity"}).content
    head = client.head(script[1], headers={"accept-encoding": "gzip"})
    assert head.headers["content-length"] == packed.headers["content-length"] and not head.content
    with client.stream("GET", "/api/analysis?game=tictactoe&moves=1.1,2.2") as events:
        assert "content-encoding" not in events.headers, "events come one by one"
