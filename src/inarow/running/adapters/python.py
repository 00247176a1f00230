"""A function in Python as a player, in a process of its own that is never this one.

    module:connect_four    connect_four(contents, turn), as later years of COMP3308 call it
    module:agent           agent(observation, configuration), as Kaggle's ConnectX calls it
    module                 the last function that the module defines, as Kaggle takes it

A host of a few lines (``python_host.py``) imports the module there and answers questions, one JSON
value a line. What the function prints goes to standard error.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inarow._core import Family, Game, Position
from inarow.errors import UserError
from inarow.players.seat import Answer, ForfeitError, Invalid, Terms
from inarow.protocols.dialogue import DialoguePlayer, EngineLink
from inarow.protocols.lines import printable
from inarow.record import Record, Termination
from inarow.running.adapters.argv import state_words
from inarow.running.answers import InvalidAnswerError, checked_column
from inarow.running.program import Program
from inarow.running.toolchain import Tool

HOST = Path(__file__).with_name("python_host.py")
STYLES = ("kaggle", "course")


def host_words(target: str, interpreter: Sequence[str] = ("python3",)) -> tuple[str, ...]:
    """The words that start the host with a function of a module; raises UserError for a target that
    names none."""
    module, _, function = target.partition(":")
    if not all(part.isidentifier() for part in module.split(".")):
        raise UserError(f"function '{target}' must be MODULE:FUNCTION or MODULE")
    if function and not function.isidentifier():
        raise UserError(f"function '{target}' must be MODULE:FUNCTION or MODULE")
    return (*interpreter, "-c", HOST.read_text(encoding="utf-8"), module, function)


def function_program(target: str, folder: Path, python: Tool) -> Program:
    """A function of a module in a folder as a program, run by an interpreter of the toolchain."""
    words = host_words(target, python.command)
    return Program(
        target,
        words,
        folder,
        python.readable,
        python.environment,
        interpreter=python.interpreter,
    )


class FunctionPlayer(DialoguePlayer):
    """A function at the end of a link, called in one of the two styles."""

    def __init__(self, link: EngineLink, index: int = 0, *, style: str, name: str = "") -> None:
        super().__init__(link, index)
        if style not in STYLES:
            raise UserError(f"style '{style}' must be {' or '.join(STYLES)}")
        self._style = style
        self.name = name or self.name
        self._turn_ms = 2000.0

    def obstacle(self, record: Record, *, passes: bool) -> str:
        if self._style == "course":
            plays = record.game == Game()
            return "" if plays else "its function plays Connect Four on 7 x 6 alone"
        plays = record.game.family is Family.FALLING
        return "" if plays else "its function plays games alone where stones fall and a line wins"

    def introduce(self, terms: Terms, side: int) -> None:
        self._turn_ms = terms.turn_ms
        said, _ = self._ask(json.dumps({"hello": self._style}), _parse)
        if "error" in said:
            raise ForfeitError(Termination.CRASH, _said(said))

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        self._link.discard_pending()
        said, used_ms = self._ask(
            json.dumps({"arguments": self._arguments(record)}), _parse, clock_ms=limit_ms
        )
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

    def _arguments(self, record: Record) -> list[Any]:
        if self._style == "course":
            return list(state_words(record.end))
        return kaggle_arguments(record.end, self._turn_ms)


def kaggle_arguments(pos: Position, turn_ms: float) -> list[Any]:
    """Observation and configuration of a position: the board row by row from the top."""
    game = pos.game
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
        "actTimeout": min(turn_ms, 2**31) / 1000,
        "timeout": min(turn_ms, 2**31) / 1000,
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
