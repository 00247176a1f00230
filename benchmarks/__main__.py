"""Run every benchmark table, or those that are named; the status tells whether all claims held.

python -m benchmarks [--list] [--quick] [NAME ...]
"""

from __future__ import annotations

import argparse
import subprocess
import sys

TABLES = (
    "foundation",
    "connect4_solver",
    "tournament",
    "perfect_play",
    "book_check",
    "maxconnect4",
    "maxconnect4_random",
    "maxconnect4_never_loses",
    "kinarow",
    "levels",
    "fair_clock",
    "arena",
    "large_event",
    "cluster",
    "marking",
    "sandbox",
    "why",
    "web",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="tables to run (default all)")
    parser.add_argument("--list", action="store_true", help="print the names of the tables")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="small samples, to see that all run; nothing is judged",
    )
    args = parser.parse_args()
    if unknown := set(args.names) - set(TABLES):
        parser.error(f"no table is named {', '.join(sorted(unknown))}; see --list")
    if args.list:
        print("\n".join(TABLES))
        return 0
    options = ["--quick"] if args.quick else []
    statuses = [
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], check=False)
        for name in args.names or TABLES
    ]
    return int(any(done.returncode for done in statuses))


if __name__ == "__main__":
    sys.exit(main())
