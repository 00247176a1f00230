"""MaxConnect4: what is wrong with a move, its file and what was printed, and why."""
