"""Every file of an event's site by its path: written to a disk, or answered by a server.

index.html             the table              entries/7.html     why it lost
stage.html             for a room             meetings/12.html   its games, to be replayed
games.jsonl .csv .txt  standings.csv  crosstable.csv  event.json
site.css  site.js  icon.svg                   from the layer above
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from inarow.arena.site.pages import Pages
from inarow.arena.site.snapshot import Snapshot
from inarow.arena.site.tables import DOWNLOADS
from inarow.errors import UserError
from inarow.files import write_whole
from inarow.pages.kit import NO_FRAME, Frame

_NUMBERED = re.compile(r"(entries|meetings)/([1-9]\d{0,9})\.html")
_PARTS = ("entries", "meetings")
_STAGING = ".inarow-site-"
_MARK = "site.css"
"""A folder with this file is one of ours, and may be written over."""


class Site:
    """The files of a snapshot, but for style and script. ``live`` pages ask for news by themselves,
    in the frame of the server that answers."""

    def __init__(self, snap: Snapshot, *, live: bool = False, frame: Frame = NO_FRAME) -> None:
        self._snap = snap
        self._pages = Pages(snap, live, frame)
        self._entries = {number: name for name, number in snap.numbers.items()}

    def paths(self) -> Iterator[str]:
        yield from ("index.html", "stage.html")
        yield from DOWNLOADS
        for number in self._entries:
            yield f"entries/{number}.html"
        for meeting in self._snap.by_meeting:
            yield f"meetings/{meeting}.html"

    def file(self, path: str) -> Iterable[str] | None:
        """The text of a file, in parts; None where there is none."""
        if path in DOWNLOADS:
            return DOWNLOADS[path](self._snap)
        page = self._page(path)
        return None if page is None else [page]

    def _page(self, path: str) -> str | None:
        if path == "index.html":
            return self._pages.overview()
        if path == "stage.html":
            return self._pages.stage()
        found = _NUMBERED.fullmatch(path)
        if found is None:
            return None
        number = int(found[2])
        if found[1] == "meetings":
            return self._pages.meeting(number)
        name = self._entries.get(number)
        return None if name is None else self._pages.entry(name)


def site_folder(name: str) -> Path:
    """A folder that a site may be written to: a new one, an empty one, or one of a site. UserError
    before any work is done for another."""
    folder = Path(name)
    try:
        if folder.exists() and not folder.is_dir():
            raise UserError(f"'{name}' is no folder")
        others = folder.is_dir() and any(not _is_staging(path) for path in folder.iterdir())
        if others and not (folder / _MARK).is_file():
            raise UserError(f"folder '{name}' holds other things: name a new or an empty one")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"folder '{name}' cannot be used: {error.strerror}") from None
    return folder


def write_site(
    snap: Snapshot,
    folder: Path,
    assets: Mapping[str, bytes],
    watch: Callable[[int], None] = lambda done: None,
) -> int:
    """Writes all files, or none: they are put into the folder once all are written. Takes away
    pages of an earlier site that are there no more; the number of files."""
    staging = folder / f"{_STAGING}{os.getpid()}.part"
    for old in filter(_is_staging, folder.glob("*")):
        shutil.rmtree(old, ignore_errors=True)
    try:
        wanted = set(_staged(Site(snap), staging, assets, watch))
        for part in _PARTS:
            (folder / part).mkdir(exist_ok=True)
        for path in sorted(wanted):
            (staging / path).replace(folder / path)
    except OSError as error:
        raise UserError(f"folder '{folder}' cannot be used: {error.strerror}") from None
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    for part in _PARTS:
        for old in (folder / part).glob("*.html"):
            if f"{part}/{old.name}" not in wanted:
                old.unlink()
    return len(wanted)


def _staged(
    site: Site, staging: Path, assets: Mapping[str, bytes], watch: Callable[[int], None]
) -> Iterator[str]:
    """Writes all files where nobody looks; their paths."""
    for part in _PARTS:
        (staging / part).mkdir(parents=True)
    for name, data in assets.items():
        write_whole(staging / name, data)
        yield name
    for number, path in enumerate(site.paths(), start=1):
        parts = site.file(path)
        if parts is not None:
            write_whole(staging / path, "".join(parts).encode("utf-8", "backslashreplace"))
            yield path
        watch(number)


def _is_staging(path: Path) -> bool:
    return path.name.startswith(_STAGING) and path.name.endswith(".part")
