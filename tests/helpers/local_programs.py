"""Plain programs that play by each course's rules, and ways to start them in any tier."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inarow.running.launch import Launch
from inarow.running.run_limits import RunLimits

HERE = Path(__file__).parent / "course_programs"
PYTHON = str(Path(sys.executable).resolve())


@dataclass(frozen=True)
class LocalProgram:
    """A program of the tests: its words, to which those of a question are added."""

    name: str
    argv: tuple[str, ...]
    box: Path | None = None
    readable: tuple[Path, ...] = ()

    def launch(
        self,
        args: Sequence[str],
        limits: RunLimits,
        *,
        workdir: Path | None = None,
        terminal: bool = False,
    ) -> Launch:
        return Launch(
            argv=(*self.argv, *args),
            box=self.box,
            workdir=workdir,
            limits=limits,
            readable=self.readable,
            terminal=terminal,
        )

    def with_words(self, *words: str) -> LocalProgram:
        return replace(self, argv=(*self.argv, *words))


def python_program(path: Path, *words: str) -> LocalProgram:
    """A file in Python with the words that stand before those of a question."""
    argv = (PYTHON, "-I", f"/box/{path.name}", *words)
    return LocalProgram(path.stem, argv, path.parent)


def c_program(source: Path, folder: Path, *words: str) -> LocalProgram:
    """A file in C, compiled into a folder that everybody may read."""
    target = folder / source.stem
    if not target.exists():
        building = folder / f".{source.stem}.{id(target)}"
        subprocess.run(["gcc", "-O1", "-w", "-o", str(building), str(source)], check=True)
        building.rename(target)
    folder.chmod(0o755)
    return LocalProgram(source.stem, (f"/box/{target.name}", *words), folder)
