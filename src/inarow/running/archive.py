"""A zip as somebody else wrote it, read without belief.

    +--------------+------+-----+--------------+------+------------------------+------------+
    | local header | data | ... | local header | data | central directory      | end record |
    +--------------+------+-----+--------------+------+------------------------+------------+
                                                      one record an entry: name,  where the
                                                      sizes, place of its header  directory is

Only the central directory is walked. Every place and length in it is checked against the file's own
size, no two entries may share bytes, and a file is inflated no further than one byte beyond what
the rules leave it, so that neither time nor memory depends on what the zip promises.
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inarow.running.submission import Submission, SubmissionBuilder, shown

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_LOCATOR_64 = struct.Struct("<4sIQI")
_END_64 = struct.Struct("<4sQ2H2I4Q")
_LONGEST_COMMENT = 0xFFFF
_IN_EXTRA_16, _IN_EXTRA_32 = 0xFFFF, 0xFFFFFFFF
_EXTRA_64 = 1

_ENCRYPTED = 0x0001 | 0x0040 | 0x2000
_SIZES_FOLLOW = 0x0008
_UTF8 = 0x0800
_STORED, _DEFLATED = 0, 8
_METHODS = {
    1: "shrink", 6: "implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz",
    97: "WavPack", 98: "PPMd",
}  # fmt: skip
_AES = 99
_DOS_FOLDER = 0x10


class _Entry(NamedTuple):
    """One record of the central directory; sizes and the place of the header as it states them."""

    raw_name: bytes
    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    attributes: int
    header: int

    @property
    def is_folder(self) -> bool:
        mode = self.attributes >> 16
        dos_folder = bool(self.attributes & _DOS_FOLDER) and not self.size
        return self.name.endswith("/") or stat.S_ISDIR(mode) or dos_folder

    @property
    def odd_kind(self) -> str:
        """What an entry is that is neither file nor folder."""
        return kind_of(self.attributes >> 16)


def kind_of(mode: int) -> str:
    """The words for a mode that is neither a regular file nor a folder; empty for those."""
    kinds = {
        stat.S_IFLNK: "a link",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
    }
    usual = (0, stat.S_IFREG, stat.S_IFDIR)
    kind = stat.S_IFMT(mode)
    return "" if kind in usual else kinds.get(kind, "no regular file")


def unzip(data: bytes, builder: SubmissionBuilder) -> Submission:
    """The files of a zip; RejectedError for anything that breaks a rule or does not add up."""
    start, end, stated = _directory(data, builder)
    kept: list[tuple[_Entry, str]] = []
    for entry in _records(data, start, end, stated, builder):
        if not builder.accept(entry.name):
            continue
        if entry.odd_kind:
            raise builder.rejected(entry.name, f"is {entry.odd_kind}: only files are taken")
        clean = builder.add_name(entry.name, is_folder=entry.is_folder)
        if not entry.is_folder:
            kept.append((entry, clean))
    places = [_data_place(data, entry, start, builder) for entry, _ in kept]
    _check_apart(
        [(entry, last) for (entry, _), (_, last) in zip(kept, places, strict=True)], builder
    )
    for (entry, clean), (first, last) in zip(kept, places, strict=True):
        builder.add(clean, _inflated(data, first, last, entry, builder))
    return builder.finish(zipped=True)


def _check_apart(kept: list[tuple[_Entry, int]], builder: SubmissionBuilder) -> None:
    """No two entries share bytes: from a header to the last of its data."""
    kept.sort(key=lambda one: one[0].header)
    for (before, last), (entry, _) in pairwise(kept):
        if entry.header < last:
            raise builder.rejected(
                entry.name, f"shares its bytes with entry '{shown(before.name)}'"
            )


def _directory(data: bytes, builder: SubmissionBuilder) -> tuple[int, int, int]:
    """Where the central directory begins and ends, and how many records it should have."""
    lowest = max(0, len(data) - _END.size - _LONGEST_COMMENT)
    at = len(data)
    while True:
        at = data.rfind(b"PK\x05\x06", lowest, at + 3 if at < len(data) else at)
        if at < 0:
            raise builder.rejected_archive("is no whole zip: its end record is missing")
        if at + _END.size <= len(data):
            _, disk, first_disk, _, count, size, start, comment = _END.unpack_from(data, at)
            if at + _END.size + comment == len(data):
                break
    end = at
    large = _IN_EXTRA_16 in (count, disk) or _IN_EXTRA_32 in (size, start)
    # Whoever writes without going back has both records, however small the zip.
    if large or (start + size != end and data.startswith(b"PK\x06\x07", at - _LOCATOR_64.size)):
        said = (count, size, start)
        end, count, size, start = _directory_64(data, at, builder)
        disk = first_disk = 0
        for small, whole in zip(said, (count, size, start), strict=True):
            if small not in (whole, _IN_EXTRA_16, _IN_EXTRA_32):
                raise builder.rejected_archive("is a damaged zip: its two end records differ")
    if disk or first_disk:
        raise builder.rejected_archive("is one part of a zip in several parts")
    if start + size != end:
        raise builder.rejected_archive(
            "is a damaged zip: its directory is not where its end record says"
        )
    return start, end, count


def _directory_64(data: bytes, at: int, builder: SubmissionBuilder) -> tuple[int, int, int, int]:
    """The same from the larger end record that large zips have."""
    place = at - _LOCATOR_64.size
    if place >= 0 and data.startswith(b"PK\x06\x07", place):
        _, _, end, _ = _LOCATOR_64.unpack_from(data, place)
        if end + _END_64.size <= place and data.startswith(b"PK\x06\x06", end):
            *_, count, size, start = _END_64.unpack_from(data, end)
            return end, count, size, start
    raise builder.rejected_archive("is a damaged zip: the end record of a large zip is missing")


def _records(
    data: bytes, at: int, end: int, stated: int, builder: SubmissionBuilder
) -> Iterator[_Entry]:
    found = 0
    while at < end:
        if at + _CENTRAL.size > end or not data.startswith(b"PK\x01\x02", at):
            raise builder.rejected_archive(
                f"is a damaged zip: record {found + 1} of its directory is none"
            )
        fields = _CENTRAL.unpack_from(data, at)
        flags, method, crc, packed, size = fields[3], fields[4], *fields[7:10]
        name_length, extra_length, comment, disk = fields[10:14]
        attributes, header = fields[15:17]
        at += _CENTRAL.size
        raw_name = data[at : at + name_length]
        extra = data[at + name_length : at + name_length + extra_length]
        at += name_length + extra_length + comment
        if at > end:
            raise builder.rejected_archive("is a damaged zip: its directory is cut off")
        name = _decoded(raw_name, flags)
        found += 1
        if _IN_EXTRA_32 in (packed, size, header):
            try:
                size, packed, header = _extra_64(extra, size, packed, header)
            except struct.error:
                raise builder.rejected(name, "has no sizes") from None
        if disk not in (0, _IN_EXTRA_16):
            raise builder.rejected(name, "lies in another part of a zip in several parts")
        yield _Entry(raw_name, name, flags, method, crc, packed, size, attributes, header)
    if found != stated and found & 0xFFFF != stated:
        raise builder.rejected_archive(
            f"is a damaged zip: it has {found} entries and says {stated}"
        )


def _extra_64(extra: bytes, *values: int) -> Iterator[int]:
    """Values that did not fit, from the extra field, in the order in which it has them."""
    block = b""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == _EXTRA_64:
            block = extra[4 : 4 + length]
            break
        extra = extra[4 + length :]
    at = 0
    for value in values:
        if value == _IN_EXTRA_32:
            (value,) = struct.unpack_from("<Q", block, at)  # noqa: PLW2901
            at += 8
        yield value


def _decoded(raw: bytes, flags: int) -> str:
    """A name; most zips that do not say so hold UTF-8 all the same, the rest the old IBM page."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "surrogateescape") if flags & _UTF8 else raw.decode("cp437")


def _data_place(
    data: bytes, entry: _Entry, limit: int, builder: SubmissionBuilder
) -> tuple[int, int]:
    """Where the bytes of a file lie; the header before them must say the same as the directory."""
    if entry.flags & _ENCRYPTED or entry.method == _AES:
        raise builder.rejected(entry.name, "is encrypted")
    if entry.method not in (_STORED, _DEFLATED):
        method = _METHODS.get(entry.method, f"method {entry.method}")
        raise builder.rejected(
            entry.name, f"is compressed by {method}: only deflated and stored files are taken"
        )
    at = entry.header
    if at + _LOCAL.size > limit or not data.startswith(b"PK\x03\x04", at):
        raise builder.rejected(entry.name, "is damaged: it is not where the directory says")
    fields = _LOCAL.unpack_from(data, at)
    flags, method, name_length, extra_length = fields[2], fields[3], fields[9], fields[10]
    first = at + _LOCAL.size + name_length + extra_length
    if first + entry.packed > limit:
        raise builder.rejected(entry.name, "is cut off")
    if data[at + _LOCAL.size : at + _LOCAL.size + name_length] != entry.raw_name:
        raise builder.rejected(entry.name, "has another name in its own header")
    if flags & _ENCRYPTED or method != entry.method:
        raise builder.rejected(entry.name, "is packed otherwise than the directory says")
    if not flags & _SIZES_FOLLOW:
        for own, stated in zip(fields[6:9], (entry.crc, entry.packed, entry.size), strict=True):
            if own not in (stated, _IN_EXTRA_32):
                raise builder.rejected(entry.name, "has other sizes or sums in its own header")
    return first, first + entry.packed


def _inflated(
    data: bytes, first: int, last: int, entry: _Entry, builder: SubmissionBuilder
) -> bytes:
    """The bytes of a file, counted as they come out."""
    room = builder.room()
    packed = memoryview(data)[first:last]
    if entry.method == _STORED or not packed:
        if len(packed) > room:
            raise builder.too_large(entry.name)
        content = bytes(packed)
    else:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            content = inflater.decompress(packed, room + 1)
        except zlib.error:
            raise builder.rejected(entry.name, "is damaged: it cannot be inflated") from None
        if len(content) > room:
            raise builder.too_large(entry.name)
        if not inflater.eof or inflater.unused_data or inflater.unconsumed_tail:
            raise builder.rejected(entry.name, "is damaged: its bytes end too early or too late")
    if len(content) != entry.size:
        raise builder.rejected(
            entry.name, f"is damaged: it has {len(content)} bytes and says {entry.size}"
        )
    if zlib.crc32(content) != entry.crc:
        raise builder.rejected(entry.name, "is damaged: its checksum is wrong")
    return content
