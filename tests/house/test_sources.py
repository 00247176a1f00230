"""No file names a path of the machine it was written on."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("native", "src", "programs", "tests", "benchmarks", "opponents", "tools")
SUFFIXES = {".py", ".hpp", ".cpp", ".inl", ".js", ".css"}


def sources() -> list[Path]:
    return [
        path
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in SUFFIXES and not {"third_party", "data"} & set(path.parts)
    ]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_source_names_a_path_of_one_machine() -> None:
    home = re.compile(r"/(?:home|Users|work|root)/\w")
    assert [name(path) for path in sources() if home.search(path.read_text())] == []
