"""Players: anything that chooses a move, built in or outside."""
