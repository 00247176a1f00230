"""The packages that a suite lets programs in Python import, and the tools that have them."""

from __future__ import annotations

from pathlib import Path

from inarow.errors import UserError
from inarow.marking.suite import Suite
from inarow.running.languages.python import KIND as PYTHON
from inarow.running.tool import MissingTool
from inarow.running.toolchain import Toolchain


def wheels_of(name: str) -> str:
    """The folder of wheels beside a suite's file, from which its packages are installed; empty if
    there is none, and pip asks its index. ``name`` may be that of a suite of the package."""
    path = Path(name)
    beside = path.absolute().parent / "wheels"
    return str(beside) if path.is_file() and beside.is_dir() else ""


def toolchain_of(suite: Suite, wheels: str) -> Toolchain:
    """The tools that build and run the programs of a suite."""
    if not suite.packages:
        return Toolchain()
    return Toolchain({PYTHON.name: {"packages": list(suite.packages), "wheels": wheels}})


def require_packages(suite: Suite, wheels: str) -> str:
    """Installs the packages of a suite unless they are; the Python that has them, as words, empty
    without packages. UserError if it cannot be done."""
    if not suite.packages:
        return ""
    tool = toolchain_of(suite, wheels).tool(PYTHON.name)
    if isinstance(tool, MissingTool):
        raise UserError(tool.reason)
    return f"{tool.name} {tool.version}"
