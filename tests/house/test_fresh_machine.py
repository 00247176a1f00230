"""``make fresh`` finds the settings of this machine. Its new machine is tried by hand, as root."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.fresh_machine import (
    FreshMachineError,
    Outcome,
    apt_sources,
    local_folders,
    mirror_of,
    pytest_summary,
)

ONE_LINE = """
# deb http://old.example/debian bookworm main
deb [arch=amd64] http://one.example/debian bookworm main contrib
deb-src http://one.example/debian bookworm main
deb http://one.example/security bookworm-security main
deb http://tools.example/apt cloud-bookworm main
"""
BLOCKS = """
Types: deb deb-src
URIs: http://two.example/debian
Suites: bookworm bookworm-updates trixie
Components: main
Signed-By: /usr/share/keyrings/debian.gpg

Types: deb
URIs: https://node.example/node_20.x
Suites: nodistro
Components: main
"""


def test_only_sources_of_the_suite_are_taken() -> None:
    signed = "[signed-by=/usr/share/keyrings/debian.gpg] "
    assert apt_sources([ONE_LINE, BLOCKS], "bookworm") == [
        "deb [arch=amd64] http://one.example/debian bookworm main contrib",
        "deb http://one.example/security bookworm-security main",
        f"deb {signed}http://two.example/debian bookworm main",
        f"deb {signed}http://two.example/debian bookworm-updates main",
    ]


def test_debian_is_installed_from_its_own_source() -> None:
    assert mirror_of(apt_sources([ONE_LINE], "bookworm"), "bookworm") == "http://one.example/debian"
    assert mirror_of(apt_sources([BLOCKS], "trixie"), "trixie") == "http://two.example/debian"
    with pytest.raises(FreshMachineError, match="has no source of Debian bookworm"):
        mirror_of(["deb http://one.example/security bookworm-security main"], "bookworm")


def test_folders_of_packages_that_pip_names_are_found(tmp_path: Path) -> None:
    for name in ("index/simple", "index/files", "wheels", "more"):
        (tmp_path / name).mkdir(parents=True)
    settings = f"""
[global]
cert = {tmp_path}/no-folder.crt
extra-index-url = file://{tmp_path}/index/simple https://index.example/simple
find-links = {tmp_path}/wheels
PIP_FIND_LINKS={tmp_path}/more
"""
    folders = [tmp_path / "index", tmp_path / "more", tmp_path / "wheels"]
    assert local_folders(settings) == folders


def test_summary_has_what_pytest_says_at_its_end() -> None:
    output = (
        "x\n==== 1 passed in 0.1s ====\n=== 2 failed, 10 passed in 61.50s (0:01:01) ===\nlint\n"
    )
    assert pytest_summary(output) == "2 failed, 10 passed"
    assert pytest_summary("1 failed, 168 errors in 2987.83s (0:49:47)\n") == "1 failed, 168 errors"
    assert pytest_summary("make: *** [Makefile:1: test] Error 2") == ""
    outcome = Outcome("make test", 2, 61.4, 100.2, "2 failed, 10 passed", ["sleep"])
    assert str(outcome) == (
        "fresh: make test: exit status 2, 61 s wall, 100 s CPU; 2 failed, 10 passed;"
        " left running: sleep"
    )
