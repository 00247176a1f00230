"""An autograder for Gradescope: one zip that is uploaded as it is.

setup.sh           run once by Gradescope: the languages of the course, and the package in the zip
run_autograder     run for each submission: marks it and writes results.json
suite.toml         the suite, hidden tests as recipes
wheels/            packages that programs may import, where the suite has a folder of them
secret             what the hidden tests are made from, for its owner alone
inarow-*.whl       this very package

Gradescope unpacks it into /autograder/source, copies run_autograder to /autograder, puts what was
handed in into /autograder/submission and reads /autograder/results/results.json.
"""

from __future__ import annotations

import inarow
from inarow.marking.bundles.own_wheel import Wheel
from inarow.marking.bundles.zipped import Entry, wheel_entries, zipped
from inarow.marking.suite import Suite
from inarow.marking.suite_text import suite_text

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
"$root/inarow/bin/inarow" mark "$root/submission" --suite "$root/source/suite.toml"@SECRET@@ZERO@ \\
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
    return zipped(entries)


def _packages(suite: Suite) -> list[str]:
    languages = dict.fromkeys(recipe.language for recipe in suite.course.programs.recipes)
    found = dict.fromkeys(name for language in languages for name in language.packages)
    return ["python3", "python3-venv", *found]


def _filled(text: str, words: dict[str, str]) -> bytes:
    for place, word in words.items():
        text = text.replace(place, word)
    return text.encode()
