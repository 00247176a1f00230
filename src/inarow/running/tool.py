"""An interpreter or a compiler: how one is found on this machine, and what it needs to work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from inarow.running.cache import FolderCache


@dataclass(frozen=True)
class Tool:
    """``command`` has the options that it is always given; ``readable`` is what it must see of the
    host, ``environment`` what it must be given; ``runtime`` and ``runtime_environment`` are the
    same for the programs that it makes. ``version`` is what it says of itself, ``stands_in`` what
    it is used in place of. ``interpreter`` is a folder that programs see as ``/python``, as
    ``command`` has it. ``beside_heap_mb`` is what its programs need of their memory outside the
    heap, which ``{heap}`` stands for."""

    name: str
    command: tuple[str, ...]
    version: str
    readable: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    least_memory_mb: int = 0
    stands_in: str = ""
    runtime: tuple[Path, ...] = ()
    interpreter: Path | None = None
    beside_heap_mb: int = 0
    runtime_environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def identity(self) -> str:
        """What an image depends on."""
        made = self.interpreter.name if self.interpreter else ""
        return f"{self.command} {made} {self.version} {sorted(self.environment.items())}"


@dataclass(frozen=True)
class MissingTool:
    """A tool that does not exist here; ``reason`` says so and what to install."""

    name: str
    reason: str


class ToolSearch(NamedTuple):
    """What a tool is found from: the words of its command, the first a full path; its table of a
    toolchain file; and the cache for what is made of it."""

    words: tuple[str, ...]
    table: Mapping[str, Any]
    cache: Callable[[], FolderCache]


@dataclass(frozen=True)
class ToolKind:
    """A tool by the name that build rules and toolchain files use. ``find`` returns None for a
    command that does not work as one. ``title`` is the name of the tools found; ``here`` returns
    the path of this machine's own, None if there is none. A tool that no toolchain file names is
    replaced by its ``substitute``. ``takes_packages``: a file may name packages for it."""

    name: str
    title: str
    install: str
    here: Callable[[], str | None]
    find: Callable[[ToolSearch], Tool | None]
    substitute: str = ""
    takes_packages: bool = False


def first_line(text: str) -> str:
    """The first line that is not empty, stripped."""
    return next((line.strip() for line in text.splitlines() if line.strip()), "")
