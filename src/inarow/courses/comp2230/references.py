"""The plain programs that suites of COMP2230 are proven by."""

from __future__ import annotations

from pathlib import Path

from inarow.marking.validate import ReferenceProgram, in_python_and_octave
from inarow.running.build_rules import java

_FOLDER = Path(__file__).with_name("programs")

REFERENCES = (
    *in_python_and_octave(_FOLDER, "Interface"),
    ReferenceProgram("plain Java", (java("Interface", "Interface.java"),), _FOLDER),
)
