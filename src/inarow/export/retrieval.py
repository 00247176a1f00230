"""A table that maps known keys to small numbers in 1.23 times the bits of the numbers.

The value of a key is the exclusive or of three slots, one in each third of the table, which a hash
of the key names. Keys that were not put in get an arbitrary value. ``tournament_player.py`` has the
reader, which must use the same hash.
"""

from __future__ import annotations

from collections.abc import Mapping

_MASK = (1 << 64) - 1


class _StuckError(Exception):
    """No order in which each key has a slot to itself: another size is tried."""


def slots(key: int, segment: int) -> tuple[int, int, int]:
    h = key * 0x9E3779B97F4A7C15 & _MASK
    h = (h ^ h >> 32) * 0xD6E8FEB86659FD93 & _MASK
    h ^= h >> 31
    first, second, third = (
        i * segment + ((h >> 21 * i & 0x1FFFFF) * segment >> 21) for i in range(3)
    )
    return first, second, third


def packed(values: Mapping[int, int], width: int) -> tuple[int, bytes]:
    """The length of a third of the table, in slots, and the table: slot i in the bits width * i on.

    Values are below 2 ** width. Two bytes more than needed are at the end.
    """
    segment = len(values) * 41 // 100 + 8
    while True:
        try:
            table = _solved(values, segment)
        except _StuckError:
            segment += segment // 200 + 1
        else:
            return segment, _bytes(table, width)


def _solved(values: Mapping[int, int], segment: int) -> list[int]:
    """Peels off keys that have a slot to themselves, then fills the slots in reverse order."""
    places = {key: slots(key, segment) for key in values}
    count = [0] * (3 * segment)
    mixed = [0] * (3 * segment)  # exclusive or of the keys that use a slot
    for key, three in places.items():
        for slot in three:
            count[slot] += 1
            mixed[slot] ^= key
    alone = [slot for slot in range(3 * segment) if count[slot] == 1]
    order = []
    while alone:
        slot = alone.pop()
        if count[slot] != 1:
            continue
        key = mixed[slot]
        order.append((key, slot))
        for other in places[key]:
            count[other] -= 1
            mixed[other] ^= key
            if count[other] == 1:
                alone.append(other)
    if len(order) < len(places):
        raise _StuckError
    table = [0] * (3 * segment)
    for key, own in reversed(order):
        value = values[key]
        for slot in places[key]:
            value ^= table[slot]
        table[own] ^= value
    return table


def _bytes(table: list[int], width: int) -> bytes:
    data = bytearray()
    for start in range(0, len(table), 8):  # eight slots are `width` whole bytes
        eight = sum(value << width * i for i, value in enumerate(table[start : start + 8]))
        data += eight.to_bytes(width, "little")
    return bytes(data) + bytes(2)
