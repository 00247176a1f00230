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
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Writes under a temporary name and renames."""
    whole = path.with_name(path.name + ".part")
    whole.write_bytes(data)
    whole.replace(path)


def complete_lines(journal: Path, title: str) -> list[str]:
    """The lines of a journal after its title; a last line that was cut off is dropped, there too.

    A journal that does not exist, or was cut off within its title, is begun. UserError if it has
    another title.
    """
    try:
        text = journal.read_text(encoding="ascii", errors="replace") if journal.exists() else ""
        complete = text[: text.rfind("\n") + 1]
        if not complete and f"{title}\n".startswith(text):
            journal.write_text(f"{title}\n", encoding="ascii")
            return []
        if complete != text:
            with journal.open("r+b") as file:  # in place: a kill here loses nothing
                file.truncate(len(complete))
    except OSError as error:
        raise UserError(f"journal '{journal}' cannot be used: {error.strerror}") from None
    first, *rest = complete.splitlines() or [""]
    if first != title:
        raise UserError(
            f"journal '{journal}', line 1 is not '{title}':"
            " it belongs to something else or is no journal"
        )
    return rest
