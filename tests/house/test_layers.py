"""Dependencies point one way: no module imports from a layer above its own."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from inarow import _HOMES

PACKAGE = Path(__file__).parents[2] / "src" / "inarow"

LAYERS = [
    {"_core", "errors", "text"},
    {
        "limits",
        "database",
        "game",
        "executor",
        "files",
        "move_text",
        "record",
        "record_text",
        "score",
        "toml_files",
        "late",
        "links",
    },
    {"textbook", "analysis", "pages", "render"},
    {"teaching", "players"},
    {"protocols", "position_text"},
    {"running"},
    {"referee"},
    {"course"},
    {"arena", "cluster", "export", "makers", "marking"},
    {"courses"},
    {"cli", "web"},
    {"__main__"},
]
LAZY = {
    "course.py": {"courses"},
    "running/seats/__init__.py": {"courses"},
    "record.py": {"render"},
}
"""Look-ups upwards by a name in a text, which is imported when it is asked for."""
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}
MODULES = sorted(PACKAGE.rglob("*.py"))


def part(module: str) -> str | None:
    """The layered part of a dotted name: ``inarow.textbook.spec`` is ``textbook``, and a public
    name is where it lives."""
    words = _HOMES.get(module.removeprefix("inarow."), module).split(".")
    return words[1] if words[0] == "inarow" and len(words) > 1 else None


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} uses a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for module in names if (name := part(module)) in RANK}


def test_the_picture_shows_every_layer() -> None:
    text = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text()
    rows = text.partition("                 __main__\n")[2].partition("  ----")[0].splitlines()
    shown = [set(re.findall(r"\w+", row)) for row in reversed(rows)]
    for rank, layer in enumerate(LAYERS[:-1]):
        assert layer <= shown[rank], f"row {rank + 1} from below lacks {layer - shown[rank]}"


def looked_up(path: Path) -> set[str]:
    """The parts that are named in texts of a module, as for ``import_module``."""
    texts = {
        node.value.partition(":")[0]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    dotted = {text for text in texts if re.fullmatch(r"inarow(\.\w+)+\.?", text)}
    return {name for text in dotted if (name := part(text)) in RANK}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_upward_import(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts[0]
    if own == "__init__":
        return  # loads its names lazily, from every layer
    assert own in RANK, f"{own} belongs to no layer: add it to LAYERS and to ARCHITECTURE.md"
    upward = {name for name in imported(path) if RANK[name] > RANK[own]}
    assert not upward, f"{own} must not import {', '.join(upward)}"
    lazily = {name for name in looked_up(path) if RANK[name] > RANK[own]}
    allowed = LAZY.get(str(path.relative_to(PACKAGE)), set())
    assert lazily == allowed, f"{own} looks up {', '.join(lazily)}: declare it in LAZY"
