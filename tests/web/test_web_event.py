"""An event's pages from a server: the files of the disk, as the store stands now."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from starlette.testclient import TestClient

from inarow.arena.aliases import aliases_for
from inarow.arena.games import FinishedGame, LiveGame
from inarow.arena.pairing.format import Pairing
from inarow.arena.site.site import Site
from inarow.arena.site.snapshot import snapshot
from inarow.arena.store import Store
from inarow.arena.verdicts import game_verdicts
from inarow.cli import main
from inarow.pages.kit import Frame, Tab
from inarow.web.app import Feature
from inarow.web.event import EventPages
from inarow.web.shell import TABS
from small_event import ANN, BOB, CAROL, OURS, small_event
from small_event import GAMES as SMALL_GAMES
from two_machines import GAMES, SLOW, end_game, two_machines
from web_app import board_app


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with small_event(tmp_path) as store:
        yield store


@pytest.fixture
def client(store: Store) -> Iterator[TestClient]:
    event = EventPages(str(store.path))
    with TestClient(board_app(event.feature()), base_url="http://127.0.0.1") as client:
        yield client
    event.close()


def test_every_file_of_a_site_is_answered(store: Store, client: TestClient) -> None:
    tabs = [*TABS, Tab("event", "Arena", "/event/index.html")]
    frame = Frame(tabs=tabs, tab="event")
    site = Site(snapshot(store, aliases_for(store)), live=True, frame=frame)
    for path in site.paths():
        found = client.get(f"/event/{path}")
        assert found.status_code == 200, path
        if not path.startswith("meetings"):  # where the solver is at work meanwhile
            assert found.text == "".join(site.file(path) or ()), path
    for path in ("site.css", "site.js", "icon.svg"):
        assert client.get(f"/event/{path}").status_code == 200
    assert client.get("/event").url.path == "/event/index.html"
    assert "Arena</a>" in client.get("/play/connect4").text
    for path in ("meetings/99.html", "entries/0.html", "../cup.db", "cup.db", "meetings/1.html/x"):
        assert client.get(f"/event/{path}").status_code == 404, path
    policy = client.get("/event/").headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy.replace(
        "'wasm-unsafe-eval'", ""
    )


def test_nobody_is_named(client: TestClient) -> None:
    for path in ("index.html", "games.jsonl", "meetings/2.html", "entries/1.html"):
        text = client.get(f"/event/{path}").text
        assert "1234567" not in text and CAROL not in text


def pulse(client: TestClient) -> str:
    return str(client.get("/event/pulse.json").json()["version"])


def changed(client: TestClient, before: str) -> str:
    """The next pulse: it is taken once a second."""
    end_s = time.monotonic() + 30
    while (now := pulse(client)) == before:
        assert time.monotonic() < end_s
        time.sleep(0.1)
    return now


@pytest.mark.long
def test_the_pages_follow_the_store(store: Store, client: TestClient) -> None:
    first = pulse(client)
    assert "Finished" in client.get("/event/index.html").text and pulse(client) == first
    store.plan(Pairing(2, ANN, OURS), ["", ""])
    (game, _) = store.lease()
    store.save_live(LiveGame(game.key, (3, -1, 3), (12.0, 1000.0, 7.0)))
    second = changed(client, first)
    text = client.get("/event/index.html").text
    assert "Live, 1 game running" in text and "6 of 8 games" in text and "7 ms" in text
    saved = store.log("3.1")
    assert saved is not None
    store.finish(FinishedGame.from_log(game.key, 1, saved.log, {}))
    changed(client, second)
    text = client.get("/event/index.html").text
    assert "7 of 8 games" in text and "Live, 0 games running" in text


@pytest.mark.long
def test_machines_are_shown_to_this_machine_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two_machines(tmp_path) as store:
        found: dict[str, list[str]] = {}
        left = iter((GAMES - 2, GAMES - 1))

        def serve(
            listener: socket, hosts: tuple[str, ...], features: Sequence[Feature], key: str
        ) -> None:
            listener.close()
            with TestClient(board_app(*features), base_url="http://127.0.0.1") as visitor:
                first = pulse(visitor)
                found[hosts[0]] = [visitor.get("/event/index.html").text]
                end_game(store, next(left))
                changed(visitor, first)
                found[hosts[0]].append(visitor.get("/event/index.html").text)

        monkeypatch.setattr("inarow.cli.commands.web._serve", serve)
        for host in ("127.0.0.1", "0.0.0.0"):
            argv = ["--host", host, "--port", "0", "--event", str(store.path)]
            assert main(["web", "--no-open", *argv]) == 0
    before, after = found["127.0.0.1"]
    assert SLOW in before and "14 of 16 games" in before and '<td class="rt">42</td>' in before
    assert SLOW in after and "15 of 16 games" in after and '<td class="rt">49</td>' in after
    assert not any("node-" in text for text in found["0.0.0.0"])


def test_games_that_are_opened_are_analysed(store: Store, client: TestClient) -> None:
    assert "has not been asked about this game" in client.get("/event/meetings/3.html").text
    end_s = time.monotonic() + 60
    while store.analysed() != {"3.1", "3.2"}:
        assert time.monotonic() < end_s
        time.sleep(0.1)
    changed(client, "")
    while "would have won" not in client.get("/event/meetings/3.html").text:
        assert time.monotonic() < end_s
        time.sleep(0.1)


def test_options_of_an_event_need_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for argv, sentence in (
        (["--stage"], "require --event"),
        (["--event", "none.db"], "store 'none.db' is not there"),
    ):
        assert main(["web", "--no-open", *argv]) == 2
        assert sentence in capsys.readouterr().err


def test_the_small_event_is_what_these_tests_take_it_for(store: Store) -> None:
    pairs = [(game.first, game.second) for game in store.games()]
    assert pairs == [game[:2] for game in SMALL_GAMES]
    assert {BOB, CAROL} <= {row.name for row in store.entries()}


def test_a_failed_analysis_makes_room_for_the_next(
    store: Store,
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked: list[str] = []

    def failing_once(record: dict[str, Any]) -> dict[str, Any]:
        asked.append("")
        if len(asked) == 1:
            raise RuntimeError("planted")
        return game_verdicts(record)

    monkeypatch.setattr("inarow.web.event.game_verdicts", failing_once)
    monkeypatch.setattr("inarow.web.event._MOST_WAITING", 1)
    end_s = time.monotonic() + 60
    while store.analysed() != {"3.2"}:
        client.get("/event/meetings/3.html")
        assert time.monotonic() < end_s
        time.sleep(0.1)
    assert [one.getMessage() for one in caplog.records] == ["analysis failed game=3.1"]
    assert len(asked) == 2, "a game that failed is not tried again"


def test_a_damaged_database_is_a_page_that_says_so(tmp_path: Path) -> None:
    with small_event(tmp_path) as made:
        path = made.path
    event = EventPages(str(path))
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    with TestClient(board_app(event.feature()), base_url="http://127.0.0.1") as visitor:
        for name in ("index.html", "meetings/1.html", "stage.html"):
            found = visitor.get(f"/event/{name}")
            assert found.status_code == 503 and "This event cannot be shown" in found.text
            assert path.name in found.text
        for name in ("pulse.json", "games.jsonl"):
            found = visitor.get(f"/event/{name}")
            assert found.status_code == 503
            assert found.json()["error"].startswith("the event's database cannot be read: ")
    event.close()


@pytest.mark.parametrize("shown", [{"real": True}, {"ids": True}])
def test_names_of_an_event_need_the_key(store: Store, shown: dict[str, bool]) -> None:
    event = EventPages(str(store.path), **shown)
    app = board_app(event.feature(), key="secret")
    with TestClient(app, base_url="http://127.0.0.1") as visitor:
        for path in ("index.html", "games.jsonl", "pulse.json"):
            assert visitor.get(f"/event/{path}").status_code == 403
        assert visitor.get("/play/connect4").status_code == 200
        assert visitor.get("/event/index.html?key=secret").status_code == 200
        assert visitor.get("/event/games.jsonl").status_code == 200
    event.close()
