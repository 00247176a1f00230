"""The known mistakes of a course as its file has them: ``courses/X/mistakes.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inarow.toml_files import toml_tables

_COURSES = Path(__file__).parents[2] / "courses"


@dataclass(frozen=True)
class MistakeRow:
    """One mistake: what the program does, the line of the assignment that this breaks, where to
    look in the code, and what the course says of it besides."""

    name: str
    sentence: str
    task: str
    look_at: str
    aspect: str = ""
    common: bool = False
    changes: Mapping[str, Any] = field(default_factory=dict)


def read_mistakes(course: str, kind: str = "mistake") -> list[MistakeRow]:
    """The rows of a course, in the order of its file."""
    path = _COURSES / course / "mistakes.toml"
    tables = toml_tables("mistakes", str(path), path.read_bytes())
    return [
        MistakeRow(**{**row, "task": tables["task"].get(row["task"], row["task"])})
        for row in tables[kind]
    ]
