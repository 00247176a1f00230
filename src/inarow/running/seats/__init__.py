"""How programs of others are asked for moves: one adapter for each way, found by its name.

    gomocup, connect6   lines with their managers, a process for the game
    python              a function, ``file.py:function``, Kaggle's agent

The ways of one course are in its folder (``inarow.courses.ADAPTERS``).

Each makes a ``ProgramSeat`` of a program: to a referee and to any other caller that is what our
own players are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from inarow._core import Position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.conduct import Conduct
from inarow.players.seat import Answer, Terms
from inarow.record import Record

if TYPE_CHECKING:
    from inarow.protocols.dialogue import EngineLink, EnginePlayer
    from inarow.running.program import Program, RunLimits
    from inarow.running.sandbox import Sandbox


class ProgramSeat(Protocol):
    """A ``Player`` and a ``Seat`` with a program behind it; ``close`` ends whatever runs."""

    name: str

    def choose(
        self, pos: Position, limits: Limits, *, rng: random.Random | None = None
    ) -> Choice: ...
    def unsupported_reason(self, record: Record, *, passes: bool) -> str: ...
    def begin(self, terms: Terms, side: int) -> None: ...
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer: ...
    def end(self, *, answers: bool) -> None: ...
    def close(self) -> None: ...


class Adapter(NamedTuple):
    """A way of asking. ``make`` takes a program, a sandbox, limits and the ``options``; ``conduct``
    is what holds where no course says otherwise. ``asks_functions``: a program is a function of a
    file."""

    name: str
    words: str
    make: Callable[..., ProgramSeat]
    options: tuple[str, ...] = ()
    conduct: Conduct = Conduct(turn_ms=1000)
    asks_functions: bool = False


def line_adapter(name: str, words: str, protocol: str) -> Adapter:
    """The adapter of a line protocol, whose clocks its conduct has."""
    from inarow.protocols.registry import PROTOCOLS

    entry = PROTOCOLS[protocol]
    return Adapter(name, words, partial(_lines, protocol), conduct=entry.conduct)


def _lines(protocol: str, program: Program, sandbox: Sandbox, limits: RunLimits) -> ProgramSeat:
    from inarow.protocols.registry import PROTOCOLS
    from inarow.running.seats.lines import LineSeat

    return LineSeat(program, sandbox, limits, PROTOCOLS[protocol].player)


def _python(
    program: Program, sandbox: Sandbox, limits: RunLimits, style: str = "", function: str = ""
) -> ProgramSeat:
    from inarow.running.seats.functions import FunctionPlayer, function_program, style_of
    from inarow.running.seats.lines import LineSeat

    called = style_of(style, function)

    def player(link: EngineLink) -> EnginePlayer:
        return FunctionPlayer(link, style=called, name=function or program.name)

    return LineSeat(function_program(program, function), sandbox, limits, player)


_GENERAL: Mapping[str, Callable[[], Adapter]] = {
    "gomocup": partial(line_adapter, "gomocup", "lines of Gomocup", "gomocup"),
    "connect6": partial(line_adapter, "connect6", "lines of Connect6", "connect6"),
    "python": lambda: Adapter(
        "python",
        "a function in Python",
        _python,
        ("style", "function"),
        Conduct(turn_ms=2000),
        asks_functions=True,
    ),
}
"""The adapters of no course."""


def adapter_names() -> tuple[str, ...]:
    """The adapters that ``find_adapter`` knows."""
    return (*_of_courses(), *_GENERAL)


@lru_cache(maxsize=64)
def find_adapter(name: str) -> Adapter:
    """The adapter of a name; UserError names those there are."""
    if name in _GENERAL:
        return _GENERAL[name]()
    try:
        module, _, attribute = _of_courses()[name].partition(":")
    except KeyError:
        raise UserError(
            f"adapter '{name}' is not known: expected one of {', '.join(adapter_names())}"
        ) from None
    adapter: Adapter = getattr(import_module(module), attribute)
    return adapter


def _of_courses() -> Mapping[str, str]:
    found: Mapping[str, str] = import_module("inarow.courses").ADAPTERS
    return found


def make_seat(
    word: str,
    program: Program,
    sandbox: Sandbox,
    limits: RunLimits | None = None,
    **options: Any,
) -> ProgramSeat:
    """A program as a player, by an adapter's name. How long it may take is the
    referee's affair; where that sets no limit, that of ``limits`` holds."""
    from inarow.running.program import RunLimits

    adapter = find_adapter(word)
    for name in options:
        if name not in adapter.options:
            raise UserError(f"adapter '{adapter.name}' has no option '{name}'")
    return adapter.make(program, sandbox, limits or RunLimits(), **options)
