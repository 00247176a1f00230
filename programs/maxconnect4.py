#!/usr/bin/env python3
"""MaxConnect4: python maxconnect4.py one-move INPUT OUTPUT DEPTH; docs/maxconnect4.md says more."""

import sys

from inarow.protocols.maxconnect4 import main

if __name__ == "__main__":
    sys.exit(main(sys.argv))
