"""How long we wanted a core and had none: a newline that we read late because our own thread waited
is not the program's fault, nor is a core that the machine beneath a virtual one took away.

    /proc/self/task/TID/schedstat    RUN_NS WAIT_NS SLICES    for each of our threads
    /proc/stat                       cpuN ... STEAL ...       of each core, in ticks
"""

from __future__ import annotations

import os
from pathlib import Path

_TASKS = Path("/proc/self/task")
_STOLEN = 8
_LONGEST_STAT = 1 << 20


class OwnStall:
    """Measures from when it is made on."""

    def __init__(self) -> None:
        self._waited_ns, self._stolen_s = _waited_ns(), stolen_s(_stat())

    def seconds(self) -> float:
        """What our threads waited, and what the core was robbed of that lost most: a program may
        have been on that one. 0.0 where the kernel does not tell."""
        stolen = zip(self._stolen_s, stolen_s(_stat()), strict=False)
        most_s = max((now_s - then_s for then_s, now_s in stolen), default=0.0)
        return (_waited_ns() - self._waited_ns) / 1e9 + max(most_s, 0.0)


def stolen_s(stat: bytes) -> list[float]:
    """Seconds that were taken from each core, by ``/proc/stat``.

    >>> stolen_s(b"cpu  1 2 3 4 5 6 7 30 0 0\\ncpu0 1 2 3 4 5 6 7 10 0 0\\nintr 5\\n")
    [0.1]
    """
    tick_s = 1 / os.sysconf("SC_CLK_TCK")
    rows = [line.split() for line in stat.splitlines() if line[:3] == b"cpu" and line[3:4] != b" "]
    return [int(row[_STOLEN]) * tick_s for row in rows if len(row) > _STOLEN]


def _stat() -> bytes:
    try:
        with open("/proc/stat", "rb", buffering=0) as file:  # noqa: PTH123 - called for each answer
            return file.read(_LONGEST_STAT)
    except OSError:
        return b""


def _waited_ns() -> int:
    """Since the start of the process, summed over its threads of now."""
    waited_ns = 0
    try:
        threads = os.listdir(_TASKS)  # noqa: PTH208 - called for each answer
    except OSError:
        return 0
    for thread in threads:
        try:
            with open(f"/proc/self/task/{thread}/schedstat", "rb") as file:  # noqa: PTH123
                waited_ns += int(file.read().split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return waited_ns
