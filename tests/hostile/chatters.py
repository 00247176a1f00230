"""Thinks aloud for ever: lines of information without end, and never a move."""

from polite import serve


def on_go(moves: str) -> None:
    while True:
        print("info depth 1 nodes 1 score 0 string still thinking")


serve("chatters-c0000005", on_go)
