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

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from inarow.errors import UserError
from inarow.running.cache import FolderCache
from inarow.running.languages import TOOL_KINDS
from inarow.running.languages.language import MissingTool, Tool, ToolSearch
from inarow.running.languages.python import KIND as PYTHON
from inarow.running.languages.python_copy import require_requirements
from inarow.running.tool_paths import minimal_paths, with_realpath

_KEYS = {"command", "readable", "memory"}
_PACKAGE_KEYS = {"packages", "wheels"}


class Toolchain:
    """Finds each tool when it is first asked for."""

    def __init__(self, named: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._named = dict(named or {})
        self._found: dict[str, Tool | MissingTool] = {}

    @classmethod
    def with_packages(cls, packages: Iterable[str], wheels: str) -> Toolchain:
        """The tools of this machine, and a Python with packages from a folder of wheels; from
        pip's index if that is empty."""
        named = {"packages": list(packages), "wheels": wheels}
        return cls({PYTHON.name: named} if named["packages"] else None)

    @classmethod
    def from_file(cls, name: str) -> Toolchain:
        """The tools of a TOML file; those that it does not name are this machine's own."""
        from inarow.toml_files import read_toml

        tables = read_toml("toolchain", name)
        for table, values in tables.items():
            _check(name, table, values)
        return cls(tables)

    def tool(self, name: str) -> Tool | MissingTool:
        """A tool by the name that build rules use, or its substitute."""
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    @cached_property
    def _cache(self) -> FolderCache:
        return FolderCache("tools")

    def _find(self, name: str) -> Tool | MissingTool:
        kind = TOOL_KINDS[name]
        if kind.substitute and name not in self._named:
            return self.tool(kind.substitute)
        words, problem = self._words(name)
        if problem:
            return MissingTool(name, problem)
        table = self._named.get(name, {})
        try:
            tool = kind.find(ToolSearch(words, table, lambda: self._cache))
        except UserError as error:
            return MissingTool(name, str(error))
        if tool is None:
            return MissingTool(name, f"'{words[0]}' does not work as {name} here")
        granted = [path for text in table.get("readable", ()) for path in with_realpath(Path(text))]
        return replace(
            tool,
            readable=minimal_paths((*tool.readable, *granted)),
            min_memory_mb=table.get("memory", tool.min_memory_mb),
        )

    def _words(self, name: str) -> tuple[tuple[str, ...], str]:
        """The command of a tool with its path in full, or what is wrong."""
        given = self._named.get(name, {}).get("command")
        if given is None:
            kind = TOOL_KINDS[name]
            path = kind.here()
            return ((path,), "") if path else ((), f"there is no {name} here: {kind.install}")
        words = (given,) if isinstance(given, str) else tuple(given)
        path = shutil.which(words[0])
        if path is None:
            return (), f"there is no '{words[0]}' here, which the toolchain names for {name}"
        return (str(Path(path).absolute()), *words[1:]), ""


def _check(name: str, table: str, values: object) -> None:
    where = f"toolchain '{name}', table [{table}]"
    if table not in TOOL_KINDS:
        raise UserError(f"{where} is not one of {', '.join(TOOL_KINDS)}")
    keys = _KEYS | _PACKAGE_KEYS if TOOL_KINDS[table].takes_packages else _KEYS
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
