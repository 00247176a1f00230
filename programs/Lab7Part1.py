#!/usr/bin/env python3
"""Simplified Connect6, part 1: the computer plays the course's fixed rule."""

import sys

from inarow import _core
from inarow.protocols.aps105 import main

if __name__ == "__main__":
    sys.exit(main(sys.argv, _core.lab7_choose))
