#!/usr/bin/env python3
"""COMP3308 Connect Four: python ConnectFour.py STATE red|yellow [M|A DEPTH]"""

import sys

from inarow.protocols.comp3308 import connect_four, connect_four_ab, connect_four_mm, main

__all__ = ["connect_four", "connect_four_ab", "connect_four_mm"]

if __name__ == "__main__":
    sys.exit(main(sys.argv))
