"""The puzzles that come with the package, and the file that they lie in.

    inarow puzzles 1 seed 7 connect4 412 maxconnect4 96 gomoku 57
    connect4 4435... win 4 7 2 1032 forced-line,double-threat

The first line says which games were looked through, and so where mining goes on. Every other one is
a puzzle: its game, the moves that lead to it, what is to be reached, in how many stones of the
solver's own (0 where only the first move counts), and what its grade is made of: plies to the end,
tempting moves and nodes of the proof. Last come its themes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from inarow._core import Position
from inarow.errors import UserError
from inarow.files import read_input, write_whole
from inarow.game import GAMES, game_named
from inarow.move_text import moves_text
from inarow.record import Record

SHIPPED = Path(__file__).parents[2] / "data" / "puzzles.txt"
GRADES = 8
SOONEST, LATEST = 2, 8
"""Stones of one's own, or turns, to a win."""
Goal = Literal["win", "draw", "hold"]
THEMES = {
    "double-threat": "double threat",
    "forced-line": "forced line",
    "quiet-move": "quiet move",
    "odd-threat": "odd threat",
    "even-threat": "even threat",
    "only-draw": "only move that draws",
    "fewer-points-now": "fewer points now",
    "fours": "win by fours",
    "fives": "win by fives",
    "too-many-lines": "more lines than two stones stop",
    "only-defence": "only defence",
}
_MOST_BYTES = 4_000_000
_HEAD = re.compile(r"inarow puzzles 1 seed (\d{1,9})((?: [a-z0-9:-]+ \d{1,9})*)")
_LINE = re.compile(
    r"(?P<game>[a-z0-9:-]{1,40}) (?P<moves>[0-9.,]{1,2000}) (?P<goal>win|draw|hold)"
    r" (?P<win_in>\d{1,2}) (?P<plies>\d{1,3}) (?P<tempting>\d{1,3}) (?P<nodes>\d{1,12})"
    r" (?P<themes>[a-z,-]*)"
)


class Proof(NamedTuple):
    """The one move, and what a puzzle tells beside its position."""

    move: int
    goal: Goal
    win_in: int
    plies: int
    nodes: int
    line: tuple[int, ...]


class Puzzle(NamedTuple):
    """A position with one first move that does it; all others were proved not to."""

    game: str
    moves: tuple[int, ...]
    goal: Goal
    win_in: int
    plies: int
    tempting: int
    nodes: int
    themes: tuple[str, ...]

    @property
    def record(self) -> Record:
        """The game that led to it."""
        return Record(Position(game_named(self.game)), self.moves)

    @property
    def pos(self) -> Position:
        return self.record.pos

    @property
    def difficulty(self) -> float:
        """Plies to the end, three for each tempting move, and the doublings of the proof."""
        return self.plies + 3 * self.tempting + math.log2(self.nodes + 1)

    @property
    def line(self) -> str:
        moves = moves_text(game_named(self.game), self.moves)
        numbers = f"{self.win_in} {self.plies} {self.tempting} {self.nodes}"
        return f"{self.game} {moves} {self.goal} {numbers} {','.join(self.themes)}"

    def as_json(self) -> dict[str, Any]:
        moves = moves_text(game_named(self.game), self.moves)
        return {**self._asdict(), "moves": moves, "themes": list(self.themes)}


class PuzzleSet(NamedTuple):
    """``looked_at`` games were looked through for each game, drawn from the seed."""

    seed: int
    looked_at: dict[str, int]
    puzzles: tuple[Puzzle, ...]

    def grade(self, puzzle: Puzzle) -> int:
        """From 1, the easiest eighth of the puzzles of its game, to 8, the hardest."""
        ordered = _difficulties(self.puzzles, puzzle.game)
        below = sum(other < puzzle.difficulty for other in ordered)
        return 1 + below * GRADES // max(len(ordered), 1)

    def write(self, path: Path) -> None:
        games = "".join(f" {game} {count}" for game, count in self.looked_at.items())
        lines = [f"inarow puzzles 1 seed {self.seed}{games}", *(one.line for one in self.puzzles)]
        write_whole(path, ("\n".join(lines) + "\n").encode())


@cache
def _difficulties(puzzles: tuple[Puzzle, ...], game: str) -> Sequence[float]:
    return sorted(one.difficulty for one in puzzles if one.game == game)


def read_puzzles(path: Path) -> PuzzleSet:
    """UserError where the file or a line of it is none."""
    data = read_input("puzzles", str(path), _MOST_BYTES)
    lines = data.decode("ascii", "replace").splitlines()
    head = _HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        raise UserError(f"puzzles '{path}', line 1 is not 'inarow puzzles 1 seed N GAME N ...'")
    words = head[2].split()
    looked_at = {game: int(count) for game, count in zip(words[::2], words[1::2], strict=True)}
    puzzles = [_read(path, number, line) for number, line in enumerate(lines[1:], start=2)]
    return PuzzleSet(int(head[1]), looked_at, tuple(puzzles))


def _read(path: Path, number: int, line: str) -> Puzzle:
    match = _LINE.fullmatch(line)
    if match is None or match["game"] not in GAMES:
        raise UserError(f"puzzles '{path}', line {number} is no puzzle")
    try:
        record = Record.from_moves(Position(game_named(match["game"])), match["moves"])
    except UserError as error:
        raise UserError(f"puzzles '{path}', line {number}: {error}") from None
    goals: dict[str, Goal] = {"win": "win", "draw": "draw", "hold": "hold"}
    themes = tuple(theme for theme in match["themes"].split(",") if theme)
    if unknown := next((theme for theme in themes if theme not in THEMES), None):
        raise UserError(f"puzzles '{path}', line {number}: theme '{unknown}' is not known")
    names = ("win_in", "plies", "tempting", "nodes")
    win_in, plies, tempting, nodes = (int(match[name]) for name in names)
    goal, moves = goals[match["goal"]], tuple(record.moves)
    return Puzzle(match["game"], moves, goal, win_in, plies, tempting, nodes, themes)


@cache
def shipped_puzzles() -> PuzzleSet:
    return read_puzzles(SHIPPED)
