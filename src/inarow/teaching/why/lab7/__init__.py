"""Lab 7 part 1: its rules and known mistakes as data, and what explains a dialogue."""
