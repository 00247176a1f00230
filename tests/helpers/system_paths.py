"""What programs of the system's languages need to see in a sandbox."""

from __future__ import annotations

import platform
from pathlib import Path

_TRIPLE = f"{platform.machine()}-linux-gnu"
LIBRARIES = tuple(
    path
    for path in (
        Path("/lib64"),
        Path(f"/lib/{_TRIPLE}"),
        Path(f"/usr/lib/{_TRIPLE}"),
        Path("/lib/ld-linux-aarch64.so.1"),
    )
    if path.exists()
)


def system_python() -> tuple[str, tuple[Path, ...]]:
    """The Python of the system, and what it needs to see."""
    program = Path("/usr/bin/python3").resolve()
    return str(program), (program, Path("/usr/lib") / program.name, *LIBRARIES)
