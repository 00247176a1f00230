"""The built-in players of boards without gravity. Both are quick and need no limit."""

from __future__ import annotations

import random

from inarow._core import Position, line_rule_choose, open_lines_choose
from inarow.limits import Limits
from inarow.players.base import Choice


class OpenLinesPlayer:
    """Takes a win, blocks one, and otherwise searches a few stones ahead among the cells that do
    most for open lines."""

    name = "open-lines"

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        move, value = open_lines_choose(pos)
        return Choice(move, value=value)


class LineRulePlayer:
    """The fixed rule of the simplified Connect6 course: compare one's own line with the best
    reply's, and nothing else. Records have it under ``name``."""

    def __init__(self, name: str = "line-rule") -> None:
        self.name = name

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice:
        return Choice(line_rule_choose(pos))
