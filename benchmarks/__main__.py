"""Run every benchmark table, one after the other; the exit status tells whether all claims held."""

import subprocess
import sys

TABLES = [
    "benchmarks.foundation",
    "benchmarks.maxconnect4",
    "benchmarks.maxconnect4_random",
    "benchmarks.connect4_solver",
    "benchmarks.tournament",
    "benchmarks.perfect_play",
    "benchmarks.book_check",
    "benchmarks.web",
]

if __name__ == "__main__":
    statuses = [subprocess.run([sys.executable, "-m", name], check=False) for name in TABLES]
    sys.exit(max(done.returncode for done in statuses))
