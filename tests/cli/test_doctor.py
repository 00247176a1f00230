"""``inarow doctor``: what works here is tried, and said."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from os import environ
from pathlib import Path
from typing import NoReturn

import pytest

from inarow.running.doctor import run_doctor
from inarow.running.languages import LANGUAGES, TOOL_KINDS
from inarow.running.toolchain import Toolchain
from sandboxes import needed, none_works

pytestmark = pytest.mark.process


def doctor(
    command: str, *words: str, variables: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    settings = {**environ, **(variables or {})}
    return subprocess.run(
        [command, "doctor", *words], capture_output=True, text=True, check=False, env=settings
    )


@pytest.fixture
def inarow(command: Callable[[str], str]) -> str:
    return command("inarow")


@pytest.mark.parametrize("tier", [1, 2])
def test_every_language_is_tried_in_a_tier(inarow: str, tier: int) -> None:
    needed(tier)
    done = doctor(inarow, "--json", variables={"INAROW_SANDBOX": str(tier)})
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert answer["tier"] == tier and answer["launch_ms"] > 0
    assert str(tier) in answer["memory"]
    for bound in answer["memory"].values():
        assert bound in ("group v1", "group v2") or bound.startswith("address space only (")
    assert list(answer["languages"]) == list(LANGUAGES)
    for name, state in answer["languages"].items():
        assert state["works"] == (state["version"] is not None), (name, state)


def test_every_language_is_built_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    if none_works():
        pytest.skip(none_works())

    def no_cache(kind: str) -> NoReturn:
        raise AssertionError(f"doctor looks for {kind} that were built before")

    monkeypatch.setattr("inarow.running.build.FolderCache", no_cache)
    monkeypatch.setattr("inarow.running.doctor.LANGUAGES", {"c": LANGUAGES["c"]})
    state = run_doctor(Toolchain()).languages["c"]
    assert state.works == (state.version is not None), state


def test_without_a_sandbox_nothing_is_safe(inarow: str) -> None:
    done = doctor(inarow, variables={"INAROW_SANDBOX": "none"})
    assert done.returncode == 1
    assert "INAROW_SANDBOX=none asks for no sandbox" in done.stdout
    assert done.stdout.endswith("Programs of others cannot be run safely here.\n")
    assert "works" not in done.stdout


def test_a_missing_language_is_named_with_what_to_install(inarow: str, tmp_path: Path) -> None:
    tools = tmp_path / "tools.toml"
    tools.write_text('[octave]\ncommand = "no-such-octave"\n')
    done = doctor(inarow, "--json", "--toolchain", str(tools))
    state = json.loads(done.stdout)["languages"]["matlab"]
    assert state["version"] is None and not state["works"]
    assert "no-such-octave" in state["problem"] and "Debian: octave" in state["problem"]


def test_a_wrong_setting_is_one_sentence(inarow: str) -> None:
    done = doctor(inarow, variables={"INAROW_SANDBOX": "9"})
    assert (done.returncode, done.stdout) == (2, "")
    assert "INAROW_SANDBOX is '9', and must be 1, 2 or none" in done.stderr


def test_controls_of_a_toolchain_do_not_reach_the_terminal(inarow: str, tmp_path: Path) -> None:
    names = tmp_path / "tools.toml"
    tools = [name for name, kind in TOOL_KINDS.items() if not kind.substitute]
    names.write_text("".join(f'["{tool}"]\ncommand = "/no/\\u001b[31m"\n' for tool in tools))
    done = doctor(inarow, "--toolchain", str(names))
    assert "\x1b" not in done.stdout and done.stdout.count("/no/\\x1b[31m") == len(LANGUAGES)
