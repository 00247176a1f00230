"""What services take runs as they run it: unpacked, set up and started in folders like theirs."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import subprocess
import sys
import zipfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from course_files import PROGRAMS
from inarow.cli import main
from inarow.marking.bundles import given_package
from inarow.marking.suite_file import read_suite
from small_suite import HEAD, SAMPLE

pytestmark = pytest.mark.process

SUITE = f"""{HEAD}{SAMPLE}
[[recipes]]
make = "comp3308"
marks = 3
count = 2
"""

# Python, with environments that borrow pip, which takes longer to unpack than all else here, and
# what inarow depends on, which no index has here.
PYTHON = """#!/bin/sh
set -eu
[ "$1 $2" = "-m venv" ] || exec @PYTHON@ "$@"
@PYTHON@ -m venv --without-pip "$3"
@PYTHON@ -c '
import sys
from importlib.metadata import distribution
from pathlib import Path
site = next(Path(sys.argv[1]).glob("lib/python3*/site-packages"))
for name in ("jinja2", "markupsafe"):
    found = distribution(name)
    for top in {file.parts[0] for file in found.files if ".." not in file.parts}:
        (site / top).symlink_to(found.locate_file(top))
' "$3"
printf '#!/bin/sh\\nexec @PYTHON@ -m pip --python "%s/bin/python" "$@"\\n' "$3" >"$3/bin/pip"
chmod 755 "$3/bin/pip"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "suite.toml").write_text(SUITE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def bundle(service: str, *more: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(bundled(service, *more)))


def bundled(service: str, *more: str) -> bytes:
    out = io.TextIOWrapper(io.BytesIO())
    with redirect_stdout(out):
        assert main(["mark", "bundle", service, "suite.toml", *more]) == 0
    out.flush()
    data: bytes = out.buffer.getvalue()
    return data


def unpack(archive: zipfile.ZipFile, folder: Path) -> None:
    """As ``unzip`` does, modes included."""
    for item in archive.infolist():
        path = Path(archive.extract(item, folder))
        path.chmod(item.external_attr >> 16 & 0o777)


def without_network(folder: Path) -> dict[str, str]:
    """An environment in which packages of the system are not really installed, only noted."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "apt-get").write_text(f'#!/bin/sh\necho "$@" >>"{folder}/apt.log"\n')
    (tools / "apt-get").chmod(0o755)
    python = tools / f"python{sys.version_info.major}.{sys.version_info.minor}"
    python.write_text(PYTHON.replace("@PYTHON@", sys.executable))
    python.chmod(0o755)
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return {
        **kept,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PIP_NO_INDEX": "1",
        "PIP_NO_COMPILE": "1",
    }


def test_gradescope_builds_and_runs_it(folder: Path) -> None:
    archive = bundle("gradescope")
    assert {"setup.sh", "run_autograder", "suite.toml", "secret"} < set(archive.namelist())
    root = folder / "autograder"
    unpack(archive, root / "source")
    env = without_network(folder)
    subprocess.run(["bash", root / "source" / "setup.sh"], env=env, check=True, capture_output=True)
    assert "default-jdk-headless gcc libc6-dev g++ octave" in (folder / "apt.log").read_text()
    assert not (root / "source" / "secret").stat().st_mode & 0o077
    (root / "run_autograder").write_bytes((root / "source" / "run_autograder").read_bytes())
    (root / "run_autograder").chmod(0o755)
    (root / "results").mkdir()
    (root / "submission").mkdir()
    source = (PROGRAMS / "comp3308" / "ConnectFour.c").read_bytes()
    (root / "submission" / "ConnectFour.c").write_bytes(source)
    (root / "submission" / "notes.txt").write_text("mine")

    def results() -> dict[str, Any]:
        subprocess.run([root / "run_autograder"], cwd=root, env=env, check=True)
        found: dict[str, Any] = json.loads((root / "results" / "results.json").read_text())
        return found

    right = results()
    assert right["score"] == 10
    assert [test["visibility"] for test in right["tests"]] == ["visible", "hidden", "hidden"]
    (root / "submission" / "ConnectFour.c").unlink()
    (root / "submission" / "connect4.py").write_text("print(1)\nprint(297)\n")
    refused = subprocess.run(
        [root / "run_autograder"], cwd=root, env=env, check=False, capture_output=True
    )
    assert refused.returncode == 3 and b"no mark; refused: " in refused.stderr
    assert not (root / "results" / "results.json").exists()
    run = bundle("gradescope", "--refused-is-zero").read("run_autograder")
    (root / "run_autograder").write_bytes(run)
    misnamed = results()
    assert misnamed["score"] == 0
    assert "The submission was refused: " in misnamed["output"]


def test_github_runs_it(folder: Path) -> None:
    archive = bundle("github")
    repository = folder / "repository"
    unpack(archive, repository)
    texts = [archive.read(name) for name in archive.namelist() if not name.endswith(".whl")]
    assert not [text for text in texts if b"recipes" in text or b"secret" in text]
    (repository / "ConnectFour.py").write_text("print(1)\nprint(606)\n")
    env = {**without_network(folder), "GITHUB_OUTPUT": str(folder / "output"),
           "RUNNER_TEMP": str(folder / "temp"), "GIT_CONFIG_GLOBAL": os.devnull}  # fmt: skip
    (folder / "temp").mkdir()
    (folder / "output").write_text("")
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "mine"]):
        subprocess.run(["git", *words], cwd=repository, env=env, check=True)
    venv = folder / "venv"
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    subprocess.run([folder / "tools" / python, "-m", "venv", venv], check=True)
    env["PATH"] = f"{venv / 'bin'}:{env['PATH']}"
    workflow = (repository / ".github/workflows/classroom.yml").read_text()
    steps = dict(
        re.findall(r"- name: (\w+)\n(?: +id: \w+\n)? +run: \|\n((?: {10}.*\n)+)", workflow)
    )
    for name in ("Marker", "Tests"):
        subprocess.run(["bash", "-ec", steps[name]], cwd=repository, env=env, check=True)
    line = (folder / "output").read_text().strip()
    found = json.loads(base64.b64decode(line.removeprefix("result=")))
    assert (found["status"], found["max_score"]) == ("fail", 4)
    assert [test["name"] for test in found["tests"]] == ["sample"]
    assert "INAROW_RESULTS: ${{ steps.inarow.outputs.result }}" in workflow
    assert workflow.endswith("runners: inarow\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gradescop", "suite.toml"], "did you mean 'gradescope'?"),
        (["github", "suite.toml", "--refused-is-zero"], "does not apply to github"),
        (["github", "nothing"], "is neither a file nor one of"),
        (["gradescope", "suite.toml", "--package", "suite.toml"], "is neither a wheel nor"),
        (["gradescope", "suite.toml", "--package", "no.whl"], "cannot be read"),
    ],
)
def test_what_cannot_be_bundled_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["mark", "bundle", *words]) == 2
    said = capsys.readouterr()
    assert sentence in said.err and said.out == ""
    assert not (folder / "config").exists()


def test_another_package_can_be_carried(folder: Path) -> None:
    for name, python in (
        ("inarow-0.3.0-cp310-cp310-manylinux_2_28_x86_64.whl", "3.10"),
        ("inarow-0.3.0.tar.gz", "3"),
    ):
        (folder / name).write_bytes(b"data")
        assert given_package(name) == (name, b"data", python)


def test_the_package_in_a_bundle_is_the_one_that_runs_here(folder: Path) -> None:
    data = bundled("github")
    assert bundled("github") == data
    archive = zipfile.ZipFile(io.BytesIO(data))
    name = next(name for name in archive.namelist() if name.endswith(".whl"))
    wheel = zipfile.ZipFile(io.BytesIO(archive.read(name)))
    import inarow

    here = Path(inarow.__file__).parent
    for part in ("marking/batch.py", "_sandbox/inarow-sandbox", "data/suites/comp3308.toml"):
        assert wheel.read(f"inarow/{part}") == (here / part).read_bytes()
    assert not [name for name in wheel.namelist() if name.endswith(".pyc")]
    assert read_suite("comp3308")
