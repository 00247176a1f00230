"""Certificates that take minutes to replay, replayed by the command while the other tests run.

The tests keep one core busy; this takes what is left of the others, at the lowest priority.
"""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

PROOFS = Path(__file__).parents[2] / "proofs"
NAMES = ("maxconnect4-6x6", "maxconnect4-7x5")


class Replays:
    """One ``inarow prove --check`` after the other, begun at once."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.pool = ThreadPoolExecutor(1)
        self.answers = {name: self.pool.submit(self._replay, name) for name in NAMES}

    def _replay(self, name: str) -> tuple[int, dict[str, Any]]:
        inarow = str(Path(sys.executable).parent / "inarow")
        argv = ["nice", "-n", "19", inarow, "prove", "--check", str(PROOFS / name), "--json"]
        self.process = subprocess.Popen(
            argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        out, _ = self.process.communicate()
        return self.process.returncode, json.loads(out)

    def result(self, name: str) -> tuple[int, dict[str, Any]]:
        """Status and answer of a replay, when it has ended."""
        return self.answers[name].result()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        if self.process is not None:
            self.process.kill()
