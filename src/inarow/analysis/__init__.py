"""The truth about a position, from the exact solvers: scores, verdicts, best lines."""
