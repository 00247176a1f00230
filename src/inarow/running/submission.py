"""What is handed in, and the rules under which it is taken: values, no reading."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from inarow.errors import UserError

MIB = 1024 * 1024


class RejectedError(UserError):
    """A submission that is not taken in; the message names the entry and the rule."""


class FolderRule(Enum):
    """What a course says about a folder inside a submission; the value completes a sentence."""

    REFUSED = "the course wants the files alone, without a folder around or beside them"
    REQUIRED = "the course wants one folder in the zip, with all files in it"
    ACCEPTED = "a folder in the zip is as good as none"


@dataclass(frozen=True)
class IntakeRules:
    """The bounds of what is taken in. Bytes are those that come out, whatever a zip says of itself;
    ``archive_bytes`` and ``entries`` bound what is looked at, left-out things included."""

    file_bytes: int = MIB
    total_bytes: int = 4 * MIB
    files: int = 200
    folder: FolderRule = FolderRule.ACCEPTED
    lenient_folder: bool = False
    zip_name: str = ""
    archive_bytes: int = 64 * MIB
    entries: int = 20_000


@dataclass(frozen=True)
class Submission:
    """Files by their names relative to the submission, with ``/`` between the parts; what was left
    out or put right on the way in is among the remarks. ``folder`` is the folder that was around
    all of them in a zip, else empty."""

    name: str
    files: Mapping[str, bytes]
    remarks: tuple[str, ...] = ()
    folder: str = ""
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "digest", digest_of(self.files))


def digest_of(files: Mapping[str, bytes]) -> str:
    """A hash of names and contents, whatever the order in which they came."""
    summed = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            summed.update(len(part).to_bytes(8, "big") + part)
    return summed.hexdigest()
