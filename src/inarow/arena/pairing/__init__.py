"""Who meets whom: the formats of a tournament, as values that are asked for the next pairings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from inarow.arena.pairing.format import SETTINGS, Format
from inarow.arena.pairing.knockout import Knockout
from inarow.arena.pairing.ladder import Ladder
from inarow.arena.pairing.round_robin import Gauntlet, RoundRobin
from inarow.arena.pairing.swiss import Swiss, SwissFinal
from inarow.errors import UserError
from inarow.text import join_words, truncate

FORMATS: Mapping[str, type[Format]] = {
    one.name: one for one in (RoundRobin, Gauntlet, Swiss, Knockout, SwissFinal, Ladder)
}
"""The formats by their names; the first is the default."""


def format_from_settings(name: str, settings: Mapping[str, int]) -> Format:
    """The format of an event. UserError for one that does not exist, a setting that it does not
    have, and a value that is not valid."""
    if name not in FORMATS:
        raise UserError(f"format '{truncate(name)}' is not known: expected {', '.join(FORMATS)}")
    for key, value in settings.items():
        low, high = SETTINGS[key]
        if not low <= value <= high:
            raise UserError(f"{key} is {value}, expected {low} to {high}")
        if key not in _settings_of(FORMATS[name]):
            others = [each for each, one in FORMATS.items() if key in _settings_of(one)]
            raise UserError(
                f"{key} does not apply to format {name}: it applies to {join_words(others)}"
            )
    return FORMATS[name](**settings)


def _settings_of(chosen: type[Format]) -> set[str]:
    return {field.name for field in fields(chosen)} & SETTINGS.keys()  # type: ignore[arg-type]
