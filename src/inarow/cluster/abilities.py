"""What a machine can do, and how fast it is, for ``inarow cluster check``."""

from __future__ import annotations

import os
import time
from typing import Any

from inarow._core import CpuWait, FallingSolver, Position
from inarow.game import GAMES

_MOVES = ("44455554221", "4444421363", "3254111443", "4365664462")
_TABLE_MB = 16.0


def abilities() -> dict[str, Any]:
    """Sandbox and languages as ``inarow doctor`` tells them, and how many nodes a second the solver
    looks at, by processor time; ``busy`` is the share of the time in which it had no core."""
    from inarow.running.checkup import checked_up
    from inarow.running.toolchain import Toolchain

    wait, began_s, cpu_s = CpuWait(os.getpid(), 0), time.monotonic(), time.process_time()
    wait.begin(began_s)
    nodes = _nodes()
    wall_s, used_s = time.monotonic() - began_s, time.process_time() - cpu_s
    wait.look(began_s + wall_s, answer=False)
    waited_s = wait.wait_s(wall_s, used_s)
    checkup = checked_up(Toolchain())
    return {
        "process": os.getpid(),
        "nodes_per_s": round(nodes / max(used_s, 1e-9)),
        "busy": round(min(waited_s / max(wall_s, 1e-9), 1.0), 3),
        **checkup.as_json(),
    }


def _nodes() -> int:
    """Looked at to solve the same positions anew: always the same number."""
    solver = FallingSolver(GAMES["connect4"], _TABLE_MB)
    return sum(solver.solve(Position(GAMES["connect4"]).after(text))[2] for text in _MOVES)
