"""The checks of MaxConnect4, one module for each kind."""
