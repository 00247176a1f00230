"""Try an installed inarow as a stranger meets it: in an empty directory, with what it needs alone.

usage: python tools/try_wheel.py      with the interpreter whose environment holds the package
"""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

SCRIPTS = Path(sys.executable).parent
EMPTY = ",".join(["......."] * 6)
SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
WEB_PACKAGES = ("starlette", "uvicorn")
NEEDED = ("jinja2", "markupsafe", "tomli")


def expect(words: list[str], output: str, *, status: int = 0, typed: str = "") -> None:
    """Run a command; its output, or what it says is wrong, has this text."""
    done = subprocess.run(
        [str(SCRIPTS / words[0]), *words[1:]],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = done.stdout + done.stderr
    if done.returncode != status or output not in said:
        sys.exit(f"{words}: status {done.returncode}, expected {status} and {output!r}\n{said}")


def try_commands() -> None:
    expect(["ConnectFour", SAMPLE, "red", "A", "4"], "1\n297")
    expect(["ConnectFour", EMPTY, "red"], "3")
    expect(["maxconnect4", "one-move", "missing.txt", "out.txt", "3"], "")
    expect(["Lab7Part1"], "Enter", typed="7\nB\n3 3\n")
    expect(["inarow", "solve"], "44444 -1", typed="44444\n")
    expect(["inarow", "analyse", "4444416353"], "The last mistake was move 8")
    expect(["inarow", "perft", "12"], "14576947317")
    expect(["inarow", "tree", SAMPLE, "red"], "297 nodes")
    expect(["inarow", "timing", "--depth", "3"], "alpha-beta")
    expect(["inarow", "export", "connectfour"], "def ")
    expect(["inarow", "why", f"{SAMPLE} red A 4", "--got", "1", "606"], "cut-only-beyond explains")
    expect(["inarow", "dev", "puzzles", "check", "--sample", "3"], "3 of 3 puzzles proved again")
    expect(["inarow", "suite", "tester", "comp3308"], "def ")
    expect(["inarow", "arena", "run", "level:1", "level:2", "--game", "tictactoe"], "2 of 2 games")
    if not all(map(find_spec, WEB_PACKAGES)):
        expect(["inarow", "web", "--no-open"], "pip install 'inarow[web]'", status=2)


def try_imports() -> None:
    """Every module but those of the page is there for the asking."""
    import inarow

    for module in pkgutil.walk_packages(inarow.__path__, "inarow."):
        if module.name != "inarow.__main__" and not module.name.startswith("inarow.web"):
            import_module(module.name)


def try_contents() -> None:
    import inarow

    installed = distribution("inarow")
    assert installed.version == inarow.__version__
    needed = [need for need in installed.requires or () if "extra ==" not in need]
    assert all(need.startswith(NEEDED) for need in needed), needed
    package = Path(inarow.__path__[0])
    for name in (
        "py.typed",
        "_core.pyi",
        "data/connect4.book",
        "data/connect4-d0.book",
        "data/connect4.policy",
        "data/maxconnect4.strategy",
        "data/puzzles.txt",
        "data/suites/comp3308.toml",
        "courses/comp3308/programs/ConnectFour.m",
        "marking/reports/report.css",
        "marking/reports/templates/staff.html",
        "pages/templates/base.html",
        "web/templates/app.html",
        "web/static/local/engine.wasm",
    ):
        assert (package / name).is_file(), name
    assert list(package.glob("web/static/**/*.js")), "the page's modules are missing"


def main() -> None:
    os.environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as empty:
        os.chdir(empty)
        try_contents()
        try_imports()
        try_commands()
        os.chdir("/")
    print("the installed package works")


if __name__ == "__main__":
    main()
