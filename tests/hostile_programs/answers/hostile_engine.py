"""COMP2230 engines that do what nobody asked for: MODE."""

import os
import sys
import time

mode = sys.argv[1]
moves = ""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def spin(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "name":
        say("hostile-c0000001")
    elif word == "isready":
        if mode == "searches before go":
            spin(0.2)
        say("readyok")
    elif word == "position":
        moves = rest[1] if len(rest) > 1 else ""
    elif word == "quit":
        say("quitting")
        break
    elif word == "go":
        column = next(c for c in "0123456" if moves.count(c) < 6)
        if mode == "full column":
            column = next((c for c in "0123456" if moves.count(c) == 6), "9")
        if mode == "column 9":
            column = "9"
        if mode == "sleeps":
            time.sleep(60)
        if mode == "dies":
            os._exit(3)
        if mode == "closes stdout":
            os.close(1)
            time.sleep(60)
        if mode == "flood":
            while True:
                os.write(1, b"info string " + b"x" * 4000 + b"\n")
        if mode == "line without end":
            while True:
                os.write(1, b"x" * 4096)
        if mode == "in words":
            say("bestmove centre 0")
            continue
        if mode == "not ascii":
            os.write(1, b"bestmove \xd9\xa3 0\n")
            continue
        say("bestmove " + column + " 0")
        if mode == "thinks on":
            spin(60)
        if mode == "plays twice":
            say("bestmove 6 0")
