"""Chances that are the same on every machine and under every version of Python: a stream of numbers
from a seed that everybody may know, or from a secret that nobody can guess."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Numbers from a key: HMAC-SHA256 of a counter, eight bytes at a time."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = hmac.new(key, purpose.encode(), hashlib.sha256).digest()
        self._count = 0

    @classmethod
    def seeded(cls, seed: int, purpose: str) -> Draw:
        return cls(f"seed {seed}".encode(), purpose)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, all equally likely."""
        highest = (1 << 64) - (1 << 64) % bound
        while True:
            self._count += 1
            block = hmac.new(self._key, self._count.to_bytes(8, "big"), hashlib.sha256).digest()
            number = int.from_bytes(block[:8], "big")
            if number < highest:
                return number % bound

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(left))]
