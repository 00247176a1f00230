"""The thin outer edge: text to positions and requests, answers to text. Coordinates live here."""
