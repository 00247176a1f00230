"""The engine protocol of COMP2230: Connect Four by lines, with a clock for each side."""

DEFAULT_NAME = "inarow-c0000000"
