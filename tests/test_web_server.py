"""The HTTP edge: who may ask, what a wrong request gets, searches that end with their reader."""

from __future__ import annotations

import asyncio
import json
import random
import string
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from inarow.web.jobs import BusyError, Emit, Jobs, Stopped
from inarow.web.server import application


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(application(), base_url="http://127.0.0.1:8014") as client:
        yield client


def test_the_page_and_its_headers(client: TestClient) -> None:
    page = client.get("/play/connect4/4445?at=2")
    assert page.status_code == 200 and "<!doctype html>" in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert (
        "<script>" not in page.text and " style=" not in page.text and " onclick=" not in page.text
    )
    assert client.get("/", follow_redirects=False).headers["location"].startswith("/play/connect4")


def test_page_files_are_kept_by_their_contents(client: TestClient) -> None:
    first = client.get("/static/main.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = client.get("/static/main.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and again.content == b""


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({"host": ""}, 421),
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


def malformed(rng: random.Random) -> str:
    """A request that is wrong in one of many ways."""
    junk = "".join(rng.choice(string.printable[:94]) for _ in range(rng.randrange(1, 40)))
    huge = rng.choice(["4", "%00", "x/", "1.1,", "é"]) * rng.randrange(200, 9000)
    route = rng.choice(["play", "move", "search", "position", "analysis", "board.svg", "game.json"])
    name = rng.choice(["game", "moves", "from", "at", "level", "seed", "depth", "path", "text"])
    wrong = {
        "game": "chess", "moves": "8", "from": "zz", "at": "x", "level": "99", "seed": "-1",
        "depth": "77", "path": "q", "text": "??",
    }  # fmt: skip
    from urllib.parse import quote

    value = rng.choice([wrong[name], huge, quote(junk)])
    return f"/api/{route}?{name}={value}"


def test_a_thousand_wrong_requests_get_a_sentence_and_the_page_goes_on(client: TestClient) -> None:
    rng = random.Random(7)
    refused = 0
    for _ in range(1000):
        url = malformed(rng)
        answer = client.get(url)
        assert answer.status_code < 500, url
        if answer.status_code >= 400:
            refused += 1
            error = json.loads(answer.text)["error"]
            assert 5 < len(error) < 400 and "Traceback" not in error, url
    assert refused > 500
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
    assert client.get("/api/board.svg?moves=44").text.startswith("<svg")
    assert client.get("/api/game.json?moves=445").json()["moves"] == ["4", "4", "5"]
    assert client.get("/api/move?moves=1212121&level=2").status_code == 400


def run_apart(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Runs a coroutine in a thread of its own: the browser tests keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(work())).result()


def test_a_search_stops_when_its_reader_goes() -> None:
    ended = threading.Event()

    def work(emit: Emit, stopped: Stopped) -> None:
        emit("here", {})
        deadline = time.monotonic() + 20
        while not stopped() and time.monotonic() < deadline:
            time.sleep(0.005)
        if stopped():
            ended.set()

    async def read_one() -> None:
        stream = jobs.stream(work)
        assert (await anext(stream)).startswith("event: here")
        await stream.aclose()  # type: ignore[attr-defined]

    jobs = Jobs(workers=1)
    run_apart(read_one)
    assert ended.wait(10)
    assert jobs.count == 0
    jobs.close()


def test_only_so_many_searches_wait_at_once() -> None:
    release = threading.Event()

    async def crowd() -> None:
        waiting = [
            asyncio.create_task(jobs.answer(lambda stopped: release.wait(20))) for _ in "123"
        ]
        await asyncio.sleep(0.05)
        with pytest.raises(BusyError):
            await jobs.answer(lambda stopped: True)
        release.set()
        assert await asyncio.gather(*waiting) == [True] * 3
        assert await jobs.answer(lambda stopped: True)

    jobs = Jobs(workers=1, most_waiting=2)
    run_apart(crowd)
    jobs.close()
