"""Who meets whom: the formats of a tournament, as pure functions of what was played so far."""

from __future__ import annotations

from collections.abc import Mapping

from inarow.arena.formats.final import SwissFinal
from inarow.arena.formats.format import Format
from inarow.arena.formats.knockout import Knockout
from inarow.arena.formats.round_robin import Gauntlet, RoundRobin
from inarow.arena.formats.swiss import Swiss

FORMATS: Mapping[str, type[Format]] = {
    one.name: one for one in (RoundRobin, Gauntlet, Swiss, Knockout, SwissFinal)
}
"""The formats by their names; the first is the usual one."""
