"""A strict command loads the native core and its own small modules, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parents[2] / "programs"
EMPTY = ",".join(["......."] * 6)

CALLS = {
    "ConnectFour": ([EMPTY, "red", "A", "4"], {"inarow.protocols.comp3308"}),
    "maxconnect4": (
        ["one-move", "missing.txt", "out.txt", "3"],
        {"inarow.protocols.maxconnect4", "inarow.protocols.maxconnect4_file"},
    ),
    "Lab7Part1": ([], {"inarow.protocols.aps105"}),
    "Lab7Part2": ([], {"inarow.protocols.aps105"}),
}


def modules_of(code: str, cwd: Path, *arguments: str) -> set[str]:
    show = "\nimport sys; sys.stderr.write('\\nMODULES ' + ' '.join(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code + show, *arguments],
        input=b"7\nB\n3 3\n",
        capture_output=True,
        cwd=cwd,
        check=True,
    )
    return set(done.stderr.decode().rpartition("MODULES ")[2].split())


@pytest.mark.parametrize("name", CALLS)
def test_a_strict_command_imports_the_core_and_nothing_else(name: str, tmp_path: Path) -> None:
    arguments, own = CALLS[name]
    program = PROGRAMS / f"{name}.py"
    code = (
        "import sys; path = sys.argv[1]; del sys.argv[0]\n"
        "try:\n exec(compile(open(path).read(), path, 'exec'), {'__name__': '__main__'})\n"
        "except SystemExit as end:\n assert not end.code, end.code\n"
    )
    loaded = modules_of(code, tmp_path, str(program), *arguments)
    bare = modules_of("import sys", tmp_path)
    # atexit is built in; nanobind registers its own clean-up there.
    assert loaded - bare - {"atexit"} == {"inarow", "inarow._core", "inarow.protocols"} | own
