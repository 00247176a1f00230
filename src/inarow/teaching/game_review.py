"""A game reviewed for its reader: your move first, then the reply in a line; at the end when
you were winning, what turned it and what to try.

    moves   1  2  3  4  5  6            Red is the reader, the cursor after 6
            R  Y  R  Y  R  Y
                        own reply       the verdict is about 5, the reply line about 6
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from inarow._core import Outcome, Position
from inarow.analysis.verdict import Analysis, MoveVerdict, WinDrawLoss
from inarow.game import counts_lines
from inarow.move_text import format_move
from inarow.record import Record
from inarow.teaching.move_review import RANK, Mark, MoveReview, mark_of, review_move
from inarow.teaching.text import (
    Segment,
    Sentence,
    fragment,
    paragraph,
    paragraphs_json,
    phrase,
    sentence,
    sides_for,
)
from inarow.text import count_word, join_words

Look = Callable[[Position], Analysis]
"""What is known of a position."""
MOST_TURNS = 3


def own_number(line: Record, reader: int) -> int:
    """The number of the reader's last move at or before the cursor; 0 if there is none."""
    for number in range(line.at, 0, -1):
        if line.positions[number - 1].to_move == reader:
            return number
    return 0


def review_reply(
    line: Record, reader: int, look: Look, again: int = 0, after: Analysis | None = None
) -> MoveReview | None:
    """The review of the reader's last move with ``reply``, the opponent's answer in a line;
    None before the first one. ``again`` is the number of a move that is a second try."""
    own = own_number(line, reader)
    if own == 0:
        return None
    replies = line.moves[own : line.at]
    review = review_move(
        line.viewed_at(own),
        look(line.positions[own - 1]),
        reader=reader,
        replied=replies[0] if replies else None,
        again=again == own,
        after=after if own == line.at else None,
    )
    if replies:
        reply = _reply(line, own, reader, look(line.positions[own]))
        review = replace(review, reply=reply)
    return review


def _reply(line: Record, own: int, reader: int, before: Analysis) -> list[Segment]:
    """What the opponent answered to move ``own``, and what became of the result."""
    sides = sides_for(reader)
    words = [format_move(line.game, move) for move in line.moves[own : line.at]]
    values = {"side": sides[3 - reader], "reader": sides[reader], "move": join_words(words)}
    outcome = line.pos.outcome()
    if outcome == Outcome.DRAW or (outcome != Outcome.ONGOING and counts_lines(line.game)):
        return paragraph([phrase("answered, full", **values)])
    if outcome != Outcome.ONGOING:
        return paragraph([phrase("answered, line", k=count_word(line.game.k), **values)])
    played = before.of(line.moves[own])
    if len(words) > 1 or played is None or played.result is None or before.result is None:
        return paragraph([phrase("answered", **values)])
    key = _reply_key(before, played)
    number = None if counts_lines(line.game) or played.plies is None else own + played.plies
    by = "" if number is None or played.lo == 0 else fragment("by move", number=number)
    if key == "answered, quickest" and not by:
        key = "answered, wins"
    return paragraph([phrase(key, by=by, number=number, **values)])


def _reply_key(before: Analysis, played: MoveVerdict) -> str:
    assert before.result is not None and played.result is not None
    if RANK[before.result] > RANK[played.result]:
        return "answered, draw again" if played.result == "draw" else "answered, win given"
    if played.result == "win":
        best = max(move.lo for move in before.moves)
        return "answered, quickest" if played.exact and played.lo >= best else "answered, wins"
    return "answered, draws" if played.result == "draw" else "answered, loses"


class Step(NamedTuple):
    """A move of a game with what it had before it, where that is known."""

    number: int
    player: int
    had: WinDrawLoss | None
    got: WinDrawLoss | None
    mark: Mark
    choice: bool
    """Whether some move kept the result and another one did not."""


class Turn(NamedTuple):
    """A move that turned a game, as a small board shows it: the cells after it, those of the move
    and of what held, and the sentence about it."""

    number: int
    player: int
    mark: Mark
    cells: str
    cell: int | None
    held: int | None
    words: Sentence

    def as_json(self) -> dict[str, Any]:
        (words,) = paragraphs_json([self.words])
        return {**self._asdict(), "words": words}


class GameReview(NamedTuple):
    """The end of a game: what to say of it, whom it is told for, how often each side kept the
    result where it had a choice, the moves that turned it, and the number of the one to try
    again."""

    sentence: str
    detail: str
    hero: int
    kept: dict[int, list[bool]]
    turns: list[Turn]
    again: int | None

    def as_json(self) -> dict[str, Any]:
        """As the page reads it."""
        return {**self._asdict(), "turns": [turn.as_json() for turn in self.turns]}


def step_of(line: Record, number: int, before: Analysis) -> Step:
    """Move ``number`` of a line, with the analysis of the position it met."""
    played = before.of(line.moves[number - 1])
    known = played is not None and played.result is not None and before.result is not None
    results = {move.result for move in before.moves}
    return Step(
        number,
        line.positions[number - 1].to_move,
        before.result if known else None,
        played.result if known and played is not None else None,
        mark_of(before, line.moves[number - 1]),
        known and None not in results and len(results) > 1,
    )


def review_game(line: Record, reader: int, look: Look) -> GameReview | None:
    """The review of a game that is over; None while it goes on."""
    line = line.viewed_at(len(line.moves))
    if not line.pos.is_over or not line.moves:
        return None
    analyses = [look(pos) for pos in line.positions[:-1]]
    steps = [step_of(line, number, found) for number, found in enumerate(analyses, start=1)]
    summary = _Summary(line, reader, steps, analyses)
    turns = [step for step in steps if step.mark in ("?", "??")]
    own = [step for step in turns if step.player == summary.hero]
    return GameReview(
        summary.sentence(),
        summary.detail(),
        summary.hero,
        {player: summary.kept_by(player) for player in (1, 2)},
        [summary.turn(step) for step in turns[-MOST_TURNS:]],
        own[-1].number if own else None,
    )


class _Summary:
    """The sentences about a game that is over. The hero is its reader, or else who did not win."""

    def __init__(
        self, line: Record, reader: int, steps: list[Step], analyses: list[Analysis]
    ) -> None:
        self.line, self.steps, self.analyses = line, steps, analyses
        self.winner = line.pos.winner or 0
        self.hero = reader or (3 - self.winner if self.winner else self._last_winner() or 1)
        self.sides = sides_for(reader)
        self.turning: Step | None = None

    def kept_by(self, player: int) -> list[bool]:
        """Whether each move of a player that had a choice kept the result."""
        chosen = [step for step in self.steps if step.choice and step.player == player]
        return [step.mark not in ("?", "??") for step in chosen]

    def _last_winner(self) -> int:
        """Who had a win last, in a game that was drawn."""
        had = [step for step in self.steps if step.had in ("win", "loss")]
        if not had:
            return 0
        return had[-1].player if had[-1].had == "win" else 3 - had[-1].player

    def _given_by(self, player: int, had: tuple[WinDrawLoss, ...]) -> Step | None:
        """The last move with which a player gave up such a result."""
        found = [s for s in self.steps if s.player == player and s.mark in ("?", "??")]
        return next((step for step in reversed(found) if step.had in had), None)

    def sentence(self) -> str:
        """What to say first; the move that it speaks of is kept for ``detail``."""
        side, other = self.sides[self.hero], self.sides[3 - self.hero]
        winner = self.sides.get(self.winner, side)
        key, self.turning = self._key()
        number: int | None = self.turning.number if self.turning else len(self.line.moves)
        if key.startswith("never in it"):
            number = self._lost_since()
        return sentence(key, side=side, other=other, winner=winner, number=number)

    def _key(self) -> tuple[str, Step | None]:
        own_win = self._given_by(self.hero, ("win",))
        theirs = self._given_by(3 - self.hero, ("win", "draw"))
        if not self.winner:
            if own_win is not None:
                return "drawn, win missed", own_win
            their_win = self._given_by(3 - self.hero, ("win",))
            if their_win is not None:
                return "saved", their_win
            return ("drawn" if self._all_known() else "drawn, unknown"), None
        if self.winner == self.hero:
            if theirs is not None:
                return "win was given", theirs
            return ("never let go" if self._all_known() else "no turn known"), None
        if own_win is not None:
            return "was winning", own_win
        own_draw = self._given_by(self.hero, ("draw",))
        if own_draw is not None:
            return "held a draw", own_draw
        since = self._lost_since()
        if since is None:
            return "no turn known", None
        return ("never in it, from the start" if since == 0 else "never in it"), None

    def _all_known(self) -> bool:
        return all(step.had is not None for step in self.steps)

    def _lost_since(self) -> int | None:
        """After so many moves the hero was lost and stayed so, as far as that is known."""
        since: int | None = None
        for step in reversed(self.steps):
            lost = step.had == ("loss" if step.player == self.hero else "win")
            if not lost:
                break
            since = step.number - 1
        return since

    def detail(self) -> str:
        step = self.turning
        if step is None:
            return ""
        before = self.analyses[step.number - 1]
        holding = [move for move in before.moves if move.result == step.had]
        best = max(holding, key=lambda move: (move.lo, -move.move))
        won = step.had == "win"
        number = (
            step.number - 1 + best.plies
            if won and best.plies and not counts_lines(self.line.game)
            else None
        )
        return sentence(
            "turned", number=step.number, side=self.sides[step.player],
            move=self._word(self.line.moves[step.number - 1]),
            held=join_words([self._word(move.move) for move in holding[:4]]),
            kept=fragment("turned, won" if won else "turned, held the draw"),
            by="" if number is None else fragment("by move", number=number),
        )  # fmt: skip

    def _word(self, move: int) -> str:
        return format_move(self.line.game, move)

    def turn(self, step: Step) -> Turn:
        """A move that turned the game, as a small board shows it: the move, and what held."""
        line = self.line.viewed_at(step.number)
        before = self.analyses[step.number - 1]
        best = max(before.moves, key=lambda move: (move.lo, -move.move))
        reader = self.hero if self.sides[self.hero].reader else 0
        return Turn(
            step.number,
            step.player,
            step.mark,
            line.pos.cells(".12").replace("/", ""),
            line.positions[step.number - 1].landing(line.moves[step.number - 1]),
            before.pos.landing(best.move),
            review_move(line, before, reader=reader).head,
        )
