"""A certificate: a strategy for each side that holds the value of a game that counts lines.

The file is a line that names the format, a line of JSON, and the two strategies, each compressed by
zlib. ``native/counted/checker/strategy_checker.hpp`` says what a strategy is and why replaying it
is proof.

    inarow certificate 1
    {"rows": 6, "cols": 7, "k": 4, "value": 0, "endgame": 16, "sizes": [n, m], "sha256": "..."}
    <n bytes: the first player's replies><m bytes: the second player's>

With ``"opening": [1]`` after the endgame all of it is about the position after these moves, columns
from 1. A size of 0 is a side without a strategy: then only the other half is claimed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from inarow._core import check_strategy
from inarow.files import write_whole

_TITLE = b"inarow certificate 1\n"
_FIELDS = ("rows", "cols", "k", "value", "endgame")
_LARGEST_NUMBER = 10_000
_LONGEST_OPENING = 63
_MOST_REPLIES = 1 << 28
_LARGEST_FILE = 1 << 29

Watch = Callable[[int, int, int], None]
"""Called now and then with a player, how many of its replies were replayed, and the positions that
took."""


class Certificate(NamedTuple):
    """The first player ends at least ``value`` ahead by ``first``, at most by ``second``; only the
    strategies of ``sides`` are claimed to do so."""

    rows: int
    cols: int
    k: int
    value: int
    endgame: int
    """The checker plays the last so many cells by itself: 0 to all of them."""
    first: bytes
    second: bytes
    opening: tuple[int, ...] = ()
    """Moves before all this, columns from 1."""
    sides: tuple[int, ...] = (1, 2)

    def strategies(self) -> list[tuple[int, int, bytes]]:
        """Player, the final difference that it holds for itself, and its replies."""
        both = ((1, self.value, self.first), (2, -self.value, self.second))
        return [strategy for strategy in both if strategy[0] in self.sides]


class RejectedError(Exception):
    """The certificate does not prove its claim; the message says why."""


def write_certificate(path: Path, certificate: Certificate) -> None:
    claimed = {player: zlib.compress(replies, 9) for player, _, replies in certificate.strategies()}
    parts = [claimed.get(player, b"") for player in (1, 2)]
    header: dict[str, object] = {name: getattr(certificate, name) for name in _FIELDS}
    if certificate.opening:
        header["opening"] = list(certificate.opening)
    header["sizes"] = [len(part) for part in parts]
    header["sha256"] = _digest(header.values(), b"".join(parts))
    write_whole(path, _TITLE + json.dumps(header).encode() + b"\n" + b"".join(parts))


def read_certificate(path: Path) -> Certificate:
    """Raises RejectedError if the file is not a whole certificate."""
    with path.open("rb") as file:
        data = file.read(_LARGEST_FILE + 1)
    if len(data) > _LARGEST_FILE:
        raise RejectedError(f"the file is longer than {_LARGEST_FILE} bytes")
    if not data.startswith(_TITLE):
        raise RejectedError(f"the first line is not '{_TITLE.decode().strip()}'")
    line, _, body = data[len(_TITLE) :].partition(b"\n")
    try:
        header = json.loads(line)
        canonical = json.dumps(header).encode()
        numbers = [header[name] for name in _FIELDS]
        opening = header.get("opening", [])
        size, other_size = header["sizes"]
        digest = header.pop("sha256")
        claimed = list(header.values())
        known = [*_FIELDS, *(["opening"] if opening else []), "sizes"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RejectedError("the second line is not the header of a certificate") from None
    if canonical != line or list(header) != known or not isinstance(opening, list):
        raise RejectedError("the second line has something that no header has")
    if not all(type(number) is int for number in [*numbers, *opening, size, other_size]):
        raise RejectedError("the header has something else where a whole number belongs")
    if any(abs(number) > _LARGEST_NUMBER for number in numbers):
        raise RejectedError(f"the header has a number beyond {_LARGEST_NUMBER}")
    if len(opening) > _LONGEST_OPENING or any(not 1 <= column <= 63 for column in opening):
        raise RejectedError("the opening is no list of columns from 1")
    if size < 0 or other_size < 0 or len(body) != size + other_size:
        raise RejectedError(
            f"the strategies have {len(body)} bytes, not as many as the header says"
        )
    if _digest(claimed, body) != digest:
        raise RejectedError("header and strategies do not have the checksum that the header claims")
    rows, cols, k, value, endgame = numbers
    parts = {1: body[:size], 2: body[size:]}
    sides = tuple(player for player, part in parts.items() if part)
    if not sides:
        raise RejectedError("it has no strategy of either side")
    first, second = (_unpacked(part) if part else b"" for part in parts.values())
    return Certificate(rows, cols, k, value, endgame, first, second, tuple(opening), sides)


def _unpacked(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        replies = unpacker.decompress(data, _MOST_REPLIES)
    except zlib.error:
        raise RejectedError("a strategy cannot be decompressed") from None
    if unpacker.unconsumed_tail:
        raise RejectedError(f"a strategy has more than {_MOST_REPLIES} replies")
    if not unpacker.eof or unpacker.unused_data:
        raise RejectedError("a strategy cannot be decompressed")
    return replies


def _digest(numbers: Iterable[object], body: bytes) -> str:
    return hashlib.sha256(json.dumps(list(numbers)).encode() + body).hexdigest()


def check_certificate(
    certificate: Certificate, watch: Watch | None = None, most: int | None = None
) -> int:
    """Replays both strategies; the number of positions that took, or RejectedError. With ``most``
    only the first so many replies of each: a wrong one among them is found, nothing is proven."""
    rows, cols, k, _, endgame, *_ = certificate
    opening = bytes(column - 1 for column in certificate.opening)
    total = 0
    for player, held, replies in certificate.strategies():
        progress = None if watch is None else partial(watch, player)
        holds, reason, positions = check_strategy(
            rows, cols, k, player, held, endgame, replies, progress, opening, most
        )
        if not holds:
            raise RejectedError(f"player {player}'s strategy: {reason}")
        total += positions
    return total
