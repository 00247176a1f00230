"""ConnectFour programs that answer in ways nobody asked for: MODE STATE PLAYER."""

import os
import sys
import time


def main(mode: str, state: str, player: str) -> None:  # noqa: PLR0915
    top = state.split(",")[5]
    column = str(top.index("."))
    say = sys.stdout.buffer.write
    line = column.encode() + b"\n"
    if mode == "crlf":
        say(column.encode() + b"\r\n")
    elif mode == "bom":
        say(b"\xef\xbb\xbf" + line)
    elif mode == "utf-16":
        say((column + "\n").encode("utf-16"))
    elif mode == "arabic digit":
        say(chr(0x660 + int(column)).encode() + b"\n")
    elif mode == "latin-1":
        say(column.encode() + b"\xa0\n")
    elif mode == "plus":
        say(b"+" + line)
    elif mode == "zero in front":
        say(b"0" + line)
    elif mode == "decimal":
        say(column.encode() + b".0\n")
    elif mode == "nul":
        say(column.encode() + b"\0\n")
    elif mode == "space":
        say(column.encode() + b" \n")
    elif mode == "no newline":
        say(column.encode())
    elif mode == "extra line":
        say(line + b"\n")
    elif mode == "nodes too":
        say(line + b"297\n")
    elif mode == "thinks aloud":
        say(b"thinking ...\n" + line)
    elif mode == "stderr":
        sys.stderr.buffer.write(line)
    elif mode == "silent":
        pass
    elif mode == "column 7":
        say(b"7\n")
    elif mode == "minus one":
        say(b"-1\n")
    elif mode == "full column":
        full = next((i for i in range(7) if top[i] != "."), 7)
        say(b"%d\n" % full)
    elif mode == "huge line":
        say(b"3" * 60000 + b"\n")
    elif mode == "flood":
        while True:
            say(b"3\n" * 4096)
    elif mode == "move then exception":
        say(line)
        sys.stdout.flush()
        raise RuntimeError("after all that")
    elif mode == "move then status 3":
        say(line)
        sys.stdout.flush()
        os._exit(3)
    elif mode == "sleeps":
        time.sleep(60)
        say(line)
    elif mode == "move then more later":
        say(line)
        sys.stdout.flush()
        time.sleep(0.05)
        say(line)
    elif mode == "answers and sleeps":
        say(line)
        sys.stdout.flush()
        time.sleep(60)
    elif mode == "closes stdout and lingers":
        say(line)
        sys.stdout.flush()
        os.close(1)
        time.sleep(60)
    elif mode == "closes stdout and spins silently":
        os.close(1)
        while True:
            pass
    elif mode == "newline first":
        say(b"\n" + line)
    elif mode == "in words":
        say(b"column " + line)
    elif mode == "escape":
        say(b"\x1b[31m" + line)
    elif mode == "byte by byte":
        for byte in line:
            os.write(1, bytes([byte]))
            time.sleep(0.01)
    else:
        raise SystemExit(f"no mode {mode!r}")


main(*sys.argv[1:4])
