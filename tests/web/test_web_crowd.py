"""Many who ask at once, and some who leave: real connections, a real browser, and a server that has
nothing to complain about."""

from __future__ import annotations

import asyncio
import json
import re
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from browser import Open, Tab, served, visiting
from inarow.errors import SearchCancelledError
from inarow.links import read_record
from inarow.web.play import PERFECT, move_json
from inarow.web.server import Bounds, Server
from web_app import board_app

LONG = "game=connect4:8x7&moves="
"""With few moves: no search of these ends within a test."""
WAIT_S = 20.0
"""Generous for a crowded machine, and less than what is waited for would take."""
ROOM_S = 8.0
"""So long a place may take to become free once nobody waits: less than a search of a move has."""


@pytest.fixture(scope="module")
def quiet_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that must print nothing."""
    path = tmp_path_factory.mktemp("crowd") / "stderr"
    with path.open("w") as complaints, served(complaints=complaints) as address:
        yield address
    assert path.read_text() == ""


def port_of(site: str) -> int:
    return int(site.rpartition(":")[2])


def sent(port: int, text: str) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), WAIT_S)
    connection.sendall(text.replace("\n", "\r\n").encode())
    return connection


def asked(site: str, path: str) -> socket.socket:
    port = port_of(site)
    return sent(port, f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{port}\n\n")


def first_part(connection: socket.socket) -> tuple[int, str]:
    """The status and what comes at once behind the head."""
    text = connection.recv(65536).decode()
    while "\r\n\r\n" not in text or text.endswith("\r\n\r\n"):
        text += connection.recv(65536).decode()
    return int(text.split()[1]), text.partition("\r\n\r\n")[2]


def answer_of(site: str, path: str) -> dict[str, Any]:
    with urlopen(site + path, timeout=WAIT_S) as answer:
        data: dict[str, Any] = json.load(answer)
    return data


def answer_within(site: str, path: str) -> dict[str, Any]:
    """The answer, once there is room for the question."""
    until_s = time.monotonic() + ROOM_S
    while True:
        try:
            return answer_of(site, path)
        except HTTPError as refusal:
            if refusal.code != 429 or time.monotonic() > until_s:
                raise
        time.sleep(0.05)


@contextmanager
def two_analyses(site: str) -> Iterator[None]:
    """As many as are worked on at once."""
    with ExitStack() as stack:
        for column in (1, 8):
            until_s = time.monotonic() + ROOM_S
            path = f"/api/analysis?{LONG}{column}2"
            while (status := first_part(stack.enter_context(asked(site, path)))[0]) != 200:
                assert status == 429 and time.monotonic() < until_s
                time.sleep(0.05)
        yield


@pytest.mark.long
def test_too_many_analyses_are_refused_in_a_sentence(quiet_site: str) -> None:
    with ExitStack() as stack:
        streams = [
            stack.enter_context(asked(quiet_site, f"/api/analysis?{LONG}{1 + number % 8}"))
            for number in range(20)
        ]
        answers = [first_part(stream) for stream in streams]
    refused = [text for status, text in answers if status == 429]
    assert sorted(status for status, _ in answers) == [200] * 2 + [429] * 18
    assert all(
        "the solver is busy with your other tabs" in json.loads(text)["error"] for text in refused
    )
    with two_analyses(quiet_site):
        pass  # there is room again


def test_searches_that_nobody_waits_for_hold_up_nobody(quiet_site: str) -> None:
    for number in range(14):
        column = 1 + number % 8
        with asked(quiet_site, f"/api/move?{LONG}4{column}&level={PERFECT}"):
            time.sleep(0.05)
    assert answer_within(quiet_site, "/api/move?moves=44&level=4")["text"]
    assert answer_of(quiet_site, "/api/search?moves=44")["depth"] == 4


def test_the_search_screen_and_the_board_do_not_wait_for_moves(quiet_site: str) -> None:
    with ExitStack() as stack:
        moves = [
            stack.enter_context(asked(quiet_site, f"/api/move?{LONG}4{column}&level={PERFECT}"))
            for column in (1, 8)
        ]
        time.sleep(0.2)
        assert answer_of(quiet_site, "/api/search?moves=44")["depth"] == 4
        late = "44444253465656"
        assert answer_of(quiet_site, f"/api/play?moves={late}")["movesText"] == late
        assert select.select(moves, [], [], 0)[0] == [], "both moves are still sought"


@pytest.mark.parametrize("words", [LONG + "41", "game=connect4:9x6&moves=55"])
def test_perfect_ends_its_search_when_told_to(words: str) -> None:
    start = time.monotonic()
    line = read_record(dict(word.split("=") for word in words.split("&")))
    with pytest.raises(SearchCancelledError):
        move_json(line, PERFECT, 0, lambda: time.monotonic() > start + 0.3)
    assert time.monotonic() - start < 8, "it was given ten seconds"


@pytest.mark.parametrize("body", ["ZZZ\n", "5\nabcde\nZZZ\n"])
@pytest.mark.parametrize("path", ["/api/play", "/api/move?level=8&game=gomoku", "/api/analysis"])
def test_a_broken_body_is_answered_and_nothing_is_printed(
    quiet_site: str, path: str, body: str
) -> None:
    head = f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nTransfer-Encoding: chunked\n\n"
    for text in (head + body, head):
        with sent(port_of(quiet_site), text) as connection:
            if text == head:
                time.sleep(0.1)
                connection.sendall(body.encode())
            assert connection.recv(4096).startswith((b"HTTP/1.1 400", b"HTTP/1.1 200"))
    assert answer_of(quiet_site, "/api/play?moves=4")["at"] == 1


def test_the_end_of_the_server_ends_its_searches_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "stderr"
    with ExitStack() as stack, path.open("w") as complaints, served(0, complaints) as site:
        stack.enter_context(two_analyses(site))
        stack.enter_context(asked(site, f"/api/move?{LONG}41&level={PERFECT}"))
        stack.enter_context(asked(site, f"/api/analysis?{LONG}3"))
        time.sleep(0.2)
    assert path.read_text() == ""


@contextmanager
def hurried_server(request_s: float = 0.3) -> Iterator[int]:
    """A server in a thread of its own, with bounds that a test can meet."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = Server(board_app(), Bounds(most_connections=3, request_s=request_s, unread_s=0.3))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def is_closed(connection: socket.socket) -> bool:
    """Waits for what comes, and tells whether that is the end."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_connections_are_few_and_a_slow_head_closes_them() -> None:
    with hurried_server() as port, ExitStack() as stack:
        slow = [stack.enter_context(sent(port, "GET / HTTP/1.1\nHost: ")) for _ in range(8)]
        assert all(map(is_closed, slow))
        kept = stack.enter_context(sent(port, "GET /api/play HTTP/1.1\nHost: 127.0.0.1\n\n"))
        assert first_part(kept)[0] == 200
        kept.sendall(b"GET /api/play HTTP/1.1\r\nHost")
        assert is_closed(kept), "the second head of a connection is timed too"


SLOW_BODY = "GET /api/play HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 1000000\n\n"


def test_a_body_that_comes_slowly_closes_its_connection() -> None:
    """A byte now and then does not put it off."""
    with hurried_server() as port, sent(port, SLOW_BODY) as slow:
        until_s = time.monotonic() + WAIT_S
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            while time.monotonic() < until_s:
                slow.sendall(b"x")
                time.sleep(0.02)


@pytest.mark.parametrize("text", [SLOW_BODY, "GET / HTTP/1.1\nHost: ", ""])
def test_slow_clients_keep_nobody_out(text: str) -> None:
    """However many wait, whoever comes with a whole request is answered; a search goes on."""
    with hurried_server(1000.0) as port, ExitStack() as stack:
        site = f"http://127.0.0.1:{port}"
        search = stack.enter_context(asked(site, f"/api/analysis?{LONG}3"))
        assert first_part(search)[0] == 200
        slow = [stack.enter_context(sent(port, text)) for _ in range(10)]
        for _ in range(5):
            assert answer_of(site, "/api/play")["moves"] == []
            slow.append(stack.enter_context(sent(port, text)))
        assert is_closed(slow[0]) or text == SLOW_BODY
        search.setblocking(False)
        with pytest.raises(BlockingIOError):
            while search.recv(65536):
                pass


def test_a_client_that_never_reads_is_disconnected() -> None:
    """It asks for a large page again and again and takes none of the answers."""
    ask = b"GET /play/connect4 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with hurried_server() as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(WAIT_S)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            while True:
                client.sendall(100 * ask)


# In the browser.


@pytest.fixture
def quiet_visit(quiet_site: str, tab: Tab) -> Iterator[Open]:
    with visiting(quiet_site, tab) as visit:
        yield lambda path: visit(path, troubles=True)


def test_a_page_without_room_says_so_and_asks_again(quiet_site: str, quiet_visit: Open) -> None:
    problem = re.compile("The solver is busy with your other tabs; trying again.")
    with two_analyses(quiet_site):
        page = quiet_visit("/play/connect4/44444253465")
        expect(page.locator("#problem")).to_have_text(problem)
        expect(page.locator(".tile").first).to_contain_text("…")
    expect(page.locator(".tile.best").first).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    expect(page.locator(".why")).not_to_contain_text("being worked out")


def test_a_seventh_tab_is_ready_while_six_are_solving(quiet_site: str, chromium: Browser) -> None:
    context = chromium.new_context()
    for column in range(1, 7):
        context.new_page().goto(f"{quiet_site}/play/connect4:8x7/{column}{column + 1}")
        if column == 1:
            expect(context.pages[0].locator(".tile").first).to_contain_text("solving")
    page = context.new_page()
    page.goto(f"{quiet_site}/play/connect4/44", timeout=WAIT_S * 1000)
    page.wait_for_selector("html[data-ready]", timeout=WAIT_S * 1000)
    page.keyboard.press("4")
    expect(page.locator(".mv")).to_have_count(3)
    context.close()


def test_a_hidden_page_listens_to_nothing(quiet_visit: Open) -> None:
    page = quiet_visit("/play/connect4:8x7/45")
    expect(page.locator(".status")).to_contain_text("million positions")
    turn = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with page.expect_event("requestfailed"):
        page.evaluate(turn, True)
    with page.expect_request("**/api/analysis*"):
        page.evaluate(turn, False)
    expect(page.locator("#problem")).to_be_hidden()


def test_a_lost_server_is_told_and_found_again(tab: Tab) -> None:
    with ExitStack() as visits:
        with served() as site:
            page = visits.enter_context(visiting(site, tab))("/play/connect4:8x7/45", troubles=True)
            expect(page.locator(".status")).to_contain_text("million positions")
        expect(page.locator("#problem")).to_contain_text("Working without the server")
        expect(page.locator(".status")).to_contain_text("Red to move.")
        expect(page.locator(".tile").first).not_to_contain_text("solving")
        with served(port_of(site)):
            expect(page.locator(".status")).to_contain_text("million positions")
            expect(page.locator("#problem")).to_be_hidden()
