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
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple

from inarow.errors import UserError
from inarow.running.cache import FolderCache
from inarow.running.program import PYTHON
from inarow.running.tool_paths import libraries_of, minimal_paths, output_of
from inarow.text import truncate

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
        told: dict[str, Any] = json.loads(output_of([command, "-c", _ASK]).strip() or "{}")
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
    return StandardPython(folder, own, minimal_paths(others), environment, told["version"])


def _copy_library(library: Path, target: Path) -> None:
    def skipped(_: str, names: list[str]) -> set[str]:
        return {name for name in names if any(fnmatch(name, odd) for odd in _NOT_COPIED)}

    shutil.copytree(
        library, target, ignore=skipped, dirs_exist_ok=True, ignore_dangling_symlinks=True
    )


_REQUIREMENT = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9,._-]+\])?"
    r"( *([=<>!~]=|[<>]|===) *[A-Za-z0-9.*+!_-]+,?)*"
)
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_PATIENCE_S = 1800
_LONGEST_REASON = 300


def require_requirements(packages: Sequence[str]) -> None:
    """UserError for what is not the name of a package, perhaps with versions: no option of pip, no
    path, no address."""
    for package in packages:
        if not _REQUIREMENT.fullmatch(package):
            raise UserError(
                f"packages has '{truncate(package)}', expected a name such as numpy or"
                " numpy==1.26.4"
            )


def with_packages(
    plain: StandardPython,
    command: str,
    packages: Sequence[str],
    wheels: Path | None,
    cache: FolderCache,
) -> StandardPython:
    """The interpreter with packages that programs may import; ``command`` starts the one that was
    copied. UserError if they cannot be installed."""
    wanted = sorted(packages)
    parts = [wanted, [] if wheels is None else _digests(wheels)]
    name = f"{plain.folder.name}+{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]}"

    def fill(folder: Path) -> None:
        shutil.copytree(plain.folder, folder, dirs_exist_ok=True, copy_function=_linked)
        site = _site(folder)
        _install(command, wanted, wheels, site)
        # Where Debian's own Python looks for packages instead.
        (site.parent / "dist-packages").symlink_to(site.name)

    folder = cache.find(name) or cache.make(name, fill)
    site = _site(folder)
    modules = sorted(site.rglob("*.so"))
    needed = libraries_of(*modules) if modules else ()
    libraries = [path for path in needed if not path.is_relative_to(folder)]
    found = ", ".join(_installed(site))
    return StandardPython(
        folder,
        plain.executable,
        minimal_paths((*plain.readable, *libraries)),
        {**plain.environment, **_ONE_THREAD},
        f"{plain.version} with {found}",
    )


def _digests(wheels: Path) -> list[str]:
    """What is in a folder of wheels."""
    try:
        found = sorted(path for path in wheels.iterdir() if path.suffix == ".whl")
        return [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in found]
    except OSError as error:
        raise UserError(f"folder of wheels '{wheels}' cannot be read: {error.strerror}") from None


def _linked(source: str, target: str) -> None:
    """Both folders are read-only, so that they may share their files."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _site(folder: Path) -> Path:
    library = next(path for path in sorted((folder / "lib").glob("python3*")) if path.is_dir())
    return library / "site-packages"


def _installed(site: Path) -> list[str]:
    """``numpy 1.26.4``."""
    found = (path.name.removesuffix(".dist-info") for path in site.glob("*.dist-info"))
    return sorted(name.replace("-", " ", 1) for name in found)


def _install(command: str, packages: Sequence[str], wheels: Path | None, site: Path) -> None:
    site.parent.chmod(0o755)  # its copy is read-only
    source = [] if wheels is None else ["--no-index", "--find-links", str(wheels.absolute())]
    words = [
        *(command, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
        *("--only-binary", ":all:", "--target", str(site), *source, "--", *packages),
    ]
    environment = {**os.environ, "PIP_ROOT_USER_ACTION": "ignore"}
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
        )
        said, status = done.stdout, done.returncode
    except (OSError, subprocess.TimeoutExpired) as error:
        said, status = str(error), 1
    if status != 0:
        lines = [line for line in said.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR:")]
        reason = truncate((errors or lines or ["pip says nothing"])[-1], _LONGEST_REASON)
        where = f"the wheels in '{wheels}'" if wheels is not None else "pip's index"
        raise UserError(
            f"packages {', '.join(packages)} cannot be installed from {where}: {reason}"
        )
