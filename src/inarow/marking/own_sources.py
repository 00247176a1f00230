"""Our own programs as somebody might hand them in: the commands, the exports and the references."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from inarow.course import course_names, find_course
from inarow.export.connectfour import connectfour_file
from inarow.export.tournament import tournament_file
from inarow.marking.references import reference_source, references_of


@cache
def own_sources() -> dict[str, dict[str, bytes]]:
    """Files by what they are called here."""
    found: dict[str, dict[str, bytes]] = {
        "inarow export connectfour": {"ConnectFour.py": connectfour_file().encode()},
        "inarow export tournament": {"ConnectFour.py": tournament_file().encode()},
    }
    for path in _scripts():
        found[f"inarow programs/{path.stem}"] = {f"{path.stem}.py": path.read_bytes()}
    for course in course_names():
        for reference in references_of(find_course(course)):
            for main in (main for recipe in reference.recipes for main in recipe.mains):
                source = reference_source(reference.folder, main)
                found[f"inarow reference {main}"] = {main: source}
    return found


def _scripts() -> list[Path]:
    """The programs of ``programs/``, which are installed as plain scripts."""
    try:
        installed = distribution("inarow")
    except PackageNotFoundError:
        return []
    made = {entry.name for entry in installed.entry_points}
    paths = [
        Path(str(file.locate()))
        for file in installed.files or []
        if file.parent.name == "bin" and file.name not in made
    ]
    return sorted(path for path in paths if path.is_file())
