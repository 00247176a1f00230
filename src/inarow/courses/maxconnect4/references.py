"""The plain programs that suites of MaxConnect4 are proven by."""

from __future__ import annotations

from pathlib import Path

from inarow._core import Position
from inarow.marking.validate import in_python_and_octave
from inarow.protocols.maxconnect4_file import GAME, format_file

_README = b"A plain reference program: python maxconnect4.py one-move input1.txt output1.txt 5\n"

REFERENCES = in_python_and_octave(
    Path(__file__).with_name("programs"),
    "maxconnect4",
    box="/box/",
    extra={"readme.txt": _README, "input1.txt": format_file(Position(GAME)).encode()},
)
