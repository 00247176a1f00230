"""An image on its way to another machine: what was built goes as it is, what runs it is there.

The files that the compiler made are those of the image, byte for byte, on every machine; the
interpreter and the libraries are the machine's own, found by the same recipe.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from inarow.errors import UserError
from inarow.running.build import Image, image_cache, load_image, read_notes, write_notes
from inarow.running.build_rules import ProgramRules
from inarow.running.cache import FolderCache
from inarow.running.languages.language import MissingTool, Tool
from inarow.running.sandbox import Sandbox
from inarow.running.submission import Submission
from inarow.running.toolchain import Toolchain


@dataclass(frozen=True)
class Bundle:
    """``files`` has contents and whether they can be executed."""

    image: str
    submission: Submission
    rules: ProgramRules
    files: Mapping[str, tuple[bytes, bool]]
    notes: Mapping[str, Any]


def bundle_of(image: Image, submission: Submission, rules: ProgramRules) -> Bundle:
    """All of an image."""
    files = {}
    for folder, _, names in os.walk(image.folder):
        for name in names:
            path = Path(folder, name)
            runs = bool(path.stat().st_mode & 0o100)
            files[str(path.relative_to(image.folder))] = (path.read_bytes(), runs)
    notes = read_notes(image.folder.parent)
    return Bundle(image.name, submission, rules, files, notes)


def unpacked(bundle: Bundle, sandbox: Sandbox, cache: FolderCache | None = None) -> Image:
    """The image on this machine, written out once. Raises UserError if it cannot be run here."""
    chosen, remarks = bundle.rules.select(bundle.submission)
    tools: dict[str, Tool] = {}
    for name in dict.fromkeys(name for recipe, _ in chosen for name in recipe.tools):
        tool = _toolchain().tool(name)
        if isinstance(tool, MissingTool):
            raise UserError(f"this machine cannot run the program: {tool.reason}")
        tools[name] = tool
    cache = cache or image_cache()

    def fill(folder: Path) -> None:
        for name, (content, runs) in bundle.files.items():
            path = folder / "files" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o755 if runs else 0o644)
        write_notes(folder, bundle.notes)

    folder = cache.find(bundle.image) or cache.make(bundle.image, fill)
    return load_image(
        bundle.image, folder, chosen, tools, bundle.submission, sandbox, remarks, cached=True
    )


@lru_cache(maxsize=1)
def _toolchain() -> Toolchain:
    return Toolchain()
