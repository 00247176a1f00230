"""The line protocols: one entry each, with both its sides in the folder of its name.

    engine.py   our engine: engine_for(options) makes one from ``EngineOptions``
    manager.py  the other side: problem_of(game), and ProgramPlayer, a player at the end of a link

Both are imported when they are asked for, so that a command loads only what it uses. Programs that
are started once per move speak no line protocol: one module has their text both ways (``comp3308``,
``maxconnect4_file``, ``aps105``), and their courses ask them (``courses/NAME/seat.py``).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from inarow._core import Game
from inarow.players.conduct import Conduct
from inarow.protocols.comp2230 import DEFAULT_NAME

if TYPE_CHECKING:
    from inarow.protocols.dialogue import EnginePlayer
    from inarow.protocols.line_engine import EngineOptions, LineEngine


class ProtocolEntry(NamedTuple):
    """A protocol by name. ``base`` is the number of the first column as its referee prints it."""

    name: str
    words: str
    """What it plays, for the help of the commands."""
    usual_game: str
    only_game: bool
    """Whether it is for the usual game alone, from the empty board, by clocks without limits for a
    turn."""
    colours: tuple[str, str]
    base: int
    told_time: bool
    """Whether engines are told the time that they have."""
    time_ms: float = 120_000
    """On each clock, unless another time is asked for."""
    increment_ms: float = 0
    """Given back for each move."""
    tolerance_ms: float = 0
    """A move that is late by no more than this is in time."""
    counts_nodes: bool = False
    """Whether engines can be asked for perft: then manager.py has ``check_perft``."""

    name_form: str = ""
    """The form of the name that an engine gives, where there is one, and that of inarow's own."""

    @property
    def conduct(self) -> Conduct:
        """The terms of its games, unless others are asked for."""
        return Conduct(
            time_ms=self.time_ms, increment_ms=self.increment_ms, tolerance_ms=self.tolerance_ms
        )

    def engine(self, options: EngineOptions) -> LineEngine:
        """Our engine. Raises ValueError with a sentence about a name that has not its form."""
        made: LineEngine = self._module("engine").engine_for(options)
        return made

    @property
    def player(self) -> type[EnginePlayer]:
        """An external program that speaks the protocol, as a player."""
        found: type[EnginePlayer] = self._module("manager").ProgramPlayer
        return found

    def problem_of(self, game: Game) -> str:
        """Why the protocol cannot carry a game; empty if it can."""
        problem: str = self._module("manager").problem_of(game)
        return problem

    def check_perft(
        self, player: EnginePlayer, depth: int, limit_ms: float, handshake_s: float
    ) -> Any:
        """Asks an engine for the number of nodes to a depth: a named tuple, with ``right``."""
        return self._module("manager").check_perft(player, depth, limit_ms, handshake_s)

    def _module(self, side: str) -> Any:
        return import_module(f"inarow.protocols.{self.name}.{side}")


PROTOCOLS = {
    entry.name: entry
    for entry in (
        ProtocolEntry(
            "comp2230",
            "Connect Four",
            "connect4",
            True,
            ("red", "yellow"),
            0,
            told_time=True,
            increment_ms=1,
            counts_nodes=True,
            name_form=f"enginename-cXXXXXXX (default {DEFAULT_NAME})",
        ),
        ProtocolEntry(
            "gomocup",
            "one stone a turn on a free board",
            "gomoku",
            False,
            ("black", "white"),
            1,
            told_time=True,
            tolerance_ms=1000,
        ),
        ProtocolEntry(
            "connect6",
            "two stones a turn",
            "connect6",
            False,
            ("black", "white"),
            1,
            told_time=False,
        ),
    )
}


USUAL_PROTOCOL = next(iter(PROTOCOLS))
"""The protocol that is meant where none is named."""


def name_help() -> str:
    """The forms of engines' names, in one line."""
    forms = {name: entry.name_form for name, entry in PROTOCOLS.items() if entry.name_form}
    return "; ".join(f"{name}: {form}" for name, form in forms.items())


def protocol_help() -> str:
    """What each protocol plays, in one line."""
    return "; ".join(f"{entry.name}: {entry.words}" for entry in PROTOCOLS.values())
