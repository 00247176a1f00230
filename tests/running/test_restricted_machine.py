"""Containers and chroots: every command works as root without CAP_SYS_ADMIN, where a filter refuses
namespaces and mounts, control groups are read-only, the folders on the way are closed and
pseudo-terminals are few. ``restricted_machine.py`` makes such a machine for a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import restricted_machine
from sandboxes import needed
from system_paths import system_python

HELPER = Path(restricted_machine.__file__)
COURSE_PROGRAMS = HELPER.parent / "course_programs"
DOCKER: tuple[str, ...] = ()
PYTHON, _ = system_python()

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        bool(restricted_machine.refusal()), reason=restricted_machine.refusal() or "it works"
    ),
]

Restricted = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def restricted(command: Callable[[str], str], tmp_path: Path) -> Restricted:
    """Runs an inarow command on a machine with these options, in an empty folder."""

    def run(
        options: tuple[str, ...], *words: str, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        environment = {
            name: value for name, value in os.environ.items() if name != "INAROW_SANDBOX"
        }
        return subprocess.run(
            [sys.executable, str(HELPER), *options, command("inarow"), *words],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run


@pytest.mark.parametrize(
    ("options", "tier", "why", "advice"),
    [
        (DOCKER, 2, "not tier 1: mount namespace: Operation not permitted", "in Docker with"),
        (("--chroot",), 2, "not tier 1: keeping mounts", "run outside of the chroot"),
        (
            ("--no-landlock",),
            None,
            "tier 2: Landlock: Operation not permitted",
            "let the container's filter of system calls pass Landlock",
        ),
        (
            ("--no-capabilities",),
            None,
            "tier 2: root has no capability CAP_CHOWN",
            "run as an ordinary user",
        ),
    ],
)
def test_doctor_says_what_is_missing_and_how_to_get_it(
    options: tuple[str, ...], tier: int | None, why: str, advice: str, restricted: Restricted
) -> None:
    needed(2)
    done = restricted(options, "doctor", "--json")
    assert done.stderr == "" and done.returncode == (0 if tier else 1), done
    answer = json.loads(done.stdout)
    assert answer["tier"] == tier
    assert why in answer["why"] and advice in answer["advice"], answer
    if tier is not None:
        for name, state in answer["languages"].items():
            assert state["works"] == (state["version"] is not None), (name, state)


@pytest.mark.parametrize("options", [DOCKER, ("--chroot",)], ids=["docker", "chroot"])
def test_programs_run_and_play(
    options: tuple[str, ...], restricted: Restricted, tmp_path: Path
) -> None:
    needed(2)
    (tmp_path / "main.py").write_text("print(3)")
    done = restricted(options, "run", "main.py")
    assert (done.stdout, done.returncode) == ("3\n", 0), done
    engine = f"{PYTHON} {COURSE_PROGRAMS / 'plain_engine.py'}"
    done = restricted(options, "coordinate", "--sandbox", "--quiet", "e0", engine)
    assert done.returncode == 0 and "four in a row" in done.stdout, done
    done = restricted(options, "match", engine, engine, "--set", "adapter=engine", "--games", "2")
    assert done.returncode == 0 and "2 games" in done.stdout, done


def test_program_on_terminal_runs_where_terminals_are_few(
    restricted: Restricted, tmp_path: Path
) -> None:
    needed(2)
    source = (
        '#include <stdio.h>\n#include <unistd.h>\nint main(void) { puts(isatty(0) ? "3" : "-"); }'
    )
    (tmp_path / "Lab7Part2.c").write_text(source)
    done = restricted(DOCKER, "run", "Lab7Part2.c", "--course", "aps105")
    assert (done.stdout.strip(), done.returncode) == ("3", 0), done


def test_without_a_sandbox_nothing_runs_and_the_reason_is_one_line(
    restricted: Restricted, tmp_path: Path
) -> None:
    (tmp_path / "main.py").write_text("print(3)")
    done = restricted(("--no-landlock",), "run", "main.py")
    assert done.returncode != 0 and done.stdout == ""
    assert (
        done.stderr.count("\n") == 1 and "tier 2: Landlock: Operation not permitted" in done.stderr
    )
    done = restricted(("--no-landlock",), "run", "--no-sandbox", "main.py")
    assert (done.stdout, done.returncode) == ("3\n", 0), done


@pytest.mark.parametrize(
    "words",
    [
        ("play", "--seed", "1", "--level", "1"),
        ("analyse", "4444416353"),
        ("puzzle",),
    ],
    ids=lambda words: words[0],
)
def test_other_commands_need_nothing_of_the_machine(
    words: tuple[str, ...], restricted: Restricted
) -> None:
    assert restricted(("--no-landlock",), *words).returncode == 0
