"""The marks of a class in the browser: for this machine alone, and nothing beside their folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from socket import socket

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from inarow.cli import main
from inarow.errors import UserError
from inarow.marking.reports.folder import write_reports
from inarow.web.marks import marks_feature
from made_up_class import marked_class
from web_app import board_app

KEY = "a-key-of-this-test"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("marks")
    graded, findings = marked_class()
    write_reports(str(place / "out"), "Lab", "suite", graded, findings)
    (place / "secret.json").write_text("{}")
    (place / "out" / "link.json").symlink_to(place / "secret.json")
    (place / "out" / "notes.txt").write_text("x")
    (place / "out" / ".hidden.json").write_text("x")
    return place / "out"


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    app = board_app(marks_feature(str(folder)), key=KEY)
    with TestClient(app, base_url="http://127.0.0.1:8014") as client:
        client.get(f"/marks/?key={KEY}")
        yield client


def test_the_overview_and_its_pages(client: TestClient) -> None:
    page = client.get("/marks")
    assert page.status_code == 200 and page.url.path == "/marks/"
    assert 'aria-current="page" href="/marks/">Marking' in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert page.headers["cache-control"] == "no-store"
    assert "Ada Heron" in client.get("/marks/staff/1001.html").text
    assert client.get("/marks/feedback.zip").headers["content-type"] == "application/zip"
    client.cookies.set("theme", "dark")
    assert 'data-theme="dark"' in client.get("/marks/").text
    policy = client.get("/play/connect4").headers["content-security-policy"]
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")


@pytest.mark.parametrize(
    "path",
    [
        "..%2fsecret.json", "%2e%2e/secret.json", "staff/..%2f..%2fsecret.json", "link.json",
        "notes.txt", ".hidden.json", "staff", "nothing.html", "a%00.html", "staff//1001.html",
        "x" * 3000 + ".html",
    ],
)  # fmt: skip
def test_nothing_else_is_given_out(client: TestClient, path: str) -> None:
    assert client.get(f"/marks/{path}").status_code == 404


def test_only_this_machine_may_ask(client: TestClient) -> None:
    assert client.get("/marks/", headers={"host": "evil.example"}).status_code == 421
    foreign = {"origin": "http://evil.example"}
    assert client.get("/marks/marks.json", headers=foreign).status_code == 403


@pytest.mark.parametrize("name", ["", "marks.json", "staff/1001.html", "feedback.zip", "none"])
@pytest.mark.parametrize("tried", ["", "?key=", "?key=wrong", "?key=%C3%A9", "?KEY=" + KEY])
def test_another_user_of_this_machine_reads_no_marks(folder: Path, name: str, tried: str) -> None:
    app = board_app(marks_feature(str(folder)), key=KEY)
    with TestClient(app, base_url="http://127.0.0.1:8014") as client:
        for cookie in ("", "inarow_key_8014=wrong", f"inarow_key_1={KEY}"):
            found = client.get(f"/marks/{name}{tried}", headers={"cookie": cookie})
            assert found.status_code == 403 and "needs its key" in found.json()["error"]
        assert client.get("/marks").status_code == 403
        assert client.get("/play/connect4").status_code == 200


def test_the_key_becomes_a_cookie_that_scripts_and_other_sites_cannot_use(folder: Path) -> None:
    app = board_app(marks_feature(str(folder)), key=KEY)
    with TestClient(app, base_url="http://127.0.0.1:8014") as client:
        first = client.get(f"/marks/staff/1001.html?a=1&key={KEY}", follow_redirects=False)
        assert (
            first.status_code == 303 and first.headers["location"] == "/marks/staff/1001.html?a=1"
        )
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie and KEY in cookie
        for path in ("/marks/staff/1001.html", "/marks/"):
            assert client.get(path).status_code == 200
            foreign = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
            assert client.get(path, headers=foreign).status_code == 403


def test_without_a_key_marks_are_for_nobody(folder: Path) -> None:
    app = board_app(marks_feature(str(folder)))
    with TestClient(app, base_url="http://127.0.0.1:8014") as client:
        assert client.get("/marks/?key=").status_code == 403


def test_the_printed_address_opens_the_marks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keys: list[str] = []

    def serve(listener: socket, hosts: object, features: object, key: str) -> None:
        listener.close()
        keys.append(key)

    monkeypatch.setattr("inarow.cli.commands.web._serve", serve)
    for words in ((), ("--path", "/marks/staff/1001.html"), ("--path", "/play/connect4?at=0")):
        assert main(["web", "--marks", str(folder), "--no-open", "--port", "0", *words]) == 0
        printed = capsys.readouterr().out
        assert printed.count(f"key={keys[-1]}") == 1
        assert re.search(rf"http://127\.0\.0\.1:\d+/marks/\S*\?key={keys[-1]}", printed)
    assert len(set(keys)) == 3 and all(len(key) > 20 for key in keys)


def test_without_marks_there_are_none() -> None:
    with TestClient(board_app(), base_url="http://127.0.0.1:8014") as client:
        assert client.get("/marks/").status_code == 404


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.1", "example.org"])
def test_marks_are_never_served_to_a_network(
    folder: Path, host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["web", "--marks", str(folder), "--host", host, "--no-open"]) == 2
    assert f"--marks are for this machine only, and --host is '{host}'" in capsys.readouterr().err


def test_a_folder_without_marks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="has no page of marks"):
        marks_feature(str(tmp_path))


@pytest.mark.browser
def test_rows_are_filtered_found_and_walked(folder: Path, chromium: Browser) -> None:
    """As it opens from the disk, where nothing may be fetched."""
    with closing(chromium.new_page()) as page:
        faults: list[str] = []
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto((folder / "index.html").as_uri())
        rows = page.locator(".roster tbody tr:visible")
        expect(rows).to_have_count(3)
        page.get_by_role("radio", name="Late 2").check()
        expect(rows).to_have_count(2)
        page.get_by_role("radio", name="All 3").check()
        page.keyboard.press("/")
        page.keyboard.type("heron")
        expect(rows).to_have_count(1)
        page.keyboard.press("Escape")
        page.keyboard.press("j")
        page.keyboard.press("Enter")
        page.wait_for_url("**/staff/1001.html")
        expect(page.locator("h1")).to_have_text("Ada Heron (1001)")
        assert faults == []
