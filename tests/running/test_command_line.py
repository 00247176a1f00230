"""Java named by a command line: it starts in each tier, and its words mean what they always do."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from course_files import course_program
from inarow.running.command_line import program_from_command
from inarow.running.languages.java import LEAN, java_home, java_options
from inarow.running.program import RunLimits
from inarow.running.result import RunReport, RunVerdict
from sandboxes import Tier, sandbox_of, working_tiers

pytestmark = pytest.mark.process

JAVA = shutil.which("java")
FLAGS = "-XX:+PrintFlagsFinal -version"
needs_java = pytest.mark.skipif(
    JAVA is None or java_home(Path(JAVA)) is None or shutil.which("javac") is None,
    reason="there is no Java here whose home is known",
)


def ran(words: str, tier: Tier, stdin: bytes = b"") -> RunReport:
    sandbox = sandbox_of(tier)
    assert sandbox is not None
    program = program_from_command(words.split())
    limits = RunLimits(wall_s=60, output_kb=1 << 20)
    return sandbox.run(program.launch((), limits), stdin)


def flags(report: RunReport) -> dict[str, str]:
    """The values of a Java machine that was asked for them."""
    assert report.verdict is RunVerdict.OK, report
    lines = (line.split() for line in report.stdout.decode().splitlines() if " = " in line)
    return {words[1]: words[3] for words in lines if len(words) > 3}


@pytest.fixture(scope="module")
def classes() -> Iterator[Path]:
    """A folder with a compiled engine, where every user may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "classes"
        folder.mkdir()
        for path in (folder.parent, folder):
            path.chmod(0o755)
        source = folder.parent / "Interface.java"
        source.write_bytes(course_program("comp2230").files["Interface.java"])
        subprocess.run(["javac", "-nowarn", "-d", folder, source], check=True, capture_output=True)
        yield folder


@needs_java
@pytest.mark.parametrize("tier", working_tiers())
def test_java_starts_by_its_name_a_link_and_its_full_path(
    tier: Tier, classes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert JAVA is not None
    home = java_home(Path(JAVA))
    link = classes.parent / f"java-{tier}"
    link.symlink_to(JAVA)
    monkeypatch.chdir(classes)
    for java in ("java", JAVA, f"{home}/bin/java", str(link)):
        report = ran(f"{java} Interface", tier, b"isready\nquit\n")
        assert report.stdout == b"readyok\nquitting\n", (java, report)
    assert ran("javac -version", tier).verdict is RunVerdict.OK


@needs_java
@pytest.mark.parametrize("tier", working_tiers())
def test_options_of_a_command_line_hold(
    tier: Tier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o755)
    (tmp_path / "options").write_text('"-XX:+UseParallelGC"\n-Xmx96m\n')
    assert flags(ran(f"java {FLAGS}", tier))["UseSerialGC"] == "true"
    told = flags(ran(f"java -Xmx64m -XX:+UseG1GC {FLAGS}", tier))
    assert (told["UseG1GC"], told["UseSerialGC"]) == ("true", "false")
    assert told["MaxHeapSize"] == str(64 << 20)
    told = flags(ran(f"java @options {FLAGS}", tier))
    assert (told["UseParallelGC"], told["MaxHeapSize"]) == ("true", str(96 << 20))
    assert flags(ran(f"java -XX:+UseG1GC {FLAGS}", tier))["UseG1GC"] == "true"
    small = flags(ran(f"java -XX:MaxRAMPercentage=1 {FLAGS}", tier))
    assert small["MaxRAMPercentage"] == "1.000000"
    assert small["MaxHeapSize"] != flags(ran(f"java {FLAGS}", tier))["MaxHeapSize"]


def test_our_options_give_way_to_what_they_would_forbid() -> None:
    assert set(LEAN) < set(java_options()) == set(java_options(["-Xmx1g", "Main", "-cp"]))
    for word, ours in (
        ("-XX:+UseZGC", "-XX:+UseSerialGC"),
        ("-XX:InitialCodeCacheSize=40m", "-XX:ReservedCodeCacheSize=32m"),
        ("-XX:-UseCompressedClassPointers", "-XX:CompressedClassSpaceSize=32m"),
        ("-XX:+PrintFlagsFinal", "-XX:+DisplayVMOutputToStderr"),
    ):
        assert set(LEAN) - set(java_options(["-Xss1m", word, "Main"])) == {ours}


def test_only_what_lies_in_a_java_is_of_one(tmp_path: Path) -> None:
    home = tmp_path / "jdk"
    for name in ("bin/java", "lib/jli/libjli.so", "other/java"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    (tmp_path / "java").symlink_to(home / "bin" / "java")
    assert java_home(tmp_path / "java") == java_home(home / "bin" / "java") == home
    assert java_home(home / "other" / "java") is None
    assert java_home(Path(sys.executable)) is None and java_home(Path("/usr/bin/env")) is None


@needs_java
@pytest.mark.parametrize("tier", working_tiers())
def test_a_compiled_folder_is_coordinated_in_a_sandbox(
    tier: Tier, classes: Path, tmp_path: Path
) -> None:
    words = ["coordinate", "e0", os.path.relpath(classes, tmp_path), "time", "20000"]
    done = subprocess.run(
        [sys.executable, "-m", "inarow", *words, "--sandbox", "--json"],
        env={**os.environ, "INAROW_SANDBOX": str(tier)},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    played = json.loads(done.stdout)
    assert played["reason"] in ("four in a row", "draw"), played
