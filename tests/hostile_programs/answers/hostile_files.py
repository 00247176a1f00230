"""MaxConnect4 programs that leave what nobody asked for: MODE one-move IN OUT DEPTH."""

# ruff: noqa: PLR0915, PTH102, PTH103, PTH108, PTH123, PTH208, PTH211

import os
import sys
import time


def board_after(
    path: str, column: "int | None" = None, player: str = "", next_player: str = ""
) -> str:
    with open(path) as file:
        *rows, mover = file.read().split()
    cells = [list(row) for row in rows]
    column = next(c for c in range(7) if cells[0][c] == "0") if column is None else column
    row = max((r for r in range(6) if cells[r][column] == "0"), default=0)
    cells[row][column] = player or mover
    after = {"1": "2", "2": "1"}[mover]
    return "\n".join(["".join(row) for row in cells] + [next_player or after]) + "\n"


def write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def held_without_a_name() -> int:
    """Megabytes of files that are open and in no folder; those that did not fit are given back."""
    held: list[int] = []
    try:
        for number in range(3):
            held.append(os.open(f"file{number}", os.O_CREAT | os.O_WRONLY))
            os.unlink(f"file{number}")
            for _ in range(15):
                os.write(held[-1], bytes(1 << 20))
    except OSError:
        for file in held:
            os.close(file)
        return 0
    time.sleep(10)
    return 15 * len(held)


def main(mode: str, _: str, inp: str, out: str, depth: str) -> None:
    good = board_after(inp)
    other = good.split()[-1]
    mover = {"1": "2", "2": "1"}[other]
    if mode == "good":
        write(out, good)
    elif mode == "nothing":
        pass
    elif mode == "empty":
        write(out, "")
    elif mode == "unchanged":
        with open(inp) as file:
            write(out, file.read())
    elif mode == "two moves":
        write(out, good)
        write(out, board_after(out, 6, mover, other))
    elif mode == "for the other side":
        write(out, board_after(inp, player=other))
    elif mode == "moves again":
        write(out, board_after(inp, next_player=mover))
    elif mode == "takes a piece":
        write(out, good.replace(other, "0", 1))
    elif mode == "turns a piece":
        write(out, "\n".join(good.split()[:-1]).replace(other, mover) + "\n" + other + "\n")
    elif mode == "floats":
        rows = good.split()
        write(out, "\n".join([mover + rows[0][1:], *rows[1:]]))
    elif mode == "words":
        write(out, "column 3\n")
    elif mode == "bom":
        write(out, "\ufeff" + good)
    elif mode == "symlink":
        os.symlink("/etc/hostname", out)
    elif mode == "symlink to the input":
        os.symlink(inp, out)
    elif mode == "hard link":
        write("other.txt", good)
        os.link("other.txt", out)
    elif mode == "fifo":
        os.mkfifo(out)
    elif mode == "folder":
        os.mkdir(out)
    elif mode == "huge":
        write(out, good + " " * 2_000_000)
    elif mode == "changes the input":
        write(inp, "2222222\n" * 6 + "1\n")
        write(out, good)
    elif mode == "writes more files":
        for number in range(20):
            write(f"file{number}.txt", "state")
        write("computer.txt", good)
        write(out, good)
    elif mode == "another name":
        write("computer.txt", good)
    elif mode == "looks for old files":
        write(out, good if os.listdir(".") == [inp] else "found: " + " ".join(os.listdir(".")))
    elif mode == "good then crash":
        write(out, good)
        os.abort()
    elif mode == "deep folders":
        os.makedirs("d/" * 40)
        write(out, good)
    elif mode == "a folder for the input":
        os.unlink(inp)
        os.mkdir(inp)
        write(out, good)
    elif mode == "sparse files":
        for number in range(2):
            with open(f"file{number}", "wb") as file:
                file.truncate(16 << 20)
        write(out, good)
    elif mode == "closed files":
        os.close(os.open("file", os.O_CREAT, 0))
        os.mkdir("folder", 0)
        write(out, good)
    elif mode == "files without a name":
        write(out, "unbounded" if held_without_a_name() else good)
    elif mode == "only prints":
        print(good)
    else:
        raise SystemExit(f"no mode {mode!r}")


main(*sys.argv[1:6])
