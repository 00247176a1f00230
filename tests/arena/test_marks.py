"""Places become marks by a rule that anybody can check."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from inarow.arena.entries import EntrySpec, EntryState
from inarow.arena.marks import Band, MarkRule, read_rule, tournament_marks
from inarow.arena.standings import StandingRow
from inarow.errors import UserError
from small_event import ANN, small_event


def rows(*ranks: int) -> list[StandingRow]:
    return [
        StandingRow(f"e{n}", rank, 1, 1, 0.0, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0, 0)
        for n, rank in enumerate(ranks)
    ]


def marks(rule: MarkRule, table: list[StandingRow], of: float = 2.0) -> list[Decimal]:
    return [rule.mark(row, table, of, beaten=2, moved=True) for row in table]


def test_linear_marks_run_from_all_to_none_and_ties_share_the_better() -> None:
    assert marks(MarkRule(), rows(1, 2, 2, 4)) == [
        Decimal("2.00"),
        Decimal("1.33"),
        Decimal("1.33"),
        Decimal("0.00"),
    ]
    assert marks(MarkRule(), rows(1, 1)) == [Decimal("2.00")] * 2


def test_bands_are_by_place_or_by_share() -> None:
    rule = MarkRule("bands", (Band(1, None, 2.0), Band(None, 0.5, 1.5), Band(None, 1.0, 0.5)))
    assert marks(rule, rows(1, 2, 3, 4)) == [Decimal(m) for m in ("2.00", "1.50", "0.50", "0.50")]


def test_beaten_opponents_count_and_who_never_moved_has_nothing() -> None:
    table = rows(1, 2, 3, 4, 5)
    assert MarkRule("beaten").mark(table[0], table, 2.0, 2, moved=True) == Decimal("1.00")
    assert MarkRule("beaten").mark(table[0], table, 2.0, 2, moved=False) == Decimal(0)


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "kind is None"),
        ("= 1", "is no TOML"),
        ('kind = "bands"', "bands must be a list"),
        ('kind = "bands"\nbands = [1]', "a band must be a table"),
        ('kind = "bands"\nbands = [{ marks = 1 }]', "best or share"),
        ('kind = "bands"\nbands = [{ best = 1 }]', "has no marks"),
        (
            'kind = "bands"\nbands = [{ best = "x", marks = 1 }]',
            "best is 'x' in a band, expected a whole",
        ),
        ('kind = "bands"\nbands = [{ best = 0, marks = 1 }]', "best is 0 in a band"),
        ('kind = "bands"\nbands = [{ best = 1, marks = -3 }]', "marks is -3 in a band, expected 0"),
        ('kind = "bands"\nbands = [{ share = 99, marks = 1 }]', "share is 99 in a band, .* to 1"),
        ('kind = "linear"\nmarks = 3', "unrecognised key 'marks'; a rule of kind linear has kind"),
        ('kind = "linear"\nbands = []', "unrecognised key 'bands'"),
    ],
)
def test_a_wrong_rule_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "rule.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=sentence):
        read_rule(str(file))


def test_earlier_version_of_an_entry_has_no_mark_of_its_own(tmp_path: Path) -> None:
    with small_event(tmp_path) as store:
        before = tournament_marks(store, MarkRule(), 2)
        store.enter(EntrySpec(ANN, "random", "c1234567"))
        store.set_state(ANN, EntryState.PLAYING)
        assert f"{ANN} (version 1)" in {row.name for row in store.entries()}
        assert tournament_marks(store, MarkRule(), 2).keys() == before.keys()
        assert tournament_marks(store, MarkRule(), 2)[ANN] == 0  # it has not moved yet
