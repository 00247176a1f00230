"""The auto-marked program of the Connect Four course: its template as it is."""

from __future__ import annotations

from pathlib import Path

_TEMPLATE = Path(__file__).with_name("course_program.py")


def connectfour_file() -> str:
    """The text of ConnectFour.py."""
    return _TEMPLATE.read_text(encoding="utf-8")
