"""A Connect6 engine that speaks as the oldest public one does: it prints its help first, answers
``new black`` with its first move at once, and plays for either colour when it is told ``next``.

The first argument is the seconds that it takes for that first move, and for the one that follows
where it was asked meanwhile. It plays the first free cells of its board from a corner, so that
whoever disturbs its board gets a wrong move.
"""

import sys
import time

LETTERS = "ABCDEFGHIJKLMNOPQRS"
FREE = [a + b for a in LETTERS for b in LETTERS]
board: dict[str, int] = {}
mine = 2


def say(text: str) -> None:
    print(text, flush=True)


def lay(text: str, colour: int) -> None:
    for stone in {text[:2], text[-2:]}:
        if stone in board:
            say("this square is taken")
        board[stone] = colour


def move(colour: int) -> str:
    stones = [cell for cell in FREE if cell not in board][: 2 if board else 1]
    text = "".join(stones)
    lay(text, colour)
    return f"move {text}"


say("name        - print the name of the Game Engine.\nmove XXXX   - tell the engine a move.")
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "name":
        say("name Eager.Connect6")
    elif word == "new":
        board.clear()
        mine = 2
        if rest == "black":
            time.sleep(float(sys.argv[1]))
            mine = 1
            say(move(mine))
    elif word in ("black", "white"):
        mine = 1 if word == "black" else 2
        lay(rest, mine)
    elif word == "move":
        lay(rest, 3 - mine)
        say(move(mine))
    elif word == "next":
        if mine == 1 and len(board) == 1:
            time.sleep(float(sys.argv[1]))
        mine = 3 - mine
        say(move(mine))
    elif word == "quit":
        break
