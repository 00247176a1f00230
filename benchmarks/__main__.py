"""Run every benchmark table, or those that are named; the status tells whether all claims held.

python -m benchmarks [--list] [NAME ...]
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
    "web",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="tables to run (default all)")
    parser.add_argument("--list", action="store_true", help="print the names of the tables")
    args = parser.parse_args()
    if unknown := set(args.names) - set(TABLES):
        parser.error(f"no table is named {', '.join(sorted(unknown))}; see --list")
    if args.list:
        print("\n".join(TABLES))
        return 0
    statuses = [
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode
        for name in args.names or TABLES
    ]
    return int(any(statuses))


if __name__ == "__main__":
    sys.exit(main())
