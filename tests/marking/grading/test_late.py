"""Every started day counts whole, beyond the last day the mark is 0, and rounding comes once."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.course import find_late_rule
from inarow.errors import UserError
from inarow.late import LateBase, LateRule, days_late
from inarow.marking.results import round_marks

DUE = datetime(2021, 4, 16, 23, 59, tzinfo=ZoneInfo("Australia/Sydney"))
MARKS = st.decimals(0, 100, places=3)
RULES = st.builds(
    LateRule,
    st.decimals(0, 100, places=2),
    st.sampled_from(LateBase),
    st.none() | st.integers(0, 9),
)


@pytest.mark.parametrize(
    ("after", "days"),
    [
        (timedelta(days=-30), 0),
        (timedelta(0), 0),
        (timedelta(microseconds=1), 1),
        (timedelta(days=1), 1),
        (timedelta(days=1, microseconds=1), 2),
        (timedelta(days=3), 3),
        (timedelta(days=3, seconds=1), 4),
    ],
)
def test_a_started_day_counts_whole(after: timedelta, days: int) -> None:
    assert days_late(DUE, DUE + after) == days


@given(
    st.timedeltas(timedelta(days=-400), timedelta(days=400)),
    st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1)),
)
def test_days_are_whole_days_by_the_wall_clock(after: timedelta, when: datetime) -> None:
    zone = ZoneInfo("Australia/Sydney")
    due = when.replace(tzinfo=zone)
    submitted = (due.astimezone(timezone.utc) + after).astimezone(zone)
    days = days_late(due, submitted)
    ends = [(due + timedelta(days=n)).astimezone(timezone.utc) for n in (days - 1, days)]
    assert submitted <= ends[1]
    assert days == 0 or submitted > ends[0]


def test_a_day_is_longer_when_the_clocks_go_back() -> None:
    due = datetime(2021, 4, 3, 23, 59, tzinfo=ZoneInfo("Australia/Sydney"))
    hours = timedelta(hours=24, minutes=59)
    assert days_late(due, due.astimezone(timezone.utc) + hours) == 1
    assert days_late(due, due.astimezone(timezone.utc) + timedelta(hours=25, seconds=1)) == 2


@pytest.mark.parametrize(
    ("rule", "days", "left"),
    [
        ("comp3308", 0, "4.50"),
        ("comp3308", 2, "4.05"),
        ("comp3308", 3, "3.83"),  # 3.825, half up
        ("comp3308", 4, "0.00"),
        ("comp3308-tournament", 1, "0.00"),
        ("aps105", 0, "4.50"),
        ("aps105", 1, "0.00"),
        ("none", 50, "4.50"),
    ],
)
def test_the_sheets_rules(rule: str, days: int, left: str) -> None:
    earned = Decimal("4.5")
    penalty = find_late_rule(rule).penalty(earned, Decimal(10), days)
    assert str(round_marks(earned - penalty)) == left


def test_a_share_of_the_maximum_never_takes_more_than_was_earned() -> None:
    rule = LateRule(Decimal(10), LateBase.MAXIMUM, 5)
    assert rule.penalty(Decimal(8), Decimal(10), 2) == 2
    assert rule.penalty(Decimal("1.5"), Decimal(10), 2) == Decimal("1.5")


@given(RULES, MARKS, st.integers(0, 12))
def test_later_is_never_better_and_nothing_is_below_zero(
    rule: LateRule, earned: Decimal, days: int
) -> None:
    now, next_day = (rule.penalty(earned, Decimal(100), n) for n in (days, days + 1))
    assert 0 <= now <= next_day <= earned


@given(RULES, MARKS, st.integers(1, 12))
def test_the_penalty_is_exact_before_it_is_rounded(
    rule: LateRule, earned: Decimal, days: int
) -> None:
    base = earned if rule.of is LateBase.EARNED else Decimal(100)
    exact = min(Fraction(base) * Fraction(rule.rate) * days / 100, Fraction(earned))
    if rule.days is not None and days > rule.days:
        exact = Fraction(earned)
    left = Fraction(earned) - exact
    mark = round_marks(earned - rule.penalty(earned, Decimal(100), days))
    assert Fraction(mark) == Fraction((left * 100 + Fraction(1, 2)).__floor__(), 100)


def test_sentences() -> None:
    assert find_late_rule("comp3308").sentence(2) == "2 days late, 5 % a day"
    assert find_late_rule("comp3308").sentence(4) == "4 days late, 0 after 3 days"
    assert find_late_rule("aps105").sentence(1) == "1 day late, late is 0"
    half = LateRule(Decimal("2.50"), LateBase.MAXIMUM)
    assert half.sentence(1) == "1 day late, 2.5 % of the maximum a day"
    assert find_late_rule("none").sentence(1) == "1 day late, no penalty"


@pytest.mark.parametrize("bad", [(Decimal(101), None), (Decimal(-1), None), (Decimal(5), -1)])
def test_impossible_rules_are_refused(bad: tuple[Decimal, int | None]) -> None:
    with pytest.raises(UserError):
        LateRule(bad[0], LateBase.EARNED, bad[1])
