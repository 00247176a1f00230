"""A Python with its standard library and nothing else, for programs that nobody trusts.

An installed Python has the packages of its owner beside the standard library. What programs are
given is a copy without them, made once for each interpreter:

    TOOLS/python-VERSION-HASH/bin/python3.11
                             /lib/python3.11/...     no site-packages, no tests, no sitecustomize

Programs see its folder as /python.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

from inarow.running.cache import FolderCache
from inarow.running.launch import PYTHON
from inarow.running.tool_paths import fewest, libraries_of, said_by

_ASK = """
import json, os, platform, sys, sysconfig
prefix = getattr(sys, "base_prefix", sys.prefix)
variables = {"base": prefix, "platbase": prefix, "installed_base": prefix}
print(json.dumps({
    "version": platform.python_version(),
    "implementation": platform.python_implementation(),
    "prefix": prefix,
    "executable": os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable),
    "libraries": sorted({sysconfig.get_path(n, vars=variables) for n in ("stdlib", "platstdlib")}),
    "shared": sysconfig.get_config_var("INSTSONAME") or "",
    "shared_in": sysconfig.get_config_var("LIBDIR") or "",
}))
"""
_NOT_COPIED = (
    "site-packages", "dist-packages", "test", "tests", "idlelib", "turtledemo", "ensurepip",
    "config-*", "sitecustomize.*", "usercustomize.*", "*.opt-1.pyc", "*.opt-2.pyc", "*.a",
)  # fmt: skip
_MODULES = "lib-dynload/*.so"


class StandardPython(NamedTuple):
    """The copy: its folder, what starts it where that is seen as ``/python``, what else it must
    see, its version."""

    folder: Path
    executable: str
    readable: tuple[Path, ...]
    environment: dict[str, str]
    version: str


def standard_python(command: str, cache: FolderCache) -> StandardPython | None:
    """The copy of an interpreter; None if the command is no Python that can be copied."""
    try:
        told: dict[str, Any] = json.loads(said_by([command, "-c", _ASK]).strip() or "{}")
        executable, prefix = Path(told["executable"]), Path(told["prefix"])
        libraries = [Path(folder) for folder in told["libraries"]]
        stamp = f"{executable} {executable.stat().st_mtime_ns} {told['version']} {libraries}"
        if not all(folder.is_relative_to(prefix) for folder in libraries):
            return None
    except (ValueError, KeyError, TypeError, OSError):
        return None
    name = f"python-{told['version']}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}"

    def fill(folder: Path) -> None:
        (folder / "bin").mkdir()
        shutil.copy2(executable, folder / "bin" / executable.name)
        shared = Path(told["shared_in"], told["shared"])
        if told["shared"].endswith(".so") or ".so." in told["shared"]:
            (folder / "lib").mkdir(exist_ok=True)
            if shared.is_file():
                shutil.copy2(shared, folder / "lib" / told["shared"])
        for library in libraries:
            _copy_library(library, folder / library.relative_to(prefix))

    folder = cache.find(name) or cache.make(name, fill)
    own = f"{PYTHON}/bin/{executable.name}"
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    if ".so" in told["shared"]:
        environment["LD_LIBRARY_PATH"] = f"{PYTHON}/lib"
    needed = libraries_of(executable)
    if any(path.name.startswith("libc.so") for path in needed):  # each library is named by itself
        needed = libraries_of(executable, *(m for lib in libraries for m in lib.glob(_MODULES)))
    others = [path for path in needed if not path.name.startswith("libpython")]
    return StandardPython(folder, own, fewest(others), environment, told["version"])


def _copy_library(library: Path, target: Path) -> None:
    def skipped(_: str, names: list[str]) -> set[str]:
        return {name for name in names if any(fnmatch(name, odd) for odd in _NOT_COPIED)}

    shutil.copytree(
        library, target, ignore=skipped, dirs_exist_ok=True, ignore_dangling_symlinks=True
    )
