"""Who meets whom: the formats of a tournament, as pure functions of what was played so far."""

from __future__ import annotations

from collections.abc import Mapping

from inarow.arena.pairing.format import Format
from inarow.arena.pairing.knockout import Knockout
from inarow.arena.pairing.round_robin import Gauntlet, RoundRobin
from inarow.arena.pairing.swiss import Swiss, SwissFinal

FORMATS: Mapping[str, type[Format]] = {
    one.name: one for one in (RoundRobin, Gauntlet, Swiss, Knockout, SwissFinal)
}
"""The formats by their names; the first is the usual one."""
