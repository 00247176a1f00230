"""What makes the data that the package ships: books, policy, strategies, proofs, puzzles."""
