"""A search as one walks through it: moments, cursors, sentences, questions, pseudo-code.

All of it is lazy and exact. A cursor is a path and the child that returned last;
``textbook/tree.py`` walks that path and has every other subtree answered natively. ``cursor.py``
finds a node by its number in the same way. The native search notes where it cuts
(``textbook_cut_offs``), so the next cutoff is a look-up. ``moment.py`` adds what is truly known to
the variables of the readable search, ``moment_text.py`` words it, ``quiz.py`` asks about it, and
``pseudocode.py`` writes the rules down.
"""
