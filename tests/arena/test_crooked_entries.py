"""A crooked list of entries is played to its end: every fault has its name, and the honest entries'
games are as without the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.arena.builds import build_entries
from inarow.arena.event import tournament_from_dict
from inarow.arena.scheduler import play_event
from inarow.arena.standings import StandingRow, status
from inarow.arena.store import Store
from inarow.executor import LocalExecutor

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

HONEST = """
state = sys.argv[1].split(",")
print(next(c for c in {order} if state[5][c] == "."))
"""
PROGRAMS = {
    "left": HONEST.format(order="range(7)"),
    "right": HONEST.format(order="reversed(range(7))"),
    "silent": "",
    "flooding": "while True: print('3' * 4096)",
    "forking": "import os\nwhile True: os.fork()",
    "frozen": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "boasting": "print(3)\nprint('I win')",
    "exiting": "sys.exit(7)",
    "cheating": "print(sys.argv[1].replace('.', sys.argv[2][0]))",
}
FAULTS = {
    "silent": "invalid",
    "flooding": "crashed",
    "forking": "crashed",
    "frozen": "late",
    "boasting": "invalid",
    "exiting": "crashed",
    "cheating": "invalid",
}


def games(
    names: list[str], folder: Path
) -> tuple[dict[str, StandingRow], dict[frozenset[str], set[str]]]:
    """The table, and the games of each pair as moves."""
    entries = [{"name": name, "source": str(folder / name)} for name in names]
    event, specs = tournament_from_dict(
        {
            "course": "comp3308",
            "format": "gauntlet",
            "entries": entries,
            "conduct": {"turn_ms": 700, "draw_after_forfeits": 1},
        }
    )
    with Store(folder / f"{len(names)}.db") as store:
        store.create(event, specs)
        with LocalExecutor(2) as executor:
            play_event(store, build_entries(event, specs), executor, jobs=2)
        found = status(store)
        assert found.done == found.total == 2 * (len(names) - 1)
        played: dict[frozenset[str], set[str]] = {}
        for game in store.games():
            saved = store.log(game.key)
            assert saved is not None
            pair = played.setdefault(frozenset((game.first, game.second)), set())
            pair.add(f"{game.first} {saved.log.record.moves}")
    return {row.entry: row for row in found.standings}, played


def test_the_crooked_are_named_and_the_honest_untouched(tmp_path: Path) -> None:
    for name, body in PROGRAMS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "ConnectFour.py").write_text(f"import sys\n{body}\n")
    rows, played = games(list(PROGRAMS), tmp_path)
    for name, fault in FAULTS.items():
        row = rows[name]
        assert row.points == 0 and row.losses == 2, name
        assert getattr(row, fault) > 0, f"{name}: {row}"
    assert rows["left"].wins == 2 * len(FAULTS) + 1
    assert rows["left"].late == rows["left"].invalid == rows["left"].crashed == 0
    _, alone = games(["left", "right"], tmp_path)
    honest = frozenset(("left", "right"))
    assert played[honest] == alone[honest]
