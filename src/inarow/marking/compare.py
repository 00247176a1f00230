"""What a program printed beside what it should have printed: the same bytes, or a named cause.

Each leniency forgives one thing and is asked for by itself; a difference says with which it would
be forgiven.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import combinations
from typing import NamedTuple

LENIENCIES = {
    "newline": "any line ends, and the last one may be missing",
    "space": "spaces and tabs at the start and the end of a line",
    "bom": "a byte order mark",
    "extra": "lines before or after those that are expected",
}
"""What can be forgiven, by the word of ``--lenient WORD``."""

_BOM = b"\xef\xbb\xbf"


class Difference(NamedTuple):
    """Why two outputs are not the same: a name, a sentence, and the leniencies that would do."""

    cause: str
    reason: str
    would_pass: tuple[str, ...] = ()


Classify = Callable[[bytes, bytes], Difference | None]
"""Names what is wrong with the content of an output, by what was wanted and what came; None if it
has no name for it."""


def unclassified(expected: bytes, got: bytes) -> None:
    """Names nothing."""


def difference(
    expected: bytes,
    got: bytes,
    lenient: Collection[str] = (),
    classify: Classify = unclassified,
) -> Difference | None:
    """None if the output is taken; ``classify`` names what is wrong with its content."""
    if same(expected, got, lenient):
        return None
    if not got:
        return Difference("NO_OUTPUT", "nothing was printed")
    for count in range(1, len(LENIENCIES) + 1):
        for more in combinations(LENIENCIES, count):
            if same(expected, got, {*lenient, *more}):
                added = tuple(word for word in more if word not in lenient)
                cause, reason = _format_cause(expected, got)
                flags = " ".join(f"--lenient {word}" for word in added)
                return Difference(cause, f"{reason}; would pass with {flags}", added)
    return classify(expected, got) or _content(expected, got)


def same(expected: bytes, got: bytes, lenient: Collection[str]) -> bool:
    """Whether an output is taken under some leniencies."""
    if expected == got:
        return True
    if not lenient:
        return False
    wanted, found = _lines(expected, lenient), _lines(got, lenient)
    if "extra" not in lenient or not wanted:
        return wanted == found
    if "newline" not in lenient and not wanted[-1]:
        # Whole lines only, each with its newline; a question has none at its end.
        wanted, found = wanted[:-1], found[:-1]
    size = len(wanted)
    return found[:size] == wanted or found[-size:] == wanted


def may_become(expected: bytes, got: bytes, lenient: Collection[str]) -> bool:
    """Whether the beginning of an output can still be completed to one that is taken."""
    if "extra" in lenient:
        return True
    wanted, found = (b"\n".join(_lines(data, lenient)) for data in (expected, got))
    return wanted.startswith(found)


def _lines(data: bytes, lenient: Collection[str]) -> list[bytes]:
    if "bom" in lenient:
        data = data.removeprefix(_BOM)
    if "newline" in lenient:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").strip(b"\n")
    lines = data.split(b"\n")
    if "space" in lenient:
        lines = [line.strip(b" \t") for line in lines]
    return lines


def content_lines(data: bytes) -> list[bytes]:
    """Returns the lines of an output under every leniency."""
    return _lines(data, LENIENCIES)


def _format_cause(expected: bytes, got: bytes) -> tuple[str, str]:
    """The first thing that is wrong with an output whose content is right."""
    if got.startswith(_BOM):
        return "BOM", "the output begins with a byte order mark"
    if b"\r\n" in got and b"\r\n" not in expected:
        return "CRLF", "lines end with CR LF where LF belongs"
    if b"\r" in got and b"\r" not in expected:
        return "CR", "lines end with CR where LF belongs"
    if got == expected.removesuffix(b"\n"):
        return "MISSING_NEWLINE", "the last line has no newline"
    wanted, found = expected.split(b"\n"), got.split(b"\n")
    for number, line in enumerate(found, 1):
        if line.rstrip(b" \t") != line and line not in wanted:
            return "TRAILING_SPACE", f"line {number} has white space at its end"
        if line.lstrip(b" \t") != line and line not in wanted:
            return "LEADING_SPACE", f"line {number} has white space at its start"
    if len(found) == len(wanted) and expected != got:
        place = next(i for i, (a, b) in enumerate(zip(wanted, found, strict=True)) if a != b)
        if wanted[place].strip(b" \t") == found[place].strip(b" \t"):
            return "MISSING_SPACE", f"line {place + 1} has less white space than belongs there"
    if len(found) > len(wanted):
        extra = len(found) - len(wanted)
        return "EXTRA_LINE", f"{extra} more line{'s' if extra > 1 else ''} than expected"
    return "MISSING_NEWLINE", "the last line has no newline"


def _content(expected: bytes, got: bytes) -> Difference:
    wanted, found = content_lines(expected), content_lines(got)
    if not got.isascii():
        return Difference("NOT_ASCII", "the output contains a byte that is not ASCII")
    if len(found) < len(wanted) and wanted[: len(found)] == found:
        count = len(wanted) - len(found)
        return Difference(
            "MISSING_LINE", f"{count} line{'s' if count > 1 else ''} of the answer missing"
        )
    place = next(
        (i for i, (one, other) in enumerate(zip(wanted, found, strict=False)) if one != other),
        min(len(wanted), len(found)),
    )
    return Difference("WRONG_OUTPUT", f"line {place + 1} is not what is expected")
