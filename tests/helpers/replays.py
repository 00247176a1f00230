"""Certificates that take minutes to replay, replayed by the command while the other tests run.

One process starts them (pytest's controller where there are workers), all at once and at the lowest
priority, so that they take what the tests leave of the cores; a file holds each answer, for
whichever process asks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

PROOFS = Path(__file__).parents[2] / "proofs"
NAMES = ("maxconnect4-6x6", "maxconnect4-7x5")
ID = "replay of {}"
"""What the name of a test that waits for a replay holds."""
_LONGEST_S = 1800


class Replay(NamedTuple):
    """What ``inarow prove --check`` says of a certificate."""

    status: int
    answer: dict[str, Any]


class Replays:
    """The replays in this folder: begun by one process, awaited by any."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[str]] = []

    def begin(self) -> None:
        if not self.processes:
            self.processes = [self._started(name) for name in NAMES]

    def _started(self, name: str) -> subprocess.Popen[str]:
        inarow = str(Path(sys.executable).parent / "inarow")
        argv = ["nice", "-n", "19", inarow, "prove", "--check", str(PROOFS / name), "--json"]
        process = subprocess.Popen(
            argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        Thread(target=self._note, args=(name, process), daemon=True).start()
        return process

    def _note(self, name: str, process: subprocess.Popen[str]) -> None:
        out, _ = process.communicate()
        unfinished = self.folder / f"{name}.part"
        unfinished.write_text(json.dumps([process.returncode, out]))
        unfinished.rename(self.folder / name)

    def result(self, name: str) -> Replay:
        """Status and answer of a replay, when it has ended."""
        path = self.folder / name
        end = time.monotonic() + _LONGEST_S
        while not path.exists():
            assert time.monotonic() < end, f"no answer for {name}"
            time.sleep(0.2)
        status, out = json.loads(path.read_text())
        return Replay(status, json.loads(out))

    def close(self) -> None:
        for process in self.processes:
            process.kill()
