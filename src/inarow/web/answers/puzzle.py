"""Puzzles as the page asks for them: the list, and one of them with what became of it so far.

A puzzle goes on while the reader finds moves that keep what is to be reached; the best defence
answers. Nothing says what the solution is before it is over or given up.
"""

from __future__ import annotations

from typing import Any

from inarow._core import Family, Outcome, Position
from inarow.analysis.analyse import analyse
from inarow.analysis.verdict import Analysis
from inarow.errors import UserError
from inarow.game import game_named
from inarow.limits import Limits
from inarow.move_text import format_move, moves_text, parse_moves
from inarow.record import Record
from inarow.teaching.phrases import plain, said
from inarow.teaching.puzzle_file import THEMES, Puzzle, shipped_puzzles
from inarow.teaching.puzzle_proof import is_large, own_stones, proof_of
from inarow.web.answers.play import play_answer
from inarow.web.answers.puzzle_free import FreeJudge, Judged
from inarow.web.words import TITLES
from inarow.words import COLOURS, counted, listed

SOLVE_S = 20.0
LONGEST = 1000


def puzzles_answer() -> dict[str, Any]:
    """Every puzzle in few words, numbered from 1, and the names of the themes."""
    shipped = shipped_puzzles()
    return {
        "puzzles": [
            [one.game, one.goal, one.win_in, shipped.grade(one), list(one.themes)]
            for one in shipped.puzzles
        ],
        "themes": THEMES,
        "titles": {one.game: TITLES[one.game] for one in shipped.puzzles},
    }


def puzzle_answer(number: int, played: str, give_up: bool = False) -> dict[str, Any]:
    """Puzzle ``number``, after the moves that were ``played`` in it, the defence's among them."""
    shipped = shipped_puzzles()
    if not 1 <= number <= len(shipped.puzzles):
        raise UserError(f"puzzle {number} is not within 1 to {len(shipped.puzzles)}")
    if len(played) > LONGEST:
        raise UserError(f"moves has {len(played)} letters, at most {LONGEST} are read")
    puzzle = shipped.puzzles[number - 1]
    game = game_named(puzzle.game)
    line = Record(puzzle.pos, tuple(parse_moves(game, played)))
    told = _Told(puzzle, line)
    state = told.state()
    over = give_up or state["kind"] == "solved"
    return {
        "number": number,
        "count": len(shipped.puzzles),
        "player": line.start.to_move,
        "task": told.task(),
        "how": told.how(),
        "grade": shipped.grade(puzzle),
        "measure": told.measure(),
        "line": told.sides(),
        "play": {**play_answer(line), "here": None, "why": None, "free": None},
        "last": puzzle.record.positions[-2].landing(puzzle.moves[-1]),
        "state": state,
        "hint": listed([THEMES[theme] for theme in puzzle.themes] or ["count the points"]),
        "themes": [THEMES[theme] for theme in puzzle.themes] if over else None,
        "solution": told.solution() if give_up else None,
        "link": f"/play/{puzzle.game}/{moves_text(game, puzzle.moves)}",
    }


class _Told:
    """A puzzle in words: what it asks, and what the reader's last move did."""

    def __init__(self, puzzle: Puzzle, line: Record) -> None:
        self.puzzle, self.line = puzzle, line
        self.reader = line.start.to_move
        self.other = COLOURS[3 - self.reader]
        self.free = FreeJudge(puzzle, line.start) if is_large(line.start) else None

    def task(self) -> str:
        you = f"You are {COLOURS[self.reader]}"
        if self.puzzle.win_in:
            turns = " turns" if self.free is not None and self.free.paired else ""
            return f"{you}: win in {self.puzzle.win_in}{turns}"
        goals = {"win": "keep the win", "draw": "save the draw", "hold": "hold"}
        return f"{you}: {goals[self.puzzle.goal]}"

    def how(self) -> str:
        if self.free is not None:
            return self.free.how()
        return said("book, one first" if self.puzzle.win_in else "book, one")

    def sides(self) -> list[int]:
        """Whose stones the line of the solution has, as far as the reader is asked for it."""
        if self.free is not None and self.free.paired:
            return [self.reader] * 2
        stones = 2 * self.puzzle.win_in - 1 if self.puzzle.win_in else 1
        return [self.reader if number % 2 == 0 else 3 - self.reader for number in range(stones)]

    def measure(self) -> str:
        one = self.puzzle
        proved = "in reach" if self.free is not None and self.free.paired else "to prove"
        what = "line" if proved == "in reach" else "node"
        parts = [counted(one.tempting, "tempting move"), f"{counted(one.nodes, what)} {proved}"]
        if one.plies > 2:
            parts.insert(0, f"{one.plies} stones to the end")
        return ", ".join(parts)

    def solution(self) -> list[str]:
        proof = proof_of(self.line.start)
        return [format_move(self.line.game, move) for move in (proof.line if proof else ())]

    def state(self) -> dict[str, Any]:
        """``kind`` (``task``, ``right``, ``wrong``, ``solved``), the verdict in words, and the
        defence's reply where the puzzle goes on."""
        return self._judged()._asdict()

    def _judged(self) -> Judged:
        line = self.line
        if not line.moves:
            return Judged("task", self._ask())
        before, after = line.positions[-2:]
        if before.to_move != self.reader:
            answer = format_move(line.game, line.moves[-1])
            words = said("right, answered", other=self.other, move=answer, rest=self._rest(after))
            return Judged("right", words)
        word = format_move(line.game, line.moves[-1])
        wins = {1: Outcome.FIRST_WINS, 2: Outcome.SECOND_WINS}
        if after.outcome() == wins[self.reader] and line.game.family is not Family.COUNTED:
            return Judged("solved", said("solved, line", move=word))
        if self.free is not None:
            return self.free.verdict(after, word)
        return self._scored(after, word)

    def _ask(self) -> str:
        """What is looked for, beside the task."""
        if self.free is not None and self.free.paired:
            return said("book, pair")
        keep = self.puzzle.goal == "win" and not self.puzzle.win_in
        return said("book, keep" if keep else f"book, {self.puzzle.goal}")

    def _rest(self, pos: Position) -> str:
        """What is left to do when it is the reader's turn again."""
        if self.free is not None:
            left = self.free.stones_left(pos)
        else:
            best = max(analyse(pos, Limits(SOLVE_S)).moves, key=lambda move: move.lo)
            left = own_stones(pos, best)
        return plain("right, finish") if left == 1 else plain("right, win in", count=left)

    def _scored(self, after: Position, word: str) -> Judged:
        found = analyse(after, Limits(SOLVE_S))
        wanted = "loss" if self.puzzle.goal == "win" else "draw"
        if found.result != wanted:
            return Judged("wrong", self._refuted(word, found))
        if not self.puzzle.win_in:
            return Judged("solved", said(f"solved, {self.puzzle.goal}", move=word))
        reply = max(found.moves, key=lambda move: move.lo)
        left = (reply.plies or 0) // 2
        words = said("right", move=word, left=counted(left, "more move"), other=self.other)
        return Judged("right", words, format_move(after.game, reply.move))

    def _refuted(self, word: str, found: Analysis) -> str:
        """Why a move does not do it: what it leads to, and the reply."""
        does, then = "only draws" if found.result == "draw" else "loses", ""
        if found.moves:
            reply = max(found.moves, key=lambda move: move.lo)
            answer = format_move(self.line.game, reply.move)
            then = plain("not it, then", other=self.other, reply=answer)
        return said("not it", move=word, does=does, then=then)
