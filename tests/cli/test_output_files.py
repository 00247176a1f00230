"""Files that commands write: whole or not at all, and nothing lost by a run that fails."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.cli import main
from inarow.cli.commands import timing

Command = Callable[[str], str]


def test_a_chart_goes_to_standard_output_as_utf_8(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    words = [command("inarow"), "tree", "--depth", "2"]
    done = subprocess.run([*words, "--svg", "-"], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    file = tmp_path / "tree.svg"
    subprocess.run([*words, "--svg", str(file)], timeout=60, check=True)
    assert done.stdout == file.read_bytes()
    assert not done.stdout.isascii()


@pytest.mark.parametrize("name", ["missing/chart.svg", "."])
def test_a_chart_that_cannot_be_written_is_refused_before_the_work(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def measure(*_: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr(timing, "_measure", measure)
    path = str(tmp_path / name)
    assert main(["timing", "--depth", "1", "--svg", path]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and f"file '{path}'" in said.err


def test_a_file_that_does_not_fit_keeps_its_old_contents(command: Command, tmp_path: Path) -> None:
    chart = tmp_path / "tree.svg"
    chart.write_text("old")
    done = subprocess.run(
        [command("inarow"), "tree", "--depth", "2", "--svg", str(chart)],
        capture_output=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)),
    )
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1 and b"cannot be written" in done.stderr
    assert chart.read_text() == "old"
    assert list(tmp_path.iterdir()) == [chart]


def test_a_game_that_cannot_start_leaves_the_log_alone(command: Command, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("an earlier and much longer game\n" * 1000)
    # It may be run, says the file system; but there is nothing that could run it.
    engine = tmp_path / "engine"
    engine.write_bytes(b"\x7fELF no such machine")
    engine.chmod(0o755)
    for path in (str(tmp_path / "nothing"), str(engine)):
        done = subprocess.run(
            [command("inarow"), "coordinate", "e0", path, "--log", str(log)],
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1
        assert log.read_text() == "an earlier and much longer game\n" * 1000
    subprocess.run(
        [command("inarow"), "engine", "--log", str(log)], input=b"isready\n", timeout=60, check=True
    )
    assert log.read_text() == "> isready\n< readyok\n"
