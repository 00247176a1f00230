"""A program that can be started again and again: its words, its files and what it needs to see."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from inarow.errors import UserError
from inarow.running.cache import mark_used
from inarow.text import truncate

_MOST_SECONDS, _MOST_WHOLE = 86_400, 1_000_000

LONGEST_COMMAND = 128 * 1024
"""Bytes of all words and variables: what Linux takes of a single one."""

BOX = "/box"
WORK = "/work"
TMP = "/tmp"
PYTHON = "/python"

_USUAL_ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": TMP,
    "TMPDIR": TMP,
}

ARGS = "{args}"
CALL = "{call}"
HEAP = "{heap}"
_LEAST_HEAP_MB = 256
# Threads that a runtime starts for itself: compilers, collectors, those of its libraries.
_RUNTIME_TASKS = 32


@dataclass(frozen=True)
class RunLimits:
    """The bounds of one run. Tier none holds time, processor time and output alone.

    ``wall_s`` bounds a program that runs once (None: no bound, for what answers questions and is
    given a deadline with each of them); ``memory_mb`` is address space, ``output_kb`` each of
    standard output and standard error, ``tmp_mb`` what can be written to files in all,
    ``used_s`` bounds wall time less CPU wait, and at least the CPU time (``clock.py``),
    ``processes`` how many processes and threads there may be at once, together (1: no other
    process, and 64 threads) and ``files`` how many descriptors each process may have. Time, memory
    and output are bounded for all processes together. A build may always start processes."""

    wall_s: float | None = 10.0
    cpu_s: float | None = None
    memory_mb: int = 512
    output_kb: int = 64
    tmp_mb: int = 16
    processes: int = 32
    files: int = 64
    used_s: float | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise UserError(f"limit {name} is {value:g}, and must be above 0")


def limits_of(what: str, given: Mapping[str, Any], base: RunLimits) -> RunLimits:
    """The limits of a table, and those of ``base`` where it has none."""
    known = {item.name: getattr(base, item.name) for item in fields(RunLimits)}
    for name, value in given.items():
        if name not in known:
            raise UserError(f"{what} has a limit '{truncate(name)}': expected {', '.join(known)}")
        whole = not name.endswith("_s")
        most = _MOST_SECONDS if whole is False else _MOST_WHOLE
        number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        if not number or not 0 < value <= most or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise UserError(
                f"{what} has limit {name} = {value}, expected {kind} above 0, at most {most}"
            )
        known[name] = int(value) if whole else float(value)
    return RunLimits(**known)


@dataclass(frozen=True)
class Launch:
    """``argv`` has paths as the program sees them: its own files under ``/box``, a writable folder
    under ``/work``, where the sandbox can arrange that. Where it cannot (tiers 2 and none), a word
    that is such a path, or begins with one and a slash, is told as the host has it, and so is the
    value of a variable.

    ``box`` is a folder of the host, shown read-only; everybody must be able to read it, since the
    program may run as somebody else. ``workdir`` is a folder of the host whose files the program
    finds in ``/work``, its working directory then, and which has the files that it left there
    afterwards: regular files and folders, within ``limits.tmp_mb`` in all. ``readable`` are further
    paths of the host, shown read-only where they are: interpreters and libraries. ``interpreter``
    is a folder of the host with an interpreter of ours, shown read-only as ``/python``, so that
    nobody learns where our files lie. ``environment``
    is added to PATH, LANG, HOME and TMPDIR. ``terminal`` puts a pseudo-terminal on 0, 1 and 2
    instead of pipes. The profile ``build`` may start processes; an ``engine`` is a program of
    one's own: without a sandbox it starts in ``workdir``, with paths and variables as the host has
    them. Raises UserError for words that no
    program can be started with."""

    argv: tuple[str, ...]
    box: Path | None = None
    workdir: Path | None = None
    profile: Literal["run", "build", "engine"] = "run"
    limits: RunLimits = field(default_factory=RunLimits)
    readable: tuple[Path, ...] = ()
    interpreter: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    terminal: bool = False

    def __post_init__(self) -> None:
        variables = (f"{name}={value}" for name, value in self.whole_environment.items())
        texts = [os.fsencode(text) + b"\0" for text in (*self.argv, *variables)]
        size = sum(map(len, texts))
        if size > LONGEST_COMMAND:
            raise UserError(
                f"the command line has {size:,} bytes, with its variables,"
                f" and a program is started with at most {LONGEST_COMMAND:,}"
            )
        if any(b"\0" in text[:-1] for text in texts):
            raise UserError("a word of the command line has a zero byte")

    @property
    def whole_environment(self) -> dict[str, str]:
        usual = {} if self.profile == "engine" else _USUAL_ENVIRONMENT
        return {**usual, **self.environment}

    @property
    def may_fork(self) -> bool:
        return self.profile == "build" or self.limits.processes > 1


@dataclass(frozen=True)
class Program:
    """``argv`` has the words of a call: ``{args}`` alone stands for its arguments, ``{call}`` in a
    word for ``NAME('one','two')``, ``{heap}`` for the megabytes of a heap: the memory without
    ``beside_heap_mb``; in a variable, too. ``min_memory_mb`` is what the interpreter needs to
    start at all; one that needs some may start threads of its own beside those of the program.
    ``image`` is the folder of a cache that its files are in, which stays while it is used."""

    name: str
    argv: tuple[str, ...]
    box: Path | None = None
    readable: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    min_memory_mb: int = 0
    interpreter: Path | None = None
    beside_heap_mb: int = 0
    image: Path | None = None

    def words(self, args: Sequence[str], memory_mb: int) -> tuple[str, ...]:
        """The words of one call."""
        words: list[str] = []
        for word in self.argv:
            if word == ARGS:
                words += args
            elif CALL in word:
                words.append(word.replace(CALL, f"{self.name}({quoted(args)})"))
            else:
                words.append(self._sized(word, memory_mb))
        return tuple(words)

    def launch(
        self,
        args: Sequence[str],
        limits: RunLimits,
        *,
        workdir: Path | None = None,
        terminal: bool = False,
    ) -> Launch:
        """One start of it."""
        if self.image is not None:
            mark_used(self.image)
        memory_mb = max(limits.memory_mb, self.min_memory_mb)
        return Launch(
            argv=self.words(args, memory_mb),
            box=self.box,
            workdir=workdir,
            limits=replace(limits, memory_mb=memory_mb, processes=self._tasks(limits)),
            readable=self.readable,
            interpreter=self.interpreter,
            environment={
                name: self._sized(value, memory_mb) for name, value in self.environment.items()
            },
            terminal=terminal,
        )

    def _sized(self, word: str, memory_mb: int) -> str:
        return word.replace(HEAP, str(max(_LEAST_HEAP_MB, memory_mb - self.beside_heap_mb)))

    def _tasks(self, limits: RunLimits) -> int:
        runtime = self.min_memory_mb > 0 and limits.processes > 1
        return limits.processes + (_RUNTIME_TASKS if runtime else 0)


def quoted(args: Sequence[str]) -> str:
    """Arguments in single quotes, which are doubled within.

    >>> print(quoted(["red", "it's"]))
    'red','it''s'
    """
    return ",".join("'" + arg.replace("'", "''") + "'" for arg in args)
