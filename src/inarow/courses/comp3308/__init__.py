"""COMP3308: Connect Four by minimax and alpha-beta, marked by column and node count."""
