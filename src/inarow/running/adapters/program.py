"""What an adapter needs of a program: its name, and a start of it with the words of a question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from inarow.running.launch import Launch
from inarow.running.run_limits import RunLimits


class Startable(Protocol):
    @property
    def name(self) -> str: ...

    def launch(
        self,
        args: Sequence[str],
        limits: RunLimits,
        *,
        workdir: Path | None = None,
        terminal: bool = False,
    ) -> Launch: ...
