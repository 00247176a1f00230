"""The interpreters and compilers of this machine, or those that a file names instead.

[python]
command = "/opt/python3.7/bin/python3.7"

packages = ["numpy==1.26.4"]       what programs in Python may import, beside the standard library
wheels = "wheels"                  where they are; without it pip takes them from its index

[matlab]
command = ["/opt/matlab/bin/matlab", "-nodesktop"]
readable = ["/opt/matlab"]
memory = 4096
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from inarow.errors import UserError
from inarow.running.cache import FolderCache
from inarow.running.java_home import LEAN, java_environment, java_options, java_paths
from inarow.running.python_packages import require_requirements, with_packages
from inarow.running.standard_python import standard_python
from inarow.running.tool_paths import (
    both_names,
    compiler_paths,
    fewest,
    libraries_of,
    runtime_libraries,
    said_by,
)

NAMES = ("python", "gcc", "g++", "javac", "java", "octave", "matlab")
"""The tables that a toolchain file may have."""

_KEYS = {"command", "readable", "memory"}
_PYTHON_KEYS = {*_KEYS, "packages", "wheels"}
_INSTALL = {
    "python": "install Python 3",
    "gcc": "install gcc",
    "g++": "install g++",
    "javac": "install a Java development kit",
    "java": "install a Java runtime",
    "octave": "install GNU Octave",
}
_JAVA_MB = 1024
_OCTAVE_MB = 768
_MATLAB_MB = 4096
_SAID = "inarow asks"
_SAY = f"print({_SAID!r})"
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Tool:
    """``command`` has the options that it is always given; ``readable`` is what it must see of the
    host, ``runtime`` what the programs that it makes must see; ``version`` is what it says of
    itself, ``stands_in`` what it is used in place of. ``interpreter`` is a folder that programs see
    as ``/python``, as ``command`` has it."""

    name: str
    command: tuple[str, ...]
    version: str
    readable: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    least_memory_mb: int = 0
    stands_in: str = ""
    runtime: tuple[Path, ...] = ()
    interpreter: Path | None = None

    @property
    def identity(self) -> str:
        """What an image depends on."""
        made = self.interpreter.name if self.interpreter else ""
        return f"{self.command} {made} {self.version} {sorted(self.environment.items())}"


@dataclass(frozen=True)
class MissingTool:
    """A tool that is not here; ``reason`` says so and what to install."""

    name: str
    reason: str


class Toolchain:
    """Finds each tool when it is first asked for."""

    def __init__(self, named: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._named = dict(named or {})
        self._found: dict[str, Tool | MissingTool] = {}

    @classmethod
    def from_file(cls, name: str) -> Toolchain:
        """The tools of a TOML file; those that it does not name are this machine's own."""
        from inarow.toml_files import read_toml

        tables = read_toml("toolchain", name)
        for table, values in tables.items():
            _check(name, table, values)
        return cls(tables)

    def tool(self, name: str) -> Tool | MissingTool:
        """A tool by the name that recipes use; ``matlab`` is GNU Octave unless a file names one."""
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    @cached_property
    def _cache(self) -> FolderCache:
        return FolderCache("tools")

    def _find(self, name: str) -> Tool | MissingTool:
        if name == "matlab" and name not in self._named:
            return self.tool("octave")
        words, problem = self._words(name)
        if problem:
            return MissingTool(name, problem)
        finders: dict[str, Callable[[tuple[str, ...]], Tool | None]] = {
            "python": self._python,
            "gcc": lambda words: _compiler("gcc", words),
            "g++": lambda words: _compiler("g++", words),
            "javac": lambda words: _java("javac", words),
            "java": lambda words: _java("java", words),
            "octave": _octave,
            "matlab": _matlab,
        }
        try:
            tool = finders[name](words)
        except UserError as error:
            return MissingTool(name, str(error))
        if tool is None:
            return MissingTool(name, f"'{words[0]}' does not work as {name} here")
        table = self._named.get(name, {})
        granted = [path for text in table.get("readable", ()) for path in both_names(Path(text))]
        return replace(
            tool,
            readable=fewest((*tool.readable, *granted)),
            least_memory_mb=table.get("memory", tool.least_memory_mb),
        )

    def _words(self, name: str) -> tuple[tuple[str, ...], str]:
        """The command of a tool with its path in full, or what is wrong."""
        given = self._named.get(name, {}).get("command")
        if given is None:
            path = _usual(name)
            return ((path,), "") if path else ((), f"there is no {name} here: {_INSTALL[name]}")
        words = (given,) if isinstance(given, str) else tuple(given)
        path = shutil.which(words[0])
        if path is None:
            return (), f"there is no '{words[0]}' here, which the toolchain names for {name}"
        return (str(Path(path).absolute()), *words[1:]), ""

    def _python(self, words: tuple[str, ...]) -> Tool | None:
        if words[1:] and said_by([*words, "-c", _SAY]).strip() != _SAID:
            return None  # with its options it is no interpreter
        copied = standard_python(words[0], self._cache)
        if copied is None:
            return None
        table = self._named.get("python", {})
        if packages := table.get("packages"):
            wheels = Path(table["wheels"]) if table.get("wheels") else None
            copied = with_packages(copied, words[0], packages, wheels, self._cache)
        return Tool(
            "Python",
            (copied.executable, "-s", *words[1:]),
            copied.version,
            copied.readable,
            copied.environment,
            interpreter=copied.folder,
        )


def _usual(name: str) -> str | None:
    """Where a tool of this machine is; Python is the one that runs this."""
    if name == "python":
        return sys.executable or shutil.which("python3")
    if name == "octave":
        return shutil.which("octave-cli") or shutil.which("octave")
    found = shutil.which(name)
    if found and Path(found).resolve().name == "ccache":
        found = next(
            (p for p in (f"/usr/bin/{name}", f"/usr/local/bin/{name}") if Path(p).exists()), None
        )
    return found


def _compiler(name: str, words: tuple[str, ...]) -> Tool | None:
    version = _first_line(said_by([*words, "--version"])).removeprefix(f"{name} ")
    if not version:
        return None
    compiler = Path(words[0])
    return Tool(name, words, version, compiler_paths(compiler), runtime=runtime_libraries(compiler))


def _java(name: str, words: tuple[str, ...]) -> Tool | None:
    executable = Path(words[0]).resolve()
    home = executable.parent.parent
    version = _java_version(home) or _first_line(said_by([*words, "-version"]))
    if not version:
        return None
    options = java_options()
    if name == "javac":
        machine = tuple(f"-J{option}" for option in ("-Xmx256m", *LEAN))
        options = (*machine, "-proc:none", "-Xlint:-options")
    command = (str(executable), *options, *words[1:])
    return Tool(name, command, version, java_paths(executable), java_environment(home), _JAVA_MB)


def _java_version(home: Path) -> str:
    try:
        release = (home / "release").read_text(errors="replace")
    except OSError:
        return ""
    found = re.search(r'^JAVA_VERSION="([^"]+)"', release, re.M)
    return found[1] if found else ""


def _octave(words: tuple[str, ...]) -> Tool | None:
    version = re.search(r"GNU Octave, version (\S+)", said_by([*words, "--norc", "--version"]))
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
        "GNU Octave",
        (str(executable), *words[1:], *options),
        version[1],
        tuple(dict.fromkeys(readable)),
        _ONE_THREAD,
        _OCTAVE_MB,
        "MATLAB",
    )


def _matlab(words: tuple[str, ...]) -> Tool:
    """A real one: asked for nothing here, since it takes long to start."""
    executable = Path(words[0]).resolve()
    home = executable.parent.parent
    options = ("-nodesktop", "-nosplash", "-nojvm", "-nodisplay", "-r")
    stamp = f"{executable} {executable.stat().st_mtime_ns}"
    return Tool(
        "MATLAB",
        (*words, *options),
        stamp,
        (home, *libraries_of(executable)),
        {},
        _MATLAB_MB,
    )


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _check(name: str, table: str, values: object) -> None:
    where = f"toolchain '{name}', table [{table}]"
    if table not in NAMES:
        raise UserError(f"{where} is not one of {', '.join(NAMES)}")
    keys = _PYTHON_KEYS if table == "python" else _KEYS
    if not isinstance(values, dict) or not {"command", "packages"} & values.keys() & keys:
        raise UserError(f"{where} has no command")
    for key, value in values.items():
        if key not in keys:
            raise UserError(f"{where}, key '{key}' is not one of {', '.join(sorted(keys))}")
        texts = [value] if isinstance(value, str) and key in ("command", "wheels") else value
        if key == "memory":
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise UserError(f"{where}, memory must be a number of megabytes")
        elif not (
            isinstance(texts, list) and texts and all(isinstance(t, str) and t for t in texts)
        ):
            raise UserError(f"{where}, {key} must be a text or a list of texts")
        elif any("\0" in text for text in texts):
            raise UserError(f"{where}, {key} has a null character, which no command or file has")
        elif key == "packages":
            require_requirements(texts)
