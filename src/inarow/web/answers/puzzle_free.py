"""Verdicts on the moves of a puzzle on a large free board, each from the proof of its kind."""

from __future__ import annotations

from typing import NamedTuple

from inarow._core import FreeEngine, Position
from inarow.move_text import format_move
from inarow.teaching.fours import Fours, TooManyChainsError
from inarow.teaching.pairs import in_reach, stopping
from inarow.teaching.puzzle_file import Puzzle
from inarow.teaching.puzzle_free import MEMORY_MB, MOST_CHAINS, forced, proof_on_free_board
from inarow.words import COLOURS, count_word


class Judged(NamedTuple):
    """What a move is, in a word and a sentence, and the defence's reply where it goes on."""

    kind: str
    words: str = ""
    reply: str | None = None


class FreeJudge:
    """What a puzzle of a large free board asks, and what a move in it did."""

    def __init__(self, puzzle: Puzzle, start: Position) -> None:
        self.puzzle, self.start = puzzle, start
        self.reader = start.to_move
        self.other = COLOURS[3 - self.reader]
        self.line = count_word(start.game.k)
        self.paired = max(start.game.stones) > 1
        self.holds = puzzle.goal == "hold"

    def how(self) -> str:
        if self.paired and self.holds:
            return (
                f"After every other pair of stones {self.other} has {self.line} in a row at once."
            )
        if self.paired:
            return f"Leave more lines than {self.other}'s two stones can stop. Only one pair does."
        if self.holds:
            return f"After every other stone {self.other} wins by force."
        short = f"{count_word(self.start.game.k - 1)}s"
        return f"By {short}: each of your stones leaves one reply. Only one first stone works."

    def verdict(self, after: Position, word: str) -> Judged:
        """Of the reader's move that led to a position and made no line."""
        if self.paired:
            return self._of_a_pair(after, word)
        return self._of_a_defence(after, word) if self.holds else self._of_a_four(after, word)

    def _of_a_defence(self, after: Position, word: str) -> Judged:
        how, line, _, _ = forced(FreeEngine(after.game, MEMORY_MB), after)
        if not how:
            return Judged("solved", f"{word} holds: no win by threats is left.")
        shown = format_move(after.game, line[0])
        return Judged("wrong", f"{word} is not it: {self.other} wins by force with {shown}.")

    def _of_a_four(self, after: Position, word: str) -> Judged:
        short = count_word(after.game.k - 1)
        ways = after.winning_cells(self.reader)
        if theirs := after.winning_cells(after.to_move):
            shown = format_move(after.game, theirs[0])
            return Judged("wrong", f"{word} is not it: {self.other} completes a line with {shown}.")
        if not ways:
            words = f"{word} is not it: it makes no {short}, so {self.other} need not answer it."
            return Judged("wrong", words)
        if len(ways) > 1:
            return Judged("solved", f"{word} leaves two ways to a line.")
        if not self.stones_left(after.play(ways[0])):
            return Judged("wrong", f"{word} is not it: the {short}s end without a line.")
        words = f"{word} is right: one reply is left, and the {short}s go on."
        return Judged("right", words, format_move(after.game, ways[0]))

    def stones_left(self, pos: Position) -> int:
        """Of the reader, who is to move, until the line stands; 0 where no chain leads there."""
        try:
            return Fours(MOST_CHAINS).to_a_line(pos) or 0
        except TooManyChainsError:
            return 0

    def _of_a_pair(self, after: Position, word: str) -> Judged:
        if after.to_move == self.reader:
            return self._of_a_first_stone(after, word)
        reached = in_reach(after, after.to_move)
        if reached:
            shown = " and ".join(format_move(after.game, cell) for cell in sorted(reached[0]))
            return Judged("wrong", f"{word} is not it: {self.other} completes a line with {shown}.")
        if self.holds:
            return Judged("solved", f"{word} stops the last of {self.other}'s lines.")
        if stopping(in_reach(after, self.reader)):
            return Judged("wrong", f"{word} is not it: two stones stop all your lines.")
        return Judged("solved", f"{word} leaves more lines than two stones can stop.")

    def _of_a_first_stone(self, after: Position, word: str) -> Judged:
        """The reader has one stone left in this turn; both of the pair may come first."""
        proof = proof_on_free_board(self.start)
        if proof is not None and all(after.landing(cell) is not None for cell in proof.line):
            return Judged("wrong", f"{word} is not it, whatever stone comes with it.")
        return Judged("right", f"{word} is one of the two.")
