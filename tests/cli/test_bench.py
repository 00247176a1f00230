"""The bench signature: the nodes of all workloads together."""

from __future__ import annotations

import json

import pytest

from inarow.cli import main
from inarow.cli.commands.bench import WORKLOADS

SIGNATURE = 6944015
"""A commit that moves this number says so and why: something is searched differently."""


def test_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["signature"] == SIGNATURE
    assert data["signature"] == sum(workload["nodes"] for workload in data["workloads"])
    assert [workload["name"] for workload in data["workloads"]] == [w.name for w in WORKLOADS]


def test_table_ends_with_the_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    name, nodes, *_ = capsys.readouterr().out.splitlines()[-1].split()
    assert (name, int(nodes)) == ("signature", SIGNATURE)
