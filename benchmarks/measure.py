"""CPU time of child processes, and tables of claims beside their measurements."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path


def command(name: str) -> str:
    """An installed console command, beside the interpreter in use."""
    return str(Path(sys.executable).parent / name)


def child_cpu_s(argv: list[str], stdin: bytes = b"", cwd: str | None = None) -> float:
    """User and system CPU seconds of one run; the run must succeed."""
    process = subprocess.Popen(
        argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=cwd
    )
    assert process.stdin is not None and process.stderr is not None
    process.stdin.write(stdin)
    process.stdin.close()
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{argv} ended with {process.returncode}: {error.decode()}")
    return usage.ru_utime + usage.ru_stime


def median_cpu_s(argv: list[str], repeats: int, stdin: bytes = b"") -> float:
    return statistics.median(child_cpu_s(argv, stdin) for _ in range(repeats))


@dataclass
class Claim:
    """A measured figure and what we promise of it: ``must`` fails the table where it is missed,
    ``reach`` is what we would like. Without either it is a figure beside the others."""

    what: str
    measured: float
    unit: str
    must: float | None = None
    reach: float | None = None
    at_least: bool = False
    note: str = ""

    def _meets(self, bound: float) -> bool:
        return self.measured >= bound if self.at_least else self.measured <= bound

    @property
    def holds(self) -> bool:
        return self.must is None or self._meets(self.must)

    @property
    def met(self) -> str:
        """The best that the figure meets."""
        if not self.holds:
            return "MISS"
        if self.reach is not None and self._meets(self.reach):
            return "reach"
        return "" if self.must is None else "must"


def report(title: str, claims: list[Claim], as_json: bool) -> int:
    """Print the table and return 1 if a claim does not hold in this run."""
    if as_json:
        print(json.dumps([{**asdict(claim), "met": claim.met} for claim in claims], indent=1))
    else:
        width = max(len(claim.what) for claim in claims)
        print(title)
        for claim in claims:
            sign = ">=" if claim.at_least else "<="
            bounds = [
                f"{name} {sign} {bound:g}"
                for name, bound in (("must", claim.must), ("reach", claim.reach))
                if bound is not None
            ]
            print(
                f"  {claim.met:<5} {claim.what:<{width}} {claim.measured:>10.4f} {claim.unit:<8}"
                f" {', '.join(bounds):<26} {claim.note}".rstrip(),
                flush=True,
            )
    return 0 if all(claim.holds for claim in claims) else 1
