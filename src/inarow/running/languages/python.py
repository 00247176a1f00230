"""Python, run by a copy of an interpreter without anybody's packages."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from inarow.running.languages.language import (
    Checked,
    Language,
    SourceCheck,
    Tool,
    ToolKind,
    ToolSearch,
)
from inarow.running.languages.python_copy import standard_python, with_packages
from inarow.running.program import ARGS
from inarow.running.tool_paths import output_of

if TYPE_CHECKING:
    from inarow.running.result import RunReport

_SAID = "inarow asks"
_SAY = f"print({_SAID!r})"
_COMMAND = re.compile(r"(python|pypy)[\d.]*")


def _find(search: ToolSearch) -> Tool | None:
    words, table = search.words, search.table
    if words[1:] and output_of([*words, "-c", _SAY]).strip() != _SAID:
        return None  # with its options it is no interpreter
    copied = standard_python(words[0], search.cache())
    if copied is None:
        return None
    if packages := table.get("packages"):
        wheels = Path(table["wheels"]) if table.get("wheels") else None
        copied = with_packages(copied, words[0], packages, wheels, search.cache())
    return Tool(
        KIND.title,
        (copied.executable, "-s", *words[1:]),
        copied.version,
        copied.readable,
        copied.environment,
        interpreter=copied.folder,
    )


def _check(sources: SourceCheck) -> Checked | RunReport:
    from inarow.running.languages.python_check import check_python

    return check_python(sources)


def _resolve(path: Path) -> Path | None:
    """A Python of ``PATH`` may be a script of a version manager, which starts others to find the
    real one: that is asked for here, for a program may start none."""
    if not _COMMAND.fullmatch(path.name):
        return None
    said = output_of([str(path), "-c", "import sys; print(sys.executable)"]).strip()
    return Path(said) if said.startswith("/") and os.access(said, os.X_OK) else None


def _here() -> str | None:
    """The one that runs this."""
    return sys.executable or shutil.which("python3")


KIND = ToolKind(
    "python",
    "Python",
    "install Python 3",
    here=_here,
    find=_find,
    takes_packages=True,
)
PYTHON = Language(
    name="python",
    title="Python",
    suffixes=(".py",),
    tools=(KIND,),
    run=("{python}", "{main}", ARGS),
    run_in_work=("{python}", "/box/{main}", ARGS),
    student_run=(("{python}", "{folder}/{main}"),),
    main="main.py",
    hello="print(3)\n",
    packages=("python3",),
    lexer="python",
    out_of_memory=rb"^MemoryError\b",
    uncaught=rb"^(Traceback \(|\w*Error: )",  # a syntax error has no traceback
    check=_check,
    resolve=_resolve,
)
