"""The plain programs that suites of COMP3308 are proven by."""

from __future__ import annotations

from pathlib import Path

from inarow.marking.validate import in_python_and_octave

REFERENCES = in_python_and_octave(Path(__file__).with_name("programs"), "ConnectFour")
