"""The code for MaxConnect4 in the tester for students."""

from __future__ import annotations

import inspect
from pathlib import Path

from inarow.courses.maxconnect4.checks import scores

_BEGINS = "# The tester begins here.\n"


def tester_source() -> str:
    """Returns the code: the marker's own for printed scores, and what decides a test by them."""
    source = inspect.getsource(scores)
    own = source[source.index("_PAIR = ") : source.index("def score_problem")].strip()
    own = own.replace("(stdout: bytes) -> list[tuple[int, int]]", "(stdout)")
    code = Path(__file__).with_name("student_code.py").read_text(encoding="utf-8")
    return f"{own}\n\n\n{code.partition(_BEGINS)[2].strip()}\n"
