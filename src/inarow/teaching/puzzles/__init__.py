"""Puzzles: the book, the proofs, and verdicts on moves.

Puzzles are found, not composed. ``makers/puzzles.py`` lets levels play, and ``proof.py`` proves of
a position of such a game that one move alone reaches the goal. ``book.py`` reads the puzzles
(``data/puzzles.txt``) with what their grades are made of, and ``judge.py`` words the task and
checks each move.
"""
