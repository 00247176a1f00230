"""An engine for boards without gravity that behaves in one of many ways.

``python free_engine.py gomocup polite 0,0 1,0 2,0`` answers each request for a move with the next
word of its plan. Other behaviours start to differ at its second move, or where their name says.
"""

import sys
import time

PROTOCOL, BEHAVIOUR, *PLAN = sys.argv[1:]
MOVES = {"gomocup": ("BEGIN", "TURN", "DONE"), "connect6": ("next", "move")}[PROTOCOL]
PREFIX = {"gomocup": "", "connect6": "move "}[PROTOCOL]


def say(text: str) -> None:
    print(text, flush=True)


def misbehave() -> None:
    """What happens instead of the second move."""
    if BEHAVIOUR == "dies":
        sys.exit("the board is on fire")
    if BEHAVIOUR == "hangs":
        time.sleep(60)
    while BEHAVIOUR == "floods":
        print("MESSAGE still thinking")
    while BEHAVIOUR == "endless_line":
        sys.stdout.write("x" * 65536)
    if BEHAVIOUR == "garbage":
        sys.stdout.buffer.write(b"\xff\x00\x1b[31m\xf0 nonsense\n" * 50)
        sys.stdout.flush()
    if BEHAVIOUR in ("error", "stubborn"):
        say("ERROR I do not like this")
        say("MESSAGE and now?")
    if BEHAVIOUR == "stubborn":
        time.sleep(60)


def serve() -> None:
    asked = 0
    for line in sys.stdin:
        word = line.split()[0] if line.split() else ""
        if BEHAVIOUR == "mute":
            continue
        if word in ("START", "RECTSTART"):
            say("ERROR unsupported size" if BEHAVIOUR == "refuses_size" else "OK")
        elif word == "INFO" and "connect" in line and BEHAVIOUR == "knows_only_five":
            say(f"UNKNOWN {line.strip()}")
        elif word == "ABOUT" and BEHAVIOUR == "nameless":
            continue
        elif word == "ABOUT":
            say(f'name="{BEHAVIOUR}", version="1.0"')
        elif word == "name":
            say(f"name {BEHAVIOUR}")
        elif word in ("END", "quit"):
            return
        elif word in MOVES:
            asked += 1
            if asked == 2:
                misbehave()
            if BEHAVIOUR == "noisy":
                print("MESSAGE hm\nDEBUG 1,2,3\n" * 500 + "thinking about 3,3")
            say(PREFIX + PLAN[asked - 1])
            if BEHAVIOUR == "noisy":
                say(PREFIX + PLAN[0])


serve()
