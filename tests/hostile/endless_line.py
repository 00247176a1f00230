"""Answers go with one line that never ends."""

import sys

from polite import serve


def on_go(moves: str) -> None:
    while True:
        sys.stdout.write("x" * 65536)


serve("endless-c0000006", on_go)
