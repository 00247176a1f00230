"""Puzzles: the book, the proofs, and verdicts on moves."""
