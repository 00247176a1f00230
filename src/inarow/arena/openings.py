"""Where games begin: at the start, at lines of a file, or at lines that the solver calls even.

An opening is a line of moves as people write them. It is played twice by the same pair, colours
swapped, so that neither side is favoured by it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from inarow._core import Game, Position
from inarow.analysis.analyse import analyse
from inarow.arena.event import Event
from inarow.errors import UserError
from inarow.files import read_input
from inarow.limits import Limits
from inarow.move_text import moves_text, played_moves
from inarow.text import truncate, whole_number

_THINK_S = 0.5
_TRIES = 200
_MOST_MOVES = 12


@dataclass(frozen=True)
class Openings:
    """``fixed`` are lines to choose from; without them, lines of so many moves are made."""

    game: Game
    fixed: tuple[str, ...] = ("",)
    moves: int = 0

    def lines(self, games: int, rng: random.Random) -> list[str]:
        """An opening for each game of a pairing: the same for two that follow each other."""
        pairs = (games + 1) // 2
        if self.moves:
            chosen = [balanced(self.game, self.moves, rng) for _ in range(pairs)]
        elif len(self.fixed) >= pairs:
            chosen = rng.sample(self.fixed, pairs)
        else:
            chosen = [rng.choice(self.fixed) for _ in range(pairs)]
        return [chosen[number // 2] for number in range(games)]


def openings_for(event: Event) -> Openings:
    """The openings that an event names; UserError for a file that holds a wrong line."""
    word = event.openings
    if word == "none":
        return Openings(event.game)
    kind, colon, number = word.partition(":")
    if kind == "balanced":
        moves = whole_number("openings", number, 1, _MOST_MOVES) if colon else 4
        return Openings(event.game, (), moves)
    return Openings(event.game, tuple(_read(word, event.game)))


def _read(name: str, game: Game) -> list[str]:
    lines = read_input("openings", name).decode("utf-8", "replace").splitlines()
    found = []
    for number, text in enumerate(lines, start=1):
        line = text.strip()
        if not line or text.startswith("#"):
            continue
        where = f"openings '{name}', line {number}, '{truncate(line)}'"
        try:
            _, positions = played_moves(Position(game), line, 1)
        except UserError as error:
            raise UserError(f"{where}: {error}") from None
        if positions[-1].is_over:
            raise UserError(f"{where} ends the game")
        found.append(line)
    if not found:
        raise UserError(f"openings '{name}' has no line in it")
    return found


def balanced(game: Game, moves: int, rng: random.Random) -> str:
    """A random line after which best play is a draw, as far as the solver can tell: of many, the
    first that is proved even, or the one that is closest."""
    best: tuple[float, list[int]] | None = None
    for _ in range(_TRIES):
        pos = Position(game)
        line: list[int] = []
        while len(line) < moves and not pos.is_over:
            move = rng.choice(pos.legal_moves())
            line.append(move)
            pos = pos.play(move)
        if pos.is_over:
            continue
        verdict = analyse(pos, Limits(time_s=_THINK_S)).verdict
        away = float(max(abs(verdict.lo), abs(verdict.hi)))
        if best is None or away < best[0]:
            best = (away, line)
        if away == 0:
            break
    if best is None:
        raise UserError(f"no opening of {moves} moves leaves the game open")
    return moves_text(game, best[1])
