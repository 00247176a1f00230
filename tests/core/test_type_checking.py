"""A type checker knows the names of the package, and no others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import inarow
inarow.analyze
inarow.solve(inarow.Position())
inarow.GAMES["connect4"].rows
"""


@pytest.mark.long
def test_a_misspelt_name_is_found(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--cache-dir",
            str(tmp_path),
            "--no-error-summary",
            "-c",
            CODE,
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    (line,) = done.stdout.splitlines()
    assert line.startswith('<string>:3: error: Module has no attribute "analyze"'), done.stdout
