"""Referees: who plays whom, under which clock, and how it ended."""
