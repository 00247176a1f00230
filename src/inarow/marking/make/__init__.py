"""Tests made by our own exact programs, from a seed or from a secret; a module for each course."""
