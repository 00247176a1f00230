"""Perft: known ways to miscount the move tree, and the position below which a count goes wrong."""
