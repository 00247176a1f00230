"""Answers every go with the words it is given: ``python answers.py bestmove 9 0``."""

import sys

from polite import say, serve

serve("answers-c0000002", lambda moves: say(" ".join(sys.argv[1:])))
