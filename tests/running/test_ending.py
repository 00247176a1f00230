"""How a run ended, by what is known of it."""

from __future__ import annotations

import pytest

from inarow.running.program import RunLimits
from inarow.running.result import ProcessExit, Usage, make_report, telling_line

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
NODE = b"""/box/main.js:1
f.x()
  ^

TypeError: f.x is not a function
    at Object.<anonymous> (/box/main.js:1:3)

Node.js v20.20.2
"""
NODE_MEMORY = (
    b"\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n"
    + b" 1: 0xb9c310 node::Abort() [node]\n" * 99
)
PANIC = b"""thread 'main' panicked at 'index out of bounds', main.rs:1:2
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
LATER_PANIC = b"""
thread 'main' (77) panicked at main.rs:1:2:
index out of bounds
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
GO_PANIC = b"""panic: assignment to entry in nil map

goroutine 1 [running]:
main.main()
\tmain.go:4 +0x1c
"""
GO_MEMORY = (
    b"runtime: out of memory: cannot allocate 67108864-byte block (530579456 in use)\n"
    b"fatal error: out of memory\n\ngoroutine 1 [running]:\n" + b"main.main()\n" * 999
)


@pytest.mark.parametrize(
    ("stderr", "line"),
    [
        (b"", ""),
        (b"a remark\n\n", "a remark"),
        (b"Traceback (most recent call last):\n  x\nKeyError: 7\n", "KeyError: 7"),
        (THREAD, 'Exception in thread "main" java.lang.OutOfMemoryError: unable to create native'),
        (b"error: 'x' undefined\nerror: called from\n  f\n", "error: 'x' undefined"),
        (NODE, "TypeError: f.x is not a function"),
        (NODE_MEMORY, "FATAL ERROR: Reached heap limit"),
        (b"main.js:1\nthrow 'x'\n^\nx\n(Use `node --trace-uncaught ...`)\n\nNode.js v20.1\n", "x"),
        (PANIC, "'index out of bounds', main.rs:1:2"),
        (LATER_PANIC, "index out of bounds"),
        (b"memory allocation of 64 bytes failed\nnote: run with\n", "memory allocation of 64"),
        (GO_PANIC, "panic: assignment to entry in nil map"),
        (GO_MEMORY, "fatal error: out of memory"),
    ],
)
def test_the_telling_line_is_what_was_raised(stderr: bytes, line: str) -> None:
    assert telling_line(stderr).startswith(line) and bool(telling_line(stderr)) == bool(line)


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
        (1, None, NODE, "CRASH"),
        (None, 6, NODE_MEMORY, "MEMORY_LIMIT"),
        (101, None, PANIC, "CRASH"),
        (101, None, LATER_PANIC, "CRASH"),
        (None, 6, b"memory allocation of 64 bytes failed\n", "MEMORY_LIMIT"),
        (2, None, GO_PANIC, "CRASH"),
        (2, None, GO_MEMORY, "MEMORY_LIMIT"),
        (2, None, b"panic: a word of the program's own\n", "EXIT_STATUS"),
    ],
)
def test_a_failure_has_its_own_word(
    code: int | None, number: int | None, stderr: bytes, verdict: str
) -> None:
    ending = ProcessExit(code, number, Usage(0.1, 0.0, 20.0), 0.2)
    report = make_report(ending, RunLimits(), 1, b"3\n", stderr)
    assert report.verdict.name == verdict
    assert report.failed == (verdict in ("CRASH", "EXIT_STATUS"))
    if verdict == "EXIT_STATUS":
        assert f"ended with exit status {code}" in report.sentence
        assert "crash" not in report.sentence


def test_a_program_that_hangs_without_memory_says_so() -> None:
    ending = ProcessExit(None, 9, Usage(0.1, 0.0, 20.0), 1.0, limit="wall")
    report = make_report(ending, RunLimits(wall_s=100, used_s=1.0), 1, b"", THREAD)
    assert report.verdict.name == "TIMEOUT"
    assert report.reason.startswith("still running after 1 s, after it said 'Exception")
    assert "unable to create native thread" in report.reason
