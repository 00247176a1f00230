#!/usr/bin/env python3
"""Simplified Connect6, part 2: the same dialogue, and the computer plays to win."""

import sys

from inarow import _core
from inarow.protocols.aps105 import main

sys.exit(main(sys.argv, lambda pos: _core.free_choose(pos)[0]))
