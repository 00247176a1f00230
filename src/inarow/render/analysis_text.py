"""An analysis as the terminal shows it: the board, a row for each move, and what it comes to.

Where lines are counted the numbers are first player minus second, as the scores of a game are told;
elsewhere they are for the side to move.
"""

from __future__ import annotations

from inarow._core import Outcome
from inarow.analysis.free import Findings, threat_name
from inarow.analysis.game_mistakes import LastMistake
from inarow.analysis.verdict import Analysis, MoveVerdict, Verdict
from inarow.move_text import format_move, move_noun, move_words
from inarow.render.board_text import board_text
from inarow.render.terminal import Style
from inarow.score import Unit

_SHOWN_THREATS = 12
_SIDES = {1: "first", 2: "second"}


class AnalysisText:
    """The paragraphs about one analysis; ``base`` is the number of the leftmost column."""

    def __init__(self, analysis: Analysis, base: int) -> None:
        self.analysis = analysis
        self.base = base
        self.pos = analysis.pos
        self.counted = analysis.verdict.unit is Unit.POINTS
        self.side = _SIDES[self.pos.to_move]

    def name(self, move: int) -> str:
        return format_move(self.pos.game, move, self.base)

    def board(self, style: Style, last_move: int | None = None) -> str:
        game = self.pos.game
        return board_text(
            self.pos,
            color=style.color,
            symbols=style.symbols,
            last_move=last_move,
            column_labels=range(self.base, self.base + game.cols),
            row_labels=None if game.gravity else range(self.base, self.base + game.rows),
        )

    def known(self, every_line: bool = False) -> list[str]:
        """What is known of the position and its moves."""
        points = [self._points(), ""] if self.counted else []
        if self.pos.is_over:
            return [*points[:1], self._ending()]
        if self.analysis.findings is not None:
            return self._findings(self.analysis.findings)
        turn = f"The {self.side} player is to move: {self._whole()}."
        return [*points, self._table(), "", turn, *self._lines(every_line)]

    def mistake(self, search: LastMistake, moves: int) -> str:
        """The last mistake of a game of so many moves."""
        found = search.mistake
        if found is None:
            if search.since == 1:
                return "No move of this game threw away a win or a draw."
            if search.since > moves:
                return "Whether a move threw away a win or a draw is not known."
            return f"No move from move {search.since} on threw away a win or a draw."
        better = ", ".join(self.name(move) for move in found.better)
        named = move_words(self.pos.game, found.move, self.base)
        return (
            f"The last mistake was move {found.number}, {named} by the"
            f" {_SIDES[found.player]} player: it turned a {found.before} into a {found.after};"
            f" {better} kept it."
        )

    def _points(self) -> str:
        first, second = self.pos.score()
        return f"Score: {first} to {second}."

    def _ending(self) -> str:
        if self.counted:
            return "The board is full."
        ends = {
            Outcome.FIRST_WINS: "the first player has won",
            Outcome.SECOND_WINS: "the second player has won",
        }
        return f"The game is over: {ends.get(self.pos.outcome(), 'a draw')}."

    def _bounds(self, verdict: Verdict) -> str:
        if not self.counted:
            low, high = verdict.lo, verdict.hi
            return f"{low:+d}" if low == high else f"{low:+d} to {high:+d}"
        low, high = verdict.bounds_for(1)
        return f"exact {low}" if low == high else f"at least {low}, at most {high}"

    def _whole(self) -> str:
        verdict = self.analysis.verdict
        bounds = self._bounds(verdict)
        return bounds if self.counted else f"{verdict.words} ({bounds})"

    def _table(self) -> str:
        """One row a move: the move, its score, words, and a mark at the best."""
        best = self.analysis.best
        head = (move_noun(self.pos.game), "score", "")
        if self.counted:
            head = ("column", "final difference, first player minus second", "")
        rows = []
        for move in self.analysis.moves:
            mark = ", best" if move in best else ""
            bounds, words = self._bounds(move), "" if self.counted else move.words
            rows.append((self.name(move.move), bounds, words + mark))
        if self.counted:
            return "\n".join(f"{move:>6}  {bounds}{mark}" for move, bounds, mark in [head, *rows])
        wide = [max(len(row[i]) for row in [head, *rows]) for i in range(2)]
        return "\n".join(
            f"{move:>{wide[0]}}  {bounds:>{wide[1]}}  {words}".rstrip()
            for move, bounds, words in [head, *rows]
        )

    def _lines(self, every: bool) -> list[str]:
        def shown(move: MoveVerdict) -> str:
            cut = move.plies is not None and len(move.line) < move.plies
            words = [self.name(each) for each in move.line]
            return " ".join([*words, "..."] if cut else words)

        if every:
            return [f"Best play after {shown(m)}" for m in self.analysis.moves if m.line]
        best = next((move for move in self.analysis.best if move.line), None)
        lead = "Best line" if self.counted else "Best play"
        return [] if best is None else [f"{lead}: {shown(best)}"]

    def _findings(self, findings: Findings) -> list[str]:
        """What is proved, what is judged, and the strongest threats of both sides."""
        parts = [f"{sentence}." for sentence in findings.sentences(self.name)]
        k = self.pos.game.k
        for player, side in _SIDES.items():
            found = [threat for threat in findings.threats if threat.player == player]
            shown = ", ".join(
                f"{self.name(threat.cell)} {threat_name(threat.kind, k)}"
                for threat in found[:_SHOWN_THREATS]
            )
            more = len(found) - _SHOWN_THREATS
            rest = f" and {more} more" if more > 0 else ""
            parts.append(f"a stone of the {side} player would make: {shown or 'no threat'}{rest}")
        return parts
