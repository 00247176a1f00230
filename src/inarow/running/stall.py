"""How long this process itself wanted a core and had none: a newline that we read late because our
own thread waited is not the program's fault.

    /proc/self/task/TID/schedstat    RUN_NS WAIT_NS SLICES    for each of our threads
"""

from __future__ import annotations

import os
from pathlib import Path

_TASKS = Path("/proc/self/task")


def own_stall_s() -> float:
    """Seconds since the start of the process, summed over its threads of now; 0.0 where the kernel
    does not tell. Only differences mean anything."""
    waited_ns = 0
    try:
        threads = os.listdir(_TASKS)  # noqa: PTH208 - called for each answer
    except OSError:
        return 0.0
    for thread in threads:
        try:
            with open(f"/proc/self/task/{thread}/schedstat", "rb") as file:  # noqa: PTH123
                waited_ns += int(file.read().split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return waited_ns / 1e9
