"""Zips as no honest program writes them: every field of every record can be made to lie."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

UNIX = 3 << 8


@dataclass
class RawEntry:
    """One entry; what is None is told truly."""

    name: str | bytes
    content: bytes = b""
    method: int = 8
    flags: int = 0
    mode: int = 0o100644
    packed: bytes | None = None
    crc: int | None = None
    stated_size: int | None = None
    stated_packed: int | None = None
    local_name: bytes | None = None
    local_sums: tuple[int, int, int] | None = None
    header_at: int | None = None
    extra: bytes = b""
    descriptor: bool = False
    written: bool = True


def deflated(content: bytes) -> bytes:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return squeezer.compress(content) + squeezer.flush()


def raw_zip(
    entries: Sequence[RawEntry],
    *,
    count: int | None = None,
    directory_at: int | None = None,
    directory_size: int | None = None,
    comment: bytes = b"",
    disk: int = 0,
    end_64: bytes = b"",
) -> bytes:
    """The bytes of a zip of these entries."""
    body, directory = bytearray(), bytearray()
    for entry in entries:
        name = entry.name if isinstance(entry.name, bytes) else entry.name.encode()
        packed = entry.packed
        if packed is None:
            packed = deflated(entry.content) if entry.method == 8 else entry.content
        crc = zlib.crc32(entry.content) if entry.crc is None else entry.crc
        size = len(entry.content) if entry.stated_size is None else entry.stated_size
        stated = len(packed) if entry.stated_packed is None else entry.stated_packed
        flags = entry.flags | (8 if entry.descriptor else 0)
        at = len(body) if entry.header_at is None else entry.header_at
        local_name = name if entry.local_name is None else entry.local_name
        local = entry.local_sums or ((0, 0, 0) if entry.descriptor else (crc, stated, size))
        if entry.written:
            body += struct.pack(
                "<4s5H3I2H", b"PK\3\4", 20, flags, entry.method, 0, 33, *local, len(local_name), 0
            )
            body += local_name + packed
            if entry.descriptor:
                body += struct.pack("<4s3I", b"PK\7\x08", crc, len(packed), size)
        directory += struct.pack(
            "<4s6H3I5H2I", b"PK\1\2", UNIX | 20, 20, flags, entry.method, 0, 33, crc, stated, size,
            len(name), len(entry.extra), 0, 0, 0, entry.mode << 16, at,
        )  # fmt: skip
        directory += name + entry.extra
    at = len(body) if directory_at is None else directory_at
    size = len(directory) if directory_size is None else directory_size
    number = len(entries) if count is None else count
    end = struct.pack(
        "<4s4H2IH", b"PK\5\6", disk, disk, number & 0xFFFF, number & 0xFFFF, size, at, len(comment)
    )
    return bytes(body + directory + end_64 + end + comment)


def both_ends(plain: bytes) -> bytes:
    """The end record of a large zip and its locator, for a zip that is none."""
    _, _, _, _, count, size, at, _ = struct.unpack("<4s4H2IH", plain[-22:])
    record = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 20, 20, 0, 0, count, count, size, at)
    return record + struct.pack("<4sIQI", b"PK\6\7", 0, at + size, 1)
