"""Hostile deeds in the way of Python: hostile.py DEED [ARGUMENTS]."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from typing import Any


def must_fail(what: str, call: Any, *args: Any) -> None:
    try:
        result = call(*args)
    except (OSError, ImportError, RuntimeError, subprocess.SubprocessError) as error:
        print(f"{what}: {type(error).__name__}")
    else:
        print(f"ESCAPED: {what} gave {result!r}")


def fork_bomb() -> None:
    children: list[int] = []
    try:
        while len(children) < 1000:
            children.append(os.fork())
            if children[-1] == 0:
                signal.pause()
    except BlockingIOError as error:
        print(f"fork: {type(error).__name__}")
    if len(children) > 64:
        print("ESCAPED:", len(children), "processes")
    for child in children:
        os.kill(child, signal.SIGKILL)


def shell() -> None:
    must_fail("subprocess", subprocess.run, ["/bin/sh", "-c", "echo ESCAPED"])
    print("system", "ESCAPED" if os.system("echo ESCAPED") == 0 else "refused")


def thread_bomb() -> None:
    stop = threading.Event()
    count = 0
    try:
        while count < 2000:
            threading.Thread(target=stop.wait, daemon=True).start()
            count += 1
    except RuntimeError:
        print("only", count, "threads")
    else:
        print("ESCAPED: threads")
    sys.stdout.flush()
    os._exit(0)


def memory_bomb() -> None:
    kept: list[bytearray] = []
    while True:
        kept.append(bytearray(1 << 20))


def one_large_piece() -> None:
    bytearray(1 << 40)


def recursion() -> None:
    sys.setrecursionlimit(10**9)

    def deeper(n: int) -> int:
        return deeper(n + 1) + 1

    deeper(0)


def sockets() -> None:
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
        must_fail(str(family), socket.socket, family)
    must_fail("name", socket.create_connection, ("127.0.0.1", 80), 1)


def our_package() -> None:
    for name in ("inarow", "pytest", "pip", "hypothesis", "numpy"):
        must_fail(name, __import__, name)


def search_host() -> None:
    import sysconfig

    for path in (*sys.argv[2:], "/etc/shadow", "/proc/self/environ", "/proc/1/cmdline", "/sys"):
        must_fail(path, open if not os.path.isdir(path) else os.listdir, path)
    print([path for path in sys.path if "site-packages" in path and os.path.isdir(path)])
    must_fail("scripts", os.listdir, sysconfig.get_path("purelib"))


def keep_state() -> None:
    path = os.path.join(tempfile.gettempdir(), "state")
    print("ESCAPED: state" if os.path.exists(path) else "no state")
    open(path, "w").close()
    print("ESCAPED: others" if os.listdir(tempfile.gettempdir()) != ["state"] else "alone")


def change_itself() -> None:
    must_fail("box", open, __file__, "a")
    must_fail("cache", os.mkdir, os.path.join(os.path.dirname(os.path.abspath(__file__)), "cache"))


def flood() -> None:
    while True:
        print("x" * 1000)


def close_all() -> None:
    os.closerange(0, 100)


def large_number() -> None:
    print(len(str(10 ** (10**7))))


def answer_in_pieces() -> None:
    for letter in "3\n":
        sys.stdout.write(letter)
        sys.stdout.flush()


def environment() -> None:
    print(sorted(os.environ))


def exec_other() -> None:
    must_fail("exec", os.execv, "/bin/sh", ["sh", "-c", "echo ESCAPED"])


def raw_terminal() -> None:
    import fcntl
    import termios

    must_fail("TIOCSTI", fcntl.ioctl, 0, termios.TIOCSTI, b"x")


globals()[sys.argv[1]]()
