"""The timing command measures the searches it says it does. No test here looks at a time."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Position
from inarow.cli import main
from inarow.textbook import COMP3308, MAXCONNECT4, run
from inarow.textbook.timing import Method, effective_branching, measure_depths

SVG = "{http://www.w3.org/2000/svg}"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["timing", *arguments]) == 0
    return capsys.readouterr().out


@given(st.integers(1, 12), st.integers(1, 9))
def test_the_branching_factor_of_a_uniform_tree_is_its_branching(
    branching: int, depth: int
) -> None:
    nodes = sum(branching**ply for ply in range(depth + 1))
    assert effective_branching(nodes, depth) == pytest.approx(branching, rel=1e-6)


def test_the_branching_factor_of_a_lone_root_is_zero() -> None:
    assert effective_branching(1, 3) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("game", ["connect4", "maxconnect4"])
@pytest.mark.parametrize("how", [[], ["--reuse"], ["--python"]])
def test_the_counts_are_those_of_the_textbook_searches(
    game: str, how: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, "--game", game, "44", "--depth", "3", "--csv", *how)
    rows = list(csv.DictReader(io.StringIO(text)))
    pos = Position(GAMES[game]).play(3).play(3)
    course = COMP3308 if game == "connect4" else MAXCONNECT4
    expected = [
        (algorithm, depth, run(pos, course.replace(algorithm=algorithm, depth=depth)))
        for algorithm in ("minimax", "alpha-beta")
        for depth in (1, 2, 3)
    ]
    found = [(row["algorithm"], int(row["depth"]), int(row["nodes"])) for row in rows]
    assert found == [(algorithm, depth, result.nodes) for algorithm, depth, result in expected]
    moves = [int(row["move"]) - 1 for row in rows]
    assert moves == [result.move for _, _, result in expected]
    assert all(float(row["cpu_s"]) >= 0 for row in rows)


def test_json_says_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, "--depth", "2", "--repeat", "3", "--json"))
    assert (data["game"], data["search"], data["repeat"]) == ("connect4", "native", 3)
    first = data["measurements"][0]
    assert (first["nodes"], first["effective_branching_factor"]) == (8, 7.0)


def test_table_shows_every_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--depth", "4").splitlines()
    rows = [line.split() for line in lines if line.strip().startswith(("minimax ", "alpha-beta "))]
    assert [(row[0], row[1], row[3]) for row in rows] == [
        ("minimax", "1", "8"),
        ("minimax", "2", "57"),
        ("minimax", "3", "400"),
        ("minimax", "4", "2801"),
        ("alpha-beta", "1", "8"),
        ("alpha-beta", "2", "21"),
        ("alpha-beta", "3", "76"),
        ("alpha-beta", "4", "180"),
    ]


def test_chart_is_a_standalone_picture_with_both_series(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "timing.svg"
    assert "minimax" in printed(capsys, "--depth", "5", "--svg", str(path))
    root = ET.parse(path).getroot()
    words = {element.text for element in root.iter(f"{SVG}text")}
    assert {"minimax", "alpha-beta", "depth (plies)"} <= words
    assert {"CPU time (s), logarithmic", "nodes, logarithmic"} <= words
    # In each panel and once in the legend: a solid line with discs, a dashed one with rings.
    dashed = [path for path in root.iter(f"{SVG}path") if path.get("stroke-dasharray")]
    rings = [mark for mark in root.iter(f"{SVG}circle") if mark.get("stroke")]
    discs = [mark for mark in root.iter(f"{SVG}circle") if not mark.get("stroke")]
    assert len(dashed) == 3 and len(rings) == len(discs) == 5 + 5 + 1


def test_svg_on_standard_output_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    ET.fromstring(printed(capsys, "--depth", "2", "--svg", "-"))


def test_the_search_stops_before_it_would_take_too_long() -> None:
    pos = Position(GAMES["connect4"])
    spec = COMP3308.replace(algorithm="minimax")
    depths = [measured.depth for measured in measure_depths(pos, spec, Method(), 30, 0.02)]
    assert depths == list(range(1, len(depths) + 1)) and 1 <= len(depths) < 12


def test_depths_end_with_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["--game", "connect4:2x2k2"]
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *game, "--depth", "9", "--csv"))))
    assert [int(row["depth"]) for row in rows] == [1, 2, 3, 4] * 2


def cpu_s(pid: int) -> float:
    """CPU time that a running process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_interrupt_prints_what_was_measured(command: Callable[[str], str]) -> None:
    process = subprocess.Popen(
        [command("inarow"), "timing", "--depth", "16", "--cpu-time", "300h", "--csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # By now the shallow depths are measured; deeper ones go on for hours.
    while cpu_s(process.pid) < 1.5:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and "Traceback" not in err
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["nodes"] for row in rows[:4]] == ["8", "57", "400", "2801"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--depth", "0"], "--depth is 0, expected 1 or more"),
        (["--repeat", "0"], "--repeat is 0, expected 1 or more"),
        (["--cpu-time", "0s"], "--cpu-time: '0s' is no time: expected more than 0"),
        (["--svg", "-", "--csv"], "--svg - fills standard output"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["timing", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and sentence in captured.err and captured.err.count("\n") == 1


def test_a_closed_pipe_ends_quietly(command: Callable[[str], str]) -> None:
    line = f"{command('inarow')} timing --depth 3 --csv | head -c 1"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert done.stderr == ""
