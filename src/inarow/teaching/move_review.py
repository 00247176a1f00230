"""What a move kept or gave up, in sentences that say no more than is proven.

The verdicts come from the exact solvers, the reasons from their line and from threat squares that
are on the board (reasons.py). Where no such reason is at hand, the sentences say what happens and
not why. All of them stand in one table (phrases.py).

A ``MoveReview`` has paragraphs of segments, the letters of the board, and the line that backs them;
``plain`` writes it for readers without such a board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from inarow.analysis.analyse import analyse, at_once, has_solver
from inarow.analysis.verdict import Analysis, MoveVerdict, WinDrawLoss
from inarow.limits import USUAL, Limits, SolverOptions
from inarow.move_text import format_move, move_noun, move_words
from inarow.record import PASS, Record
from inarow.score import Unit
from inarow.teaching.reasons import Letter, LosingMove, as_result
from inarow.teaching.text import (
    Segment,
    Sentence,
    Side,
    fragment,
    paragraph,
    paragraphs_json,
    phrase,
    plain_text,
    sides_for,
)
from inarow.text import COLOURS, PLAYERS, count_word, join_words, plural

Mark = Literal["", "?", "??", "only"]

RANK: dict[WinDrawLoss, int] = {"loss": 0, "draw": 1, "win": 2}
_DOES: dict[WinDrawLoss, str] = {"loss": "loses", "draw": "only draws", "win": "wins"}
_MOST_HELD = 6
"""So many moves that held are named; of more, the best and how many others."""


class Tag(NamedTuple):
    """The result of a move in a word, and in a few what became of it: ``win to loss``."""

    kind: WinDrawLoss
    text: str


class PlainReview(NamedTuple):
    """A review as text; all of it is empty for a pass."""

    whole: str = ""
    rest: str = ""
    """What is left for a reader who knows the move, the result it gave up and what kept it."""
    reasoned: bool = False
    """Whether the rest has a reason in it, and not only how the game ends."""


@dataclass(frozen=True)
class MoveReview:
    """What a move did. ``head`` is the first sentence of the paragraphs, of which what is bold says
    which result was given up and what kept it; ``missed`` is the line that was there instead, if
    there was one. ``line`` backs it from move ``line_from`` on, ``suggest`` is a reply to show, and
    ``reply`` says what was answered, where the reader plays a side."""

    player: int
    side: str
    number: int
    mark: Mark
    tag: Tag | None
    head: Sentence
    paragraphs: Sequence[Sentence]
    letters: Sequence[Letter]
    suggest: int | None
    line: Sequence[int]
    line_from: int
    missed: str = ""
    reply: Sentence | None = None

    def plain(self) -> PlainReview:
        """The sentences without letters."""
        left = [[part for part in one if not part.bold] for one in self.paragraphs]
        if self.missed:
            left.insert(0, [Segment(f"{self.missed}.")])
        reasoned = any(
            part.role != "result" and (part.letter or part.text.strip())
            for one in left
            for part in one
        )
        return PlainReview(plain_text(self.paragraphs), plain_text(left), reasoned)

    def as_json(self) -> dict[str, Any]:
        """As the page reads it."""
        (head,) = paragraphs_json([self.head])
        data = {
            "player": self.player,
            "side": self.side,
            "number": self.number,
            "mark": self.mark,
            "tag": None if self.tag is None else self.tag._asdict(),
            "head": head,
            "paragraphs": paragraphs_json(self.paragraphs),
            "threats": [letter.as_json() for letter in self.letters],
            "suggest": self.suggest,
            "line": list(self.line),
            "line_from": self.line_from,
        }
        if self.reply is not None:
            (data["reply"],) = paragraphs_json([self.reply])
        return data


def review_last_move(
    record: Record,
    limits: Limits,
    base: int = 1,
    after: Analysis | None = None,
    options: SolverOptions = USUAL,
) -> PlainReview:
    """What the move before the cursor did, in plain sentences about the first and second player.
    The limits are for the analysis of the position it met; ``after`` is the one of the position it
    led to, if that is known."""
    if record.moves[record.at - 1] == PASS:
        return PlainReview()
    pos = record.positions[record.at - 1]
    before = analyse(pos, limits, options=options) if has_solver(pos.game) else at_once(pos)
    return review_move(record, before, PLAYERS, base, after=after).plain()


def mark_of(before: Analysis, move: int) -> Mark:
    """The mark of a played move: one or two steps lost, or the single move that keeps a result."""
    played = before.of(move)
    if played is None or before.result is None or played.result is None:
        return ""
    lost = RANK[before.result] - RANK[played.result]
    if lost > 0:
        return "?" if lost == 1 else "??"
    decided = all(other.result is not None for other in before.moves)
    keeping = [other for other in before.moves if other.result == before.result]
    only = decided and len(keeping) == 1 and len(before.moves) > 1 and before.result != "loss"
    return "only" if only else ""


def review_move(
    line: Record,
    before: Analysis,
    names: Mapping[int, str] = COLOURS,
    base: int = 1,
    *,
    reader: int = 0,
    replied: int | None = None,
    again: bool = False,
    after: Analysis | None = None,
) -> MoveReview:
    """What the move before the cursor did; ``before`` is the analysis of the position it met,
    ``after`` what is proven of the one it led to, if that is known. ``names`` are those of the
    players, ``base`` is the number of the leftmost column. The sentences call the ``reader`` "you";
    ``replied`` is the reply that has been made, ``again`` says that the move was a second try."""
    move = line.moves[line.at - 1]
    pos = before.pos
    played = before.of(move)
    writer = _Writer(line, before, move, sides_for(reader, names), base, replied, after)
    mark = mark_of(before, move)
    if played is None or played.result is None or before.result is None:
        writer.unknown(played)
    elif again and writer.second_try(played, mark):
        pass
    elif mark in ("?", "??"):
        writer.mistake(played, before.result)
    else:
        writer.kept(played, mark == "only")
    return MoveReview(
        player=pos.to_move,
        side=names[pos.to_move],
        number=line.at,
        mark=mark,
        tag=writer.tag,
        head=paragraph(writer.paragraphs[0][:1]),
        paragraphs=[paragraph(sentences) for sentences in writer.paragraphs if sentences],
        letters=writer.letters,
        suggest=writer.suggest,
        line=writer.line,
        line_from=writer.line_from,
        missed=writer.missed,
    )


class _Writer:
    """Collects the paragraphs, the letters on the board and the line that backs them."""

    def __init__(
        self,
        line: Record,
        before: Analysis,
        move: int,
        sides: Mapping[int, Side],
        base: int,
        replied: int | None,
        after: Analysis | None,
    ) -> None:
        self.game_line = line
        self.before, self.after = before, after
        self.move = move
        self.pos = before.pos
        self.counted = before.verdict.unit is Unit.POINTS
        self.sides, self.base, self.replied = sides, base, replied
        self.mover = sides[self.pos.to_move]
        self.winner_after = sides[self.pos.opponent]
        self.paragraphs: list[list[list[Segment]]] = []
        self.letters: list[Letter] = []
        self.tag: Tag | None = None
        self.missed = ""
        self.suggest: int | None = None
        self.line: list[int] = []
        self.line_from = line.at - 1

    def word(self, move: int) -> str:
        return format_move(self.pos.game, move, self.base)

    @property
    def named(self) -> str:
        """The move as a sentence begins with it."""
        return move_words(self.pos.game, self.move, self.base)

    @property
    def k_words(self) -> str:
        return count_word(self.pos.game.k)

    def say(self, *sentences: list[Segment]) -> None:
        self.paragraphs.append([sentence for sentence in sentences if sentence])

    # The kinds of move.

    def unknown(self, played: MoveVerdict | None) -> None:
        if self.said_the_end():
            return
        told = phrase("played", mover=self.mover, move=self.word(self.move))
        if self.after is not None and self.after.result in ("win", "loss"):
            loser = self.after.result == "loss"
            winner = self.after.pos.opponent if loser else self.after.pos.to_move
            self.say(told, phrase("proven after", side=self.sides[winner]))
            return
        self.say(told)
        if played is not None and (self.after is None or self.after.result is None):
            self.say(phrase("unfinished" if has_solver(self.pos.game) else "unsolved"))

    def second_try(self, played: MoveVerdict, mark: Mark) -> bool:
        """Whether a second try is judged by whether it holds, without giving the answer away."""
        assert played.result is not None and self.before.result is not None
        if self.before.result == "loss" or self.game_line.pos.is_over:
            return False
        self.tag = Tag(played.result, f"{self.before.result} to {played.result}")
        self.line, self.line_from = list(played.line[1:]), self.game_line.at
        if mark in ("?", "??"):
            self.say(phrase("second try, wrong", move=self.named, does=_DOES[played.result]))
            best = max(self.before.moves, key=lambda m: (m.lo, -m.move))
            self.line, self.line_from = list(best.line), self.game_line.at - 1
        else:
            self.tag = Tag(played.result, f"{played.result} kept")
            self.say(phrase("second try", move=self.named), self.by_move(played))
        return True

    def mistake(self, played: MoveVerdict, had: WinDrawLoss) -> None:
        assert played.result is not None
        self.tag = Tag(played.result, f"{had} to {played.result}")
        holding = [m for m in self.before.moves if m.result == had]
        best = max(holding, key=lambda m: (m.lo, -m.move))
        held = self.held_words(holding)
        lost = LosingMove(
            self.pos, played, self.sides, self.base, answered=self.answered_by(played)
        )
        at_once = played.result == "loss" and not self.counted and lost.at_once
        if had == "win" and best.plies == 1 and not self.counted:
            self.missed = self.missed_line(best)
            does = _DOES[played.result]
            head = phrase("line missed", move=self.named, does=does, missed=self.missed)
        elif at_once:
            won = fragment("and won") if had == "win" else ""
            head = phrase(
                "loses at once", move=self.named, winner=self.winner_after, k=self.k_words,
                where=lost.winning_square(), held=held, won=won,
            )  # fmt: skip
        else:
            key = f"{had} to {played.result}"
            alike = all(m.exact and m.lo == best.lo for m in holding)
            by = self.by_words(best) if alike and had == "win" else ""
            head = phrase(key, move=self.named, held=held, by=by)
        if played.result != "loss":
            self.line = list(best.line)
            self.say(head)
            return
        self.line, self.line_from = list(played.line[1:]), self.game_line.at
        if self.replied is None or self.answered_by(played):
            reason = [] if self.counted or at_once else lost.reason()
            self.suggest = None if self.counted or self.replied is not None else lost.reply
        else:
            reason = []  # another reply was made: what the line shows is not on the board
        self.say(head, reason)
        if at_once or (self.replied is not None and not self.answered_by(played)):
            pass
        elif self.counted:
            self.say(self.margin(played))
        else:
            self.say(lost.ending(self.end_number(played)))
        self.letters = lost.squares.letters

    def answered_by(self, played: MoveVerdict) -> bool:
        """Whether the reply that the line shows has been made."""
        return len(played.line) > 1 and self.replied == played.line[1]

    def kept(self, played: MoveVerdict, only: bool) -> None:
        assert played.result is not None
        self.tag = Tag(played.result, played.result)
        if self.said_the_end():
            return
        self.line, self.line_from = list(played.line[1:]), self.game_line.at
        if played.result == "loss":
            self.say(*self.lost_anyway(played))
            return
        self.tag = Tag(played.result, f"{played.result} kept")
        better = [m for m in self.before.moves if m.exact and played.exact and m.lo > played.lo]
        best = max(better, key=lambda m: (m.lo, -m.move)) if better else None
        if best is not None and played.result == "win":
            self.say(self.slower(played, best))
        elif only:
            word = self.word(self.move)
            self.say(phrase("only", move=word, result=played.result), self.by_move(played))
        else:
            self.say(phrase("kept", move=self.named, result=played.result), self.by_move(played))

    # Sentences.

    def said_the_end(self) -> bool:
        """Says how the game ended, if it did with this move."""
        pos = self.game_line.pos
        if not pos.is_over:
            return False
        if self.counted:
            first, second = pos.score()
            told = phrase(
                "board full, counted", move=self.named, first=self.sides[1], points_1=first,
                second=self.sides[2], points_2=second,
            )  # fmt: skip
        elif pos.winner is None:
            told = phrase("board full", move=self.named)
        else:
            winner = self.sides[pos.winner]
            told = phrase("line made", move=self.named, k=self.k_words, mover=winner)
        self.say(told)
        return True

    def held_words(self, holding: list[MoveVerdict]) -> str:
        """The moves that held, or "every other column" where that says the same shorter."""
        others = [m for m in self.before.moves if m.move != self.move]
        if len(holding) == len(others) > 2:
            return fragment("every other", kind=move_noun(self.pos.game))
        if len(holding) > _MOST_HELD:
            best = max(holding, key=lambda m: (m.lo, -m.move))
            return f"{self.word(best.move)} and {len(holding) - 1} other moves"
        return join_words([self.word(m.move) for m in holding])

    def end_number(self, played: MoveVerdict) -> int | None:
        """The number of the last move under best play, where the exact score tells it."""
        if played.plies is None or played.lo == 0 or played.unit is Unit.POINTS:
            return None
        return self.game_line.at - 1 + played.plies

    def by_words(self, best: MoveVerdict) -> str:
        """When the best move would have won, or by how much."""
        if self.counted:
            return fragment("by points", points=plural(best.lo, "point")) if best.exact else ""
        number = self.end_number(best)
        return "" if number is None else fragment("by move", number=number)

    def by_move(self, played: MoveVerdict) -> list[Segment]:
        if self.counted and played.exact:
            return self.margin(played)
        number = self.end_number(played)
        if number is None:
            return []
        winner = self.mover if played.lo > 0 else self.winner_after
        return as_result(phrase("wins by", winner=winner, number=number))

    def missed_line(self, best: MoveVerdict) -> str:
        return fragment("missed", best=self.word(best.move), k=self.k_words)

    def slower(self, played: MoveVerdict, best: MoveVerdict) -> list[Segment]:
        word = self.word(best.move)
        if self.counted:
            return phrase("fewer points", move=self.named, points=_points(best.lo - played.lo))
        if best.plies == 1:
            return phrase("slower than a line", move=self.named, missed=self.missed_line(best))
        number, early = self.end_number(played), self.end_number(best)
        return phrase("slower", move=self.named, number=number, best=word, early=early)

    def lost_anyway(self, played: MoveVerdict) -> list[list[Segment]]:
        longer = [m for m in self.before.moves if m.exact and played.exact and m.lo > played.lo]
        best = max(longer, key=lambda m: (m.lo, -m.move)) if longer else None
        number = self.end_number(played)
        if self.counted:
            if best is None:
                return [phrase("lost anyway"), self.margin(played)]
            points, word = plural(best.lo - played.lo, "point"), self.word(best.move)
            head = phrase(
                "lost anyway, points", move=self.word(self.move), points=points, best=word
            )
            return [head, self.margin(played)]
        if number is None:
            return [phrase("lost anyway")]
        word = self.word(self.move)
        longest = [m for m in self.before.moves if m.exact and m.lo == (best or played).lo]
        several = len(longest) > 1
        if best is None:
            key = "lost anyway, as long" if several else "lost anyway, longest"
            return [phrase(key, move=word, number=number)]
        return [
            phrase(
                "lost anyway, shorter than several" if several else "lost anyway, shorter",
                move=word,
                number=number,
                best=join_words([self.word(m.move) for m in longest]),
                late=self.end_number(best),
            )
        ]

    def margin(self, played: MoveVerdict) -> list[Segment]:
        if not played.exact:
            return []
        if played.lo == 0:
            return phrase("margin, equal")
        side = self.mover if played.lo > 0 else self.winner_after
        return phrase("margin", side=side, points=plural(abs(played.lo), "point"))


def _points(count: int) -> str:
    return "a point" if count == 1 else plural(count, "point")
