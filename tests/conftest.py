"""Shared by all tests: golden files and the installed commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden texts")


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
