"""Runs a started program once: feeds it, keeps what it writes, ends it at its limits."""

from __future__ import annotations

import os
import select
import time

from inarow.running.ending import Limit, report_of
from inarow.running.keeper import Keeper
from inarow.running.outcome import RunReport
from inarow.running.pipes import END_OF_INPUT, close_all
from inarow.running.run_limits import RunLimits
from inarow.running.running_program import ProgramEnds

_TICK_S = 0.02
_DRAIN_S = 0.05
_CHUNK = 65536


class Collector:
    """One run over our ends of a program's descriptors, which are closed at its end."""

    def __init__(self, ends: ProgramEnds, keeper: Keeper, limits: RunLimits) -> None:
        self._ends = ends
        self._keeper = keeper
        self._limits = limits
        self._began_s = time.monotonic()
        self._kept = {ends.stdout: bytearray(), ends.stderr: bytearray()}
        self._reading = {fd for fd in self._kept if fd >= 0}
        self._most = limits.output_kb * 1024
        self._truncated = False
        self._first_line_s: float | None = None

    def collected(self, stdin: bytes) -> RunReport:
        limit: Limit = ""
        ending = None
        left = memoryview(stdin)
        feeding = True
        terminal = self._ends.stdin == self._ends.stdout
        while ending is None and not limit:
            if feeding and not left and not terminal:
                os.close(self._ends.stdin)
                feeding = False
            poll = select.poll()
            for fd in (self._reading | {self._keeper.fileno()}) - {-1}:
                poll.register(fd, select.POLLIN)
            if feeding and left:
                poll.register(self._ends.stdin, select.POLLOUT)
            poll.poll(_TICK_S * 1000)
            if feeding and left:
                left = self._fed(left)
            elif terminal:
                self._fed(memoryview(END_OF_INPUT))
            self._read()
            ending = self._keeper.ending(0)
            limit = "" if ending is not None else self._limit_met()
        ended = self._keeper.kill()
        until_s = time.monotonic() + _DRAIN_S
        while self._reading and time.monotonic() < until_s and self._read():
            pass
        limit = "output" if self._truncated else limit or ended.limit
        open_ends = tuple(self._ends)[0 if feeding else 1 :]
        close_all(open_ends)
        return report_of(
            ended._replace(limit=limit, first_line_s=self._first_line_s),
            self._limits,
            self._keeper.tier,
            bytes(self._kept[self._ends.stdout]),
            bytes(self._kept.get(self._ends.stderr, b"")) if self._ends.stderr >= 0 else b"",
            self._truncated,
        )

    def _fed(self, left: memoryview) -> memoryview:
        try:
            return left[os.write(self._ends.stdin, left[:_CHUNK]) :]
        except BlockingIOError:
            return left
        except OSError:
            return left[:0]

    def _read(self) -> bool:
        """Reads what is there, within the bound; whether there was anything."""
        some = False
        for fd in list(self._reading):
            try:
                data = os.read(fd, _CHUNK)
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                self._reading.discard(fd)
                continue
            some = True
            kept = self._kept[fd]
            kept += data
            if fd == self._ends.stdout and self._first_line_s is None and b"\n" in data:
                self._first_line_s = time.monotonic() - self._began_s
            if len(kept) > self._most:
                del kept[self._most :]
                self._truncated = True
        return some

    def _limit_met(self) -> Limit:
        limits = self._limits
        if self._truncated:
            return "output"
        if limits.cpu_s is not None and self._keeper.usage().cpu_s > limits.cpu_s:
            return "cpu"
        spent_s = time.monotonic() - self._began_s
        if limits.wall_s is not None and spent_s > limits.wall_s:
            return "wall"
        if limits.unstalled_s is not None and spent_s > limits.unstalled_s:
            unstalled_s = spent_s - self._keeper.usage().stall_s
            if unstalled_s > limits.unstalled_s and not self._keeper.wants_core():
                return "wall"
        return ""
