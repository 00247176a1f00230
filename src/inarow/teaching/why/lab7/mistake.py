"""What is known of one mistake of programs for Lab 7."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from inarow.teaching.why.lab7.rules import LineRules


@dataclass(frozen=True)
class Lab7Mistake:
    """One known mistake; ``common`` ones are named first of those that explain the same."""

    name: str
    changes: Mapping[str, Any]
    sentence: str
    sheet: str
    look: str
    common: bool = False

    def applied(self, rules: LineRules) -> LineRules:
        """The rules of a program with this mistake that is otherwise as ``rules`` say."""
        return replace(rules, **self.changes)
