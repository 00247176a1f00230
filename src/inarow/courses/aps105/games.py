"""Games of APS105 from their first prompt to their last line, with a person who plays in turns of
mood: to win, to stop the computer, or anywhere; now and then on a square that is taken."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from inarow._core import Game, Outcome, Position, lab7_choose
from inarow.courses.aps105.faults import END_FAULTS, FAULTS, Lines, ending_of
from inarow.marking.hidden_tests import SeededRandom
from inarow.marking.suite import Step
from inarow.protocols.aps105 import (
    ASK_COLOUR,
    ASK_SIZE,
    ASK_STONE,
    ENDINGS,
    IN_A_ROW,
    LAYS,
    OCCUPIED,
    board_text,
)

_WITHIN_S = 10.0
MOODS = ("wins", "stops", "anywhere")


@dataclass(frozen=True)
class LabGame:
    """A game: the squares that were typed, taken ones included, and all positions."""

    size: int
    computer: int
    typed: tuple[int, ...]
    positions: tuple[Position, ...]
    moves: tuple[int, ...]

    @property
    def colour(self) -> str:
        return "BW"[self.computer - 1]

    @property
    def outcome(self) -> Outcome:
        return self.positions[-1].outcome()

    def steps(self) -> tuple[Step, ...]:
        """The whole dialogue, to the byte."""
        found = [Step(says=ASK_SIZE, within_s=_WITHIN_S)]
        pos = self.positions[0]
        found.append(_step(str(self.size), board_text(pos) + ASK_COLOUR))
        send, said = self.colour, ""
        typed = iter(self.typed)
        for before, move in zip(self.positions, self.moves, strict=False):
            if before.to_move == self.computer:
                row, col = divmod(move, self.size)
                said += LAYS % (row, col)
            else:
                said += ASK_STONE
                found.append(_step(send, said))
                while (square := next(typed)) != move:
                    found.append(_step(self._typed(square), OCCUPIED + ASK_STONE))
                send, said = self._typed(move), ""
            said += board_text(before.play(move))
        found.append(_step(send, said + ENDINGS[self.outcome]))
        found.append(Step(ends=True, within_s=_WITHIN_S))
        return tuple(found)

    def _typed(self, square: int) -> str:
        row, col = divmod(square, self.size)
        return f"{row} {col}"

    def answers(self) -> list[Hashable]:
        """What the right program and those with faults do first that is not right: nothing, or the
        number of the turn and the square."""
        found: list[Hashable] = [None]
        turns = [
            (number, Lines(pos), self.moves[number])
            for number, pos in enumerate(self.positions[:-1])
            if pos.to_move == self.computer
        ]
        for choose in FAULTS.values():
            first: Hashable = None
            for number, lines, right in turns:
                square = choose(lines)
                if square != right:
                    first = number, square
                    break
            found.append(first)
        end = ending_of(self.positions[-1], self.moves[-1])
        for name, differs in END_FAULTS.items():
            found.append(name if differs(end) else None)
        return found


def _step(send: str, says: str) -> Step:
    return Step(send, says, within_s=_WITHIN_S)


def game_of(size: int, computer: int, typed: list[int]) -> LabGame:
    """The game in which a person types these squares."""
    left = list(typed)

    def person(pos: Position) -> list[int]:
        squares = []
        while True:
            squares.append(left.pop(0))
            if pos.landing(squares[-1]) is not None:
                return squares

    return _played(size, computer, person)


def drawn_game(draw: SeededRandom, size: int, computer: int, mood: str) -> LabGame:
    """A game with a person in one mood."""

    def person(pos: Position) -> list[int]:
        squares = []
        if pos.stone_count and draw.randbelow(12) == 0:
            taken = [cell for cell in range(size * size) if pos.landing(cell) is None]
            squares.append(draw.choice(taken))
        return [*squares, _chosen(draw, pos, mood)]

    return _played(size, computer, person)


def _played(size: int, computer: int, person: object) -> LabGame:
    assert callable(person)
    pos = Position(Game(rows=size, cols=size, k=IN_A_ROW, gravity=False))
    positions, moves, typed = [pos], [], []
    while not pos.is_over:
        if pos.to_move == computer:
            move = lab7_choose(pos)
        else:
            squares = person(pos)
            typed += squares
            move = squares[-1]
        moves.append(move)
        pos = pos.play(move)
        positions.append(pos)
    return LabGame(size, computer, tuple(typed), tuple(positions), tuple(moves))


def _chosen(draw: SeededRandom, pos: Position, mood: str) -> int:
    if draw.randbelow(8) == 0:
        mood = draw.choice(MOODS)
    if mood == "anywhere":
        return draw.choice(pos.legal_moves())
    lines = Lines(pos)
    sides = lines.own if mood == "wins" else lines.other
    lengths = {square: max(1 + a + b for a, b in of) for square, of in sides.items()}
    most = max(lengths.values())
    return draw.choice([square for square, length in lengths.items() if length == most])
