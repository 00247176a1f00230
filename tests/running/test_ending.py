"""How a run ended, by what is known of it."""

from __future__ import annotations

import pytest

from inarow.running.ending import Ending, report_of
from inarow.running.outcome import Usage
from inarow.running.run_limits import RunLimits

JAVA = b"""#
# There is insufficient memory for the Java Runtime Environment to continue.
# Native memory allocation (malloc) failed to allocate 65536 bytes
"""
COMMIT = (
    b"VM warning: INFO: os::commit_memory(0x7f, 65536, 0) failed; error='Not enough space' (12)\n"
)
THREAD = b"""Exception in thread "main" java.lang.OutOfMemoryError: unable to create native thread
\tat java.lang.Thread.start0(Native Method)
"""


@pytest.mark.parametrize(
    ("code", "number", "stderr", "verdict"),
    [
        (0, None, b"a remark\n", "OK"),
        (1, None, b"", "EXIT_STATUS"),
        (3, None, b"usage: ConnectFour STATE PLAYER\n", "EXIT_STATUS"),
        (1, None, b"Traceback (most recent call last):\n  ...\nKeyError: 7\n", "CRASH"),
        (1, None, b'  File "x.py", line 1\nSyntaxError: invalid syntax\n', "CRASH"),
        (1, None, b'Exception in thread "main" java.lang.NullPointerException\n', "CRASH"),
        (1, None, b"error: 'x' undefined\n", "CRASH"),
        (None, 11, b"", "CRASH"),
        (1, None, b"MemoryError\n", "MEMORY_LIMIT"),
        (1, None, JAVA, "MEMORY_LIMIT"),
        (134, None, COMMIT, "MEMORY_LIMIT"),
        (1, None, THREAD, "MEMORY_LIMIT"),
    ],
)
def test_a_failure_has_its_own_word(
    code: int | None, number: int | None, stderr: bytes, verdict: str
) -> None:
    ending = Ending(code, number, Usage(0.1, 0.0, 20.0), 0.2)
    report = report_of(ending, RunLimits(), 1, b"3\n", stderr)
    assert report.verdict.name == verdict
    assert report.failed == (verdict in ("CRASH", "EXIT_STATUS"))
    if verdict == "EXIT_STATUS":
        assert f"ended with exit status {code}" in report.sentence
        assert "crash" not in report.sentence


def test_a_program_that_hangs_without_memory_says_so() -> None:
    ending = Ending(None, 9, Usage(0.1, 0.0, 20.0), 1.0, limit="wall")
    report = report_of(ending, RunLimits(wall_s=100, used_s=1.0), 1, b"", THREAD)
    assert report.verdict.name == "TIMEOUT"
    assert report.reason.startswith("still running after 1 s, after it said 'Exception")
    assert "unable to create native thread" in report.reason
