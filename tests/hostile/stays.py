"""Plays column 0, does not leave when told to, and has two children that would outlive it, one of
them in a session of its own.

The argument is a file for the three process ids.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from polite import say, serve


def stay() -> None:
    while True:
        time.sleep(1)


signal.signal(signal.SIGTERM, signal.SIG_IGN)
SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
children = [subprocess.Popen(SLEEP, start_new_session=apart) for apart in (False, True)]
with Path(sys.argv[1]).open("a", encoding="ascii") as file:
    file.write(f"{os.getpid()} {children[0].pid} {children[1].pid}\n")
serve("stays-c0000009", lambda moves: say("bestmove 0 0"), on_quit=stay)
stay()
