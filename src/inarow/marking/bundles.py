"""What services take that run a marker themselves: Gradescope's autograder, and the files for the
template repository of a GitHub Classroom assignment.

Gradescope, uploaded as it is; it unpacks the zip into /autograder/source, copies run_autograder to
/autograder, puts what was handed in into /autograder/submission and reads results/results.json:
    setup.sh           run once: the languages of the course, and the package in the zip
    run_autograder     run for each submission: marks it and writes results.json
    suite.toml         the suite, hidden tests as recipes
    wheels/            packages that programs may import, where the suite has a folder of them
    secret             what the hidden tests are made from, for its owner alone
    inarow-*.whl       this very package

GitHub, where students can read and change all of it, so nothing of the hidden tests is there:
    .github/workflows/classroom.yml      marks at every push and reports to GitHub Classroom
    .github/classroom/suite.toml         the visible tests
    .github/classroom/inarow-*.whl       this very package"""

from __future__ import annotations

import base64
import hashlib
import io
import platform
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import NamedTuple

import inarow
from inarow.errors import UserError
from inarow.files import read_input
from inarow.marking.suite import Suite
from inarow.marking.suite_file import suite_text
from inarow.running.languages.language import Language
from inarow.text import truncate

_EARLIEST = (1980, 1, 1, 0, 0, 0)


class Entry(NamedTuple):
    """A file of a zip."""

    data: bytes
    mode: int = 0o644


def deterministic_zip(entries: Mapping[str, Entry]) -> bytes:
    """A zip of files by their names, in the order of the names."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, entry in sorted(entries.items()):
            item = zipfile.ZipInfo(name, _EARLIEST)
            packed = name.endswith(".whl")  # it would not become smaller
            item.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            item.create_system = 3  # so that the modes count
            item.external_attr = (0o100000 | entry.mode) << 16
            archive.writestr(item, entry.data)
    return whole.getvalue()


def wheel_entries(wheels: str, folder: str) -> dict[str, Entry]:
    """A folder of wheels as entries below ``folder``; none without one."""
    found = sorted(Path(wheels).glob("*.whl")) if wheels else []
    return {f"{folder}/{path.name}": Entry(path.read_bytes()) for path in found}


_KEPT = ("METADATA", "WHEEL", "entry_points.txt")
_LEFT_OUT = {"__pycache__"}
_MOST_BYTES = 200_000_000


class Wheel(NamedTuple):
    """``file`` is its name, ``python`` the version of Python that it needs, such as 3.11."""

    file: str
    data: bytes
    python: str


def own_wheel() -> Wheel:
    """The wheel; UserError if what is installed here cannot be carried elsewhere."""
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"):
        raise UserError(
            f"the service runs Linux, and this is {platform.system()} {platform.machine()}: make"
            " it on Linux"
        )
    try:
        installed = distribution("inarow")
    except PackageNotFoundError:
        raise UserError("inarow is not installed here, so it cannot be carried") from None
    package = Path(inarow.__file__).parent
    if not any(package.glob("_core*.so")):
        raise UserError("inarow is installed here in parts (editable): install it plainly first")
    head = f"inarow-{inarow.__version__}"
    entries = dict(_package(package))
    entries.update(_scripts(installed, f"{head}.data/scripts"))
    info = f"{head}.dist-info"
    for name in _KEPT:
        if text := installed.read_text(name):
            entries[f"{info}/{name}"] = Entry(text.encode())
    entries[f"{info}/RECORD"] = Entry(_record(entries, info).encode())
    tag = _tag(installed.read_text("WHEEL") or "")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Wheel(f"{head}-{tag}.whl", deterministic_zip(entries), version)


def given_package(name: str) -> Wheel:
    """A wheel or a source distribution that was built elsewhere, in place of our own."""
    file = Path(name).name
    data = read_input("package", name, _MOST_BYTES)
    tag = re.fullmatch(r"inarow-[^-]+-cp3(\d+)-[^-]+-[^-]+\.whl", file)
    if tag is None and not re.fullmatch(r"inarow-[^-]+\.tar\.gz", file):
        raise UserError(
            f"package '{truncate(name)}' is neither a wheel nor a source distribution of inarow"
        )
    return Wheel(file, data, f"3.{tag[1]}" if tag else "3")


def _package(package: Path) -> Iterator[tuple[str, Entry]]:
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package.parent).parts
        if path.is_file() and not _LEFT_OUT.intersection(parts) and path.suffix != ".pyc":
            mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
            yield "/".join(parts), Entry(path.read_bytes(), mode)


def _scripts(installed: Distribution, folder: str) -> Iterator[tuple[str, Entry]]:
    """The commands that are plain scripts; the others are written where the wheel is installed."""
    made = {entry.name for entry in installed.entry_points}
    for file in installed.files or []:
        if file.parent.name == "bin" and file.name not in made:
            path = Path(str(file.locate()))
            if path.is_file():
                source = re.sub(rb"\A#!.*python[\d.]*", b"#!python", path.read_bytes())
                yield f"{folder}/{file.name}", Entry(source, 0o755)


def _record(entries: dict[str, Entry], info: str) -> str:
    lines = []
    for name, entry in sorted(entries.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(entry.data).digest()).rstrip(b"=")
        lines.append(f"{name},sha256={digest.decode()},{len(entry.data)}")
    return "\n".join([*lines, f"{info}/RECORD,,", ""])


def _tag(wheel: str) -> str:
    found = re.search(r"^Tag: (\S+)$", wheel, re.MULTILINE)
    if found is None:
        raise UserError("inarow is installed here in a way that says nothing of its machine")
    return found[1]


_SETUP = """\
#!/usr/bin/env bash
# Run once, as root, when the autograder is built.
set -eu
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$source_dir")
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends @PACKAGES@
python=python@PYTHON@
if ! command -v "$python" >/dev/null; then
  # Not in every release of Ubuntu.
  apt-get install -y --no-install-recommends "$python" "$python-venv" ||
    { add-apt-repository -y ppa:deadsnakes/ppa && apt-get update &&
      apt-get install -y --no-install-recommends "$python" "$python-venv"; } ||
    python=python3
fi
"$python" -m venv "$root/inarow"
# The package of this zip; where the machine is too old for it, the same version from PyPI.
{ "$root/inarow/bin/pip" install "$source_dir/@WHEEL@" && "$root/inarow/bin/inarow" --version; } ||
  "$root/inarow/bin/pip" install --force-reinstall "inarow==@VERSION@"
"$root/inarow/bin/inarow" suite packages "$source_dir/suite.toml"
# What was handed in runs as somebody else and must not read any of this.
chmod -R go-rwx "$source_dir"
"$root/inarow/bin/inarow" doctor || true
"""
_RUN = """\
#!/usr/bin/env bash
# Run for each submission, in /autograder.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$root/results"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Without a mark there are no results, and Gradescope says so in place of a score of 0.
"$root/inarow/bin/inarow" mark run "$root/submission" \\
  --suite "$root/source/suite.toml"@SECRET@@ZERO@ \\
  --store "$work/marks.db" --jobs 1 --gradescope "$root/results/results.json" >/dev/null
"""


def gradescope_zip(
    suite: Suite,
    secret: bytes | None,
    wheel: Wheel,
    *,
    refused_is_zero: bool = False,
    wheels: str = "",
) -> bytes:
    """The zip; ``suite`` has its recipes still unmade, ``wheels`` is a folder with its packages."""
    packages = [*_packages(suite), "software-properties-common"]
    filled = {
        "@PACKAGES@": " ".join(packages),
        "@PYTHON@": wheel.python,
        "@WHEEL@": wheel.file,
        "@VERSION@": inarow.__version__,
        "@ZERO@": " --refused-is-zero" if refused_is_zero else "",
        "@SECRET@": "" if secret is None else ' --secret "$root/source/secret"',
    }
    entries = {
        "setup.sh": Entry(_filled(_SETUP, filled), 0o755),
        "run_autograder": Entry(_filled(_RUN, filled), 0o755),
        "suite.toml": Entry(suite_text(suite).encode(), 0o600),
        wheel.file: Entry(wheel.data),
    }
    entries.update(wheel_entries(wheels, "wheels"))
    if secret is not None:
        entries["secret"] = Entry(f"{secret.hex()}\n".encode(), 0o600)
    return deterministic_zip(entries)


def _packages(suite: Suite) -> list[str]:
    languages = dict.fromkeys(recipe.language for recipe in suite.course.programs.recipes)
    found = dict.fromkeys(name for language in languages for name in language.packages)
    return ["python3", "python3-venv", *found]


def _filled(text: str, words: dict[str, str]) -> bytes:
    for place, word in words.items():
        text = text.replace(place, word)
    return text.encode()


FOLDER = ".github/classroom"
_WORKFLOW = """\
name: Autograding Tests
'on':
  - push
  - workflow_dispatch
  - repository_dispatch
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-24.04
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
        with:
          persist-credentials: false
      - name: Python
        uses: actions/setup-python@v5
        with:
          python-version: '@PYTHON@'
      - name: Marker
        run: |
          { pip install '@FOLDER@/@WHEEL@' && inarow --version; } ||
            pip install --force-reinstall 'inarow==@VERSION@'
@TOOLS@      - name: Tests
        id: inarow
        run: |
          mkdir "$RUNNER_TEMP/handed-in"
          git archive HEAD -- . ':!.github' | tar -x -C "$RUNNER_TEMP/handed-in"
          inarow mark run "$RUNNER_TEMP/handed-in" --suite @FOLDER@/suite.toml \\
            --store "$RUNNER_TEMP/marks.db" --student --github-output "$GITHUB_OUTPUT"
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          INAROW_RESULTS: ${{ steps.inarow.outputs.result }}
        with:
          runners: inarow
"""
_TOOLS = """\
      - name: @TITLE@
        if: hashFiles(@FILES@) != ''
        run: sudo apt-get update && sudo apt-get install -y --no-install-recommends @PACKAGES@
"""


def github_zip(suite: Suite, wheel: Wheel, wheels: str = "") -> bytes:
    """The files as a zip; ``wheels`` is a folder with the packages of the suite."""
    shown = tuple(suite.visible())
    if not shown:
        raise UserError(f"suite '{suite.name}' has no visible test")
    groups = {test.group for test in shown}
    gates = tuple(gate for gate in suite.gates if not gate.group or gate.group in groups)
    languages = dict.fromkeys(recipe.language for recipe in suite.course.programs.recipes)
    text = _WORKFLOW
    for place, word in {
        "@TOOLS@": "".join(_tools(one) for one in languages if not one.on_github),
        "@PYTHON@": wheel.python,
        "@FOLDER@": FOLDER,
        "@WHEEL@": wheel.file,
        "@VERSION@": inarow.__version__,
    }.items():
        text = text.replace(place, word)
    visible = replace(suite, tests=shown, recipes=(), gates=gates)
    return deterministic_zip(
        {
            ".github/workflows/classroom.yml": Entry(text.encode()),
            f"{FOLDER}/suite.toml": Entry(suite_text(visible).encode()),
            f"{FOLDER}/{wheel.file}": Entry(wheel.data),
            **wheel_entries(wheels, f"{FOLDER}/wheels"),
        }
    )


def _tools(language: Language) -> str:
    """The step that installs a language."""
    files = ", ".join(f"'*{suffix}'" for suffix in language.suffixes)
    filled = _TOOLS.replace("@TITLE@", language.title).replace("@FILES@", files)
    return filled.replace("@PACKAGES@", " ".join(language.packages))
