"""A well-behaved engine in few lines; the hostile ones differ from it in one thing each.

``python polite.py 0101010`` plays these columns in turn, whoever it is.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

Handler = Callable[[], None]
GoHandler = Callable[[str], None]


def say(text: str) -> None:
    print(text, flush=True)


def serve(
    name: str, on_go: GoHandler, *, on_quit: Handler | None = None, on_ready: Handler | None = None
) -> None:
    """Answers the coordinator; ``on_go(moves)`` prints the answer to go."""
    moves = ""
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "name":
            say(name)
        elif command == "isready":
            if on_ready:
                on_ready()
            say("readyok")
        elif command == "position":
            moves = words[2] if len(words) > 2 else ""
        elif command == "go":
            on_go(moves)
        elif command == "perft":
            say(f"perft {words[1]} 7")
        elif command == "quit":
            if on_quit:
                on_quit()
            else:
                say("quitting")
                return


def planned(plan: str) -> GoHandler:
    return lambda moves: say(f"bestmove {plan[len(moves)]} {len(moves)}")


if __name__ == "__main__":
    serve("polite-c0000001", planned(sys.argv[1]))
