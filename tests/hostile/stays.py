"""Plays column 0, does not leave when told to, and has a child that would outlive it.

The argument is a file for the two process ids.
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
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
with Path(sys.argv[1]).open("a", encoding="ascii") as file:
    file.write(f"{os.getpid()} {child.pid}\n")
serve("stays-c0000009", lambda moves: say("bestmove 0 0"), on_quit=stay)
stay()
