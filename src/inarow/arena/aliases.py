"""How entries are called where others can read it: by pseudonyms, or by names without ids.

Names are anybody's text. What leaves the store for a page or a file goes through ``Aliases``:
control characters become escapes, long names are cut, students' ids (such as ``-c1234567`` at the
end of an engine's name) are removed wherever they are, and the names of submitted programs become
pseudonyms unless names are wanted. Built-in players that go by their own names keep them.

Pseudonyms hang on a secret that the store keeps, so they stay the same from one page to the next,
and nobody who knows the class can find them out.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence

from inarow.arena.store import Store
from inarow.players.named import NAMED
from inarow.referee.game_log import GameLog
from inarow.running.submission import shown


def _words(text: str) -> list[str]:
    return text.split()


_ID = re.compile(r"-?\bc\d{7}(?!\d)", re.IGNORECASE)
_LONGEST = 60
_SECRET = "pseudonyms"
_FIRST = _words(
    "Amber Brave Bright Brisk Calm Clear Clever Cosmic Crisp Daring Eager Early Even Fabled Fair"
    " Gentle Giant Golden Grand Hidden Honest Humble Icy Jolly Keen Kind Lively Lone Lucky Lunar"
    " Mellow Merry Mighty Misty Modest Nimble Noble Odd Patient Plain Proud Quick Quiet Rapid"
    " Rustic Silent Silver Sober Solid Spry Steady Still Sunny Swift Tidy Tranquil Vivid Warm"
    " Wild Wise Witty Young Zesty"
)
_SECOND = _words(
    "Acorn Badger Beacon Birch Bison Canyon Cedar Comet Condor Coral Cricket Delta Dolphin Eagle"
    " Ember Falcon Fern Finch Fjord Fox Garnet Glacier Harbour Heron Ibis Island Jasper Kestrel"
    " Lagoon Lantern Lark Lynx Magpie Maple Marble Meadow Meteor Moose Nebula Orchid Osprey Otter"
    " Panda Pebble Pepper Pine Plover Prairie Puffin Quartz Raven Reef River Robin Salmon Sparrow"
    " Spruce Summit Thistle Tiger Tulip Valley Walrus Willow Wombat Wren"
)


def without_ids(text: str) -> str:
    """A text without students' ids.

    >>> without_ids("alpha-c3141592 was late")
    'alpha was late'
    """
    return _ID.sub("", text)


class Aliases:
    """What each entry is called. ``name`` takes the name of an entry, ``replace`` any text that may
    mention entries, ``redact`` the log of a game."""

    def __init__(self, called: Mapping[str, str], *, ids: bool) -> None:
        self.called = dict(called)
        self._ids = ids
        # Names of one letter are left alone within a text: they would take every word apart. Those
        # that merely escape to something shorter or safer need no replacing either.
        changed = {
            name: word for name, word in called.items() if len(name) > 1 and name not in NAMED
        }
        longest_first = sorted(changed, key=len, reverse=True)
        self._known = (
            re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))
            if changed
            else None
        )

    def name(self, name: str) -> str:
        return self.called.get(name, shown(name if self._ids else without_ids(name), _LONGEST))

    def replace(self, text: str) -> str:
        """The text with entries by what they are called, and without ids unless these are shown."""
        if self._known is not None:
            text = self._known.sub(lambda found: self.called[found[0]], text)
        return text if self._ids else without_ids(text)

    def redact(self, log: GameLog, first: str, second: str) -> GameLog:
        """The log of a game between two entries by their aliases, also in all texts of programs."""
        return log.with_texts((self.name(first), self.name(second)), self.replace)


def real_names(names: Sequence[str], *, ids: bool) -> Aliases:
    """Entries by their names, harmless; two that look alike without their ids are numbered."""
    plain = {name: shown(name if ids else without_ids(name), _LONGEST) or "entry" for name in names}
    return Aliases(_distinct(plain), ids=ids)


def pseudonyms(names: Sequence[str], ours: Sequence[str], secret: str) -> Aliases:
    """Pseudonyms for all but built-in players, none twice."""
    called = {name: shown(name, _LONGEST) for name in ours}
    made: dict[str, str] = {}
    for name in names:
        if name not in called:
            number = int.from_bytes(hashlib.sha256(f"{secret}/{name}".encode()).digest()[:8], "big")
            first, second = divmod(number % (len(_FIRST) * len(_SECOND)), len(_SECOND))
            made[name] = f"{_FIRST[first]} {_SECOND[second]}"
    # Who comes first in the order of the secret is not numbered, so that the order tells nothing.
    order = sorted(made, key=lambda name: hashlib.sha256(f"{secret}:{name}".encode()).digest())
    return Aliases(_distinct({**called, **{name: made[name] for name in order}}), ids=False)


def aliases_for(store: Store, *, real: bool = False, ids: bool = False) -> Aliases:
    """How the entries of a store are called; ``ids`` shows names with all that is in them. A store
    that cannot be written keeps no secret: its pseudonyms then change from run to run."""
    rows = store.entries()
    names = [row.name for row in rows]
    if real or ids:
        return real_names(names, ids=ids)
    built_in = [
        row.name
        for row in rows
        if row.source in NAMED and row.name.partition(" (")[0] == row.source
    ]
    secret = store.note(_SECRET)
    if secret is None:
        store.save_note(_SECRET, secret := secrets.token_hex(16))
    return pseudonyms(names, built_in, secret)


def _distinct(called: Mapping[str, str]) -> dict[str, str]:
    """No two alike: the second ``word`` is ``word 2``."""
    taken: set[str] = set()
    found = {}
    for name, word in called.items():
        number, chosen = 1, word
        while chosen.casefold() in taken:
            number += 1
            chosen = f"{word} {number}"
        taken.add(chosen.casefold())
        found[name] = chosen
    return found
