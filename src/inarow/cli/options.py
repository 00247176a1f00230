"""The types of options, and the options that several commands have."""

from __future__ import annotations

import os
import re
from argparse import ArgumentTypeError, Namespace
from collections.abc import Collection, Iterable
from typing import Any, Protocol

from inarow import text as texts
from inarow.errors import UserError
from inarow.limits import MOST_THREADS
from inarow.text import require_range, suggestion, truncate

_UNITS_S = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0}
_DURATION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|s|m|h|d)")
_LONGEST_S = 366 * 86400.0


class Options(Protocol):
    """A parser, or a group of its options."""

    def add_argument(self, *names: str, **how: Any) -> Any: ...


def int_arg(text: str) -> int:
    """A whole number in ASCII with an optional sign; the command itself knows the range."""
    number = texts.integer(text)
    if number is None:
        raise ArgumentTypeError(f"'{truncate(text)}' is not an integer")
    return number


def float_arg(text: str) -> float:
    """A number such as ``0.5``; the command itself knows the range."""
    number = texts.decimal(text)
    if number is None:
        raise ArgumentTypeError(f"'{truncate(text)}' is not a number")
    return number


def duration(text: str) -> float:
    """Seconds of a time with its unit: ``500ms``, ``2.5s``, ``5m``, ``2h``, ``1d``, or ``0``."""
    found = _DURATION.fullmatch("0s" if text == "0" else text)
    if found is None:
        raise ArgumentTypeError(f"'{truncate(text)}' is not a time such as 500ms, 2s, 5m or 2h")
    seconds = float(found[1]) * _UNITS_S[found[2]]
    if seconds > _LONGEST_S:
        raise ArgumentTypeError(f"'{truncate(text)}' is longer than 366d")
    return seconds


def time_arg(text: str) -> float:
    """A duration above 0."""
    seconds = duration(text)
    if seconds == 0:
        raise ArgumentTypeError(f"'{text}' is no time: expected more than 0")
    return seconds


def milliseconds(seconds: float) -> int:
    """A duration for those that count in milliseconds."""
    return round(seconds * 1000)


def add_json(options: Options, what: str = "one JSON object") -> None:
    options.add_argument("--json", action="store_true", help=f"print {what}")


def add_jobs(options: Options, what: str, default: int | None = None) -> None:
    """``--jobs N``, for as many cores as there are unless ``default`` says otherwise."""
    usual = "CPU cores" if default is None else str(default)
    options.add_argument(
        "--jobs",
        type=int_arg,
        default=(os.cpu_count() or 1) if default is None else default,
        metavar="N",
        help=f"{what} (default: {usual})",
    )


def add_no_sandbox(options: Options) -> None:
    options.add_argument(
        "--no-sandbox", action="store_true", help="run programs unprotected, with all your rights"
    )


def add_seed(options: Options, what: str, default: int | None = None) -> None:
    usual = "random" if default is None else str(default)
    options.add_argument(
        "--seed", type=int_arg, default=default, metavar="N", help=f"{what} (default: {usual})"
    )


def add_threads(options: Options, default: str = "1") -> None:
    options.add_argument(
        "--threads",
        type=int_arg,
        metavar="N",
        help=f"threads for hard positions (default: {default})",
    )


def require_threads(args: Namespace) -> None:
    if args.threads is not None:
        require_range("--threads", args.threads, 1, MOST_THREADS)


def refuse_options(args: Namespace, game: str, *options: str) -> None:
    """Refuse options, named as they are typed, that would change nothing for a game."""
    for option in options:
        if getattr(args, option.removeprefix("--").replace("-", "_")) not in (None, False):
            raise UserError(f"{option} does not apply to {game}")


def add_set(options: Options, what: str) -> None:
    options.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help=f"{what} (repeatable)"
    )


def settings(
    given: list[str], known: Iterable[str], tables: Collection[str] = ()
) -> dict[str, Any]:
    """The values of ``--set KEY=VALUE`` options. A key ``a.b`` is ``b`` in the table ``a``; a value
    is a number, true or false where it looks like one, and else a text. Keys in ``tables`` are not
    checked here."""
    names = list(known)
    found: dict[str, Any] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals:
            raise UserError(f"--set '{truncate(text)}' is not KEY=VALUE")
        table, _, name = key.rpartition(".")
        if key not in names and table not in tables:
            near = (
                suggestion(key, names)
                or f"; expected one of {', '.join([*names, *(f'{table}.KEY' for table in tables)])}"
            )
            raise UserError(f"--set: unrecognised key '{truncate(key)}'{near}")
        place = found.setdefault(table, {}) if table else found
        if name in place:
            raise UserError(f"--set: duplicate key '{key}'")
        place[name] = _value(value)
    return found


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    number = texts.integer(text)
    if number is None and text[:1].isdigit():
        return text if (decimal := texts.decimal(text)) is None else decimal
    return text if number is None else number
