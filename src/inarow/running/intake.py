"""From what somebody handed in, a file, a folder or a zip, to files in memory that broke no rule.

Nothing is unpacked onto a disk here, no link is followed, and nothing is opened that is neither a
regular file nor a folder.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from inarow.errors import UserError
from inarow.running.archive import kind_of, unzip
from inarow.running.submission import (
    IntakeRules,
    RejectedError,
    Submission,
    SubmissionBuilder,
    is_unicode,
    shown,
)

_OPEN = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
_PIECE = 1 << 18
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")

ARCHIVE_NAMES = (
    ".rar", ".7z", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tbz2", ".tar.xz", ".txz",
    ".tar.zst", ".tzst", ".gz", ".bz2", ".xz", ".zst", ".lz", ".lzma", ".lz4", ".z", ".zipx",
    ".cab", ".arj", ".lzh", ".lha", ".ace", ".arc", ".zoo", ".sit", ".sitx", ".iso", ".dmg",
    ".cpio", ".ar", ".jar", ".war", ".egg", ".whl", ".pyz",
)  # fmt: skip
"""Endings of archives that are no zip, or no zip of sources; the longest that fits names one."""

_ARCHIVE_STARTS = {
    b"Rar!\x1a\x07": "a RAR archive",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x1f\x9d": "a compress archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\x00": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"MSCF": "a cabinet archive",
    b"\x60\xea": "an ARJ archive",
    b"!<arch>\n": "an ar archive",
    b"PK\x07\x08": "one part of a zip in several parts",
}
_TAR_AT, _TAR = 257, b"ustar"


def load_submission(
    path: str | Path, rules: IntakeRules | None = None, *, follow_link: bool = True
) -> Submission:
    """The files of a submission; RejectedError, which names the entry, if a rule is broken, and
    UserError if there is nothing at the path that can be read. Without
    ``follow_link``, as for one in a folder of submissions, the path must not be a link, and is
    rejected if it cannot be read."""
    rules = rules or IntakeRules()
    path = Path(path)
    name = path.name or path.resolve().name
    if not is_unicode(name):
        raise RejectedError(f"submission '{shown(name)}' has a name that is not Unicode: rename it")
    if not follow_link and path.is_symlink():
        raise RejectedError(f"submission '{shown(name)}' is a link: only files are taken")
    try:
        with _opened(path) as (descriptor, mode):
            if stat.S_ISDIR(mode):
                return _folder(descriptor, name, rules)
            if not stat.S_ISREG(mode):
                what = kind_of(mode) or "no regular file"
                raise RejectedError(f"submission '{shown(name)}' is {what}: only files are taken")
            return _file(descriptor, name, rules)
    except OSError as error:
        words = f"submission '{shown(str(path))}' cannot be read: {error.strerror}"
        raise (UserError(words) if follow_link else RejectedError(words)) from None


def archive_problem(name: str, start: bytes) -> str:
    """Why a file is an archive that is not taken, by its name or its first bytes, as a clause."""
    ending = max((end for end in ARCHIVE_NAMES if name.lower().endswith(end)), key=len, default="")
    if ending:
        return f"is a {ending} file: of archives only .zip is taken"
    for magic, kind in _ARCHIVE_STARTS.items():
        if start.startswith(magic):
            return f"is {kind}, whatever its name: of archives only .zip is taken"
    if start[_TAR_AT:].startswith(_TAR):
        return "is a tar archive, whatever its name: of archives only .zip is taken"
    return ""


def _file(descriptor: int, name: str, rules: IntakeRules) -> Submission:
    start = os.pread(descriptor, 512, 0)
    builder = SubmissionBuilder(name, rules)
    if problem := archive_problem(name, start):
        raise builder.rejected_archive(problem)
    if name.lower().endswith(".zip") or start.startswith(_ZIP_STARTS):
        if not name.lower().endswith(".zip"):
            raise builder.rejected_archive("is a zip that is not called .zip")
        data = _read(descriptor, rules.archive_bytes)
        if data is None:
            raise builder.rejected_archive(f"is larger than {rules.archive_bytes} bytes")
        return _remarked(unzip(data, builder), rules)
    builder.accept(name)
    clean = builder.add_name(name)
    content = _read(descriptor, builder.room())
    if content is None:
        raise builder.too_large(name)
    builder.add(clean, content)
    submission = Submission(name, {clean: content})
    return _remarked(submission, rules)


def _remarked(submission: Submission, rules: IntakeRules) -> Submission:
    """With a remark if the course wants the zip under another name, or a zip at all."""
    if not rules.zip_name or submission.name == rules.zip_name:
        return submission
    remark = f"the course wants it as {rules.zip_name}"
    return Submission(
        submission.name, submission.files, (*submission.remarks, remark), submission.folder
    )


def _folder(descriptor: int, name: str, rules: IntakeRules) -> Submission:
    builder = SubmissionBuilder(name, rules)
    _walk(descriptor, "", builder)
    return builder.finish(zipped=False)


def _walk(descriptor: int, inside: str, builder: SubmissionBuilder) -> None:
    """Takes what lies in an open folder, in the order of names."""
    found = []
    with os.scandir(descriptor) as listing:
        for item in listing:
            if builder.accept(inside + item.name):
                found.append(item.name)
    for item_name in sorted(found):
        name = inside + item_name
        try:
            mode = os.stat(item_name, dir_fd=descriptor, follow_symlinks=False).st_mode
            is_folder = stat.S_ISDIR(mode)
            if kind := kind_of(mode):
                raise builder.rejected(name, f"is {kind}: only files are taken")
            clean = builder.add_name(name, is_folder=is_folder)
            with _opened(item_name, descriptor) as (inner, inner_mode):
                if stat.S_IFMT(inner_mode) != stat.S_IFMT(mode):
                    raise builder.rejected(name, "changed while it was read")
                if is_folder:
                    _walk(inner, f"{name}/", builder)
                    continue
                content = _read(inner, builder.room())
        except OSError as error:
            raise builder.rejected(name, f"cannot be read: {error.strerror}") from None
        if content is None:
            raise builder.too_large(name)
        builder.add(clean, content)


@contextmanager
def _opened(name: str | Path, within: int | None = None) -> Iterator[tuple[int, int]]:
    """A descriptor and its mode. Inside a submission no link is followed; the path that the user
    typed may be one."""
    flags = _OPEN | (0 if within is None else os.O_NOFOLLOW)
    descriptor = os.open(name, flags, dir_fd=within)
    try:
        yield descriptor, os.fstat(descriptor).st_mode
    finally:
        os.close(descriptor)


def _read(descriptor: int, most: int) -> bytes | None:
    """All that is in a file; None if that is more than so many bytes."""
    pieces = []
    while most >= 0 and (piece := os.read(descriptor, min(most + 1, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return None if most < 0 else b"".join(pieces)
