"""What somebody handed in: files with the names that they had, an id, a time if one is known."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from inarow.errors import UserError
from inarow.marking.classroom.roster import Service


@dataclass(frozen=True)
class Handed:
    """One submission. ``files`` are paths with the names under which they were handed in; one that
    is a folder is the whole submission. ``label`` is how the service calls it, to which feedback
    is uploaded; ``submitted_at`` is None where nothing says when; ``marked_late`` is the service's
    own word on it; ``owner`` is the student's id in the roster, empty for nobody in it."""

    service: Service
    key: str
    label: str
    files: tuple[tuple[Path, str], ...]
    submitted_at: datetime | None = None
    marked_late: bool = False
    owner: str = ""

    def path(self, staging: Path) -> Path:
        """The file or folder to be marked. Files that the service renamed are copied into a folder
        of their own under their first names; a folder with nothing but a file is that file."""
        first, name = self.files[0]
        if len(self.files) == 1:
            if first.is_dir() and not first.is_symlink():
                inside = list(first.iterdir())
                lone = len(inside) == 1 and inside[0].is_file() and not inside[0].is_symlink()
                return inside[0] if lone else first
            if first.name == name:
                return first
        folder = staging / self.label
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for path, plain in self.files:
                shutil.copyfile(path, folder / plain, follow_symlinks=False)
        except OSError as error:
            raise UserError(
                f"submission '{self.label}' cannot be copied to '{folder}': {error.strerror}"
            ) from None
        return folder / name if len(self.files) == 1 else folder
