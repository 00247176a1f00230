"""The scripts of the page, checked by the tools of their language: types and layout."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "inarow" / "web"


def tool(name: str) -> str:
    path = ROOT / "build" / "npm" / "node_modules" / ".bin" / name
    assert path.exists(), f"no {name}: make test sets it up"
    return str(path)


@pytest.mark.process
@pytest.mark.parametrize(
    "words",
    [
        ["tsc", "-p", str(WEB / "tsconfig.json")],
        ["prettier", "--check", str(WEB / "static" / "**" / "*.js")],
    ],
    ids=["types", "layout"],
)
def test_the_scripts_pass(words: list[str]) -> None:
    command = [tool(words[0]), *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
