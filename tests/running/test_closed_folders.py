"""Tier 2 as root runs programs as another user, and they still start from folders that only root
can enter, such as its home: what they may read is copied to a place that they can reach."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from inarow.running.launcher import NativeSandbox, launcher_of, state_folder
from inarow.running.program import Launch
from inarow.running.result import RunReport, RunVerdict
from sandboxes import needed
from system_paths import system_python

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(os.geteuid() != 0, reason="others run programs as who they are"),
]
PYTHON, SEEN = system_python()
NOBODY = 65534


@pytest.fixture
def sandbox() -> NativeSandbox:
    return needed(2)


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    return folder


def run(
    sandbox: NativeSandbox, *words: str, box: Path | None = None, readable: tuple[Path, ...] = ()
) -> RunReport:
    return sandbox.run(Launch(words, box=box, readable=(*SEEN, *readable)))


def test_script_in_closed_folder_runs(sandbox: NativeSandbox, closed: Path) -> None:
    script = closed / "engine.py"
    script.write_text("import sys; print(open(sys.argv[1].split('=')[1]).read())")
    data = closed / "weights"
    data.write_text("3")
    data.chmod(0o600)  # named itself, and so readable
    report = run(sandbox, PYTHON, "-I", str(script), f"--data={data}", readable=(script, data))
    assert (report.stdout, report.verdict) == (b"3\n", RunVerdict.OK), report


@pytest.mark.parametrize("env_is_closed", [True, False])
def test_virtual_environment_in_closed_folder_works(
    sandbox: NativeSandbox, closed: Path, env_is_closed: bool
) -> None:
    """Its Python, a package in it and a script whose first line names it, where the Python that it
    was made of is in a closed folder, too, or that alone is."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        env = (closed if env_is_closed else Path(folder)) / "env"
        check_environment(sandbox, closed, env)


def check_environment(sandbox: NativeSandbox, closed: Path, env: Path) -> None:
    base = closed / "python"
    (base / "bin").mkdir(parents=True)
    (base / "lib").mkdir()
    name = Path(PYTHON).name
    (base / "bin" / name).write_bytes(Path(PYTHON).read_bytes())
    (base / "bin" / name).chmod(0o755)
    (base / "lib" / name).symlink_to(f"/usr/lib/{name}")
    packages = env / "lib" / name / "site-packages"
    packages.mkdir(parents=True)
    (packages / "engine.py").write_text("answer = 3\n")
    (env / "bin").mkdir()
    (env / "bin" / "python3").symlink_to(base / "bin" / name)
    (env / "bin" / "python").symlink_to("python3")
    (env / "pyvenv.cfg").write_text(f"home = {base / 'bin'}\n")
    script = env / "bin" / "engine"
    script.write_text(f"#!{env}/bin/python -s\nimport engine; print(engine.answer)\n")
    script.chmod(0o755)
    starts: list[tuple[tuple[str, ...], Path | None]] = [
        ((str(script),), None),
        ((str(env / "bin" / "python"), "-s", str(script)), None),
        (("./python", "-s", "engine"), env / "bin"),
    ]
    for words, box in starts:
        report = run(sandbox, *words, box=box, readable=(env, base))
        assert (report.stdout, report.verdict) == (b"3\n", RunVerdict.OK), report


def test_copy_leaves_out_private_files_and_outside_links(
    sandbox: NativeSandbox, closed: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("outside")
    (closed / "key").write_text("inside")
    (closed / "key").chmod(0o600)
    (closed / "private").mkdir(mode=0o700)
    (closed / "private" / "file").write_text("inside")
    (closed / "link").symlink_to(secret)
    code = """
import os
print(sorted(os.listdir(".")))
for name in ("key", "private/file", "link"):
    try:
        print("ESCAPED", open(name).read())
    except OSError as error:
        print(type(error).__name__)
"""
    report = run(sandbox, PYTHON, "-I", "-c", code, box=closed)
    names, *errors = report.stdout.decode().splitlines()
    assert names == "['link']", report
    assert errors == ["FileNotFoundError", "FileNotFoundError", "PermissionError"]


def test_changed_file_is_seen_by_next_program(sandbox: NativeSandbox, closed: Path) -> None:
    (closed / "inner").mkdir()
    said = []
    for text in ("1", "22"):
        (closed / "inner" / "file").write_text(text)
        code = "print(open('inner/file').read())"
        said.append(run(sandbox, PYTHON, "-I", "-c", code, box=closed).stdout)
    assert said == [b"1\n", b"22\n"]
    copies = state_folder() / _registry_name(sandbox) / "reachable"
    assert len(list(copies.glob("*/closed/inner"))) == 1  # the first copy is gone


def _registry_name(sandbox: NativeSandbox) -> str:
    pid = launcher_of(sandbox.tier or 0).pid
    return next(path.name for path in state_folder().glob(f"{pid}-*"))


def test_copies_are_closed_to_other_users(sandbox: NativeSandbox, closed: Path) -> None:
    (closed / "file").write_text("text")
    code = "import os; print(os.path.abspath('file')); open('file', 'a')"
    report = run(sandbox, PYTHON, "-I", "-c", code, box=closed)
    copy = report.stdout.decode().strip()
    assert Path(copy).read_text() == "text" and b"PermissionError" in report.stderr
    done = subprocess.run(
        ["cat", copy], user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True, check=False
    )
    assert done.returncode != 0 and b"Permission denied" in done.stderr
    assert (closed / "file").stat().st_mode & 0o777 == 0o644


def test_folder_that_cannot_be_copied_is_named(sandbox: NativeSandbox, closed: Path) -> None:
    deep = closed.joinpath(*["d"] * 70)
    deep.mkdir(parents=True)
    report = run(sandbox, PYTHON, "-I", "-c", "", box=closed)
    assert report.verdict is RunVerdict.REFEREE_FAULT
    assert f"'{closed}' has more than 64 levels of folders, and tier 2 must" in report.reason


def test_engines_in_closed_folder_play(closed: Path, command: Callable[[str], str]) -> None:
    """What a newcomer does who cloned into root's home."""
    needed(2)
    engine = closed / "engine.py"
    plain = Path(__file__).parents[1] / "helpers" / "course_programs" / "plain_engine.py"
    engine.write_bytes(plain.read_bytes())
    words = [command("inarow"), "coordinate", "--sandbox", "--quiet"]
    words += ["e0", f"{PYTHON} {engine}", "e1", f"{PYTHON} -I engine.py"]
    done = subprocess.run(
        words,
        env={**os.environ, "INAROW_SANDBOX": "2"},
        cwd=closed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "four in a row" in done.stdout, done
