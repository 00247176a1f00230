"""What handing in late costs: every started day counts whole, beyond the last day the mark is 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any

from inarow.errors import UserError
from inarow.text import plural, truncate


class LateBase(Enum):
    """What the rate is a share of."""

    EARNED = "earned"
    MAXIMUM = "maximum"


@dataclass(frozen=True)
class LateRule:
    """``rate`` is what each day costs in percent, ``days`` the last day on which anything is
    given, None if there is none."""

    rate: Decimal = Decimal(0)
    of: LateBase = LateBase.EARNED
    days: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 100:
            raise UserError(f"late rate is {self.rate}, expected 0 to 100 percent a day")
        if self.days is not None and self.days < 0:
            raise UserError(f"late days are {self.days}, expected 0 or more")

    def penalty(self, earned: Decimal, of: Decimal, days: int) -> Decimal:
        """The marks that are lost of what was earned, exact: never more than all of it."""
        earned = max(earned, Decimal(0))
        if days <= 0:
            return Decimal(0)
        if self.days is not None and days > self.days:
            return earned
        base = earned if self.of is LateBase.EARNED else of
        return min(base * self.rate * days / 100, earned)

    def sentence(self, days: int) -> str:
        """Why so many days cost what they cost: ``2 days late, 5 % a day``."""
        late = f"{plural(days, 'day')} late"
        if self.days is not None and days > self.days:
            last = "late is 0" if not self.days else f"0 after {plural(self.days, 'day')}"
            return f"{late}, {last}"
        if not self.rate:
            return f"{late}, no penalty"
        share = "" if self.of is LateBase.EARNED else " of the maximum"
        return f"{late}, {self.rate.normalize():f} %{share} a day"


def late_rule_of(data: Mapping[str, Any]) -> LateRule:
    """The rule of a table with ``rate``, ``of`` and ``days``; UserError names what is wrong."""
    for key in data:
        if key not in ("rate", "of", "days"):
            raise UserError(f"late has no field '{truncate(key)}': expected rate, of, days")
    rate, days, base = data.get("rate", 0), data.get("days"), data.get("of", "earned")
    if isinstance(rate, bool) or not isinstance(rate, int | Decimal):
        raise UserError(f"late rate is {truncate(repr(rate))}, expected percent a day")
    if days is not None and (isinstance(days, bool) or not isinstance(days, int)):
        raise UserError(f"late days are {truncate(repr(days))}, expected a whole number")
    words = {kind.value: kind for kind in LateBase}
    if not isinstance(base, str) or base not in words:
        raise UserError(f"late of is {truncate(repr(base))}, expected {' or '.join(words)}")
    return LateRule(Decimal(rate), words[base], days)


def days_late(due: datetime, submitted: datetime) -> int:
    """Days that were started after the due date. A day ends at the same time by the clock on the
    wall, also when the clocks change in between."""
    days = max((submitted - due) // timedelta(days=1) - 1, 0)
    while submitted.astimezone(timezone.utc) > later(due, days):
        days += 1
    return days


def later(due: datetime, days: int) -> datetime:
    """The due date so many days later by the clock on the wall, in UTC."""
    return (due + timedelta(days=days)).astimezone(timezone.utc)
