"""``make bench`` runs every table, and a claim says what it must and what it would reach."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.__main__ import TABLES
from benchmarks.measure import Claim, TableParser, report

ROOT = Path(__file__).parents[2]


def test_every_table_is_in_the_list() -> None:
    modules = (ROOT / "benchmarks").glob("[!_]*.py")
    claims = {path.stem for path in modules if "Claim(" in path.read_text()} - {"measure"}
    assert claims == set(TABLES)


def test_the_list_is_printed() -> None:
    run = [sys.executable, "-m", "benchmarks"]
    done = subprocess.run([*run, "--list"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert tuple(done.stdout.split()) == TABLES
    done = subprocess.run([*run, "nothing"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "no table is named nothing" in done.stderr


@pytest.mark.parametrize(
    ("claim", "met"),
    [
        (Claim("time", 1.0, "s", must=2.0, reach=1.0), "reach"),
        (Claim("time", 1.5, "s", must=2.0, reach=1.0), "must"),
        (Claim("time", 2.5, "s", must=2.0, reach=1.0), "MISS"),
        (Claim("score", 90, "%", must=90, reach=95, at_least=True), "must"),
        (Claim("score", 89, "%", must=90, reach=95, at_least=True), "MISS"),
        (Claim("figure", 7, ""), ""),
    ],
)
def test_a_claim_tells_what_it_meets(
    claim: Claim, met: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert claim.met == met
    options = TableParser().options([])
    assert report("title", [claim], options) == int(met == "MISS")
    assert claim.what in capsys.readouterr().out


def test_a_quick_table_is_printed_and_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    miss = Claim("time", 2.5, "s", must=2.0)
    assert report("title", [miss], TableParser().options(["--quick"])) == 0
    shown = capsys.readouterr().out
    assert "not judged" in shown and "time" in shown and "MISS" not in shown


@pytest.mark.parametrize("name", TABLES)
def test_every_table_can_be_quick(name: str) -> None:
    """``python -m benchmarks --quick`` runs them all in a few minutes."""
    parser = import_module(f"benchmarks.{name}").parser()
    assert isinstance(parser, TableParser)
    quick, full = parser.options(["--quick"]), parser.options([])
    assert quick.quick and not full.quick
    for sample in parser.samples:
        assert getattr(quick, sample) != getattr(full, sample)
