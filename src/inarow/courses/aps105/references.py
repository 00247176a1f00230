"""The plain programs that suites of APS105 are proven by."""

from __future__ import annotations

from pathlib import Path

from inarow.marking.validate import in_python_and_octave

REFERENCES = in_python_and_octave(Path(__file__).with_name("programs"), "Lab7Part1", "Lab7Part2")
