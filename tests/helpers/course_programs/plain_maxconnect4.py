"""MaxConnect4 by the plainest means: the first column that is open, in both modes."""

# ruff: noqa: PTH123

import sys


def read(path: str) -> "tuple[list[list[str]], str]":
    with open(path) as file:
        digits = file.read().split()
    return [list(row) for row in digits[:6]], digits[6]


def write(path: str, rows: "list[list[str]]", player: str) -> None:
    with open(path, "w") as file:
        file.write("\n".join("".join(row) for row in rows) + "\n" + player + "\n")


def lay(rows: "list[list[str]]", col: int, player: str) -> None:
    row = max(r for r in range(6) if rows[r][col] == "0")
    rows[row][col] = player


def first_open(rows: "list[list[str]]") -> int:
    return next(col for col in range(7) if rows[0][col] == "0")


def main(mode: str, input_path: str, third: str, depth: str) -> None:
    rows, player = read(input_path)
    other = {"1": "2", "2": "1"}
    if mode == "one-move":
        lay(rows, first_open(rows), player)
        write(third, rows, other[player])
        return
    computer = third == "computer-next"
    while any("0" in row for row in rows):
        if computer:
            lay(rows, first_open(rows), player)
        else:
            col = int(input("column? ")) - 1
            if not (0 <= col < 7 and rows[0][col] == "0"):
                print("full")
                continue
            lay(rows, col, player)
        player = other[player]
        write("computer.txt" if computer else "human.txt", rows, player)
        computer = not computer


main(*sys.argv[1:])
