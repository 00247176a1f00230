"""What is handed in, and the rules under which it is taken: values, no reading."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
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


IGNORED = ("__MACOSX", ".DS_Store", "Thumbs.db", "__pycache__", ".git", ".idea")
"""What operating systems, editors and Python put beside people's files."""

_IGNORED_NAMES = {name.casefold(): name for name in IGNORED}
_LONGEST_PART = 255
_LONGEST_NAME = 1000
_DEEPEST = 30
# Control and format characters (which turn text around in a terminal), line ends, halves of pairs.
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def shown(text: str, longest: int = 60) -> str:
    """Somebody's text as a message repeats it: short, and nothing in it moves a cursor."""
    visible = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return visible if len(visible) <= longest else visible[: longest - 3] + "..."


def is_unicode(name: str) -> bool:
    """Whether a name of a file is text; the bytes of one that is not are half characters here."""
    return not any(unicodedata.category(c) == "Cs" for c in name)


def as_text(name: str) -> str:
    """A name of a file, with escapes for bytes that are not Unicode."""
    return name.encode("utf-8", "backslashreplace").decode()


def ignored_part(name: str) -> str:
    """The part for which an entry is left out; empty if it is not."""
    parts = name.casefold().replace("\\", "/").split("/")
    return next((_IGNORED_NAMES[part] for part in parts if part in _IGNORED_NAMES), "")


def name_problem(name: str) -> str:
    """What is wrong with the name of an entry, as a clause; empty if nothing is."""
    parts = name.split("/")
    if any(unicodedata.category(c) in _UNSEEN for c in name):
        return "has a control character in its name"
    if "\\" in name:
        return "has a backslash in its name"
    if name.startswith("/") or re.match("[A-Za-z]:", name):
        return "has an absolute name"
    if ".." in parts:
        return "leads out of the submission by '..'"
    if len(name) > _LONGEST_NAME or any(len(part.encode()) > _LONGEST_PART for part in parts):
        return f"has a name longer than {_LONGEST_PART} bytes"
    if len(parts) > _DEEPEST:
        return f"lies more than {_DEEPEST} folders deep"
    return ""


def same_name(name: str) -> str:
    """Equal for names that some file system takes for one: whatever their case and composition."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name).casefold())


class SubmissionBuilder:
    """Collects the entries of one submission and raises RejectedError for the first that breaks a
    rule; ``finish`` applies the rule about folders."""

    def __init__(self, source: str, rules: IntakeRules) -> None:
        self.rules = rules
        self._source = shown(source)
        self._name = source
        self._files: dict[str, bytes] = {}
        self._folders: set[str] = set()
        self._spelled: dict[str, str] = {}
        self._total = 0
        self._seen = 0
        self._ignored: Counter[str] = Counter()

    def rejected(self, name: str, problem: str) -> RejectedError:
        return RejectedError(f"submission '{self._source}', entry '{shown(name)}' {problem}")

    def rejected_archive(self, problem: str) -> RejectedError:
        return RejectedError(f"submission '{self._source}' {problem}")

    def accept(self, name: str) -> bool:
        """Counts an entry; whether it belongs to the submission. Comes before any other rule."""
        self._seen += 1
        if self._seen > self.rules.entries:
            raise self.rejected_archive(f"has more than {self.rules.entries} entries")
        if part := ignored_part(name):
            self._ignored[part] += 1
        return not part

    def add_name(self, name: str, *, is_folder: bool = False) -> str:
        """The name without ``.`` and doubled strokes, entered among the names; empty if it names
        the submission's own top."""
        if problem := name_problem(name):
            raise self.rejected(name, problem)
        parts = [part for part in name.split("/") if part not in ("", ".")]
        for depth in range(1, len(parts) + is_folder):
            self._enter_folder("/".join(parts[:depth]), name)
        clean = "/".join(parts)
        if not is_folder:
            if not clean:
                raise self.rejected(name, "has no name")
            self._enter_file(clean, name)
        return clean

    def room(self) -> int:
        """Bytes that the next file may have at most."""
        return min(self.rules.file_bytes, self.rules.total_bytes - self._total)

    def too_large(self, name: str) -> RejectedError:
        if self.room() < self.rules.file_bytes:
            return self.rejected(
                name, f"takes the submission over {_bytes(self.rules.total_bytes)} in all"
            )
        return self.rejected(name, f"is larger than {_bytes(self.rules.file_bytes)}")

    def add(self, clean: str, data: bytes) -> None:
        """Takes a file whose name was checked."""
        if len(data) > self.room():
            raise self.too_large(clean)
        self._files[clean] = data
        self._total += len(data)

    def finish(self, *, zipped: bool) -> Submission:
        """The submission, its folders as the rules have them."""
        remarks = [
            f"left out: {name}" + (f" ({count} entries)" if count > 1 else "")
            for name, count in sorted(self._ignored.items())
        ]
        if not self._files:
            raise self.rejected_archive("holds no file")
        rule, folder = self.rules.folder, self._common_folder()
        if rule is FolderRule.REQUIRED and zipped and not folder:
            name = next(iter(sorted(self._files, key=lambda name: (name.count("/"), name))))
            raise self.rejected(name, f"lies in no folder, or not in the same: {rule.value}")
        if rule is FolderRule.REFUSED and self._folders:
            first = min(self._folders)
            if not self.rules.lenient_folder:
                raise self.rejected(f"{first}/", f"is a folder: {rule.value}")
            remarks.append(f"folder '{shown(first)}' accepted, where {rule.value}")
        elif folder and rule is FolderRule.ACCEPTED:
            remarks.append(f"the files lie in the folder '{shown(folder)}'")
        files = {
            name[len(folder) + 1 if folder else 0 :]: self._files[name] for name in self._files
        }
        return Submission(self._name, files, tuple(remarks), folder)

    def _common_folder(self) -> str:
        """The deepest folder that holds every file; empty if a file lies at the top."""
        folders = [name.split("/")[:-1] for name in self._files]
        common: list[str] = []
        for parts in zip(*folders, strict=False):
            if len(set(parts)) > 1:
                break
            common.append(parts[0])
        return "/".join(common)

    def _enter_folder(self, folder: str, name: str) -> None:
        if folder in self._folders:
            return
        self._claim(folder, name)
        self._folders.add(folder)
        if len(self._folders) > self.rules.files:
            raise self.rejected(name, f"is in one folder more than {self.rules.files}")

    def _enter_file(self, clean: str, name: str) -> None:
        self._claim(clean, name)
        if len(self._spelled) - len(self._folders) > self.rules.files:
            raise self.rejected(name, f"is one file more than {self.rules.files}")

    def _claim(self, clean: str, name: str) -> None:
        key = same_name(clean)
        if key in self._spelled:
            raise self.rejected(name, f"is there twice: the other is '{shown(self._spelled[key])}'")
        self._spelled[key] = clean


def _bytes(count: int) -> str:
    for size, unit in ((1024 * 1024, "MiB"), (1024, "KiB")):
        if count % size == 0 and count:
            return f"{count // size} {unit}"
    return f"{count} bytes"
