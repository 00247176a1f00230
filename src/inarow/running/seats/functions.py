"""A function in Python as a player, in a process of its own that is never this one.

    agent.py:my_agent        my_agent(observation, configuration), as Kaggle's ConnectX calls it
    agent.py                 the last thing in the file that can be called, as Kaggle takes it
    file.py:connect_four     connect_four(contents, turn), as a course calls it

A host of a few lines (``function_host.py``) runs the file there and answers questions, one JSON
value a line. What the function prints goes to standard error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from inarow._core import Family, Game, Position
from inarow.errors import UserError
from inarow.files import is_there
from inarow.players.seat import Answer, ForfeitError, Invalid, Terms
from inarow.protocols.dialogue import EngineLink, EnginePlayer
from inarow.protocols.lines import printable
from inarow.protocols.position_texts import STATE
from inarow.record import Record, Termination
from inarow.running.answers import InvalidAnswerError, checked_column
from inarow.running.program import ARGS, Program

HOST = Path(__file__).with_name("function_host.py")
STYLES = ("kaggle", "course")
_COURSE_FUNCTION = "connect_four"
_USUAL_MS = 2000.0


def split_function(source: str, folder: Path = Path()) -> tuple[str, str] | None:
    """The file and the function of ``FILE.py:FUNCTION``, ``FOLDER:FUNCTION`` or
    ``MODULE:FUNCTION``, with a file or module in this folder; None for any other source."""
    place, _, function = source.rpartition(":")
    if not place or not function.isidentifier() or is_there(folder / source):
        return None
    for file in (place, f"{place.replace('.', '/')}.py"):
        if is_there(folder / file):
            return str(folder / file), function
    return None


def function_program(program: Program, function: str = "", *call: str) -> Program:
    """The host of a function, from a program that runs its file; the last thing in it that can be
    called unless the function is named. ``call`` has the arguments of a single call."""
    *command, main, args = program.argv
    if args != ARGS or not command or not main.endswith(".py"):
        raise UserError("it is not a Python file with a function")
    words = (*command, "-c", HOST.read_text(encoding="utf-8"), main, function, *call)
    return replace(program, argv=words)


def style_of(style: str, function: str) -> str:
    """How a function is called: as named, or else by what the function is called."""
    if style and style not in STYLES:
        raise UserError(f"style is '{style}', expected {' or '.join(STYLES)}")
    return style or ("course" if function == _COURSE_FUNCTION else "kaggle")


class FunctionPlayer(EnginePlayer):
    """A function at the end of a link, called in one of the two styles."""

    def __init__(self, link: EngineLink, index: int = 0, *, style: str, name: str = "") -> None:
        super().__init__(link, index)
        self._style = style
        self.name = name or self.name
        self._turn_ms = _USUAL_MS

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        return unsupported_call(record.game, self._style)

    def introduce(self, terms: Terms, side: int) -> None:
        self._turn_ms = terms.turn_ms
        with _plainly(f"could not be loaded within {terms.handshake_s:g} s"):
            said, _ = self._ask(json.dumps({"hello": True}), _parse)
        if "error" in said:
            raise ForfeitError(Termination.CRASH, _said(said))

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        self._link.discard_pending()
        arguments = call_arguments(record.end, self._style, self._turn_ms)
        question = json.dumps({"arguments": arguments})
        with _plainly(f"did not return within {limit_ms:.0f} ms"):
            said, used_ms = self._ask(question, _parse, clock_ms=limit_ms)
        if "error" in said:
            raise ForfeitError(Termination.CRASH, _said(said), used_ms)
        column, raw = said.get("move"), str(said.get("shown", "")).encode()
        if type(column) is not int:
            detail = f"answered {printable(raw)}, which is no column"
            raise ForfeitError(
                Termination.ILLEGAL_MOVE, detail, used_ms, invalid=Invalid.SYNTAX, raw=raw
            )
        try:
            return Answer((checked_column(column, record.end, raw),), used_ms)
        except InvalidAnswerError as error:
            raise ForfeitError(
                Termination.ILLEGAL_MOVE, error.detail, used_ms, invalid=error.invalid, raw=raw
            ) from None

    def quit(self) -> None:
        """The end of its input ends the host."""


@contextmanager
def _plainly(detail: str) -> Iterator[None]:
    """Says of no answer that there was none, and not what the long question was."""
    try:
        yield
    except ForfeitError as fault:
        if fault.termination in (Termination.TIME, Termination.NO_ANSWER):
            fault.detail = detail
        raise


def unsupported_call(game: Game, style: str) -> str:
    """Why a function cannot be asked about a game, as ``Seat.obstacle`` has it."""
    if style == "course":
        return "" if game == Game() else "its function plays Connect Four on 7 x 6 alone"
    falls = game.family is Family.FALLING
    return "" if falls else "its function plays games alone where stones fall and a line wins"


def call_arguments(pos: Position, style: str, turn_ms: float = _USUAL_MS) -> list[Any]:
    """What a function is called with: observation and configuration have the names of Kaggle's
    ConnectX, the board row by row from the top."""
    if style == "course":
        return list(STATE.words(pos))
    game, turn_s = pos.game, min(turn_ms, 2**31) / 1000
    observation = {
        "board": [int(cell) for cell in pos.cells("012").replace("/", "")],
        "mark": pos.to_move,
        "step": pos.stone_count,
        "remainingOverageTime": 0,
    }
    configuration = {
        "columns": game.cols,
        "rows": game.rows,
        "inarow": game.k,
        "actTimeout": turn_s,
        "timeout": turn_s,
        "agentTimeout": 60,
        "runTimeout": 1200,
        "episodeSteps": 1000,
    }
    return [observation, configuration]


def _parse(line: bytes) -> dict[str, Any] | None:
    """An answer of the host; None for a line that is none."""
    try:
        said = json.loads(line)
    except ValueError:
        return None
    return said if isinstance(said, dict) else None


def _said(said: dict[str, Any]) -> str:
    return f"raised {printable(str(said['error']).encode(errors='replace'), 200)}"
