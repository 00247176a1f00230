"""The known mistakes of a course's programs, which a suite should detect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from inarow.course import Course
from inarow.marking.choice import Undetected
from inarow.marking.suite import Test


class KnownMistakes(NamedTuple):
    """How many there are, and which of them some tests miss."""

    count: Callable[[Course], int]
    undetected: Callable[[Iterable[Test], Course], list[Undetected]]
