"""``inarow run``: the program's own output, one line about what happened, and the exit status."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from course_files import PROGRAMS, REFERENCES, SAMPLE
from inarow._core import Position
from inarow.cli import main
from inarow.protocols.maxconnect4_file import GAME, format_file
from inarow.running.languages.language import MissingTool
from inarow.running.sandbox import NoSandboxError
from inarow.running.toolchain import Toolchain
from sandboxes import Tier, working_tiers

pytestmark = pytest.mark.process
Capture = pytest.CaptureFixture[str]

KEYS = (
    *("verdict", "reason", "exit_code", "signal", "wall_s", "cpu_s", "stall_s", "peak_mb"),
    *("stdout", "stderr", "truncated", "tier", "language", "build"),
)


@pytest.fixture(autouse=True)
def _unprotected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INAROW_SANDBOX", "none")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(params=working_tiers())
def tier(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Tier:
    """Each tier that works, forced as a user does."""
    tier: Tier = request.param
    monkeypatch.setenv("INAROW_SANDBOX", str(tier))
    return tier


def source(folder: Path, text: str, name: str = "ConnectFour.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def as_json(capsys: Capture, *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["run", *words])
    shown = capsys.readouterr()
    assert shown.err == "" and shown.out.count("\n") == 1
    return status, json.loads(shown.out)


def test_the_output_of_the_program_and_one_line(tmp_path: Path, capfd: Capture) -> None:
    path = source(tmp_path, "import sys\nprint(sys.argv[1:])\nsys.stderr.write('no line end')\n")
    assert main(["run", path, "--course", "comp3308", "--", "--json", "--", "x y"]) == 0
    shown = capfd.readouterr()
    assert shown.out == "['--json', '--', 'x y']\n"
    first, last = shown.err.splitlines()
    assert first == "no line end"
    assert last.startswith(
        "inarow run: OK: the program (Python) ended by itself with exit status 0"
    )
    assert last.endswith("no sandbox")


def test_arguments_that_no_program_can_be_given(tmp_path: Path, capfd: Capture, tier: Tier) -> None:
    path = source(tmp_path, "print(3)\n")
    assert main(["run", path, "--", "x" * 300_000]) == 2
    shown = capfd.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("inarow run: the command line has 300,")
    assert shown.err.endswith(" and a program is started with at most 131,072\n")
    assert main(["run", path, "--", "x" * 120_000]) == 0


def test_the_object_of_json(tmp_path: Path, capsys: Capture) -> None:
    path = source(tmp_path, "import sys\nprint(sys.stdin.read()[::-1])\nsys.exit(3)\n")
    (tmp_path / "in.txt").write_text("abc")
    status, told = as_json(capsys, path, "--json", "--stdin", str(tmp_path / "in.txt"))
    assert status == 1 and tuple(told) == KEYS
    assert (told["verdict"], told["exit_code"], told["stdout"]) == ("EXIT_STATUS", 3, "cba\n")
    assert told["language"] == "python" and told["tier"] is None and not told["truncated"]
    assert told["build"]["program"] == "ConnectFour" and len(told["build"]["image"]) == 40
    assert told["cpu_s"] > 0 and told["wall_s"] > 0


@pytest.mark.parametrize(
    ("text", "options", "verdict"),
    [
        ("while True: pass\n", ["--time", "0.5s"], "TIMEOUT"),
        ("while True: pass\n", ["--cpu-time", "0.3s", "--time", "60s"], "CPU_LIMIT"),
        ("while True: print('x' * 999)\n", ["--set", "output_kb=10"], "OUTPUT_LIMIT"),
        ("print(3\n", [], "COMPILE_ERROR"),
        ("raise SystemExit(0)\n", [], "OK"),
    ],
)
def test_the_limits_are_options(
    text: str, options: list[str], verdict: str, tmp_path: Path, capsys: Capture
) -> None:
    status, told = as_json(capsys, source(tmp_path, text), "--json", *options)
    assert told["verdict"] == verdict and status == (0 if verdict == "OK" else 1)


def test_what_is_rejected_says_why(tmp_path: Path, capsys: Capture) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mine/ConnectFour.py", "print(3)\n")
    (tmp_path / "mine.zip").write_bytes(out.getvalue())
    words = [str(tmp_path / "mine.zip"), "--course", "comp3308", "--json"]
    status, told = as_json(capsys, *words)
    assert (status, told["verdict"]) == (1, "REJECTED")
    assert told["reason"].startswith("submission 'mine.zip', entry 'mine/' is a folder")
    assert told["build"] is None and told["language"] is None
    status, told = as_json(capsys, *words, "--lenient-folder")
    assert (status, told["stdout"]) == (0, "3\n")
    assert told["build"]["remarks"][0].startswith("folder 'mine' accepted")
    status, told = as_json(
        capsys,
        *words,
        *(word for key in ("file_kb", "total_kb", "files") for word in ("--set", f"{key}=1")),
    )
    assert told["verdict"] == "REJECTED"


def test_one_line_tells_of_remarks_and_failures_too(tmp_path: Path, capfd: Capture) -> None:
    folder = tmp_path / "mine"
    (folder / ".git").mkdir(parents=True)
    path = source(folder, "print((n := 3))\n")
    assert main(["run", str(Path(path).parent), "--course", "comp3308"]) == 0
    shown = capfd.readouterr()
    assert shown.out == "3\n" and shown.err.count("\n") == 1
    assert (
        "; left out: .git; newer than the course's Python 3.7: ConnectFour.py, line 1" in shown.err
    )
    (tmp_path / "x.rar").write_bytes(b"")
    assert main(["run", str(tmp_path / "x.rar")]) == 1
    assert capfd.readouterr().err == (
        "inarow run: REJECTED: the program was not accepted as a submission:"
        " submission 'x.rar' is a .rar file: of archives only .zip is taken\n"
    )


TALKER = """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char line[80];
  printf("%d prompt: ", isatty(1));
  while (fgets(line, sizeof line, stdin)) { printf("%s", line); }
  fflush(stdout);
  abort();
}
"""


def test_a_program_of_maxconnect4_reads_and_writes_files(
    tier: Tier, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "board.txt").write_bytes(format_file(Position(GAME)).encode())
    program = str(PROGRAMS / "maxconnect4" / "maxconnect4.py")
    words = [program, "--course", "cse440", "--json", "--"]
    status, told = as_json(capsys, *words, "one-move", "in/board.txt", "after.txt", "3")
    assert status == 0 and "move 1: Player 1" in told["stdout"], told
    assert told["tier"] == (None if tier == "none" else tier)
    assert (tmp_path / "after.txt").read_bytes().endswith(b"\r\n2\r\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["after.txt", "in"]


def test_either_part_of_the_lab_can_be_run(capsys: Capture) -> None:
    lab = str(PROGRAMS / "aps105")
    for options, name in (([], "Lab7Part1"), (["--program", "Lab7Part2"], "Lab7Part2")):
        status, told = as_json(capsys, lab, "--course", "aps105", "--json", *options)
        assert status == 0 and told["build"]["program"] == name


def test_a_program_of_the_lab_has_a_terminal_and_an_end_of_input(
    tier: Tier, tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "Lab7Part1.c").write_text(TALKER)
    (tmp_path / "typed").write_text("7\nno newline")
    words = ["Lab7Part1.c", "--course", "aps105", "--json"]
    status, told = as_json(capsys, *words, "--stdin", "typed")
    assert (status, told["verdict"]) == (1, "CRASH"), told
    assert told["stdout"] == "1 prompt: 7\nno newline"
    assert as_json(capsys, *words)[1]["stdout"] == "1 prompt: "


def test_a_command_line_is_run_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "engine.py").write_text("import sys\nprint(sys.argv[1:])\n")
    status, told = as_json(capsys, f"{sys.executable} engine.py -a", "--json", "--", "b")
    assert (status, told["stdout"]) == (0, "['-a', 'b']\n")
    assert told["language"] is None and told["build"] is None


def test_a_python_of_a_version_manager_is_the_real_one(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program may start no others, as such a script would."""
    shims = tmp_path / "shims"
    shims.mkdir()
    (shims / "python3").write_text(f'#!/bin/sh\n/bin/true\n"{sys.executable}" "$@"\n')
    (shims / "python3").chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}:/usr/bin:/bin")
    assert main(["run", 'python3 -c "print(3)"']) == 0, capsys.readouterr().err
    assert capsys.readouterr().out == "3\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-thing"], "no such file or command: 'no-such-thing'"),
        ([""], "no such file or command: ''"),
        (["x" * 5000], "no such file or command: 'xxx"),
        (["a\x1b[2Jb"], "no such file or command: 'a\\x1b[2Jb'"),
        (["x.py", "--course", "comp9999"], "course 'comp9999' is not known"),
        (["x.py", "--time", "0s"], "--time: '0s' is no time"),
        (["x.py", "--time", "soon"], "'soon' is not a time"),
        (["x.py", "--memory", "-5"], "--memory is -5, expected 1 to 1000000"),
        (["x.py", "--set", "files=0"], "files is 0, expected 1 to 1048576"),
        (["x.py", "--stdin", "none.txt"], "input 'none.txt' cannot be read"),
        (["x.py", "--toolchain", "none.toml"], "toolchain 'none.toml' cannot be read"),
        (["x.py", "--program", "Lab7Part1"], "--program 'Lab7Part1' is not one: no course"),
        ([], "missing SUBMISSION"),
    ],
)
def test_a_wrong_command_is_a_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: Capture
) -> None:
    source(tmp_path, "print(3)\n", "x.py")
    assert main(["run", *words]) == 2
    shown = capsys.readouterr()
    assert said in shown.err and shown.err.count("\n") == 1 and shown.out == ""


def test_the_sample_of_the_sheet(tier: Tier, capsys: Capture) -> None:
    status, told = as_json(
        capsys, str(PROGRAMS / "comp3308" / "ConnectFour.c"), "--json", "--", *SAMPLE
    )
    assert (status, told["stdout"], told["language"]) == (0, "1\n297\n", "c")
    assert told["tier"] == (None if tier == "none" else tier)


def test_nothing_runs_without_a_sandbox_unless_it_is_typed(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_works(tier: object = None) -> None:
        raise NoSandboxError("no sandbox works on this machine")

    monkeypatch.setattr("inarow.cli.run_program.choose_sandbox", none_works)
    status, told = as_json(capsys, source(tmp_path, "print(3)\n"), "--json")
    assert (status, told["verdict"], told["stdout"]) == (1, "NOT_RUN", "")
    monkeypatch.undo()
    status, told = as_json(capsys, source(tmp_path, "print(3)\n"), "--json", "--no-sandbox")
    assert (status, told["verdict"], told["tier"]) == (0, "OK", None)


def test_a_verdict_on_matlab_says_that_it_was_octave(capsys: Capture) -> None:
    if isinstance(Toolchain().tool("octave"), MissingTool):
        pytest.skip("there is no Octave")
    path = str(REFERENCES["ConnectFour.m"])
    status, told = as_json(capsys, path, "--course", "comp3308", "--json", "--", *SAMPLE)
    assert (status, told["stdout"], told["language"]) == (0, "1\n297\n", "matlab")
    assert told["reason"].startswith("a MATLAB program, run by GNU Octave ")
