"""Files that appear whole or not at all, and journals that survive being killed."""

from __future__ import annotations

from pathlib import Path

from inarow.errors import UserError


def checked_output(name: str) -> Path:
    """A path that a regular file can be written to; UserError before any work is done for it."""
    path = Path(name)
    if not path.name:
        raise UserError(f"file '{name}' cannot be written: it has no name")
    if not path.absolute().parent.is_dir():
        raise UserError(f"file '{name}' cannot be written: there is no such directory")
    if path.exists() and not path.is_file():
        raise UserError(f"file '{name}' cannot be written: it is there and no regular file")
    try:
        unfinished = _unfinished(path)
        unfinished.touch()
        unfinished.unlink()
    except OSError as error:
        raise UserError(f"file '{name}' cannot be written: {error.strerror}") from None
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Writes under a temporary name and renames; UserError and nothing left if that fails."""
    unfinished = _unfinished(path)
    try:
        try:
            unfinished.write_bytes(data)
            unfinished.replace(path)
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(f"file '{path}' cannot be written: {error.strerror}") from None


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def complete_lines(journal: Path, title: str) -> list[str]:
    """The lines of a journal after its title; a last line that was cut off is dropped, there too.

    A journal that does not exist, or was cut off within its title, is begun. UserError if it has
    another title; then it is left as it is.
    """
    head = f"{title}\n".encode("ascii")
    try:
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
