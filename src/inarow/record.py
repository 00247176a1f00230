"""A game so far: where it began, its moves, who played, and how it ended.

What is played, analysed, shown, saved and refereed is a ``Record``. It is a value: it cannot hold
an illegal move, and every change makes another one.

    start --moves[0]--> positions[1] --moves[1]--> ... --moves[-1]--> end
                             ^ at: the number of moves made where one looks

As text a record is one line that people can paste, or JSON (``record_text``).
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from importlib import import_module
from typing import Any

from inarow._core import Game, Outcome, Position
from inarow.errors import IllegalMoveError, UserError
from inarow.game import counts_lines
from inarow.move_text import obstacle, played_moves
from inarow.text import count_word

PASS = -1
"""In place of a move: the side to move lays nothing, and the other one is to move."""


class Termination(Enum):
    """Why a game ended; the value is its sentence. ``reason`` has the same in few words."""

    LINE = "A line of the winner is complete."
    MORE_LINES = "The board is full and the winner has more lines."
    DRAW = "The board is full and nobody has won."
    ILLEGAL_MOVE = "The loser made a move that the rules do not allow."
    TIME = "The loser used more time than it had."
    CRASH = "The loser's program ended or failed."
    NO_ANSWER = "The loser's program did not answer."
    REFUSED = "The loser's program refused to play this game."
    FORFEITS = "Both sides forfeited too many moves one after the other."
    DISQUALIFIED = "The loser was disqualified."
    RESIGNED = "The loser resigned."
    ADJUDICATED = "The result was decided without playing on."
    VOID = "The game does not count."

    def reason(self, game: Game) -> str:
        """The reason as results are printed: ``four in a row``, ``illegal move``."""
        if self is Termination.LINE:
            return f"{count_word(game.k)} in a row"
        return self.name.lower().replace("_", " ")

    def __repr__(self) -> str:
        return f"Termination.{self.name}"

    @property
    def is_natural(self) -> bool:
        """Whether the position itself says so."""
        return self in (Termination.LINE, Termination.MORE_LINES, Termination.DRAW)

    @property
    def sets_the_board_aside(self) -> bool:
        """Whether it may be said of a game that has ended by its rules, with another winner."""
        return self in (Termination.DISQUALIFIED, Termination.ADJUDICATED, Termination.VOID)


_WITHOUT_WINNER = (Termination.DRAW, Termination.FORFEITS, Termination.VOID)
_WITH_OR_WITHOUT = (Termination.ADJUDICATED,)


@dataclass(frozen=True)
class Result:
    """How a game ended. ``winner`` is 1, 2 or None if nobody won; ``detail`` is a clause to follow
    the name of the loser, empty where the termination says it all."""

    winner: int | None
    termination: Termination
    detail: str = ""

    def __post_init__(self) -> None:
        if self.winner is not None and (type(self.winner) is not int or self.winner not in (1, 2)):
            raise UserError(f"winner {self.winner!r} must be 1, 2 or None")
        how = self.termination.name.lower().replace("_", " ")
        if self.termination in _WITHOUT_WINNER:
            if self.winner is not None:
                raise UserError(f"nobody wins a game that ended by '{how}'")
        elif self.winner is None and self.termination not in _WITH_OR_WITHOUT:
            raise UserError(f"somebody wins a game that ended by '{how}'")

    @property
    def score(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``; ``*`` for a game that does not count."""
        if self.termination is Termination.VOID:
            return "*"
        return {1: "1-0", 2: "0-1", None: "1/2-1/2"}[self.winner]


def result_on(pos: Position) -> Result | None:
    """The result that a position has by the rules; None while its game goes on."""
    outcome = pos.outcome()
    if outcome is Outcome.ONGOING:
        return None
    if outcome is Outcome.DRAW:
        return Result(None, Termination.DRAW)
    how = Termination.MORE_LINES if counts_lines(pos.game) else Termination.LINE
    return Result(pos.winner, how)


@dataclass(frozen=True)
class Record:
    """A game as it was played. ``moves`` may hold ``PASS``; ``at`` of -1 stands for the end.

    ``players`` are the names of both sides. ``times_ms`` has what each move took, None for one that
    nobody was asked for (of an opening, or the second stone of a turn); ``clocks_ms`` what both
    clocks held at the end, both finite. An ended board has its result by itself, and another one
    only if that sets the board aside. A move that cannot be played
    raises IllegalMoveError with its number and place."""

    start: Position
    moves: tuple[int, ...] = ()
    at: int = -1
    players: tuple[str, str] | None = None
    times_ms: tuple[float | None, ...] | None = None
    clocks_ms: tuple[float, float] | None = None
    result: Result | None = None

    def __post_init__(self) -> None:
        if self.at == -1:
            object.__setattr__(self, "at", len(self.moves))
        if not 0 <= self.at <= len(self.moves):
            raise UserError(f"at {self.at} must be 0 to {len(self.moves)}, the number of moves")
        if self.times_ms is not None and len(self.times_ms) != len(self.moves):
            raise UserError(f"{len(self.times_ms)} times do not fit {len(self.moves)} moves")
        for time_ms in (*(self.times_ms or ()), *(self.clocks_ms or ())):
            if time_ms is not None and not 0 <= time_ms < math.inf:
                raise UserError(f"a time of {time_ms} ms must be a number from 0")
        by_rules = result_on(self.end)
        if self.result is None:
            object.__setattr__(self, "result", by_rules)
        elif self.result != by_rules:
            how = self.result.termination
            if how.is_natural or (by_rules is not None and not how.sets_the_board_aside):
                raise UserError("the result is not the one of the last position")

    @classmethod
    def from_moves(cls, start: Position, text: str, base: int = 1) -> Record:
        """The record of moves as people type them; an error names the text and the move."""
        moves, positions = played_moves(start, text, base)
        return cls(start)._changed(moves=moves, positions=positions, at=len(moves))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The start and the position after each move."""
        positions = [self.start]
        for number, move in enumerate(self.moves, start=1):
            positions.append(_after(positions[-1], move, number))
        return tuple(positions)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @property
    def pos(self) -> Position:
        """The position that is looked at."""
        return self.positions[self.at]

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def last_move(self) -> int | None:
        """The move that led to the position that is looked at; None at the start or for a pass."""
        move = self.moves[self.at - 1] if self.at else PASS
        return None if move == PASS else move

    def with_move(self, move: int, time_ms: float | None = None) -> Record:
        """The record that ends with a move at the cursor; later moves and the result are gone."""
        after = _after(self.pos, move, self.at + 1)
        times = self.times_ms or (None,) * len(self.moves)
        timed = self.times_ms is not None or time_ms is not None
        return self._changed(
            moves=(*self.moves[: self.at], move),
            positions=(*self.positions[: self.at + 1], after),
            at=self.at + 1,
            times_ms=(*times[: self.at], time_ms) if timed else None,
            clocks_ms=None,
        )

    def truncated(self) -> Record:
        """The record that ends at the cursor."""
        if self.at == len(self.moves):
            return self
        return self._changed(
            moves=self.moves[: self.at],
            positions=self.positions[: self.at + 1],
            times_ms=self.times_ms and self.times_ms[: self.at],
            clocks_ms=None,
        )

    def viewed_at(self, number: int) -> Record:
        """The same game looked at after so many moves."""
        if not 0 <= number <= len(self.moves):
            raise UserError(f"at {number} must be 0 to {len(self.moves)}, the number of moves")
        return self._copied(at=number)

    def with_result(self, result: Result, clocks_ms: Sequence[float] | None = None) -> Record:
        """The same game with how it ended."""
        clocks = self.clocks_ms if clocks_ms is None else (clocks_ms[0], clocks_ms[1])
        return self._changed(result=result, clocks_ms=clocks)

    def with_players(self, first: str, second: str) -> Record:
        """The same game between these two, by name."""
        return self._copied(players=(first, second))

    def _changed(self, **fields: Any) -> Record:
        """Another record with these fields. The result is that of its last position unless it is
        given."""
        other = self._copied(**{"result": None, **fields})
        other.__post_init__()
        return other

    def _copied(self, **fields: Any) -> Record:
        """A copy with these fields; nothing is checked, and positions are not played again."""
        other = copy.copy(self)
        other.__dict__.update(fields)
        return other

    def turns(self) -> list[list[int]]:
        """The moves turn by turn: two stones of one turn stand together, a pass is empty."""
        turns: list[list[int]] = []
        for number, move in enumerate(self.moves):
            if move == PASS:
                turns.append([])
                continue
            before = self.positions[number - 1] if number else None
            if before is None or before.to_move != self.positions[number].to_move or not turns[-1]:
                turns.append([])
            turns[-1].append(move)
        return turns

    def _repr_html_(self) -> str:
        """What a notebook shows: the game, step by step. Drawing lives in a layer above."""
        html: str = import_module("inarow.render.board_svg").game_html(self)
        return html

    def __str__(self) -> str:
        """One line; ``parse`` is the inverse, but for the times."""
        from inarow.record_text import line_of

        return line_of(self)

    @classmethod
    def parse(cls, text: str, game: Game | None = None) -> Record:
        """A record from its line, from JSON, or from a plain list of moves in ``game``, which is
        Connect Four unless given. BadTextError names the word and the rule,
        IllegalMoveError a move that cannot be played."""
        from inarow.record_text import read

        return read(text, game)

    def as_json(self) -> dict[str, Any]:
        """A dictionary for JSON: enough to build it again, and to read it without a program."""
        from inarow.record_text import json_of

        return json_of(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """The record of a dictionary; BadTextError names the field and the rule, IllegalMoveError a
        move that cannot be played."""
        from inarow.record_text import read_json

        return read_json(data)


def _after(pos: Position, move: int, number: int) -> Position:
    if pos.is_over:
        raise IllegalMoveError(f"move {number} comes after the end of the game")
    if move == PASS:
        return pos.passed()
    if why := obstacle(pos, move):
        raise IllegalMoveError(f"move {number} cannot be played: {why}")
    return pos.play(move)
