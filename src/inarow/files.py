"""Files that are read with a bound, that appear whole or not at all, and journals that survive
being killed."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from inarow.errors import UserError

NamedPath = tuple[str, str | Path]
"""What a path is for, as an option or in words, and the path."""

LONGEST_INPUT = 1_000_000
"""Bytes of a position, a game or a line that are read: none is nearly so long."""


def in_home(name: str, instead: str) -> Path:
    """A path in this user's home; UserError where there is none, as of users of containers that
    have no name. ``instead`` is the variable that would do."""
    try:
        return Path("~", name).expanduser()
    except RuntimeError:
        raise UserError(f"this user has no home: set HOME or {instead}") from None


def is_there(name: str | Path) -> bool:
    """Whether there is a file or folder of this name; nothing has one that no file can have."""
    try:
        return name != "" and Path(name).exists()
    except (OSError, ValueError):  # too long, in a folder that is closed, or no name at all
        return False


def read_input(kind: str, name: str, most: int = LONGEST_INPUT) -> bytes:
    """A whole file, ``-`` for standard input; UserError if it cannot be read or is longer than any
    that could be meant."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise UserError(f"{kind} '{name}' cannot be read: {error.strerror}") from None
    except ValueError:  # a null character, or a surrogate that is no byte
        raise UserError(f"{kind} '{name}' cannot be read: no file can have this name") from None
    if len(data) > most:
        raise UserError(f"{kind} '{name}' is longer than {most} bytes")
    return data


def checked_output(name: str, *, in_place: bool = False) -> Path:
    """A path that can be written; UserError before any work is done for it.

    It names a regular file, old or new; with ``in_place`` it may also be what can only be written
    as it stands: a device, a pipe, a file in a directory that takes no new files.
    """
    path = Path(name)
    if not path.name:
        raise UserError(f"file '{name}' cannot be written: it has no name")
    if not path.absolute().parent.is_dir():
        raise UserError(f"file '{name}' cannot be written: there is no such directory")
    if _is_loop(path):
        raise UserError(f"file '{name}' cannot be written: {os.strerror(errno.ELOOP)}")
    if in_place and _is_fixed(path) and not path.is_dir() and os.access(path, os.W_OK):
        return path
    if path.exists() and not path.is_file():
        raise UserError(f"file '{name}' cannot be written: it is there and no regular file")
    try:
        unfinished = _unfinished(path)
        unfinished.touch(exist_ok=False)
        unfinished.unlink()
    except OSError as error:
        raise UserError(f"file '{name}' cannot be written: {error.strerror}") from None
    return path


def require_apart(outputs: Iterable[NamedPath], inputs: Iterable[NamedPath]) -> None:
    """UserError before any work is done if an output would overwrite an input, or another output.
    An input may be a directory, in which nothing is to be overwritten."""
    given = [(what, name, _identity(name)) for what, name in inputs]
    written: dict[object, str] = {}
    for what, name in outputs:
        if name == "-" or (Path(name).exists() and not Path(name).is_file()):
            continue  # a device or a pipe takes whatever comes
        identity, real = _identity(name), _resolved(Path(name))
        for kind, other, known in given:
            inside = Path(other).is_dir() and _resolved(Path(other)) in real.parents
            if known == identity or (inside and real.exists()):
                raise UserError(f"{what} would overwrite '{name}', {kind}: name another file")
        if identity in written:
            raise UserError(f"{written[identity]} and {what} would both write '{name}'")
        written[identity] = what


def _identity(name: str | Path) -> object:
    """The same for all names of one file, links among them."""
    try:
        found = Path(name).stat()
    except (OSError, ValueError):
        return _resolved(Path(name))
    return found.st_dev, found.st_ino


def write_whole(path: Path, data: bytes) -> None:
    """Writes under a temporary name and renames; UserError and nothing left if that fails. What
    can only be written as it stands is written so."""
    try:
        if _is_standard_output(path):
            while data:  # opened anew it would be written from its start
                data = data[os.write(1, data) :]
        elif _is_fixed(path):
            path.write_bytes(data)
        else:
            _replace(path, data)
    except OSError as error:
        raise UserError(f"file '{path}' cannot be written: {error.strerror}") from None


@contextmanager
def locked_output(path: Path) -> Iterator[None]:
    """Keeps a file for one process at a time; UserError if another one has it."""
    import fcntl

    lock = _resolved(path).with_name(f"{path.name}.lock")
    try:
        held = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UserError(f"file '{lock}' cannot be written: {error.strerror}") from None
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = os.path.samestat(lock.stat(), os.fstat(held))
        except (BlockingIOError, FileNotFoundError):
            mine = False
        if not mine:  # locked, or the process that had it ends just now
            raise UserError(f"file '{path}' is in use by another inarow: wait until it ends")
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
    finally:
        os.close(held)


@contextmanager
def staged_folder(folder: Path, mode: int = 0o755) -> Iterator[Path]:
    """A folder to write into, whose files move into ``folder`` at the end: all of them, or none if
    writing fails. Other files of ``folder`` stay."""
    target = _resolved(folder)
    try:
        place = next(folder for folder in (target, *target.parents) if folder.is_dir())
        staging = Path(tempfile.mkdtemp(prefix=f"{target.name}.", suffix=".part", dir=place))
    except OSError as error:
        raise UserError(f"folder '{folder}' cannot be written: {error.strerror}") from None
    try:
        staging.chmod(mode)
        yield staging
        try:
            _move_into(staging, target)
        except OSError as error:
            raise UserError(f"folder '{folder}' cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _move_into(staging: Path, target: Path) -> None:
    """Moves a finished folder, or its files one by one where there is such a folder already."""
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        staging.rename(target)
        return
    for path, folders, names in os.walk(staging):
        place = target / Path(path).relative_to(staging)
        for name in folders:
            if not (place / name).is_dir():
                (place / name).mkdir(stat.S_IMODE((Path(path) / name).stat().st_mode))
        for name in names:
            (Path(path) / name).replace(place / name)


def _replace(path: Path, data: bytes) -> None:
    target, unfinished = _resolved(path), _unfinished(path)
    unfinished.touch(exist_ok=False)
    try:
        unfinished.write_bytes(data)
        if target.exists():
            unfinished.chmod(target.stat().st_mode & 0o7777)
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def _unfinished(path: Path) -> Path:
    """A name beside a file that nobody else uses."""
    target = _resolved(path)
    return target.with_name(f"{target.name}.{os.getpid()}-{time.monotonic_ns():x}.part")


def _resolved(path: Path) -> Path:
    """The same file by a name without links; one that goes round in circles is left as it is, for
    whoever opens it to complain."""
    return Path(os.path.realpath(path))


def _is_loop(path: Path) -> bool:
    """Whether its links go round in circles."""
    try:
        path.stat()
    except OSError as error:
        return error.errno == errno.ELOOP
    return False


def _is_fixed(path: Path) -> bool:
    """Whether there is something that no new file can take the place of."""
    if not path.exists():
        return False
    return not path.is_file() or not os.access(_resolved(path).parent, os.W_OK | os.X_OK)


def _is_standard_output(path: Path) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(1))
    except OSError:
        return False


def complete_lines(journal: Path, title: str) -> list[str]:
    """The lines of a journal after its title; a last line that was cut off is dropped, there too.

    A journal that does not exist, or was cut off within its title, is begun. UserError if it has
    another title; then it is left as it is.
    """
    head = f"{title}\n".encode("ascii")
    try:
        if journal.exists() and not journal.is_file():
            raise UserError(f"journal '{journal}' cannot be used: it is no regular file")
        data = journal.read_bytes() if journal.exists() else b""
        complete = data[: data.rfind(b"\n") + 1]
        if not complete and head.startswith(data):
            journal.write_bytes(head)
            return []
        if not complete.startswith(head):
            raise UserError(
                f"journal '{journal}', line 1 is not '{title}':"
                " it belongs to something else or is no journal"
            )
        if complete != data:
            with journal.open("r+b") as file:  # in place: a kill here loses nothing
                file.truncate(len(complete))
    except OSError as error:
        raise UserError(f"journal '{journal}' cannot be used: {error.strerror}") from None
    return complete[len(head) :].decode("ascii", errors="replace").split("\n")[:-1]


def append_lines(journal: Path, lines: list[str]) -> None:
    try:
        with journal.open("a", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise UserError(f"journal '{journal}' cannot be written: {error.strerror}") from None
