"""CPU time of child processes, tables of claims beside their measurements, and their options."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


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


class TableParser(ArgumentParser):
    """The options of a table. All have ``--json``, and ``--quick``: samples as small as still show
    that it runs, so that its claims are printed and not judged."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.samples: dict[str, tuple[Any, Any]] = {}
        self.add_argument("--json", action="store_true", help="print one JSON document")
        self.add_argument("--quick", action="store_true", help="small samples, nothing is judged")

    def add_sample(self, option: str, full: Any, quick: Any, **settings: Any) -> None:
        """An option with one value for a full run and one for a quick one."""
        settings = {"type": int, **settings}
        self.samples[self.add_argument(option, default=None, **settings).dest] = full, quick

    def options(self, words: Sequence[str] | None = None) -> Namespace:
        """The options of a command line, the process's own by default."""
        args = self.parse_args(words)
        for name, (full, quick) in self.samples.items():
            if getattr(args, name) is None:
                setattr(args, name, quick if args.quick else full)
        return args


def report(title: str, claims: list[Claim], args: Namespace) -> int:
    """Print the table and return 1 if a claim does not hold in a full run."""
    if args.json:
        print(json.dumps([{**asdict(claim), "met": claim.met} for claim in claims], indent=1))
    else:
        width = max(len(claim.what) for claim in claims)
        print(f"{title} (quick: small samples, not judged)" if args.quick else title)
        for claim in claims:
            sign = ">=" if claim.at_least else "<="
            bounds = [
                f"{name} {sign} {bound:g}"
                for name, bound in (("must", claim.must), ("reach", claim.reach))
                if bound is not None
            ]
            met = "" if args.quick else claim.met
            print(
                f"  {met:<5} {claim.what:<{width}} {claim.measured:>10.4f} {claim.unit:<8}"
                f" {', '.join(bounds):<26} {claim.note}".rstrip(),
                flush=True,
            )
    return 0 if args.quick or all(claim.holds for claim in claims) else 1
