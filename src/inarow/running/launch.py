"""A program to be started: its words, what it may see and what it may use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from inarow.errors import UserError
from inarow.running.run_limits import RunLimits

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
    instead of pipes. The profile ``build`` may start processes. Raises UserError for words that no
    program can be started with."""

    argv: tuple[str, ...]
    box: Path | None = None
    workdir: Path | None = None
    profile: Literal["run", "build"] = "run"
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
        return {**_USUAL_ENVIRONMENT, **self.environment}

    @property
    def may_fork(self) -> bool:
        return self.profile == "build" or self.limits.processes > 1


def told_of_host(launch: Launch, tmp: Path) -> tuple[list[str], dict[str, str]]:
    """The words and the variables, with ``/python``, ``/box``, ``/work`` and ``/tmp`` as the host
    has them. What is readable under its own name is left alone, and so is a program of the host's
    ``/tmp``: the one that is made for it is empty when it starts."""
    folders = {PYTHON: launch.interpreter, BOX: launch.box, WORK: launch.workdir, TMP: tmp}
    places = {inside: folder for inside, folder in folders.items() if folder is not None}
    variables = launch.whole_environment
    started, *words = launch.argv
    filled = {inside: folder for inside, folder in places.items() if inside != TMP}
    return (
        [
            _told(started, filled, launch.readable),
            *(_told(word, places, launch.readable) for word in words),
        ],
        {name: _told(value, places, launch.readable) for name, value in variables.items()},
    )


def _told(word: str, places: Mapping[str, Path], readable: tuple[Path, ...]) -> str:
    if any(Path(word).is_relative_to(path) for path in readable):
        return word
    for inside, outside in places.items():
        if word == inside or word.startswith(f"{inside}/"):
            return str(outside) + word[len(inside) :]
    return word
