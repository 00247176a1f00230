"""Why a move keeps or gives up a result, in sentences that say no more than is proven.

The verdicts come from the exact solvers, the reasons from their line and from threat squares that
are on the board. Where no such reason is at hand, the sentences say what happens and not why.

An explanation is plain data: paragraphs of segments, where a segment is a text (``text``, with
``bold``, or with ``result`` where it gives no reason) or a letter (``letter``, ``player``) that the
board shows too, with the ``place`` that it stands for. ``plain_text`` writes it for readers without
such a board.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from inarow._core import Outcome, Position
from inarow.analysis.analyse import analyse, at_once, has_solver
from inarow.analysis.verdict import Analysis, MoveVerdict, WinDrawLoss
from inarow.limits import Limits
from inarow.move_text import format_move
from inarow.record import PASS, Record
from inarow.score import Unit
from inarow.teaching.threats import Ending, place, ready_threats
from inarow.words import COLOURS, PLAYERS, count_word, counted, listed

Segment = dict[str, Any]
Mark = Literal["", "?", "??", "only"]

_RANK: dict[WinDrawLoss, int] = {"loss": 0, "draw": 1, "win": 2}
_DOES: dict[WinDrawLoss, str] = {"loss": "loses", "draw": "draws", "win": "wins"}


def mark_of(before: Analysis, move: int) -> Mark:
    """The mark of a played move: one or two steps lost, or the single move that keeps a result."""
    played = before.of(move)
    if played is None or before.result is None or played.result is None:
        return ""
    lost = _RANK[before.result] - _RANK[played.result]
    if lost > 0:
        return "?" if lost == 1 else "??"
    decided = all(other.result is not None for other in before.moves)
    keeping = [other for other in before.moves if other.result == before.result]
    only = decided and len(keeping) == 1 and len(before.moves) > 1 and before.result != "loss"
    return "only" if only else ""


def explain(
    line: Record, before: Analysis, sides: Mapping[int, str] = COLOURS, base: int = 1
) -> dict[str, Any]:
    """What the move before the cursor did; ``before`` is the analysis of the position it met.
    ``sides`` are the names of the players, ``base`` is the number of the leftmost column."""
    move = line.moves[line.at - 1]
    pos = before.pos
    played = before.of(move)
    writer = _Writer(line, before, move, sides, base)
    mark = mark_of(before, move)
    if played is None or played.result is None or before.result is None:
        writer.unknown(played)
    elif mark in ("?", "??"):
        writer.mistake(played, before.result)
    else:
        writer.kept(played, mark == "only")
    return {
        "player": pos.to_move,
        "side": sides[pos.to_move],
        "number": line.at,
        "mark": mark,
        "tag": writer.tag,
        "paragraphs": writer.paragraphs,
        "threats": writer.letters,
        "suggest": writer.suggest,
        "line": writer.line,
        "line_from": writer.line_from,
    }


class _Writer:
    """Collects the paragraphs, the letters on the board and the line that backs them."""

    def __init__(
        self, line: Record, before: Analysis, move: int, sides: Mapping[int, str], base: int
    ) -> None:
        self.game_line = line
        self.before = before
        self.move = move
        self.pos = before.pos
        self.counted = before.verdict.unit is Unit.POINTS
        self.sides, self.base = sides, base
        self.mover, self.other = sides[self.pos.to_move], sides[self.pos.opponent]
        self.paragraphs: list[list[Segment]] = []
        self.letters: list[dict[str, Any]] = []
        self.tag: dict[str, str] | None = None
        self.suggest: int | None = None
        self.line: list[int] = []
        self.line_from = line.at - 1

    def word(self, move: int) -> str:
        return format_move(self.pos.game, move, self.base)

    def say(self, *segments: Segment | str) -> None:
        self.paragraphs.append([{"text": s} if isinstance(s, str) else s for s in segments])

    # The three kinds of move.

    def unknown(self, played: MoveVerdict | None) -> None:
        self.say(_bold(f"{self.mover} played {self.word(self.move)}."), self.outcome_sentence())
        if played is not None and self.game_line.pos.outcome() == Outcome.ONGOING:
            unfinished = "Its value is not known: the exact search has not finished."
            none = "Its value is not known: no exact solver takes this game so early."
            self.say(unfinished if has_solver(self.pos.game) else none)

    def mistake(self, played: MoveVerdict, had: WinDrawLoss) -> None:
        assert played.result is not None
        self.tag = {"kind": played.result, "text": f"{had} to {played.result}"}
        held = [self.word(m.move) for m in self.before.moves if m.result == had]
        keeping = "held the draw" if had == "draw" else "won"
        first = "only draws" if played.result == "draw" else _DOES[played.result]
        opening: list[Segment | str] = [
            _bold(f"{self.word(self.move)} {first}. {listed(held)} {keeping}."),
        ]
        best = max((m for m in self.before.moves if m.result == had), key=lambda m: (m.lo, -m.move))
        if played.result == "loss":
            self.line, self.line_from = list(played.line[1:]), self.game_line.at
            self.say(*opening, *self.reason(played))
            self.say(*self.how_it_ends(played))
        else:
            self.line = list(best.line)
            self.say(*opening)
            if had == "win":
                self.say(self.win_given_up(best))

    def kept(self, played: MoveVerdict, only: bool) -> None:
        assert played.result is not None
        word = self.word(self.move)
        over = self.outcome_sentence()
        if over:
            self.tag = {"kind": played.result, "text": played.result}
            self.say(_bold(f"{word} ends the game."), over)
            return
        self.tag = {"kind": played.result, "text": f"{played.result} kept"}
        if played.result == "loss":
            self.tag["text"] = "loss"
            self.say(_bold(f"{word} loses, as every move does here."), self.delay(played))
        elif only:
            self.say(_bold(f"Only {word} keeps the {played.result}."), self.by_move(played))
        else:
            self.say(_bold(f"{word} keeps the {played.result}."), self.by_move(played))
        self.line, self.line_from = list(played.line[1:]), self.game_line.at

    # Sentences.

    def outcome_sentence(self) -> str:
        pos = self.game_line.pos
        outcome = pos.outcome()
        if outcome == Outcome.ONGOING:
            return ""
        if self.counted:
            first, second = pos.score()
            return f" The board is full: {self.sides[1]} {first}, {self.sides[2]} {second}."
        if outcome == Outcome.DRAW:
            return " The board is full: a draw."
        winner = self.sides[1 if outcome == Outcome.FIRST_WINS else 2]
        return f" {winner} has {count_word(pos.game.k)} in a row."

    def end_number(self, played: MoveVerdict) -> int | None:
        """The number of the last move under best play, where the exact score tells it."""
        if played.plies is None or played.lo == 0 or played.unit is Unit.POINTS:
            return None
        return self.game_line.at - 1 + played.plies

    def by_move(self, played: MoveVerdict) -> str:
        number = self.end_number(played)
        if self.counted and played.exact:
            return f" With best play {self.margin_words(played.lo)}."
        if number is None:
            return ""
        sooner = [m for m in self.before.moves if m.exact and m.lo > played.lo]
        if played.lo > 0 and sooner:
            best = max(sooner, key=lambda m: m.lo)
            early = self.end_number(best)
            return (
                f" {self.mover} wins by move {number}; {self.word(best.move)} wins by move {early}."
            )
        winner = self.mover if played.lo > 0 else self.other
        return f" {winner} wins by move {number}."

    def delay(self, played: MoveVerdict) -> str:
        longer = [m for m in self.before.moves if m.exact and played.exact and m.lo > played.lo]
        text = self.by_move(played)
        if longer and not self.counted:
            best = max(longer, key=lambda m: m.lo)
            text += f" {self.word(best.move)} lasts until move {self.end_number(best)}."
        return text

    def win_given_up(self, best: MoveVerdict) -> str:
        if self.counted:
            return f"With {self.word(best.move)} {self.margin_words(best.lo)}."
        number = self.end_number(best)
        by = "" if number is None else f" by move {number}"
        return f"{self.mover} wins with {self.word(best.move)}{by}."

    def margin_words(self, margin: int) -> str:
        if margin == 0:
            return "the points end equal"
        side = self.mover if margin > 0 else self.other
        return f"{side} ends {counted(abs(margin), 'point')} ahead"

    # Reasons, each checked on the board.

    def reason(self, played: MoveVerdict) -> list[Segment | str]:
        """Why a losing move loses, if the reply that refutes it shows a reason."""
        after = self.game_line.pos
        if len(played.line) < 2 or self.counted:
            return []
        reply = played.line[1]
        if after.landing(reply) is None or after.to_move == self.pos.to_move:
            return []
        self.suggest = reply
        then = after.play(reply)
        verb = "drops in" if self.pos.game.gravity else "plays"
        lead = f" {self.other} now {verb} {self.word(reply)}"
        if then.outcome() != Outcome.ONGOING:
            return [f"{lead} and has {count_word(self.pos.game.k)} in a row."]
        loser, winner = self.pos.to_move, self.pos.opponent
        if ready_threats(then, loser):
            return []  # the loser can still win something on the spot: claim nothing
        if self.pos.game.stones[1] > 1:  # a reply of several stones may stop more than one
            return self.new_threats(after, then, reply, winner, lead)
        ready = ready_threats(then, winner)
        if len(ready) >= 2:
            return [
                f"{lead} and threatens ", *self.squares(then, ready[:3], winner),
                f" at once: {self.mover} can stop only one.",
            ]  # fmt: skip
        if len(ready) == 1 and self.pos.game.gravity:
            above = ready[0] - self.pos.game.cols
            blocked = then.play(ready[0] % self.pos.game.cols)
            if above >= 0 and above in blocked.winning_cells(winner):
                return [
                    f"{lead}. {self.mover} has to stop ", *self.squares(then, ready, winner),
                    ", and that opens ", *self.squares(then, [above], winner), ".",
                ]  # fmt: skip
        return self.new_threats(after, then, reply, winner, lead)

    def new_threats(
        self, after: Position, then: Position, reply: int, winner: int, lead: str
    ) -> list[Segment | str]:
        made = [c for c in then.winning_cells(winner) if c not in after.winning_cells(winner)]
        if not made:
            return [f"{lead}."]
        rows = {cell // self.pos.game.cols for cell in made}
        landing = after.landing(reply)
        assert landing is not None
        both_ends = (
            len(made) == 2
            and rows == {landing // self.pos.game.cols}
            and made[1] - made[0] == self.pos.game.k
        )
        if both_ends:
            row = place(then, made[0], self.base)[1]
            count = count_word(self.pos.game.k - 1)
            shown = self.squares(then, made, winner)
            return [f"{lead} and has {count} in row {row}, open at both ends: ", *shown, "."]
        return [f"{lead} and needs only ", *self.squares(then, made[:3], winner, " or "), "."]

    def how_it_ends(self, played: MoveVerdict) -> list[Segment | str]:
        """The end of the line: what it comes to, where the last stone lies, and when."""
        if self.counted:
            return [f"With best play {self.margin_words(played.lo)}."] if played.exact else []
        number = self.end_number(played)
        when = "" if number is None else f"{self.other} wins by move {number}."
        ending = Ending(self.pos, played.line)
        if ending.cell is None or len(played.line) <= 3:
            return [{"text": when, "result": True}]
        where = self.place_words(ending.cell)
        letter = next((s for s in self.letters if s["cell"] == ending.cell), None)
        square: Segment | str = (
            where
            if letter is None
            else {"letter": letter["letter"], "player": letter["player"], "place": where}
        )
        if ending.beneath:
            return [
                f"Best play ends with {self.mover} having to play beneath ",
                square,
                f". {when}",
            ]
        return ["Best play ends with a stone on ", square, f". {when}"]

    def squares(
        self, pos: Position, cells: list[int], player: int, last: str = " and "
    ) -> list[Segment | str]:
        """Squares by letter and column; each also becomes a letter on the board."""
        parts: list[Segment | str] = []
        for number, cell in enumerate(cells):
            letter = "ABCDEFGH"[len(self.letters)]
            self.letters.append({"letter": letter, "cell": cell, "player": player})
            if number:
                parts.append(last if number == len(cells) - 1 else ", ")
            col, row = place(pos, cell, self.base)
            where = f" in column {col}" if pos.game.gravity else f" at {row}.{col}"
            parts += [
                {"letter": letter, "player": player, "place": self.place_words(cell)},
                {"text": where, "of_letter": True},
            ]
        return parts

    def place_words(self, cell: int) -> str:
        col, row = place(self.pos, cell, self.base)
        return f"column {col}, row {row}" if self.pos.game.gravity else f"{row}.{col}"


def why(record: Record, limits: Limits, base: int = 1, lead: bool = True) -> str:
    """What the move before the cursor did, in plain sentences about the first and second player;
    empty for a pass. The limits are for the analysis of the position it met."""
    if record.moves[record.at - 1] == PASS:
        return ""
    pos = record.positions[record.at - 1]
    before = analyse(pos, limits) if has_solver(pos.game) else at_once(pos)
    return plain_text(explain(record, before, PLAYERS, base), lead)


def plain_text(explanation: dict[str, Any], lead: bool = True) -> str:
    """The sentences without letters, each square by its place; without the first, bold one unless
    it is wanted as the lead, and then empty where what is left only says the result again."""
    segments = [part for paragraph in explanation["paragraphs"] for part in paragraph]
    if not lead and all(part.get("bold") or part.get("result") for part in segments):
        return ""
    paragraphs = []
    for paragraph in explanation["paragraphs"]:
        kept = [part for part in paragraph if not part.get("of_letter")]
        if not lead:
            kept = [part for part in kept if not part.get("bold")]
        paragraphs.append("".join(part.get("place") or part["text"] for part in kept).strip())
    text = " ".join(paragraph for paragraph in paragraphs if paragraph)
    return re.sub(r"(^|[.] )([a-z])", lambda found: found[1] + found[2].upper(), text)


def _bold(text: str) -> Segment:
    return {"text": text, "bold": True}
