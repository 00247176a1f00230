"""A program that is asked for moves, whatever its adapter: its words, its files, its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from inarow.running.launch import Launch
from inarow.running.run_limits import RunLimits


@dataclass(frozen=True)
class Program:
    """``argv`` as the program's own side sees it (``/box/ConnectFour``), to which an adapter adds
    the words of its question; the rest as ``Launch`` has it."""

    argv: tuple[str, ...]
    name: str = "program"
    box: Path | None = None
    readable: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    limits: RunLimits = field(default_factory=RunLimits)

    def launch(
        self,
        *words: str,
        workdir: Path | None = None,
        terminal: bool = False,
        wall_s: float | None = None,
        cpu_s: float | None = None,
    ) -> Launch:
        """One start of it. Without ``wall_s`` it may run as long as it is wanted."""
        return Launch(
            argv=(*self.argv, *words),
            box=self.box,
            workdir=workdir,
            limits=replace(self.limits, wall_s=wall_s, cpu_s=cpu_s),
            readable=self.readable,
            environment=self.environment,
            terminal=terminal,
        )
