"""A built submission: a folder that never changes, and the programs in it.

IMAGES/HASH/files/...       what was handed in and what the compiler made of it
IMAGES/HASH/image.json      what the compiler said
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inarow.running.languages.language import Language
from inarow.running.program import Program
from inarow.running.recipes import Recipe
from inarow.running.submission import Submission
from inarow.running.tool import Tool

_FORMAT = 2


@dataclass(frozen=True)
class Image:
    """``failed`` has the programs that could not be built, with what the compiler said; those of
    ``programs`` can be started. ``stands_in`` is a sentence if a tool takes the place of the one
    that the course names."""

    name: str
    folder: Path
    language: Language
    programs: Mapping[str, Program]
    failed: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    diagnostics: str = ""
    remarks: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    stands_in: str = ""
    cached: bool = False

    def as_json(self) -> dict[str, Any]:
        """The object ``build`` of a report."""
        return {
            "image": self.name,
            "cached": self.cached,
            "tools": list(self.tools),
            "commands": list(self.commands),
            "diagnostics": self.diagnostics,
            "failed": sorted(self.failed),
            "remarks": list(self.remarks),
        }


def image_name(
    submission: Submission,
    chosen: Sequence[tuple[Recipe, str]],
    tools: Sequence[Tool],
    *,
    sandboxed: bool,
) -> str:
    """The hash of what goes into an image: the files, the recipes, the tools, and whether the
    compiler could see the host beside these, as without a sandbox. Both tiers show it the same."""
    parts = [
        _FORMAT,
        submission.digest,
        [[recipe.as_json(), main] for recipe, main in chosen],
        [tool.identity for tool in tools],
        sandboxed,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]


def write_notes(folder: Path, notes: Mapping[str, Any]) -> None:
    (folder / "image.json").write_text(json.dumps(notes, indent=1), encoding="utf-8")


def read_notes(folder: Path) -> dict[str, Any]:
    notes: dict[str, Any] = json.loads((folder / "image.json").read_text(encoding="utf-8"))
    return notes
