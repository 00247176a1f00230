"""Answers with a good move, too late."""

import time

from polite import say, serve


def on_go(moves: str) -> None:
    time.sleep(5)
    say("bestmove 3 0")


serve("late-c0000008", on_go)
