"""The set-up scripts list what they install, install it as root or through sudo, and say what they
cannot do. Stubs take the place of apt-get, sudo and the tools."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = (
    "sh",
    "env",
    "dirname",
    "uname",
    "cat",
    "chmod",
    "grep",
    "sed",
    "tr",
    "make",
    "find",
    "true",
)
STUBS = {
    "id": "echo $USER_ID",
    "sudo": """
        [ -n "$SUDO_WORKS" ] || exit 1
        shift
        [ "$1" = true ] || echo sudo >>"$STUBS/log"
        exec "$@"
    """,
    "apt-cache": "exit 0",
    # Installs by making a command of the package's name.
    "apt-get": """
        echo "apt-get $*" >>"$STUBS/log"
        [ -n "$APT_WORKS" ] || exit 100
        for word in "$@"; do package=$word; done
        name=$package
        [ "$package" != octave ] || name=octave-cli
        printf '#!/bin/sh\\n' >"$STUBS/$name"; chmod +x "$STUBS/$name"
    """,
    "python": "exit 0",
    **dict.fromkeys(("g++", "gcc", "javac", "java", "node", "npm", "git"), ""),
}


@pytest.fixture
def stubs(tmp_path: Path) -> Path:
    for name in TOOLS:
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"{name} is not installed here")
        (tmp_path / name).symlink_to(found)
    for name, text in STUBS.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    return tmp_path


def script(stubs: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        cwd=ROOT,
        env={"PATH": str(stubs), "STUBS": str(stubs), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("who", [{"USER_ID": "0"}, {"USER_ID": "1000", "SUDO_WORKS": "1"}])
def test_missing_packages_are_listed_with_reasons_and_installed(
    stubs: Path, who: dict[str, str]
) -> None:
    done = script(stubs, "scripts/setup-system", "python", "running", APT_WORKS="1", **who)
    assert done.returncode == 0, done
    listed = "inarow: installing with apt-get:\n  octave: run MATLAB programs in the tests\n"
    assert done.stderr == listed
    *before, install = (stubs / "log").read_text().splitlines()
    assert " install -y " in install and install.endswith(" octave")
    assert before == (["sudo"] if "SUDO_WORKS" in who else [])
    again = script(stubs, "scripts/setup-system", "python", "running", **who)
    assert (again.returncode, again.stderr) == (0, "")


@pytest.mark.parametrize("who", [{"USER_ID": "1000"}, {"USER_ID": "0"}])
def test_packages_that_cannot_be_installed_are_named(stubs: Path, who: dict[str, str]) -> None:
    (stubs / "javac").unlink()
    done = script(stubs, "scripts/setup-system", "python", "running", **who)
    assert done.returncode == 1
    assert "inarow: missing packages:\n  default-jdk-headless: run Java programs" in done.stderr
    assert done.stderr.endswith("sudo apt-get install default-jdk-headless octave)\n")
    assert (stubs / "log").exists() == (who["USER_ID"] == "0")


def test_lint_without_git_fails_with_a_message(stubs: Path, tmp_path: Path) -> None:
    (stubs / "git").unlink()
    done = script(stubs, "scripts/cpp-files")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "inarow: the lint needs git to list the C++ files; install git\n"
    lint = (ROOT / "Makefile").read_text().partition("\nlint:")[2].partition("\n\n")[0]
    assert "files=$$(scripts/cpp-files) && " in lint


def test_lint_outside_a_repository_fails_with_a_message(tmp_path: Path) -> None:
    done = subprocess.run(
        [ROOT / "scripts" / "cpp-files"],
        cwd=tmp_path,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "inarow: git lists no C++ files here" in done.stderr


def test_lint_checks_the_cpp_files() -> None:
    done = subprocess.run(
        [ROOT / "scripts" / "cpp-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    files = set(done.stdout.split())
    assert {"native/core/game.hpp", "native/sandbox/main.cpp"} <= files, done
    assert not [name for name in files if "third_party" in name]


def test_packages_for_clusters_that_cannot_be_installed_are_no_secret(stubs: Path) -> None:
    environment = stubs / "environment" / "bin"
    environment.mkdir(parents=True)
    for name in ("python", "pip"):
        (environment / name).write_text("#!/bin/sh\nexit 1\n")
        (environment / name).chmod(0o755)
    venv = environment.parent
    words = ("make", "-s", "-o", f"{venv}/installed", f"VENV={venv}", "cluster-tools")
    done = script(stubs, *words)
    assert done.returncode == 0, done
    assert "ray cannot be installed here; the tests of clusters will be skipped" in done.stderr


def test_a_missing_browser_is_installed(stubs: Path) -> None:
    """A function of the script must not pass for the command that is looked for."""
    done = script(stubs, "scripts/setup-system", "python", "web", APT_WORKS="1", USER_ID="0")
    assert done.returncode == 0, done
    assert "  chromium-headless-shell: show the pages to the browser tests\n" in done.stderr
