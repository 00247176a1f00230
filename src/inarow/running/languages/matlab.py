"""MATLAB, run by GNU Octave unless a toolchain file names a real one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from inarow.running.languages.language import Language, Tool, ToolKind, ToolSearch
from inarow.running.program import CALL
from inarow.running.tool_paths import libraries_of, output_of

_OCTAVE_MB = 768
_MATLAB_MB = 4096
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_RUN = ("{matlab}", f"try;{CALL};catch me;disp(me.message);end;quit")


def _find_octave(search: ToolSearch) -> Tool | None:
    words = search.words
    version = re.search(r"GNU Octave, version (\S+)", output_of([*words, "--norc", "--version"]))
    if not version:
        return None
    executable = Path(words[0]).resolve()
    prefix = executable.parent.parent
    own = [
        path
        for pattern in ("share/octave", "lib/octave", "lib/*/octave", "libexec/octave")
        for path in prefix.glob(pattern)
    ]
    readable = (executable, *own, *libraries_of(executable))
    options = (
        "--norc",
        "--no-history",
        "--no-window-system",
        "--quiet",
        "--path",
        "/box",
        "--eval",
    )
    return Tool(
        _OCTAVE.title,
        (str(executable), *words[1:], *options),
        version[1],
        tuple(dict.fromkeys(readable)),
        _ONE_THREAD,
        _OCTAVE_MB,
        _REAL.title,
    )


def _find_matlab(search: ToolSearch) -> Tool:
    """A real one: asked for nothing here, since it takes long to start."""
    executable = Path(search.words[0]).resolve()
    options = ("-nodesktop", "-nosplash", "-nojvm", "-nodisplay", "-r")
    return Tool(
        _REAL.title,
        (*search.words, *options),
        f"{executable} {executable.stat().st_mtime_ns}",
        (executable.parent.parent, *libraries_of(executable)),
        {},
        _MATLAB_MB,
    )


def _octave_here() -> str | None:
    return shutil.which("octave-cli") or shutil.which("octave")


def _matlab_here() -> str | None:
    return shutil.which("matlab")


_OCTAVE = ToolKind(
    "octave",
    "GNU Octave",
    "install GNU Octave",
    here=_octave_here,
    find=_find_octave,
)
_REAL = ToolKind(
    "matlab",
    "MATLAB",
    "install MATLAB",
    here=_matlab_here,
    find=_find_matlab,
    substitute=_OCTAVE.name,
)
MATLAB = Language(
    name="matlab",
    title="MATLAB",
    suffixes=(".m",),
    tools=(_OCTAVE, _REAL),
    run=_RUN,
    run_in_work=_RUN,
    student_run=(
        ("octave-cli", "--norc", "--quiet", "--eval", CALL),
        ("octave", "--norc", "--quiet", "--eval", CALL),
        ("matlab", "-batch", CALL),
    ),
    main="main.m",
    hello="function main()\n  printf('3\\n');\nend\n",
    packages=("octave",),
    lexer="octave",
    main_name=r"[A-Za-z]\w*",
    on_github=False,
    out_of_memory=rb"out of memory or dimension too large",
    uncaught=rb"^error: ",
    raised=rb"^error: .*",  # then it says where
)
