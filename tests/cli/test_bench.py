"""The bench signature: the nodes of every workload, and of all together."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable

import pytest

from inarow.cli import main
from inarow.cli.commands.dev.bench import TEXTBOOK, WORKLOADS, Workload

NODES = {
    "connect4 minimax depth 6": 1107898,
    "connect4 alpha-beta depth 9": 4910974,
    "maxconnect4 minimax depth 5": 202689,
    "maxconnect4 alpha-beta depth 7": 722454,
    "connect4 solver": 342276,
    "connect4 player depth 10": 287284,
    "maxconnect4 player depth 8": 81384,
    "maxconnect4:6x4 solver": 157498,
    "gomoku player depth 4": 47761,
    "connect6 player depth 4": 15222,
}
"""A commit that moves one of these numbers says so and why: something is searched differently."""

TEXTBOOK_NODES = 6944015
SIGNATURE = 7875440


@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_a_workload_searches_what_it_did(workload: Workload) -> None:
    assert workload.nodes() == NODES[workload.name]


def test_the_signature_is_the_sum() -> None:
    assert list(NODES) == [workload.name for workload in WORKLOADS]
    assert sum(NODES.values()) == SIGNATURE
    assert sum(NODES[workload.name] for workload in TEXTBOOK) == TEXTBOOK_NODES


def test_data_and_the_same_nodes_by_the_instructions_of_any_machine(
    command: Callable[[str], str],
) -> None:
    done = subprocess.run(
        [command("inarow"), "dev", "bench", "--json"],
        env={**os.environ, "INAROW_BASELINE": "1"},
        stdout=subprocess.PIPE,
        check=True,
    )
    data = json.loads(done.stdout)
    assert (data["signature"], data["textbook"]) == (SIGNATURE, TEXTBOOK_NODES)
    assert {workload["name"]: workload["nodes"] for workload in data["workloads"]} == NODES


def test_the_table_ends_with_the_textbook_searches_and_the_signature(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["dev", "bench"]) == 0
    ends = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[-2:]]
    assert ends == [["textbook", str(TEXTBOOK_NODES)], ["signature", str(SIGNATURE)]]
