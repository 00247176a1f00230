"""``make wasm``: the engine of the page without a server, compiled to WebAssembly.

Needs em++ of Debian's emscripten. Beside the program stands a stamp of everything that it is made
from, so that a test can tell whether it is of these sources without compiling anything.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
NATIVE = ROOT / "native"
PROGRAM = ROOT / "src" / "inarow" / "web" / "static" / "local" / "engine.wasm"
STAMP = PROGRAM.with_suffix(".stamp")

SOURCES = (
    "browser/engine.cpp", "core/centre_first.cpp", "core/gravity_stones.cpp",
    "core/interrupt.cpp", "core/position.cpp", "core/quoted.cpp", "falling/iterative_deepening.cpp",
    "falling/position_lists.cpp", "falling/opening_book.cpp", "falling/packed_numbers.cpp",
    "falling/solver/analyse.cpp", "falling/solver/services.cpp", "falling/solver/solver.cpp",
    "falling/solver/validity.cpp",
)  # fmt: skip
KERNELS = ("falling/iterative_deepening.inl", "falling/solver/solver.inl")
KERNEL_UNIT = "kernels/baseline.cpp"
FLAGS = (
    "-std=c++20", "-I", "native", "-fno-rtti", "-Wno-psabi", "-DINAROW_STANDARD_ONLY",
)  # fmt: skip
ORDINARY = "-DINAROW_ARCH=baseline"
SMALL, FAST = "-Os", "-O2"
LINK = (
    "-sSTANDALONE_WASM", "--no-entry", "-sALLOW_MEMORY_GROWTH", "-sFILESYSTEM=0",
    "-sTOTAL_STACK=1MB", "-sINITIAL_MEMORY=4MB", "-sMALLOC=emmalloc",
)  # fmt: skip

_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def reached() -> list[str]:
    """Every file of ours that the program is made from, by its path below native/."""
    found: set[str] = set()
    todo = [*SOURCES, *KERNELS, KERNEL_UNIT]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _INCLUDE.findall((NATIVE / name).read_text())
    return sorted(found)


def stamp() -> str:
    """A line for each file and one for the settings."""
    settings = repr((SOURCES, KERNELS, FLAGS, ORDINARY, SMALL, FAST, LINK)).encode()
    lines = [f"{hashlib.sha256(settings).hexdigest()}  settings\n"]
    for name in reached():
        lines.append(f"{hashlib.sha256((NATIVE / name).read_bytes()).hexdigest()}  {name}\n")
    return "".join(lines)


def build() -> None:
    with TemporaryDirectory() as folder:
        objects = []
        for number, kernel in enumerate(KERNELS):
            objects.append(f"{folder}/kernel{number}.o")
            name = f'-DINAROW_KERNEL="{kernel}"'
            unit = f"native/{KERNEL_UNIT}"
            _run("em++", *FLAGS, FAST, name, "-c", unit, "-o", objects[-1])
        made = f"{folder}/engine.wasm"
        sources = [f"native/{name}" for name in SOURCES]
        _run("em++", *FLAGS, ORDINARY, SMALL, *sources, *objects, *LINK, "-o", made)
        PROGRAM.write_bytes(Path(made).read_bytes())
    STAMP.write_text(stamp())
    print(f"{PROGRAM.relative_to(ROOT)}: {PROGRAM.stat().st_size} bytes")


def _run(*words: str) -> None:
    try:
        subprocess.run(words, check=True, cwd=ROOT)
    except FileNotFoundError:
        sys.exit(f"{words[0]} is missing: install emscripten (on Debian: emscripten node-acorn)")
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)


if __name__ == "__main__":
    build()
