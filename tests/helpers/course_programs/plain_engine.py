"""COMP2230 by the plainest means: the first column that is open."""

import sys

moves = ""
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "name":
        print("plain-c1234567", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        moves = rest[1] if len(rest) > 1 else ""
    elif word == "go":
        column = next(c for c in "0123456" if moves.count(c) < 6)
        print("info depth 1 nodes 7", flush=True)
        print("bestmove", column, 0, flush=True)
    elif word == "quit":
        print("quitting", flush=True)
        break
