"""The native code keeps its layers, and the code for newer machines keeps to itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "native"

# A folder includes itself and those before it; the families do not know each other.
MAY_INCLUDE = {
    "core": set[str](),
    "textbook": {"core"},
    "falling": {"core"},
    "counted": {"core"},
    "counted/checker": set[str](),
    "free": {"core"},
    "ratings": set[str](),
    "clock": set[str](),
    "sandbox": {"clock"},
    "kernels": {"core", "textbook", "falling", "counted"},
    "bind": {
        "core",
        "textbook",
        "falling",
        "counted",
        "counted/checker",
        "free",
        "ratings",
        "clock",
    },
    "browser": {"core", "falling"},
    "tests": {
        "core",
        "textbook",
        "falling",
        "counted",
        "counted/checker",
        "free",
        "ratings",
        "clock",
        "sandbox",
    },
}
SOURCES = sorted(
    path
    for path in NATIVE.rglob("*")
    if path.suffix in (".hpp", ".cpp", ".inl") and "third_party" not in path.parts
)
OWN = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
STANDARD = re.compile(r"^#include <([^>]+)>", re.MULTILINE)

# What x86-64-v3 has beyond plain x86-64: everything in VEX form, and these.
NEWER_WORDS = (
    "andn bextr blsi blsmsk blsr lzcnt movbe mulx pdep pext popcnt rorx sarx shlx shrx tzcnt"
)
NEWER = frozenset(NEWER_WORDS.split(" "))


def folder(path: Path) -> str:
    """The folder of the table that a source belongs to."""
    parts = path.relative_to(NATIVE).parts
    return "counted/checker" if parts[:2] == ("counted", "checker") else parts[0]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(NATIVE)))
def test_no_upward_include(path: Path) -> None:
    own = folder(path)
    assert own in MAY_INCLUDE, f"{own} has no place: add it to MAY_INCLUDE and ARCHITECTURE.md"
    for name in OWN.findall(path.read_text()):
        if name == "doctest.h" and own == "tests":
            continue
        included = NATIVE / name
        assert included.is_file(), f'"{name}" is not a path below native/'
        assert folder(included) in MAY_INCLUDE[own] | {own}, f"{own} must not include {name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(NATIVE)))
def test_only_bind_knows_python(path: Path) -> None:
    text = path.read_text()
    assert folder(path) == "bind" or ("nanobind" not in text and "Python.h" not in text)


def kernels() -> list[str]:
    """The bodies of hot code, as CMake lists them."""
    found = re.search(r"foreach\(kernel ([^)]+)\)", (ROOT / "CMakeLists.txt").read_text())
    assert found is not None
    return [f"{name}.inl" for name in found[1].split()]


def reached(names: list[str]) -> set[str]:
    """All files of ours that these include, themselves among them."""
    found: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += OWN.findall((NATIVE / name).read_text())
    return found


def test_every_shared_header_comes_before_the_hot_code() -> None:
    ours = reached(kernels())
    hot = {name for name in ours if "INAROW_ARCH" in (NATIVE / name).read_text()}
    standard = {name for each in ours for name in STANDARD.findall((NATIVE / each).read_text())}
    shared = (NATIVE / "kernels" / "shared_headers.hpp").read_text()
    assert set(OWN.findall(shared)) == ours - hot
    assert set(STANDARD.findall(shared)) == standard


def newer_instructions(text: str) -> Iterator[tuple[str, str]]:
    """(function, instruction) of a disassembly, for the instructions of newer machines."""
    function = ""
    for line in text.splitlines():
        if head := re.match(r"[0-9a-f]+ <(.*)>:", line):
            function = head[1]
        elif found := re.match(r"\s+[0-9a-f]+:\s+(\w+)", line):
            word = found[1]
            if word in NEWER or (word.startswith("v") and word not in ("verr", "verw")):
                yield function, word


def test_code_for_newer_machines_is_never_shared() -> None:
    objects = [
        path
        for path in ROOT.glob("build/cp*/CMakeFiles/kernel_*.dir/native/kernels/v3.cpp.o")
        if path.stat().st_mtime >= (NATIVE / "kernels" / "v3.cpp").stat().st_mtime
    ]
    if not objects or shutil.which("objdump") is None:
        pytest.skip("nothing was built for x86-64-v3 here, or there is no objdump")
    hot = 0
    for path in objects:
        words = ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", str(path)]
        listing = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        for function, word in newer_instructions(listing):
            assert "v3::" in function, f"{path.parts[-4]}: {word} in {function}"
            hot += 1
    assert hot > 1000
