"""Zips that are the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_EARLIEST = (1980, 1, 1, 0, 0, 0)


class Entry(NamedTuple):
    """A file of a zip."""

    data: bytes
    mode: int = 0o644


def zipped(entries: Mapping[str, Entry]) -> bytes:
    """A zip of files by their names, in the order of the names."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, entry in sorted(entries.items()):
            item = zipfile.ZipInfo(name, _EARLIEST)
            packed = name.endswith(".whl")  # it would not become smaller
            item.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            item.create_system = 3  # so that the modes count
            item.external_attr = (0o100000 | entry.mode) << 16
            archive.writestr(item, entry.data)
    return whole.getvalue()


def wheel_entries(wheels: str, folder: str) -> dict[str, Entry]:
    """A folder of wheels as entries below ``folder``; none without one."""
    found = sorted(Path(wheels).glob("*.whl")) if wheels else []
    return {f"{folder}/{path.name}": Entry(path.read_bytes()) for path in found}
