"""Shared by all tests: golden files, the installed commands, the page in a browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser import Open

from replays import Replays

GOLDEN = Path(__file__).parent / "golden"
REPLAYS = pytest.StashKey[Replays]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden texts")


def pytest_collection_finish(session: pytest.Session) -> None:
    """The replays begin before the first test, where a test will ask for them."""
    wanted = any("replays" in getattr(item, "fixturenames", ()) for item in session.items)
    if wanted and not session.config.option.collectonly:
        session.config.stash[REPLAYS] = Replays()


def pytest_unconfigure(config: pytest.Config) -> None:
    if REPLAYS in config.stash:
        config.stash[REPLAYS].close()


@pytest.fixture
def replays(request: pytest.FixtureRequest) -> Replays:
    """What ``inarow prove --check`` says of the certificates that take it minutes."""
    return request.config.stash[REPLAYS]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/NAME, or rewrite that file with --update-golden."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
        assert path.exists(), f"no golden text {name}: run pytest --update-golden"
        assert text == path.read_bytes().decode()

    return check


@pytest.fixture
def command() -> Callable[[str], str]:
    """The path of an installed console command, beside the interpreter that runs the tests."""

    def find(name: str) -> str:
        path = Path(sys.executable).parent / name
        assert path.exists(), f"{name} is not installed beside {sys.executable}"
        return str(path)

    return find


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    from browser import served

    with served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    from browser import launched

    with launched() as browser:
        yield browser


@pytest.fixture
def visit(site: str, chromium: Browser) -> Iterator[Open]:
    """Opens a path of our own server; the test fails on any error of the page."""
    from browser import visiting

    with visiting(site, chromium) as open_page:
        yield open_page


@pytest.fixture
def coordinate(command: Callable[[str], str]) -> Callable[..., subprocess.CompletedProcess[str]]:
    """``inarow coordinate`` with these words."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command("inarow"), "coordinate", *words],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    return run
