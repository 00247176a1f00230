"""What somebody handed in: files with the names that they had, an id, a time if one is known."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from inarow.errors import UserError
from inarow.marking.grading.roster import Service
from inarow.running.archive import kind_of
from inarow.running.submission import RejectedError, is_unicode, shown


@dataclass(frozen=True)
class DownloadedSubmission:
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

    @property
    def is_late_somehow(self) -> bool:
        """Whether the service calls it late, and nothing says by how much."""
        return self.marked_late and self.submitted_at is None

    def stage(self, staging: Path) -> Path:
        """The file or directory to be marked. Files that the service renamed are copied into a
        directory of their own under their first names; a directory with nothing but a file is that
        file. RejectedError for anything that cannot be read as a file or directory."""
        for path, name in self.files:
            if problem := _problem(path, name):
                raise self._rejected(path, problem)
        first, name = self.files[0]
        if len(self.files) == 1:
            if first.is_dir():
                try:
                    inside = list(first.iterdir())
                except OSError as error:
                    raise self._rejected(first, f"cannot be read: {error.strerror}") from None
                lone = len(inside) == 1 and inside[0].is_file() and not inside[0].is_symlink()
                return inside[0] if lone and not _problem(inside[0], inside[0].name) else first
            if first.name == name:
                return first
        folder = staging / self.label
        for path, plain in self.files:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, folder / plain, follow_symlinks=False)
            except OSError as error:
                if error.filename == str(path):
                    raise self._rejected(path, f"cannot be read: {error.strerror}") from None
                raise UserError(
                    f"submission '{shown(self.label)}' cannot be copied to"
                    f" '{shown(str(folder), 200)}': {error.strerror}"
                ) from None
        return folder / name if len(self.files) == 1 else folder

    def _rejected(self, path: Path, problem: str) -> RejectedError:
        return RejectedError(f"submission '{shown(self.label)}': '{shown(path.name)}' {problem}")


def _problem(path: Path, name: str) -> str:
    """Why a file cannot be accepted, as a clause; empty if it can."""
    if not is_unicode(path.name) or not is_unicode(name):
        return "has a name that is not Unicode: rename it"
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if kind := kind_of(mode):
        return f"is {kind}: only files and directories are accepted"
    needed = os.R_OK | os.X_OK if stat.S_ISDIR(mode) else os.R_OK
    if not os.access(path, needed):
        return f"cannot be read: {os.strerror(errno.EACCES)}"
    return ""
