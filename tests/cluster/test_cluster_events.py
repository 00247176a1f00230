"""Marking and tournaments on a real cluster: nothing of this machine's disk is needed there, and
what comes out is what comes out here."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inarow.cli import main
from sandboxes import working_tiers

pytest.importorskip("ray", reason="Ray is not installed: pip install 'inarow[ray]'")

from inarow.cluster.ray_executor import RayExecutor

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(working_tiers() == ["none"], reason="there is no sandbox here"),
]
FIRST = "import sys\nprint(sys.argv[1].split(',')[-1].find('.'))\n"
LAST = "import sys\nprint(sys.argv[1].split(',')[-1].rfind('.'))\n"
WRONG = "print('x')\n"
EMPTY = ",".join(["......."] * 6)
SUITE = f"""
name = "small"
course = "comp3308"
limits = {{ wall_s = 20 }}
[[tests]]
name = "left"
marks = 4
args = ["{EMPTY}", "red"]
expected = "0\\n"
[[tests]]
name = "right"
marks = 2
args = ["{EMPTY}", "yellow"]
expected = "6\\n"
"""


def handed_in(folder: Path, name: str, text: str) -> str:
    path = folder / name / "ConnectFour.py"
    path.parent.mkdir()
    path.write_text(text)
    return str(path.parent)


def event(folder: Path) -> list[str]:
    programs = {"first": FIRST, "last": LAST, "wrong": WRONG}
    return [handed_in(folder, name, text) for name, text in programs.items()]


def games(store: Path) -> list[tuple[Any, ...]]:
    columns = "key, state, winner, termination, pairing, opening, notes"
    with sqlite3.connect(store) as db:
        words = f"SELECT {columns} FROM games JOIN logs USING (key) ORDER BY key"
        return db.execute(words).fetchall()


def test_an_event_is_played_as_here_and_each_pair_on_one_machine(
    connected: str, tmp_path: Path, capfd: Any
) -> None:
    entries = [*event(tmp_path)[1:], "level:1"]
    found = {}
    for name, words in (("here", []), ("there", ["--cluster", connected])):
        store = tmp_path / f"{name}.db"
        run = ["arena", "run", *entries, "--course", "comp3308", "--store", str(store), "--json"]
        assert main([*run, "--move-time", "20000ms", *words]) == 0, capfd.readouterr().err
        found[name] = games(store)
        capfd.readouterr()
    assert [row[:6] for row in found["here"]] == [row[:6] for row in found["there"]]
    machines: dict[tuple[Any, ...], set[str]] = {}
    for *_, pairing, opening, notes in found["there"]:
        where = json.loads(notes)["where"].partition(", ")[0]
        machines.setdefault((pairing, opening), set()).add(where)
    assert all(len(names) == 1 for names in machines.values()), machines
    both = set.union(*machines.values())
    assert len(both) == 2
    assert main(["arena", "status", str(tmp_path / "there.db"), "--machines", "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)["machines"]
    assert {row["machine"] for row in rows} == both
    assert sum(row["games"] - row["void"] for row in rows) == len(found["there"])


def test_marks_are_the_same_and_nothing_is_marked_twice(
    connected: str, tmp_path: Path, capfd: Any
) -> None:
    suite = tmp_path / "suite.toml"
    suite.write_text(SUITE)
    paths = [*event(tmp_path), handed_in(tmp_path, "broken", "print(\n")]
    marks = {}
    for name, words in (("here", []), ("there", ["--cluster", connected]), ("again", [])):
        store = tmp_path / f"{name.replace('again', 'there')}.db"
        mark = ["mark", "run", *paths, "--suite", str(suite)]
        assert main([*mark, "--store", str(store), "--json", *words]) == 0, capfd.readouterr().err
        marks[name] = [
            (told["name"], told["marks"], [(t["name"], t["verdict"]) for t in told["tests"]])
            for told in json.loads(capfd.readouterr().out)["submissions"]
        ]
    assert marks["here"] == marks["there"] == marks["again"]


def ended(store: Path) -> dict[str, float]:
    with sqlite3.connect(store) as db:
        return dict(db.execute("SELECT key, ended FROM games WHERE state = 'done'").fetchall())


def test_a_command_that_is_killed_goes_on_and_plays_nothing_twice(
    connected: str,
    cluster_executor: RayExecutor,
    tmp_path: Path,
    command: Callable[[str], str],
    capfd: Any,
) -> None:
    for worker in list(cluster_executor._workers):
        cluster_executor._stop(worker)  # the cores are for the command
    store = tmp_path / "event.db"
    run = ["arena", "run", *event(tmp_path)[:2], "level:2", "--course", "comp3308"]
    run += ["--games", "2", "--move-time", "20000ms", "--store", str(store), "--cluster", connected]
    killed = subprocess.Popen(
        [command("inarow"), *run],
        # Ray keeps the workers of one that is gone for half a minute, in case it comes back.
        env={**os.environ, "RAY_CLIENT_RECONNECT_GRACE_PERIOD": "1"},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and killed.poll() is None:
        time.sleep(0.02)
        if store.exists() and len(_quietly_ended(store)) >= 2:
            break
    killed.kill()
    killed.wait()
    before = ended(store)
    assert main(run) == 0, capfd.readouterr().err
    after = ended(store)
    assert len(before) >= 2 and {key: after[key] for key in before} == before
    with sqlite3.connect(store) as db:
        states = db.execute("SELECT DISTINCT state FROM games").fetchall()
    assert states == [("done",)]


def _quietly_ended(store: Path) -> dict[str, float]:
    try:
        return ended(store)
    except sqlite3.Error:  # it is being made
        return {}
