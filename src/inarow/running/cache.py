"""Folders that are made once, by whoever needs them first, and never change afterwards.

    ROOT/images/HASH            a finished folder: read-only, whole
    ROOT/images/.making/XXXX    one in the making: locked by its maker, removed once nobody has it

A finished folder appears by a rename, so that of two makers at the same time one wins and both have
the same. A maker that was killed loses its lock; what it left is removed at the next start.

A cache may be bounded: whoever adds to it removes the folders that were not used for longest, but
none that was used in the last day. The time of use is that of the folder's last change. Who finds a
folder locks it until the time is set, and who removes it locks it too, so that nobody gets one that
is about to go.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from inarow.errors import UserError
from inarow.files import in_home


def others_can_enter(folder: Path) -> bool:
    """Whether programs that we start can pass through a folder, and those on the way to it, as far
    as they exist."""
    if os.geteuid() != 0:
        return True
    try:
        way = folder.resolve()
        return all(place.stat().st_mode & 0o001 for place in (way, *way.parents) if place.exists())
    except OSError:
        return False


_MAKING = ".making"
_KEPT_S = 86_400.0
_LEFT_SHARE = 0.8
"""What a cleanup leaves of the bound, so that the next one is not due at once."""
_BETWEEN_CLEANUPS = 64 << 20
"""Bytes that one process adds before it looks again."""


def cache_root() -> Path:
    """Where this user's caches lie, as the XDG rules have it. Those of root are not in its home,
    nor anywhere else that it alone can enter: programs that it starts run as somebody else and must
    be able to read them."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    if given.startswith("/") and others_can_enter(Path(given) / "inarow"):
        return Path(given) / "inarow"
    if os.geteuid() == 0:
        return Path("/var/cache/inarow")
    return in_home(".cache/inarow", "XDG_CACHE_HOME")


class FolderCache:
    """The finished folders of one kind; with ``most_bytes`` they are removed beyond it."""

    def __init__(
        self, kind: str, root: Path | None = None, *, most_bytes: int | None = None
    ) -> None:
        self.folder = (root or cache_root()) / kind
        self._most_bytes = most_bytes
        self._making = self.folder / _MAKING
        try:
            for folder in (self.folder.parent, self.folder, self._making):
                if not folder.is_dir():
                    folder.mkdir(parents=True, exist_ok=True)
                    folder.chmod(0o755)
            self._sweep()
        except OSError as error:
            raise self._unusable(error) from None

    def find(self, name: str) -> Path | None:
        """The finished folder of a name, if there is one; it is used now."""
        final = self.folder / name
        try:
            with _locked(final, fcntl.LOCK_SH) as descriptor:
                mark_used(final)
                found = final.stat(), os.fstat(descriptor)
        except (FileNotFoundError, NotADirectoryError):
            return None
        return final if os.path.samestat(*found) else None

    def make(self, name: str, fill: Callable[[Path], None]) -> Path:
        """Fills a folder and finishes it under a name. If ``fill`` raises, nothing is left; if
        somebody else was faster, theirs is the folder. Raises UserError on a full disk and the
        like."""
        final = self.folder / name
        try:
            with self.draft() as draft:
                fill(draft)
                _seal(draft)
                try:
                    draft.rename(final)
                except OSError:
                    if not final.is_dir():
                        raise
                else:
                    final.chmod(0o555)
            if self._most_bytes is not None:
                self._note_added(_bytes_of(final))
        except OSError as error:
            raise self._unusable(error) from None
        return final

    def _note_added(self, size: int) -> None:
        """Looks whether there is too much when a process adds its first folder, and then again
        after a while."""
        left = _until_cleanup.get(self.folder, 0) - size
        if left <= 0:
            self.clean_up()
            left = _BETWEEN_CLEANUPS
        _until_cleanup[self.folder] = left

    def clean_up(self) -> None:
        """Removes what was not used for longest, if there is more than the bound."""
        assert self._most_bytes is not None, "the cache has a bound"
        found = [path for path in self.folder.iterdir() if path.name != _MAKING]
        sizes = {path: _bytes_of(path) for path in found}
        total = sum(sizes.values())
        if total <= self._most_bytes:
            return
        for path in sorted(found, key=_used_s):
            if total <= _LEFT_SHARE * self._most_bytes:
                break
            if self._remove_unused(path):
                total -= sizes[path]

    def _remove_unused(self, path: Path) -> bool:
        """Removes a folder, unless somebody used it lately or is about to."""
        with suppress(OSError), _locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB):
            if time.time() - _used_s(path) < _KEPT_S:
                return False
            with self.draft() as draft:
                path.chmod(0o755)  # else it cannot be moved
                path.rename(draft / path.name)
                return True
        return False

    def _unusable(self, error: OSError) -> UserError:
        reason = error.strerror or str(error)
        return UserError(f"folder '{self.folder}' cannot be used as a cache: {reason}")

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """A folder in the making, which is removed at the end unless it was moved."""
        with _locked(self._making, fcntl.LOCK_SH):
            draft = Path(tempfile.mkdtemp(dir=self._making))
            mine = os.open(draft, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(mine, fcntl.LOCK_EX)
        try:
            draft.chmod(0o755)
            yield draft
        finally:
            _remove(draft)
            os.close(mine)

    def _sweep(self) -> None:
        """Removes what makers that are no more have left."""
        with suppress(BlockingIOError), _locked(self._making, fcntl.LOCK_EX | fcntl.LOCK_NB):
            for left in self._making.iterdir():
                with suppress(OSError), _locked(left, fcntl.LOCK_EX | fcntl.LOCK_NB):
                    _remove(left)


@contextmanager
def passing_folder(kind: str, root: Path | None = None) -> Iterator[Path]:
    """A folder for its maker alone that is removed at the end. Where that was killed, the next of
    the same kind removes what it left."""
    with FolderCache(kind, root).draft() as folder:
        folder.chmod(0o700)
        yield folder


_until_cleanup: dict[Path, int] = {}
"""Bytes that this process may still add to a cache before it looks whether there is too much."""


def mark_used(folder: Path) -> None:
    """Notes that a finished folder is used now, so that it is not removed for a day."""
    with suppress(OSError):
        os.utime(folder)


def _used_s(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def _bytes_of(folder: Path) -> int:
    """What the files below a folder take; those that vanish meanwhile take nothing."""
    size = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                size += os.lstat(os.path.join(path, name)).st_size  # noqa: PTH118 - of thousands
    return size


@contextmanager
def _locked(folder: Path, how: int) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, how)
        yield descriptor
    finally:
        os.close(descriptor)


def _seal(folder: Path) -> None:
    """Takes the right to write from everything inside; the folder itself must still be moved."""
    for path, folders, files in os.walk(folder):
        for name in files:
            file = Path(path, name)
            runs = bool(file.stat().st_mode & stat.S_IXUSR)
            file.chmod(0o555 if runs else 0o444)
        for name in folders:
            Path(path, name).chmod(0o555)


def _remove(folder: Path) -> None:
    """Removes a folder that may be sealed; nothing if it is gone."""
    for path, folders, _ in os.walk(folder):
        for name in folders:
            with suppress(OSError):
                Path(path, name).chmod(0o755)
    shutil.rmtree(folder, ignore_errors=True)
