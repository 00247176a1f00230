"""``inarow coordinate --sandbox``: engines that are not trusted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandboxes import Tier, working_tiers
from system_paths import system_python

BEST = working_tiers()[0]
SANDBOXED = Path(__file__).parents[1] / "hostile_programs" / "answers" / "hostile_engine.py"
PLAIN = Path(__file__).parents[1] / "helpers" / "course_programs" / "plain_engine.py"


def sandboxed(
    mode: str, *words: str, tier: object = BEST, wrong: bool = True
) -> subprocess.CompletedProcess[str]:
    """An engine that may do wrong against a plain one, both in a sandbox of a tier."""
    python, _ = system_python()
    first = f"{python} {SANDBOXED} '{mode}'" if wrong else f"{python} {PLAIN}"
    return subprocess.run(
        [
            *(str(Path(sys.executable).parent / "inarow"), "coordinate", "--sandbox", "--json"),
            *("e0", first, "e1", f"{python} {PLAIN}", *words),
        ],
        env={**os.environ, "INAROW_SANDBOX": str(tier)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.process
@pytest.mark.parametrize("tier", working_tiers())
def test_sandboxed_engines_play_and_every_turn_is_measured(tier: Tier) -> None:
    done = sandboxed("", wrong=False, tier=tier)
    assert done.returncode == 0, done.stderr
    game = json.loads(done.stdout)
    assert game["reason"] == "four in a row" and game["tier"] == (None if tier == "none" else tier)
    assert len(game["turns"]) == len(game["history"])
    for turn in game["turns"]:
        assert turn["verdict"] == "OK" and turn["cpu_ms"] > 0 and turn["peak_mb"] > 1


@pytest.mark.process
@pytest.mark.parametrize(
    ("mode", "reason", "verdict"),
    [
        ("dies", "crash", "EXIT_STATUS"),
        ("column 9", "illegal move", "INVALID"),
        ("in words", "illegal move", "INVALID"),
        ("sleeps", "time", "TIMEOUT"),
    ],
)
def test_a_sandboxed_engine_that_does_wrong_loses(mode: str, reason: str, verdict: str) -> None:
    done = sandboxed(mode, "time", "300" if mode == "sleeps" else "20000")
    assert done.returncode == 0, done.stderr
    game = json.loads(done.stdout)
    assert (game["reason"], game["winner"]) == (reason, 1)
    assert game["turns"][-1]["verdict"] == verdict and game["turns"][-1]["side"] == 0


@pytest.mark.process
def test_a_wrong_word_for_the_sandbox_is_one_sentence() -> None:
    done = sandboxed("", tier=3)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "INAROW_SANDBOX is '3'" in done.stderr
