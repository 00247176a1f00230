"""Plays column 0 among a thousand lines of noise, and answers twice: only the first may count."""

from polite import say, serve


def on_go(moves: str) -> None:
    print("noise\n" * 2000 + "info string more noise")
    say("bestmove 0")
    say("bestmove 6 0")


serve("noisy-c0000007", on_go, on_ready=lambda: print("noise\n" * 2000))
