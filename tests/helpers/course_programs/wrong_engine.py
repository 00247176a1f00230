"""An engine of COMP2230, written apart from ours, that can make a mistake: its argument."""

import sys

MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""
moves = ""


def board_of(text: str) -> list[str]:
    columns = [""] * 7
    for number, digit in enumerate(text):
        columns[int(digit)] += "ab"[number % 2]
    return columns


def won(columns: list[str], col: int) -> bool:
    row, ways = len(columns[col]) - 1, [(1, 0), (0, 1), (1, 1), (1, -1)]
    if MISTAKE == "no rising":
        ways.remove((1, 1))
    for right, up in ways:
        length = 1
        for sign in (1, -1):
            c, r = col + sign * right, row + sign * up
            while 0 <= c < 7 and 0 <= r < len(columns[c]) and columns[c][r] == columns[col][row]:
                length, c, r = length + 1, c + sign * right, r + sign * up
        if length >= 4:
            return True
    return False


def perft(columns: list[str], last: int, turn: str, depth: int) -> int:
    if depth == 0 or (last >= 0 and won(columns, last) and MISTAKE != "goes on"):
        return 1
    total = 0 if MISTAKE == "leaves" else 1
    for col in range(7):
        if len(columns[col]) < 6:
            columns[col] += turn
            total += perft(columns, col, "b" if turn == "a" else "a", depth - 1)
            columns[col] = columns[col][:-1]
    return total


def say(text: str) -> None:
    print(text, flush=MISTAKE != "buffered")


for line in sys.stdin:
    word, *rest = line.split() or [""]
    if MISTAKE == "whole line" and line.strip() not in ("name", "isready"):
        continue
    if word == "name":
        say("wrong" if MISTAKE == "name" else "wrong-c7654321")
    elif word == "isready":
        say("readyOK" if MISTAKE == "ready" else "readyok")
    elif word == "position":
        moves = rest[1] if len(rest) > 1 or MISTAKE == "empty" else ""
    elif word == "go":
        board = board_of(moves)
        column = next((c for c in range(7) if len(board[c]) < 6), 0)
        if MISTAKE == "full":
            column = 3
        say("bestmove " + (str(column) if MISTAKE == "value" else f"{column} 0"))
    elif word == "perft":
        last = int(moves[-1]) if moves else -1
        turn = "ab"[len(moves) % 2]
        say(f"perft {rest[0]} {perft(board_of(moves), last, turn, int(rest[0]))}")
    elif word == "quit":
        say("quitting")
        break
    elif MISTAKE == "unknown":
        raise SystemExit(1)
