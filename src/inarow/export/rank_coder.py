"""Packs small numbers, most of them 0, for ``tournament_player.py``, which has the reader.

An adaptive range coder in its simplest form. A number is as many answers "no" as it is large and a
"yes" (LARGEST needs none); the chance of a yes, in 4096ths, is learnt for each question and
preceding number. Each block of BLOCK numbers is coded on its own, so that whoever wants one number
reads one block.
"""

from __future__ import annotations

from collections.abc import Sequence

BLOCK = 4096
LARGEST = 6
FIRST_CHANCE = 3000
SLOWNESS = 5

_WIDEST = (1 << 32) - 1
_LEAST = 1 << 24


def coded(numbers: Sequence[int]) -> list[bytes]:
    """Numbers from 0 to LARGEST, block by block."""
    return [_block(numbers[i : i + BLOCK]) for i in range(0, len(numbers), BLOCK)]


def _block(numbers: Sequence[int]) -> bytes:
    # The answers so far leave the numbers from `low` on, `width` of them; both grow by a byte
    # whenever the width gets small.
    low, width, length = 0, _WIDEST, 4
    chances = [[FIRST_CHANCE] * LARGEST for _ in range(LARGEST + 1)]
    row = chances[0]
    for number in numbers:
        for question in range(min(number + 1, LARGEST)):
            chance = row[question]
            part = (width >> 12) * chance
            if number == question:
                width = part
                row[question] += (4080 - chance) >> SLOWNESS
            else:
                low += part
                width -= part
                row[question] -= (chance - 16) >> SLOWNESS
            while width < _LEAST:
                low, width, length = low << 8, width << 8, length + 1
        row = chances[number]
    # As few bytes as tell the interval, whatever follows them.
    spare = 0
    while True:
        step = 1 << 8 * (spare + 1)
        if -(-low // step) * step + step > low + width or spare + 1 == length:
            break
        spare += 1
    return (-(-low >> 8 * spare)).to_bytes(length - spare, "big")
