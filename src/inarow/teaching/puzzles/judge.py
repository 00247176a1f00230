"""What a puzzle asks of its reader, and whether a move in it is right.

A puzzle goes on while the reader finds moves that keep what is to be reached; the best defence
answers. On a large free board the verdicts come from the proofs of ``free_proof.py``.
"""

from __future__ import annotations

from typing import NamedTuple

from inarow._core import FreeEngine, Position
from inarow.analysis.analyse import analyse
from inarow.analysis.verdict import Analysis
from inarow.game import counts_lines
from inarow.limits import Limits
from inarow.move_text import format_move
from inarow.record import Record
from inarow.teaching.puzzles.book import Puzzle
from inarow.teaching.puzzles.free_proof import (
    MEMORY_MB,
    MOST_CHAINS,
    ForcingSearch,
    TooManyChainsError,
    can_block_all,
    forced,
    in_reach,
    proof_on_free_board,
)
from inarow.teaching.puzzles.proof import is_large, own_stones, proof_of
from inarow.teaching.text import fragment, sentence, sides_for
from inarow.text import COLOURS, count_word, plural


class MoveFeedback(NamedTuple):
    """What a move is, in a word (``task``, ``right``, ``wrong``, ``solved``) and a sentence, and
    the defence's reply where the puzzle goes on."""

    kind: str
    words: str = ""
    reply: str | None = None


class FreePuzzleJudge:
    """What a puzzle of a large free board asks, and what a move in it did."""

    def __init__(self, puzzle: Puzzle, start: Position) -> None:
        self.start = start
        self.reader = start.to_move
        self.paired = max(start.game.stones) > 1
        self.holds = puzzle.goal == "hold"

    def say(self, key: str, **values: str) -> str:
        other = sides_for()[3 - self.reader]
        k, short = (count_word(number) for number in (self.start.game.k, self.start.game.k - 1))
        return sentence(key, other=other, k=k, short=short, **values)

    def how(self) -> str:
        if self.paired:
            return self.say("book, one pair holds" if self.holds else "book, one pair wins")
        return self.say("book, one holds" if self.holds else "book, by fours")

    def verdict(self, after: Position, move: str) -> MoveFeedback:
        """Of the reader's move that led to a position and made no line."""
        if self.paired:
            return self._of_a_pair(after, move)
        return self._of_a_defence(after, move) if self.holds else self._of_a_four(after, move)

    def stones_left(self, pos: Position) -> int:
        """Of the reader, who is to move, until the line stands; 0 where no chain leads there."""
        try:
            return ForcingSearch(MOST_CHAINS).stones_to_win(pos) or 0
        except TooManyChainsError:
            return 0

    def _of_a_defence(self, after: Position, move: str) -> MoveFeedback:
        how, line, _, _ = forced(FreeEngine(after.game, MEMORY_MB), after)
        if not how:
            return MoveFeedback("solved", self.say("solved, held", move=move))
        reply = format_move(after.game, line[0])
        return MoveFeedback("wrong", self.say("not it, forced", move=move, reply=reply))

    def _of_a_four(self, after: Position, move: str) -> MoveFeedback:
        ways = after.winning_cells(self.reader)
        if theirs := after.winning_cells(after.to_move):
            reply = format_move(after.game, theirs[0])
            return MoveFeedback("wrong", self.say("not it, line", move=move, reply=reply))
        if not ways:
            return MoveFeedback("wrong", self.say("not it, no four", move=move))
        if len(ways) > 1:
            return MoveFeedback("solved", self.say("solved, two ways", move=move))
        if not self.stones_left(after.play(ways[0])):
            return MoveFeedback("wrong", self.say("not it, fours end", move=move))
        reply = format_move(after.game, ways[0])
        return MoveFeedback("right", self.say("right, fours", move=move), reply)

    def _of_a_pair(self, after: Position, move: str) -> MoveFeedback:
        if after.to_move == self.reader:
            return self._of_a_first_stone(after, move)
        if reached := in_reach(after, after.to_move):
            reply = " and ".join(format_move(after.game, cell) for cell in sorted(reached[0]))
            return MoveFeedback("wrong", self.say("not it, line", move=move, reply=reply))
        if self.holds:
            return MoveFeedback("solved", self.say("solved, all stopped", move=move))
        if can_block_all(in_reach(after, self.reader)):
            return MoveFeedback("wrong", self.say("not it, stopped", move=move))
        return MoveFeedback("solved", self.say("solved, too many", move=move))

    def _of_a_first_stone(self, after: Position, move: str) -> MoveFeedback:
        """The reader has one stone left in this turn; both of the pair may come first."""
        proof = proof_on_free_board(self.start)
        if proof is not None and all(after.landing(cell) is not None for cell in proof.line):
            return MoveFeedback("wrong", self.say("not it, no pair", move=move))
        return MoveFeedback("right", self.say("right, one of two", move=move))


SOLVE_S = 20.0


def task_of(puzzle: Puzzle) -> str:
    """The task as it is told of a board on paper."""
    colour, paired = COLOURS[puzzle.pos.to_move], puzzle.pos.left > 1
    if puzzle.win_in:
        turns, what = ("turns", "pair of stones") if paired else ("moves", "first move")
        return f"{colour} to move wins in {puzzle.win_in} {turns}. Only one {what} works."
    goals = {"win": "keeps the win", "draw": "saves the draw", "hold": "holds"}
    return f"{colour} to move: one {'pair of stones' if paired else 'move'} {goals[puzzle.goal]}."


def task_of_reader(puzzle: Puzzle) -> str:
    """The same as it is told to the one who plays it; ``PuzzleJudge.how`` says the rest."""
    you = f"You are {COLOURS[puzzle.pos.to_move]}"
    if puzzle.win_in:
        turns = " turns" if is_large(puzzle.pos) and max(puzzle.pos.game.stones) > 1 else ""
        return f"{you}: win in {puzzle.win_in}{turns}"
    goals = {"win": "keep the win", "draw": "save the draw", "hold": "hold"}
    return f"{you}: {goals[puzzle.goal]}"


class PuzzleJudge:
    """A puzzle and the moves that were made in it so far, the defence's among them: what is asked,
    and what the reader's last move did."""

    def __init__(self, puzzle: Puzzle, line: Record) -> None:
        self.puzzle, self.line = puzzle, line
        self.reader = line.start.to_move
        self.other = COLOURS[3 - self.reader]
        self.free = FreePuzzleJudge(puzzle, line.start) if is_large(line.start) else None

    def how(self) -> str:
        """How it is reached, as far as the task may say."""
        if self.free is not None:
            return self.free.how()
        return sentence("book, one first" if self.puzzle.win_in else "book, one")

    def sides(self) -> list[int]:
        """Whose stones the line of the solution has, as far as the reader is asked for it."""
        if self.free is not None and self.free.paired:
            return [self.reader] * 2
        stones = 2 * self.puzzle.win_in - 1 if self.puzzle.win_in else 1
        return [self.reader if number % 2 == 0 else 3 - self.reader for number in range(stones)]

    def measure(self) -> str:
        """What its grade is made of."""
        one = self.puzzle
        paired = self.free is not None and self.free.paired
        what, where = ("line", "in reach") if paired else ("position", "in the proof")
        work = f"{plural(one.nodes, what)} {where}"
        parts = [plural(one.tempting, "tempting move"), work]
        if one.plies > 2:
            parts.insert(0, f"{one.plies} stones to the end")
        return ", ".join(parts)

    def solution(self) -> tuple[int, ...]:
        """The line of the proof."""
        proof = proof_of(self.line.start)
        return proof.line if proof else ()

    def verdict(self) -> MoveFeedback:
        """On the last move; where none was made, what is looked for."""
        line = self.line
        if not line.moves:
            return MoveFeedback("task", self._ask())
        before, after = line.positions[-2:]
        if before.to_move != self.reader:
            answer = format_move(line.game, line.moves[-1])
            words = sentence(
                "right, answered", other=self.other, move=answer, rest=self._rest(after)
            )
            return MoveFeedback("right", words)
        word = format_move(line.game, line.moves[-1])
        if after.winner == self.reader and not counts_lines(line.game):
            return MoveFeedback("solved", sentence("solved, line", move=word))
        if self.free is not None:
            return self.free.verdict(after, word)
        return self._scored(after, word)

    def _ask(self) -> str:
        """What is looked for, beside the task."""
        if self.free is not None and self.free.paired:
            return sentence("book, pair")
        keep = self.puzzle.goal == "win" and not self.puzzle.win_in
        return sentence("book, keep" if keep else f"book, {self.puzzle.goal}")

    def _rest(self, pos: Position) -> str:
        """What is left to do when it is the reader's turn again."""
        if self.free is not None:
            left = self.free.stones_left(pos)
        else:
            best = max(analyse(pos, Limits(SOLVE_S)).moves, key=lambda move: move.lo)
            left = own_stones(pos, best)
        return fragment("right, finish") if left == 1 else fragment("right, win in", count=left)

    def _scored(self, after: Position, word: str) -> MoveFeedback:
        found = analyse(after, Limits(SOLVE_S))
        wanted = "loss" if self.puzzle.goal == "win" else "draw"
        if found.result != wanted:
            return MoveFeedback("wrong", self._refuted(word, found))
        if not self.puzzle.win_in:
            return MoveFeedback("solved", sentence(f"solved, {self.puzzle.goal}", move=word))
        reply = max(found.moves, key=lambda move: move.lo)
        left = (reply.plies or 0) // 2
        words = sentence("right", move=word, left=plural(left, "more move"), other=self.other)
        return MoveFeedback("right", words, format_move(after.game, reply.move))

    def _refuted(self, word: str, found: Analysis) -> str:
        """Why a move does not do it: what it leads to, and the reply."""
        does, then = "only draws" if found.result == "draw" else "loses", ""
        if found.moves:
            reply = max(found.moves, key=lambda move: move.lo)
            answer = format_move(self.line.game, reply.move)
            then = fragment("not it, then", other=self.other, reply=answer)
        return sentence("not it", move=word, does=does, then=then)
