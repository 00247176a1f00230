"""Marking a class: suites of tests as data, programs run through them, marks with their reasons."""
