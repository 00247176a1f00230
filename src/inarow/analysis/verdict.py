"""What is known of a position and of its moves: bounds, the line behind them, words and JSON.

Bounds are for the side to move. Where the first line wins, a win is worth half the cells (rounded
up) plus one, minus the winner's stones at the end (7 x 6: 22 minus them), a loss the negative, a
draw 0; on an unbalanced board the winner counts as having laid half of all stones, rounded up, so a
win is always above 0. Where lines are counted, it is the final difference of points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from inarow._core import Game, Position
from inarow.errors import UserError
from inarow.game import counts_lines, name_of
from inarow.move_text import format_move
from inarow.score import Score, Unit, from_view_of, unit_of

if TYPE_CHECKING:
    from inarow.analysis.free import Findings
    from inarow.analysis.game_mistakes import GameMistake

WinDrawLoss = Literal["win", "draw", "loss"]
Source = Literal["rules", "book", "solver", "settled", "exhausted", "threats", "proof", "none"]
"""Where a verdict comes from: the end of the game, the opening book, an exact solver, a value that
was settled by a proof, a look at all that is left, a forced win by threats, a proof of the player
of free boards, or nowhere."""


def plies_to_end(pos: Position, score: int) -> int:
    """Plies from a position to the end of the game under best play, from its exact score."""
    if score == 0 or counts_lines(pos.game):
        return pos.game.cells - pos.stone_count
    winners_share = (pos.game.cells + 1) // 2 + 1 - abs(score)
    plies = 2 * winners_share - pos.stone_count
    # The winner lays the last stone: that tells which of the two totals with this share it is.
    winner = pos.to_move if score > 0 else pos.opponent
    return plies if side_of_ply(pos, plies) == winner else plies - 1


def side_of_ply(pos: Position, ply: int) -> int:
    """Whose stone comes as the ``ply``-th from a position on (from 1), if the game lasts so long;
    a turn may take several stones."""
    if ply <= pos.left:
        return pos.to_move
    turns_since = (ply - pos.left - 1) // pos.game.stones[1]
    return pos.opponent if turns_since % 2 == 0 else pos.to_move


def winning_score(pos: Position) -> int:
    """The score of a move that wins at once."""
    return (pos.game.cells + 1) // 2 + 1 - (pos.stone_count + 2) // 2


def most_of(game: Game) -> int:
    """No value of this game lies further from 0."""
    return 4 * game.cells if counts_lines(game) else (game.cells + 1) // 2 + 1


@dataclass(frozen=True)
class Verdict:
    """What is known of a position: ``lo <= value <= hi`` for its side to move, exact where they
    meet."""

    pos: Position
    lo: int
    hi: int
    line: tuple[int, ...] = ()
    """Best play of both sides; empty where not computed."""
    source: Source = "none"
    nodes: int = 0
    seconds: float = 0.0

    @property
    def unit(self) -> Unit:
        """What the bounds count: points of margin, or the score of a win."""
        return unit_of(self.pos.game)

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lo == self.hi

    @property
    def score(self) -> Score:
        """The exact score for the side to move; UserError if a limit came before it was known."""
        if not self.exact:
            raise UserError(f"the score is only known to lie within {self.lo} to {self.hi}")
        return Score(self.lo, self.unit, self.pos.to_move)

    @property
    def result(self) -> WinDrawLoss | None:
        """Win, draw or loss for the side to move, or None while that is open."""
        if self.lo > 0:
            return "win"
        if self.hi < 0:
            return "loss"
        return "draw" if self.lo == self.hi else None

    @property
    def plies(self) -> int | None:
        """Plies from the position to the end of the game, where the score is exact."""
        if self.source == "rules":
            return 0
        return plies_to_end(self.pos, self.lo) if self.exact else None

    def __str__(self) -> str:
        return self.words

    def bounds_for(self, player: int) -> tuple[int, int]:
        """The bounds from the point of view of a player."""
        return from_view_of(self.lo, self.hi, self.pos.to_move, player)

    @property
    def words(self) -> str:
        """The bounds in words, never saying more than they do."""
        if self.lo == self.hi == 0:
            return "draw"
        if self.result is None:
            return self._open_words()
        return self._points_words() if self.unit is Unit.POINTS else self._score_words()

    def _open_words(self) -> str:
        if self.lo == 0:
            return "at least a draw"
        if self.hi == 0:
            return "at most a draw"
        most = most_of(self.pos.game)
        if self.unit is Unit.POINTS and -most < self.lo and self.hi < most:
            return f"between {self.lo:+d} and {self.hi:+d}"
        return "not known"

    def _points_words(self) -> str:
        verb, margin = ("wins", self.lo) if self.lo > 0 else ("loses", -self.hi)
        return f"{verb} by {margin}" if self.exact else f"{verb} by at least {margin}"

    def _score_words(self) -> str:
        kind = "win" if self.lo > 0 else "loss"
        if self.source in ("rules", "threats", "proof"):
            return kind
        plies = plies_to_end(self.pos, self.lo)
        if self.exact:
            return f"{kind} in {plies} {'ply' if plies == 1 else 'plies'}"
        if self.lo > 0:
            return f"win in at most {plies} plies"
        return f"loss, but not before {plies} plies"

    def as_json(self, base: int = 1) -> dict[str, Any]:
        """The shape of ``docs/json.md``; ``base`` is the number of the leftmost column."""
        return {
            "game": name_of(self.pos.game),
            "position": self.pos.text,
            "to_move": self.pos.to_move,
            "unit": self.unit.value,
            **self._known_json(base),
            "nodes": self.nodes,
            "seconds": self.seconds,
        }

    def _known_json(self, base: int) -> dict[str, Any]:
        return {
            "lo": self.lo,
            "hi": self.hi,
            "exact": self.exact,
            "score": self.lo if self.exact else None,
            "result": self.result,
            "plies": self.plies,
            "words": self.words,
            "source": self.source,
            "line": [format_move(self.pos.game, move, base) for move in self.line],
        }


@dataclass(frozen=True)
class MoveVerdict(Verdict):
    """What a move in the position leads to, for the side that makes it; ``line`` and ``plies``
    include it."""

    move: int = field(kw_only=True)

    def as_json(self, base: int = 1) -> dict[str, Any]:
        """An entry of ``moves`` in the shape of ``docs/json.md``."""
        return {"move": format_move(self.pos.game, self.move, base), **self._known_json(base)}


@dataclass(frozen=True)
class Analysis:
    """A position with a verdict for each legal move, in ascending order of the moves."""

    verdict: Verdict
    moves: tuple[MoveVerdict, ...]
    findings: Findings | None = None
    """Of a free board: threats, proofs and judgement."""

    @property
    def pos(self) -> Position:
        """The position that was analysed."""
        return self.verdict.pos

    @property
    def exact(self) -> bool:
        """Whether the position and every move have their exact score."""
        return self.verdict.exact and all(move.exact for move in self.moves)

    @property
    def result(self) -> WinDrawLoss | None:
        """Win, draw or loss for the side to move, or None while that is open."""
        return self.verdict.result

    @property
    def best(self) -> tuple[MoveVerdict, ...]:
        """The moves that are proven to be as good as any."""
        most = min((self.verdict.hi, max((move.hi for move in self.moves), default=0)))
        return tuple(move for move in self.moves if move.lo >= most)

    @property
    def line(self) -> tuple[int, ...]:
        """The line of the first best move that has one."""
        return next((move.line for move in self.best if move.line), self.verdict.line)

    def __str__(self) -> str:
        """What ``inarow analyse`` prints below the board."""
        from inarow.render.analysis_text import AnalysisText

        return "\n".join(AnalysisText(self, 1).known())

    def of(self, move: int) -> MoveVerdict | None:
        """The verdict of a move, if it is legal."""
        return next((found for found in self.moves if found.move == move), None)

    def as_json(self, base: int = 1, mistake: GameMistake | None = None) -> dict[str, Any]:
        """The shape of ``docs/json.md``; ``base`` is the number of the leftmost column."""
        game = self.pos.game
        return {
            **self.verdict.as_json(base),
            "line": [format_move(game, move, base) for move in self.line],
            "moves": [move.as_json(base) for move in self.moves],
            "best": [format_move(game, move.move, base) for move in self.best],
            "findings": None if self.findings is None else self.findings.as_json(game, base),
            "last_mistake": None if mistake is None else mistake.as_json(game, base),
        }


def open_analysis(pos: Position) -> Analysis:
    """Nothing is known: the widest bounds."""
    most = most_of(pos.game)
    moves = tuple(MoveVerdict(pos, -most, most, move=move) for move in pos.legal_moves())
    return Analysis(Verdict(pos, -most, most), moves)
