"""A machine that stalls is found by comparing it with the others, and only so."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.machines import Machines, machine_of


def log(wall_ms: float, stall_ms: float, late: bool = False) -> dict[str, Any]:
    turn = {"wall_ms": wall_ms, "stall_ms": stall_ms}
    return {"turns": [{**turn, "fault": "late"} if late else turn]}


def played(**machines: tuple[int, float]) -> Machines:
    """So many games on each machine, with a share of stall."""
    found = Machines()
    for name, (games, share) in machines.items():
        for number in range(games):
            found.note(f"{name}, worker {number % 2 + 1}", log(1000, 1000 * share, number == 0))
    return found


def test_one_that_stalls_is_named_with_what_was_seen() -> None:
    found = played(slow=(6, 0.5), quick=(6, 0.05))
    assert found.stalling() == (
        "slow",
        "programs waited for a core 50% of their time there, 5% elsewhere, and were late 1 times",
    )
    assert machine_of("vm 0123, worker 2") == "vm 0123"


def test_too_few_games_tell_nothing() -> None:
    assert played(slow=(5, 0.9), quick=(6, 0.0)).stalling() is None
    assert played(slow=(6, 0.9), quick=(5, 0.0)).stalling() is None


@given(st.floats(0, 1), st.integers(1, 4))
def test_machines_that_are_alike_all_stay(share: float, machines: int) -> None:
    alike = {f"m{number}": (8, share) for number in range(machines)}
    assert played(**alike).stalling() is None
