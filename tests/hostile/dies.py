"""Plays column 0 and dies at its second go, with a last word."""

import sys

from polite import say, serve


def on_go(moves: str) -> None:
    if len(moves) >= 2:
        sys.exit("the board is on fire")
    say("bestmove 0 0")


serve("dies-c0000004", on_go)
