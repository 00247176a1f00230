"""How programs of others are asked for moves: one adapter for each way, one table of them.

    argv         COMP3308     ConnectFour STATE red|yellow         a process for each move
    files        MaxConnect4  one-move input.txt output.txt DEPTH  a process for each move
    interactive  MaxConnect4  interactive input.txt ... DEPTH      a process for each move
    engine       COMP2230     position, go, bestmove               lines, a process for the game
    dialogue     APS105       the prompts for a person             a terminal, for the game
    gomocup, connect6         their managers                       lines, a process for the game
    python       a function   file.py:function, Kaggle's agent     lines, a process for the game

Each makes a ``ProgramSeat`` of a program: to a referee and to any other caller that is what our
own players are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from inarow._core import Position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.seat import Answer, Terms
from inarow.record import Record
from inarow.running.program import Program
from inarow.running.run_limits import RunLimits
from inarow.running.sandbox import Sandbox

if TYPE_CHECKING:
    from inarow.protocols.dialogue import DialoguePlayer, EngineLink


class ProgramSeat(Protocol):
    """A ``Player`` and a ``Seat`` with a program behind it; ``close`` ends whatever runs."""

    name: str

    def choose(self, pos: Position, limit: Limits, rng: random.Random) -> Choice: ...
    def obstacle(self, record: Record, *, passes: bool) -> str: ...
    def begin(self, terms: Terms, side: int) -> None: ...
    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer: ...
    def end(self, *, answers: bool) -> None: ...
    def close(self) -> None: ...


class Adapter(NamedTuple):
    """A way of asking. ``courses`` use it unless another is named; ``options`` are what ``make``
    takes beside a program and a sandbox."""

    name: str
    words: str
    courses: tuple[str, ...]
    make: Callable[..., ProgramSeat]
    options: tuple[str, ...] = ()


def _argv(program: Program, sandbox: Sandbox, limits: RunLimits) -> ProgramSeat:
    from inarow.running.adapters.argv import ArgvSeat

    return ArgvSeat(program, sandbox, limits)


def _files(program: Program, sandbox: Sandbox, limits: RunLimits, depth: int = 5) -> ProgramSeat:
    from inarow.running.adapters.files import FilesSeat

    return FilesSeat(program, sandbox, limits, depth)


def _interactive(
    program: Program, sandbox: Sandbox, limits: RunLimits, depth: int = 5
) -> ProgramSeat:
    from inarow.running.adapters.files import InteractiveSeat

    return InteractiveSeat(program, sandbox, limits, depth)


def _dialogue(program: Program, sandbox: Sandbox, limits: RunLimits) -> ProgramSeat:
    from inarow.running.adapters.dialogue import DialogueSeat

    return DialogueSeat(program, sandbox, limits)


def _lines(protocol: str, program: Program, sandbox: Sandbox, limits: RunLimits) -> ProgramSeat:
    from inarow.protocols.registry import PROTOCOLS
    from inarow.running.adapters.lines import LineSeat

    return LineSeat(program, sandbox, limits, PROTOCOLS[protocol].player)


def _python(
    program: Program, sandbox: Sandbox, limits: RunLimits, style: str = "", function: str = ""
) -> ProgramSeat:
    from inarow.running.adapters.lines import LineSeat
    from inarow.running.adapters.python import FunctionPlayer, function_program, style_of

    called = style_of(style, function)

    def player(link: EngineLink) -> DialoguePlayer:
        return FunctionPlayer(link, style=called, name=function or program.name)

    return LineSeat(function_program(program, function), sandbox, limits, player)


ADAPTERS = {
    adapter.name: adapter
    for adapter in (
        Adapter("argv", "a process for each move, ConnectFour STATE PLAYER", ("comp3308",), _argv),
        Adapter(
            "files",
            "a process for each move, one-move IN OUT DEPTH",
            ("cse440", "maxconnect4"),
            _files,
            ("depth",),
        ),
        Adapter(
            "interactive",
            "a process for each move, interactive IN computer-next DEPTH",
            (),
            _interactive,
            ("depth",),
        ),
        Adapter("engine", "lines of COMP2230", ("comp2230",), partial(_lines, "comp2230")),
        Adapter("dialogue", "the prompts of APS105 on a terminal", ("aps105",), _dialogue),
        Adapter("gomocup", "lines of Gomocup", (), partial(_lines, "gomocup")),
        Adapter("connect6", "lines of Connect6", (), partial(_lines, "connect6")),
        Adapter("python", "a function in Python", (), _python, ("style", "function")),
    )
}


def adapter_named(word: str) -> Adapter:
    """The adapter of a name or of a course."""
    for adapter in ADAPTERS.values():
        if word == adapter.name or word in adapter.courses:
            return adapter
    raise UserError(f"adapter '{word}' is not known: expected one of {', '.join(ADAPTERS)}")


def seat_for(
    word: str,
    program: Program,
    sandbox: Sandbox,
    limits: RunLimits = RunLimits(),  # noqa: B008
    **options: Any,
) -> ProgramSeat:
    """A program as a player, by an adapter's name or a course's. How long it may take is the
    referee's affair; where that sets no limit, that of ``limits`` holds."""
    adapter = adapter_named(word)
    for name in options:
        if name not in adapter.options:
            raise UserError(f"adapter '{adapter.name}' has no option '{name}'")
    return adapter.make(program, sandbox, limits, **options)
