"""Referees in odd places: with a strict umask, without root's rights, with tools below /tmp."""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

import inarow
from as_nobody import need_other_users
from inarow.running.program import Launch
from inarow.running.result import RunVerdict
from sandboxes import needed
from system_paths import system_python

pytestmark = pytest.mark.process
PYTHON, SEEN = system_python()
NOBODY = 65534
SITE = Path(inarow.__file__).parents[1]

# Writes 200 MB where somebody who is not root cannot look.
HIDES = """
import os, time
folder = os.environ["TMPDIR"] + "/hidden"
os.mkdir(folder, 0o300)
for number in range(200):
    with open(f"{folder}/{number}", "wb") as file:
        file.write(b"x" * 1_000_000)
    time.sleep(0.001)
print("ESCAPED")
"""
REFEREE = """
import sys
from pathlib import Path
from inarow.running.program import Launch
from inarow.running.sandbox import probe_tier
from inarow.running.launcher import NativeSandbox

tier, deed, python, *seen = sys.argv[1:]
if not probe_tier(int(tier)).works:
    print("NONE", probe_tier(int(tier)).why)
    raise SystemExit
launch = Launch((python, "-I", "-c", deed), readable=tuple(map(Path, seen)))
report = NativeSandbox(int(tier)).run(launch)
print(report.verdict.name, report.stdout, report.stderr[-100:], report.reason)
"""


@pytest.mark.parametrize("tier", [1, 2])
def test_files_are_bounded_where_the_referee_cannot_look(tier: int) -> None:
    need_other_users()
    version = subprocess.run([PYTHON, "-V"], capture_output=True, text=True, check=False).stdout
    if version.split(".")[:2] != f"Python {platform.python_version()}".split(".")[:2]:
        pytest.skip("the system has no Python that can load the package")
    somebody = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(
        [PYTHON, "-c", REFEREE, str(tier), HIDES, PYTHON, *map(str, SEEN)],
        env={"PYTHONPATH": str(SITE), "PATH": os.environ["PATH"]},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        **somebody,  # type: ignore[call-overload]
    )
    if "Permission denied" in done.stderr or "ModuleNotFoundError" in done.stderr:
        pytest.skip(f"nobody cannot read the package in {SITE}")
    if done.stdout.startswith("NONE"):
        pytest.skip(done.stdout)
    assert done.returncode == 0 and "ESCAPED" not in done.stdout, done
    full = "CRASH" in done.stdout and "No space left" in done.stdout
    assert full or done.stdout.startswith("OUTPUT_LIMIT"), done


@pytest.mark.parametrize("tier", [1, 2])
def test_a_strict_umask_hides_nothing_from_programs(
    tier: int, tmp_path: Path, command: Callable[[str], str]
) -> None:
    needed(tier)
    source = tmp_path / "main.c"
    source.write_text('#include <stdio.h>\nint main(void) { puts("3"); return 0; }\n')
    done = subprocess.run(
        [command("inarow"), "run", str(source)],
        env={**os.environ, "INAROW_SANDBOX": str(tier)},
        umask=0o077,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("3\n", 0), done


@pytest.mark.skipif(os.geteuid() != 0, reason="others run programs as who they are")
@pytest.mark.parametrize("tier", [1, 2])
@pytest.mark.parametrize("name", ["main.c", "main.py"])
def test_the_home_of_root_is_closed_and_programs_run(
    tier: int, name: str, tmp_path: Path, command: Callable[[str], str]
) -> None:
    needed(tier)
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    texts = {"main.c": 'int puts(char *);\nint main() { puts("3"); }', "main.py": "print(3)"}
    (home / name).write_text(texts[name])
    places = {
        name: str(home / folder)
        for name, folder in (
            ("HOME", "."),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_RUNTIME_DIR", "runtime"),
            ("TMPDIR", "tmp"),
        )
    }
    for folder in ("runtime", "tmp"):
        (home / folder).mkdir()
    done = subprocess.run(
        [command("inarow"), "run", str(home / name)],
        env={**os.environ, **places, "INAROW_SANDBOX": str(tier)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("3\n", 0), done


@pytest.mark.parametrize("tier", [1, 2])
def test_what_is_readable_below_tmp_is_seen(tier: int) -> None:
    sandbox = needed(tier)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        place = Path(folder)
        place.chmod(0o755)
        (place / "inner").mkdir()
        (place / "inner" / "file").write_text("seen")
        (place / "link").symlink_to("inner")
        code = f"print(open('{place}/link/file').read()); open('{place}/inner/new', 'w')"
        readable = (*SEEN, place / "link")
        report = sandbox.run(Launch((PYTHON, "-I", "-c", code), readable=readable))
    assert report.stdout == b"seen\n" and report.verdict is RunVerdict.CRASH, report
