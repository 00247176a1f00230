"""Times with their zones: a due date, an extension, when something was handed in."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from inarow.errors import UserError
from inarow.text import truncate

_YEARS = range(1900, 3000)
"""A day more or less, in any time zone, is a date as well."""
_OFFSET = re.compile(r"([+-])(\d\d):([0-5]\d)")


def time_zone(name: str) -> tzinfo:
    """``Australia/Sydney``, ``UTC``, ``+10:00``."""
    if name in ("UTC", "Z"):
        return timezone.utc
    if found := _OFFSET.fullmatch(name):
        away = timedelta(hours=int(found[2]), minutes=int(found[3]))
        if away < timedelta(hours=24):
            return timezone(-away if found[1] == "-" else away)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UserError(
            f"unknown time zone '{truncate(name)}': use a name such as Europe/Berlin, or +10:00"
        ) from None


def parse_time(text: str, zone: tzinfo, *, latest: bool = False) -> datetime:
    """A time such as ``2021-04-18 16:20:05``, with its own offset or in the zone. Of the two that
    it can mean when the clocks go back it is the first, or the ``latest``: whichever is better for
    the student."""
    cleaned = re.sub(r"(\.\d{6})\d+", r"\1", text.strip()).replace(" UTC", "Z")
    cleaned = re.sub(r" ?Z$", "+00:00", cleaned)
    cleaned = re.sub(r" ([+-]\d\d):?(\d\d)$", r"\1:\2", cleaned)
    try:
        found = datetime.fromisoformat(cleaned)
    except ValueError:
        raise UserError(
            f"time '{truncate(text)}' is not understood: expected one such as 2021-04-18 16:20:05"
        ) from None
    if len(cleaned) <= len("2021-04-18"):
        raise UserError(
            f"time '{truncate(text)}' has no time of day: expected one such as 2021-04-18 16:20"
        )
    return localise(found, zone, latest=latest)


def localise(time: datetime, zone: tzinfo, *, latest: bool = False) -> datetime:
    """A time of the zone, unless it has its own."""
    if time.year not in _YEARS:
        raise UserError(
            f"time {time.isoformat(' ')} is out of range:"
            f" use a year from {_YEARS[0]} to {_YEARS[-1]}"
        )
    if time.tzinfo is not None:
        return time.astimezone(zone)
    return time.replace(tzinfo=zone, fold=int(latest))


def format_time(time: datetime) -> str:
    """``Sunday 18 April 2021, 16:20``; names in English whatever the machine speaks."""
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    months = (
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    )  # fmt: skip
    return (
        f"{days[time.weekday()]} {time.day} {months[time.month - 1]} {time.year},"
        f" {time.hour:02}:{time.minute:02}"
    )
