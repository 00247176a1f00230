"""Packages beside the standard library, for programs in Python that nobody trusts.

They are installed once into a copy of the interpreter, which never changes and which programs see
as /python, like the copy without packages:

    TOOLS/python-VERSION-HASH+HASH/lib/python3.11/site-packages/...

The second hash is that of the requirements, and of the wheels where a folder of them is given; else
pip takes wheels from its configured index. Nothing of a package runs while it is installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from inarow.errors import UserError
from inarow.running.cache import FolderCache
from inarow.running.standard_python import StandardPython
from inarow.running.tool_paths import fewest, libraries_of
from inarow.words import shortened

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
                f"packages has '{shortened(package)}', expected a name such as numpy or"
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
        _install(command, wanted, wheels, _site(folder))

    folder = cache.find(name) or cache.make(name, fill)
    site = _site(folder)
    modules = sorted(site.rglob("*.so"))
    needed = libraries_of(*modules) if modules else ()
    libraries = [path for path in needed if not path.is_relative_to(folder)]
    found = ", ".join(_installed(site))
    return StandardPython(
        folder,
        plain.executable,
        fewest((*plain.readable, *libraries)),
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
        reason = shortened((errors or lines or ["pip says nothing"])[-1], _LONGEST_REASON)
        where = f"the wheels in '{wheels}'" if wheels is not None else "pip's index"
        raise UserError(
            f"packages {', '.join(packages)} cannot be installed from {where}: {reason}"
        )
