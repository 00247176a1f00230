"""Entries are made ready side by side, and one that fails does not hold up the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from inarow.arena.builds import build_entries
from inarow.arena.event import tournament_from_dict
from inarow.errors import UserError
from inarow.executor import LocalExecutor

pytestmark = [pytest.mark.process, pytest.mark.sandbox]


def test_programs_are_built_by_the_executor_in_the_order_of_the_event(tmp_path: Path) -> None:
    entries: list[dict[str, str]] = []
    for number in range(4):
        (tmp_path / f"e{number}").mkdir()
        source = "int main(void) { return 0; }" if number != 2 else "int main(void) {"
        (tmp_path / f"e{number}" / "ConnectFour.c").write_text(f"/* {number} */ {source}")
        entries.append({"name": f"e{number}", "source": str(tmp_path / f"e{number}")})
    entries.insert(1, {"name": "ours", "source": "level:1"})
    entries.insert(3, {"name": "late", "source": "nowhere", "refused": "2 days late"})
    event, specs = tournament_from_dict({"course": "comp3308", "entries": entries})
    news: list[tuple[int, int]] = []
    with LocalExecutor(2) as executor:
        found = build_entries(event, specs, executor, on_progress=lambda *words: news.append(words))
    assert [entry.name for entry in found] == [entry["name"] for entry in entries]
    assert [bool(entry.problem) for entry in found] == [False, False, False, True, True, False]
    assert found[3].problem == "2 days late" and found[4].problem.startswith("COMPILE_ERROR")
    assert found == build_entries(event, specs)
    assert news == [(number, 6) for number in (3, 4, 5, 6)]


def test_a_source_that_is_nothing_is_one_sentence() -> None:
    data = {"course": "comp3308", "entries": ["random", "nobody-of-that-name"]}
    event, specs = tournament_from_dict(data)
    with (
        LocalExecutor(1) as executor,
        pytest.raises(UserError, match="'nobody-of-that-name' is neither"),
    ):
        build_entries(event, specs, executor)
