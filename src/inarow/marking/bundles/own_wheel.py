"""This very package as a wheel, made of what is installed, so that elsewhere the same program marks
as here."""

from __future__ import annotations

import base64
import hashlib
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import inarow
from inarow.errors import UserError
from inarow.files import read_input
from inarow.marking.bundles.zipped import Entry, zipped
from inarow.words import shortened

_KEPT = ("METADATA", "WHEEL", "entry_points.txt")
_LEFT_OUT = {"__pycache__"}
_MOST_BYTES = 200_000_000


class Wheel(NamedTuple):
    """``file`` is its name, ``python`` the version of Python that it needs, such as 3.11."""

    file: str
    data: bytes
    python: str


def own_wheel() -> Wheel:
    """The wheel; UserError if what is installed here cannot be carried elsewhere."""
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"):
        raise UserError(
            f"the service runs Linux, and this is {platform.system()} {platform.machine()}: make"
            " it on Linux"
        )
    try:
        installed = distribution("inarow")
    except PackageNotFoundError:
        raise UserError("inarow is not installed here, so it cannot be carried") from None
    package = Path(inarow.__file__).parent
    if not any(package.glob("_core*.so")):
        raise UserError("inarow is installed here in parts (editable): install it plainly first")
    head = f"inarow-{inarow.__version__}"
    entries = dict(_package(package))
    entries.update(_scripts(installed, f"{head}.data/scripts"))
    info = f"{head}.dist-info"
    for name in _KEPT:
        if text := installed.read_text(name):
            entries[f"{info}/{name}"] = Entry(text.encode())
    entries[f"{info}/RECORD"] = Entry(_record(entries, info).encode())
    tag = _tag(installed.read_text("WHEEL") or "")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Wheel(f"{head}-{tag}.whl", zipped(entries), version)


def given_package(name: str) -> Wheel:
    """A wheel or a source distribution that was built elsewhere, in place of our own."""
    file = Path(name).name
    data = read_input("package", name, _MOST_BYTES)
    tag = re.fullmatch(r"inarow-[^-]+-cp3(\d+)-[^-]+-[^-]+\.whl", file)
    if tag is None and not re.fullmatch(r"inarow-[^-]+\.tar\.gz", file):
        raise UserError(
            f"package '{shortened(name)}' is neither a wheel nor a source distribution of inarow"
        )
    return Wheel(file, data, f"3.{tag[1]}" if tag else "3")


def _package(package: Path) -> Iterator[tuple[str, Entry]]:
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package.parent).parts
        if path.is_file() and not _LEFT_OUT.intersection(parts) and path.suffix != ".pyc":
            mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
            yield "/".join(parts), Entry(path.read_bytes(), mode)


def _scripts(installed: Distribution, folder: str) -> Iterator[tuple[str, Entry]]:
    """The commands that are plain scripts; the others are written where the wheel is installed."""
    made = {entry.name for entry in installed.entry_points}
    for file in installed.files or []:
        if file.parent.name == "bin" and file.name not in made:
            path = Path(str(file.locate()))
            if path.is_file():
                source = re.sub(rb"\A#!.*python[\d.]*", b"#!python", path.read_bytes())
                yield f"{folder}/{file.name}", Entry(source, 0o755)


def _record(entries: dict[str, Entry], info: str) -> str:
    lines = []
    for name, entry in sorted(entries.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=")
        lines.append(f"{name},sha256={digest.decode()},{len(entry.data)}")
    return "\n".join([*lines, f"{info}/RECORD,,", ""])


def _tag(wheel: str) -> str:
    found = re.search(r"^Tag: (\S+)$", wheel, re.MULTILINE)
    if found is None:
        raise UserError("inarow is installed here in a way that says nothing of its machine")
    return found[1]
