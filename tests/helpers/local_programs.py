"""Plain programs that play by each course's rules, and those that answer strangely, in folders that
everybody may read: a program in a sandbox is somebody else."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from pathlib import Path

from inarow.running.languages.language import Tool
from inarow.running.program import ARGS, Program
from inarow.running.toolchain import Toolchain

HERE = Path(__file__).parent / "course_programs"


@cache
def python_tool() -> Tool:
    """The Python that programs of the tests are run by."""
    tool = Toolchain().tool("python")
    assert isinstance(tool, Tool), tool
    return tool


@cache
def shown(source: Path) -> tuple[tempfile.TemporaryDirectory[str], Path]:
    """A folder with a copy of one file; it is removed when the tests end."""
    holder = tempfile.TemporaryDirectory(prefix="inarow-test-")
    folder = Path(holder.name)
    folder.chmod(0o755)
    copy = folder / source.name
    copy.write_bytes(source.read_bytes())
    copy.chmod(0o644)
    return holder, folder


def folder_of(source: Path) -> Path:
    return shown(source)[1]


def python_program(source: Path, *words: str) -> Program:
    """A file in Python, and the words that stand before those of a question."""
    tool = python_tool()
    argv = (*tool.command, f"/box/{source.name}", *words, ARGS)
    return Program(
        source.stem,
        argv,
        folder_of(source),
        tool.readable,
        tool.environment,
        interpreter=tool.interpreter,
    )


def c_program(source: Path, *words: str) -> Program:
    """A file in C, compiled into one that needs no library."""
    folder = folder_of(source)
    target = folder / source.stem
    if not target.exists():
        build = ["gcc", "-O1", "-w", "-static", "-o", str(target), str(source)]
        subprocess.run(build, check=True)
    return Program(source.stem, (f"/box/{target.name}", *words, ARGS), folder)
