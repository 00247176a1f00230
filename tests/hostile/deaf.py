"""Gives its name and never reads again."""

import time

input()
print("deaf-c0000010", flush=True)
time.sleep(60)
