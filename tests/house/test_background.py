"""The tests pass when they are started in the background, where a shell has SIGINT ignored."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.mark.process
def test_interrupts_are_heard_where_the_shell_has_them_ignored() -> None:
    argv = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    chosen = [str(TESTS / "cli" / "test_interrupted_commands.py"), "-k", "perft"]
    done = subprocess.run(
        [*argv, *chosen],
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        check=False,
    )
    assert done.returncode == 0, done.stdout
