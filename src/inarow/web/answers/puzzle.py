"""Puzzles as the page asks for them: the list, and one of them with what became of it so far.

A puzzle goes on while the reader finds moves that keep what is to be reached; the best defence
answers. Nothing says what the solution is before it is over or given up.
"""

from __future__ import annotations

from typing import Any

from inarow._core import Family, FreeEngine, Outcome, Position
from inarow.analysis.analyse import analyse
from inarow.analysis.verdict import Analysis
from inarow.errors import UserError
from inarow.game import game_named
from inarow.limits import Limits
from inarow.move_text import format_move, moves_text, parse_moves
from inarow.record import Record
from inarow.teaching.puzzle_file import THEMES, Puzzle, shipped_puzzles
from inarow.teaching.puzzle_proof import MEMORY_MB, forced, proof_of
from inarow.web.answers.play import play_answer
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
        "stones": 2 * puzzle.win_in - 1 if puzzle.win_in else 1,
        "play": {**play_answer(line), "here": None, "why": None, "free": None},
        "last": puzzle.record.positions[-2].landing(puzzle.moves[-1]),
        "state": state,
        "hint": listed([THEMES[theme] for theme in puzzle.themes] or ["count the points"]),
        "themes": [THEMES[theme] for theme in puzzle.themes] if over else None,
        "solution": told.solution() if give_up else None,
        "link": f"/play/{puzzle.game}/{moves_text(game, puzzle.moves)}",
    }


def _state(kind: str, words: str = "", reply: str | None = None) -> dict[str, Any]:
    return {"kind": kind, "words": words, "reply": reply}


class _Told:
    """A puzzle in words: what it asks, and what the reader's last move did."""

    def __init__(self, puzzle: Puzzle, line: Record) -> None:
        self.puzzle, self.line = puzzle, line
        self.reader = line.start.to_move
        self.other = COLOURS[3 - self.reader]
        self.free = line.game.family is Family.FREE

    def task(self) -> str:
        you = f"You are {COLOURS[self.reader]}"
        if self.puzzle.win_in:
            return f"{you}: win in {self.puzzle.win_in}"
        goals = {"win": "keep the win", "draw": "save the draw", "hold": "hold"}
        return f"{you}: {goals[self.puzzle.goal]}"

    def how(self) -> str:
        if self.puzzle.goal == "hold":
            return f"After every other stone {self.other} wins by force."
        if self.free:
            return "By fours: each of your stones leaves one reply. Only one first stone works."
        return "Only one first move works." if self.puzzle.win_in else "Only one move does it."

    def measure(self) -> str:
        one = self.puzzle
        parts = [counted(one.tempting, "tempting move"), f"{one.nodes} nodes to prove"]
        if one.plies > 1:
            parts.insert(0, f"{one.plies} stones to the end")
        return ", ".join(parts)

    def solution(self) -> list[str]:
        proof = proof_of(self.line.start)
        return [format_move(self.line.game, move) for move in (proof.line if proof else ())]

    def state(self) -> dict[str, Any]:
        """``kind`` (``task``, ``right``, ``wrong``, ``solved``), the verdict in words, and the
        defence's reply where the puzzle goes on."""
        line = self.line
        if not line.moves:
            return _state("task")
        before, after = line.positions[-2:]
        if before.to_move != self.reader:
            return _state("right")
        word = format_move(line.game, line.moves[-1])
        wins = {1: Outcome.FIRST_WINS, 2: Outcome.SECOND_WINS}
        if after.outcome() == wins[self.reader] and line.game.family is not Family.COUNTED:
            return _state("solved", f"{word} completes the line.")
        return self._on_free_board(after, word) if self.free else self._scored(after, word)

    def _scored(self, after: Position, word: str) -> dict[str, Any]:
        found = analyse(after, Limits(SOLVE_S))
        wanted = "loss" if self.puzzle.goal == "win" else "draw"
        if found.result != wanted:
            return _state("wrong", self._refuted(word, found))
        if not self.puzzle.win_in:
            kept = "keeps the win" if wanted == "loss" else "holds the draw"
            return _state("solved", f"{word} {kept}, and nothing else does.")
        reply = max(found.moves, key=lambda move: move.lo)
        left = (reply.plies or 0) // 2
        word_left = counted(left, "more move")
        words = f"{word} is right: {word_left} of yours, whatever {self.other} does."
        return _state("right", words, format_move(after.game, reply.move))

    def _refuted(self, word: str, found: Analysis) -> str:
        """Why a move does not do it: what it leads to, and the reply."""
        does = "only draws" if found.result == "draw" else "loses"
        if not found.moves:
            return f"{word} is not it: it {does}."
        reply = max(found.moves, key=lambda move: move.lo)
        answer = format_move(self.line.game, reply.move)
        return f"{word} is not it: it {does}. {self.other} answers {answer}."

    def _on_free_board(self, after: Position, word: str) -> dict[str, Any]:
        engine = FreeEngine(after.game, MEMORY_MB)
        if self.puzzle.goal == "hold":
            how, line, _, _ = forced(engine, after)
            if not how:
                return _state("solved", f"{word} holds: no win by threats is left.")
            shown = format_move(after.game, line[0])
            return _state("wrong", f"{word} is not it: {self.other} wins by force with {shown}.")
        ways, theirs = after.winning_cells(self.reader), after.winning_cells(after.to_move)
        if len(ways) >= 2 and not theirs:
            return _state("solved", f"{word} leaves two ways to a line.")
        if len(ways) == 1 and not theirs:
            how, _, _, _ = forced(engine, after.play(ways[0]))
            if how in ("at sight", "chain"):
                words = f"{word} is right: one reply is left, and the fours go on."
                return _state("right", words, format_move(after.game, ways[0]))
        return _state("wrong", f"{word} is not it: the chain of fours ends without a line.")
