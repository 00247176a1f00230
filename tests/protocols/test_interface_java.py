"""Interface.java: what lets the course's own coordinator start our engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def interface(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with Interface.class, as the course's coordinator wants it."""
    if shutil.which("javac") is None or shutil.which("java") is None:
        pytest.skip("there is no javac and java here")
    classes = tmp_path_factory.mktemp("classes")
    source = Path(__file__).parents[2] / "programs" / "Interface.java"
    subprocess.run(
        ["javac", "--release", "8", "-Xlint:-options", "-d", classes, source], check=True
    )
    return classes


def java(directory: Path, env: dict[str, str], *options: str, stdin: bytes = b"") -> Any:
    words = ["java", "-classpath", str(directory), "Interface", *options]
    return subprocess.run(words, input=stdin, env=env, capture_output=True, timeout=60, check=False)


def test_interface_passes_everything_through(
    interface: Path, command: Callable[[str], str], tmp_path: Path
) -> None:
    env = {**os.environ, "INAROW": command("inarow")}
    options = ("--name", "java-c1234567")
    done = java(interface, env, *options, stdin=b"name AI 0\nperft 4")
    assert (done.returncode, done.stdout) == (0, b"java-c1234567\nperft 4 2801\n")
    beside = shutil.copytree(interface, tmp_path / "beside")
    (beside / "inarow").symlink_to(command("inarow"))
    done = java(beside, {"PATH": os.environ["PATH"]}, stdin=b"quit\n")
    assert (done.returncode, done.stdout) == (0, b"quitting\n")


def test_interface_says_what_it_misses(interface: Path) -> None:
    lost = {**os.environ, "INAROW": "/nonexistent/inarow"}
    done = java(interface, lost, stdin=b"name\n")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1 and b"INAROW names '/nonexistent/inarow'" in done.stderr


def test_interface_plays_under_the_coordinator(
    interface: Path, command: Callable[[str], str]
) -> None:
    done = subprocess.run(
        [command("inarow"), "coordinate", "e0", str(interface), "time", "1000", "--json"],
        env={**os.environ, "INAROW": command("inarow")},
        capture_output=True,
        timeout=60,
        check=True,
    )
    played = json.loads(done.stdout)
    assert played["commands"] == [["java", "-classpath", str(interface), "Interface"]] * 2
    assert played["reason"] in ("four in a row", "draw")
