"""Runs a started program once: feeds it, keeps what it writes, ends it at its limits."""

from __future__ import annotations

import os
import select
import time

from inarow.running.process import END_OF_INPUT, ProcessHandle, Stdio, close_all
from inarow.running.program import RunLimits
from inarow.running.result import Limit, RunReport, Spent, make_report

_TICK_S = 0.02
_LOOK_SHARE = 0.02
_DRAIN_S = 0.05
_CHUNK = 65536


class Collector:
    """One run over our ends of a program's descriptors, which are closed at its end."""

    def __init__(self, ends: Stdio, keeper: ProcessHandle, limits: RunLimits) -> None:
        self._ends = ends
        self._keeper = keeper
        self._limits = limits
        self._began_s = time.monotonic()
        self._kept = {ends.stdout: bytearray(), ends.stderr: bytearray()}
        self._reading = {fd for fd in self._kept if fd >= 0}
        self._most = limits.output_kb * 1024
        self._truncated = False
        self._first_line: Spent | None = None
        self._wait = keeper.cpu_wait()
        self._wait.begin(self._began_s)
        self._next_look_s = self._began_s

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
            poll.poll(self._tick_s() * 1000)
            if feeding and left:
                left = self._fed(left)
            elif terminal:
                self._fed(memoryview(END_OF_INPUT))
            self._read()
            ending = self._keeper.ending(0)
            if ending is not None:
                self._wait.look(time.monotonic(), answer=True)
            limit = "" if ending is not None else self._limit_met()
        ended = self._keeper.kill()
        until_s = time.monotonic() + _DRAIN_S
        while self._reading and time.monotonic() < until_s and self._read():
            pass
        limit = "output" if self._truncated else limit or ended.limit
        open_ends = tuple(self._ends)[0 if feeding else 1 :]
        close_all(open_ends)
        stall_s = self._wait.wait_s(ended.wall_s, ended.usage.cpu_s)
        usage = ended.usage._replace(stall_s=stall_s)
        return make_report(
            ended._replace(limit=limit, usage=usage, first_line=self._first_line),
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
            if fd == self._ends.stdout and self._first_line is None and b"\n" in data:
                self._first_line = self._spent(answer=True)
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
        wall_s = time.monotonic() - self._began_s
        if limits.wall_s is not None and wall_s > limits.wall_s:
            return "wall"
        if limits.used_s is None or time.monotonic() < self._next_look_s:
            return ""
        wall_s, cpu_s, wait_s = self._spent(answer=False)
        self._next_look_s = time.monotonic() + self._wait.pause_s(limits.used_s * _LOOK_SHARE)
        return "wall" if max(cpu_s, wall_s - wait_s) >= limits.used_s else ""

    def _tick_s(self) -> float:
        """How long nothing but the program itself can bring news."""
        used_s = self._limits.used_s
        return _TICK_S if used_s is None else min(_TICK_S, used_s * _LOOK_SHARE)

    def _spent(self, *, answer: bool) -> Spent:
        """What it has used until an answer, or, on the way to it, what it has used for certain."""
        now_s, cpu_s = time.monotonic(), self._keeper.usage().cpu_s
        wall_s = now_s - self._began_s
        self._wait.look(now_s, answer=answer)
        measure = self._wait.wait_s if answer else self._wait.most_wait_s
        return Spent(wall_s, cpu_s, measure(wall_s, cpu_s))
