"""A program that can be started again and again: its words, its files and what it needs to see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from inarow.running.launch import Launch
from inarow.running.run_limits import RunLimits

ARGS = "{args}"
CALL = "{call}"
HEAP = "{heap}"
_LEAST_HEAP_MB = 256
# Threads that a runtime starts for itself: compilers, collectors, those of its libraries.
_RUNTIME_TASKS = 32


@dataclass(frozen=True)
class Program:
    """``argv`` has the words of a call: ``{args}`` alone stands for its arguments, ``{call}`` in a
    word for ``NAME('one','two')``, ``{heap}`` for the megabytes of a heap: the memory without
    ``beside_heap_mb``; in a variable, too. ``least_memory_mb`` is what the interpreter needs to
    start at all; one that needs some may start threads of its own beside those of the program."""

    name: str
    argv: tuple[str, ...]
    box: Path | None = None
    readable: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    least_memory_mb: int = 0
    interpreter: Path | None = None
    beside_heap_mb: int = 0

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
        memory_mb = max(limits.memory_mb, self.least_memory_mb)
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
        runtime = self.least_memory_mb > 0 and limits.processes > 1
        return limits.processes + (_RUNTIME_TASKS if runtime else 0)


def quoted(args: Sequence[str]) -> str:
    """Arguments in single quotes, which are doubled within.

    >>> print(quoted(["red", "it's"]))
    'red','it''s'
    """
    return ",".join("'" + arg.replace("'", "''") + "'" for arg in args)
