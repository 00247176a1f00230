"""The table that ``inarow arena run`` keeps in a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from inarow.cli.live_table import LiveTable, can_be_drawn
from small_event import ANN, small_event


def test_the_table_is_drawn_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "8")
    with small_event(tmp_path) as store:
        table = LiveTable(store)
        table.show("6 of 6 games")
        first = capsys.readouterr().err
        table.show("too soon")
        assert capsys.readouterr().err == ""
        table.wipe()
        wiped = capsys.readouterr().err
        table.wipe()
        assert capsys.readouterr().err == ""
    lines = first.splitlines()
    assert lines[0].split() == ["#", "entry", "points", "W-D-L", "rating", "95", "%"]
    assert lines[1].split()[:4] == ["1", ANN, "3", "3-0-1"]
    assert lines[-3:] == ["      and 1 more", "playing: ...", "6 of 6 games"]
    assert "\x1b" not in first and wiped == f"\x1b[{len(lines)}A\r\x1b[J"


def test_nothing_is_drawn_where_no_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert not can_be_drawn()


@pytest.mark.process
def test_a_run_in_a_terminal_shows_it_and_leaves_nothing(tmp_path: Path) -> None:
    terminal, other = pty.openpty()
    program = "import sys; from inarow.cli import main; sys.exit(main(sys.argv[1:]))"
    argv = ["arena", "run", "level:1", "random", "--game", "tictactoe", "--store", "cup.db"]
    done = subprocess.run(
        [sys.executable, "-c", program, *argv],
        stdout=subprocess.PIPE,
        stderr=other,
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
        check=True,
    )
    os.close(other)
    seen = b""
    try:
        while part := os.read(terminal, 65536):
            seen += part
    except OSError:
        pass  # the other end is closed
    os.close(terminal)
    assert b"W-D-L" in seen and b"playing: " in seen and seen.rstrip().endswith(b"\x1b[J")
    assert done.stdout.startswith(b"2 of 2 games")
