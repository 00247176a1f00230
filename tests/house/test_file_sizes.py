"""One idea, one file of fewer than 400 lines; and no file knows the machine of its author."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("native", "src", "programs", "tests", "benchmarks", "opponents", "tools")
SUFFIXES = {".py", ".hpp", ".cpp", ".inl", ".js", ".css"}
MOST_LINES = 400

# The tournament takes one file of plain Python: rules, policy, search and clock stand together.
EXCEPTIONS = {"src/inarow/export/tournament_player.py"}


def sources() -> list[Path]:
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES and not {"third_party", "data"} & set(path.parts)
    ]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_a_file_has_fewer_than_400_lines() -> None:
    long = {name(path) for path in sources() if path.read_text().count("\n") >= MOST_LINES}
    assert long == EXCEPTIONS


def test_no_source_names_a_path_of_one_machine() -> None:
    home = re.compile(r"/(?:home|Users|work|root)/\w")
    assert [name(path) for path in sources() if home.search(path.read_text())] == []
