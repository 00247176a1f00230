"""Why a move loses: what the reply does, each fact checked on the board, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from inarow._core import Position
from inarow.analysis.verdict import MoveVerdict
from inarow.move_text import format_move
from inarow.teaching.text import Segment, Side, fragment, phrase
from inarow.text import count_word


def ready_threats(pos: Position, player: int) -> list[int]:
    """The cells where a player would win that a stone can reach at once."""
    if not pos.game.gravity:
        return pos.winning_cells(player)
    landings = {pos.landing(col) for col in range(pos.game.cols)}
    return [cell for cell in pos.winning_cells(player) if cell in landings]


def place(pos: Position, cell: int, base: int = 1) -> tuple[int, int]:
    """Column from the left, and row from the bottom where stones fall, else from the top; both
    counted from ``base``."""
    row, col = divmod(cell, pos.game.cols)
    return col + base, (pos.game.rows - 1 - row if pos.game.gravity else row) + base


class Ending:
    """How a line of best play ends: the winning stone, and whether the loser made room for it."""

    def __init__(self, pos: Position, line: tuple[int, ...]) -> None:
        self.cell: int | None = None
        self.beneath = False
        before: int | None = None
        for move in line:
            if pos.is_over:
                break
            landing = pos.landing(move)
            if landing is None:
                break
            after = pos.play(move)
            if after.winner:
                self.cell = landing
                self.beneath = pos.game.gravity and before == landing + pos.game.cols
            before, pos = landing, after


class Letter(NamedTuple):
    """A letter on the board; ``ending`` if it is where the game ends."""

    letter: str
    cell: int
    player: int
    ending: bool = False

    def as_json(self) -> dict[str, Any]:
        data = self._asdict()
        if not data.pop("ending"):
            return data
        return {**data, "ending": True}


def as_result(segments: list[Segment]) -> list[Segment]:
    """A sentence that says how the game ends, and gives no reason."""
    return [replace(segment, role="result") for segment in segments]


class Squares:
    """Squares that a sentence names; each becomes a letter on the board."""

    def __init__(self, base: int) -> None:
        self.base = base
        self.letters: list[Letter] = []

    def named(
        self, pos: Position, cells: list[int], player: int, last: str = " and "
    ) -> list[Segment]:
        """Squares by letter and column."""
        parts: list[Segment] = []
        for number, cell in enumerate(cells):
            if number:
                parts.append(Segment(last if number == len(cells) - 1 else ", "))
            parts += self.one(pos, cell, player)
        return parts

    def one(self, pos: Position, cell: int, player: int, ending: bool = False) -> list[Segment]:
        known = next((letter for letter in self.letters if letter.cell == cell), None)
        col, row = place(pos, cell, self.base)
        where = f"column {col}, row {row}" if pos.game.gravity else f"{row}.{col}"
        if known is None:
            known = Letter("ABCDEFGH"[len(self.letters)], cell, player, ending)
            self.letters.append(known)
        named = Segment(letter=known.letter, player=known.player, place=where)
        if ending:
            return [named]
        beside = f" in column {col}" if pos.game.gravity else f" at {where}"
        return [named, Segment(beside, role="place")]


class LosingMove:
    """A move that loses, and the reply that shows it, made already or still to come."""

    def __init__(
        self,
        before: Position,
        played: MoveVerdict,
        sides: Mapping[int, Side],
        base: int,
        answered: bool,
    ) -> None:
        self.before, self.played, self.base = before, played, base
        self.after = before.play(played.move)
        self.loser, self.winner = before.to_move, before.opponent
        self.sides = sides
        self.answered = answered
        self.squares = Squares(base)
        self.reply: int | None = None
        turn_passes = self.after.to_move != before.to_move
        if len(played.line) >= 2 and turn_passes and self.after.landing(played.line[1]) is not None:
            self.reply = played.line[1]

    @property
    def at_once(self) -> bool:
        """Whether the reply completes a line."""
        if self.reply is None:
            return False
        return self.after.play(self.reply).winner is not None

    def winning_square(self) -> list[Segment]:
        """Where a reply wins at once: by letter, or by its name if it has been made."""
        assert self.reply is not None
        cell = self.after.landing(self.reply)
        assert cell is not None
        if not self.answered:
            square = self.squares.named(self.after, [cell], self.winner)
            return phrase("on square", square=square)
        word = format_move(self.before.game, self.reply, self.base)
        return phrase("in column" if self.before.game.gravity else "at point", word=word)

    def reason(self) -> list[Segment]:
        """What the reply does, or nothing where the board does not show it."""
        if self.reply is None:
            return []
        game = self.before.game
        then = self.after.play(self.reply)
        if then.is_over or ready_threats(then, self.loser):
            return []  # the loser can still win something on the spot: claim nothing
        lead = self._lead(self.reply)
        words: dict[str, Any] = {
            "lead": lead, "winner": self.sides[self.winner], "loser": self.sides[self.loser],
        }  # fmt: skip
        if game.stones[1] > 1:  # a reply of several stones may stop more than one
            return self._squares_left(then, words)
        ready = ready_threats(then, self.winner)
        if len(ready) >= 2:
            shown = self.squares.named(then, ready[:3], self.winner)
            return phrase("two threats", squares=shown, **words)
        if len(ready) == 1:
            return self._one_threat(then, ready[0], words)
        return self._squares_left(then, words)

    def _lead(self, reply: int) -> str:
        side = self.sides[self.winner]
        falls = self.before.game.gravity
        verb = format(side, "drops in/drop in" if falls else "plays/play")
        word = format_move(self.before.game, reply, self.base)
        if self.answered:
            return fragment("reply taken", winner=side, reply=word)
        return fragment("reply now", winner=side, plays=verb, reply=word)

    def _one_threat(self, then: Position, cell: int, words: dict[str, Any]) -> list[Segment]:
        game = self.before.game
        above = cell - game.cols
        if game.gravity and above >= 0:
            blocked = then.play(cell % game.cols)
            if above in blocked.winning_cells(self.winner):
                shown = self.squares.named(then, [cell], self.winner)
                opened = self.squares.named(then, [above], self.winner)
                return phrase("block opens", squares=shown, above=opened, **words)
        shown = self.squares.named(then, [cell], self.winner)
        return phrase("forcing", squares=shown, **words)

    def _squares_left(self, then: Position, words: dict[str, Any]) -> list[Segment]:
        game, winner = self.before.game, self.winner
        assert self.reply is not None
        known = self.after.winning_cells(winner)
        made = [cell for cell in then.winning_cells(winner) if cell not in known]
        if not made:  # a reply that was made is told in a line of its own
            return [] if self.answered else phrase("reply alone", **words)
        landing = self.after.landing(self.reply)
        assert landing is not None
        both_ends = (
            len(made) == 2
            and {cell // game.cols for cell in made} == {landing // game.cols}
            and made[1] - made[0] == game.k
        )
        if both_ends:
            row = place(then, made[0], self.base)[1]
            shown = self.squares.named(then, made, winner)
            count = count_word(game.k - 1)
            return phrase("open line", count=count, row=row, squares=shown, **words)
        shown = self.squares.named(then, made[:3], winner, " or ")
        return phrase("squares left", squares=shown, **words)

    def ending(self, number: int | None) -> list[Segment]:
        """Where one line of best play ends, ``number`` moves into the game."""
        by = "" if number is None else fragment("by move", number=number)
        winner, loser = self.sides[self.winner], self.sides[self.loser]
        found = Ending(self.before, self.played.line)
        if found.cell is None or len(self.played.line) <= 3:
            if number is None or self.answered:
                return []
            return as_result(phrase("wins by", winner=winner, number=number))
        square = self.squares.one(self.before, found.cell, self.winner, ending=True)
        if found.beneath:
            return phrase("line ends beneath", loser=loser, square=square, by=by)
        return phrase("line ends on", winner=winner, square=square, by=by)
