"""Verdicts on the moves of a puzzle on a large free board, each from the proof of its kind."""

from __future__ import annotations

from typing import NamedTuple

from inarow._core import FreeEngine, Position
from inarow.move_text import format_move
from inarow.teaching.fours import Fours, TooManyChainsError
from inarow.teaching.pairs import in_reach, stopping
from inarow.teaching.phrases import said, sides_for
from inarow.teaching.puzzle_file import Puzzle
from inarow.teaching.puzzle_free import MEMORY_MB, MOST_CHAINS, forced, proof_on_free_board
from inarow.words import count_word


class Judged(NamedTuple):
    """What a move is, in a word (``task``, ``right``, ``wrong``, ``solved``) and a sentence, and
    the defence's reply where the puzzle goes on."""

    kind: str
    words: str = ""
    reply: str | None = None


class FreeJudge:
    """What a puzzle of a large free board asks, and what a move in it did."""

    def __init__(self, puzzle: Puzzle, start: Position) -> None:
        self.start = start
        self.reader = start.to_move
        self.paired = max(start.game.stones) > 1
        self.holds = puzzle.goal == "hold"

    def say(self, key: str, **values: str) -> str:
        other = sides_for()[3 - self.reader]
        k, short = (count_word(number) for number in (self.start.game.k, self.start.game.k - 1))
        return said(key, other=other, k=k, short=short, **values)

    def how(self) -> str:
        if self.paired:
            return self.say("book, one pair holds" if self.holds else "book, one pair wins")
        return self.say("book, one holds" if self.holds else "book, by fours")

    def verdict(self, after: Position, move: str) -> Judged:
        """Of the reader's move that led to a position and made no line."""
        if self.paired:
            return self._of_a_pair(after, move)
        return self._of_a_defence(after, move) if self.holds else self._of_a_four(after, move)

    def stones_left(self, pos: Position) -> int:
        """Of the reader, who is to move, until the line stands; 0 where no chain leads there."""
        try:
            return Fours(MOST_CHAINS).to_a_line(pos) or 0
        except TooManyChainsError:
            return 0

    def _of_a_defence(self, after: Position, move: str) -> Judged:
        how, line, _, _ = forced(FreeEngine(after.game, MEMORY_MB), after)
        if not how:
            return Judged("solved", self.say("solved, held", move=move))
        reply = format_move(after.game, line[0])
        return Judged("wrong", self.say("not it, forced", move=move, reply=reply))

    def _of_a_four(self, after: Position, move: str) -> Judged:
        ways = after.winning_cells(self.reader)
        if theirs := after.winning_cells(after.to_move):
            reply = format_move(after.game, theirs[0])
            return Judged("wrong", self.say("not it, line", move=move, reply=reply))
        if not ways:
            return Judged("wrong", self.say("not it, no four", move=move))
        if len(ways) > 1:
            return Judged("solved", self.say("solved, two ways", move=move))
        if not self.stones_left(after.play(ways[0])):
            return Judged("wrong", self.say("not it, fours end", move=move))
        reply = format_move(after.game, ways[0])
        return Judged("right", self.say("right, fours", move=move), reply)

    def _of_a_pair(self, after: Position, move: str) -> Judged:
        if after.to_move == self.reader:
            return self._of_a_first_stone(after, move)
        if reached := in_reach(after, after.to_move):
            reply = " and ".join(format_move(after.game, cell) for cell in sorted(reached[0]))
            return Judged("wrong", self.say("not it, line", move=move, reply=reply))
        if self.holds:
            return Judged("solved", self.say("solved, all stopped", move=move))
        if stopping(in_reach(after, self.reader)):
            return Judged("wrong", self.say("not it, stopped", move=move))
        return Judged("solved", self.say("solved, too many", move=move))

    def _of_a_first_stone(self, after: Position, move: str) -> Judged:
        """The reader has one stone left in this turn; both of the pair may come first."""
        proof = proof_on_free_board(self.start)
        if proof is not None and all(after.landing(cell) is not None for cell in proof.line):
            return Judged("wrong", self.say("not it, no pair", move=move))
        return Judged("right", self.say("right, one of two", move=move))
