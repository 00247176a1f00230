"""A search as one walks through it: moments, cursors, sentences, questions, pseudo-code."""
