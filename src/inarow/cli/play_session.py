"""One game in the terminal: shows the board, asks people, lets players choose, takes back moves."""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass

from inarow._core import Outcome, Position
from inarow.cli.position import PositionArg
from inarow.errors import UserError
from inarow.game import counts_lines
from inarow.limits import Limits
from inarow.move_text import move_words, obstacle, parse_move
from inarow.players.base import Choice, Player
from inarow.players.levels import strong_player
from inarow.protocols import printable_text
from inarow.render.board_text import board_text
from inarow.render.terminal import style_of

_HINT_LIMIT = Limits(time_s=0.5)
_WHY_S = 2.0
_COMMAND_HELP = (
    "undo     take back your last move",
    "hint     ask for a good move",
    "why      ask what your last move did",
    "quit     leave",
)


@dataclass(frozen=True)
class Side:
    """Who plays a side: a player of ours, or a person (``player`` is None). One that ``tells`` says
    what it knows of the moves it makes."""

    name: str
    player: Player | None
    tells: bool = False


class Session:
    """A game from a position between two sides; ``run`` plays it to its end or until someone
    leaves. ``record`` is the game so far."""

    def __init__(
        self, chosen: PositionArg, sides: tuple[Side, Side], limit: Limits, rng: random.Random
    ) -> None:
        self.record = chosen.record.truncated().with_players(sides[0].name, sides[1].name)
        self.began = len(self.record.moves)
        self.base = chosen.first_column
        self.sides = sides
        self.limit = limit
        self.rng = rng
        self.style = style_of(sys.stdout)

    @property
    def pos(self) -> Position:
        return self.record.end

    def run(self) -> None:
        sides = zip(self.sides, self.style.symbols[1:], strict=True)
        print("; ".join(f"{seat.name} {symbol}" for seat, symbol in sides))
        self.show()
        while not self.pos.is_over:
            seat = self.sides[self.pos.to_move - 1]
            if seat.player is None:
                if not self.take_turn():
                    return
            else:
                choice = seat.player.choose(self.pos, self.limit, rng=self.rng)
                known = self.known(choice) if seat.tells else ""
                print(f"{_capital(seat.name)} plays {self.written(choice.move)}{known}.")
                self.play(choice.move)
        print(self.verdict())

    def take_turn(self) -> bool:
        """Ask the person once; False when they leave."""
        print(f"Your move ({self.range_words()}, or help): ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print("\nEnd of input: the game ends here.")
            return False
        words = line.lower().split()
        if not words:
            return True
        if words[0] in ("quit", "exit", "q"):
            print("The game ends here.")
            return False
        if words[0] in ("help", "?", "h"):
            print(self.help_words())
        elif words[0] == "undo":
            self.undo()
        elif words[0] == "hint":
            choice = strong_player(self.pos.game).choose(self.pos, _HINT_LIMIT, rng=self.rng)
            print(f"Hint: {self.written(choice.move)}{self.known(choice)}.")
        elif words[0] == "why":
            print(self.why())
        else:
            self.try_move(words)
        return True

    def why(self) -> str:
        """What the last move of the person to move did."""
        from inarow.limits import Limits
        from inarow.teaching.move_review import review_last_move

        for number in range(len(self.record.moves), self.began, -1):
            if self.record.positions[number - 1].to_move == self.pos.to_move:
                return review_last_move(
                    self.record.viewed_at(number), Limits(_WHY_S), self.base
                ).whole
        return "You have not moved yet."

    def try_move(self, words: list[str]) -> None:
        """Play what the person typed, or say what is wrong with it."""
        game = self.pos.game
        try:
            move = parse_move(game, words[0] if game.gravity else ".".join(words), self.base)
            if game.gravity and len(words) > 1:
                raise UserError("one column at a time")
        except UserError as error:
            print(f"{printable_text(_capital(str(error)))}; type help for the commands.")
            return
        if problem := obstacle(self.pos, move, self.base):
            print(f"{problem}.")
            return
        self.play(move)

    def play(self, move: int) -> None:
        self.record = self.record.with_move(move)
        self.show()

    def undo(self) -> None:
        """Back to the last position in which the same person was to move."""
        person = self.pos.to_move
        for number in range(len(self.record.moves) - 1, self.began - 1, -1):
            if self.record.positions[number].to_move == person:
                self.record = self.record.viewed_at(number).truncated()
                self.show()
                return
        print("There is nothing to take back.")

    def show(self) -> None:
        game = self.pos.game
        print()
        print(
            board_text(
                self.pos,
                color=self.style.color,
                symbols=self.style.symbols,
                last_move=self.record.last_move if len(self.record.moves) > self.began else None,
                column_labels=range(self.base, game.cols + self.base),
                row_labels=range(self.base, game.rows + self.base),
            )
        )
        if counts_lines(game):
            print("Score: " + ", ".join(self.scores()))

    def scores(self) -> list[str]:
        points = self.pos.score()
        return [f"{seat.name} {point}" for seat, point in zip(self.sides, points, strict=True)]

    def known(self, choice: Choice) -> str:
        """How a counted game ends for the side to move, and whether that is proven or judged."""
        if not counts_lines(self.pos.game) or choice.value is None:
            return ""
        side = self.sides[self.pos.to_move - 1].name
        if choice.exact:
            return f" (exact: final difference {choice.value:+.0f} for {side})"
        about = round(choice.value, 1) + 0.0  # never -0.0
        if choice.bounds is None:
            return f" (judged: final difference about {about:+.1f} for {side})"
        lower, upper = choice.bounds
        proven = f"proven: at least {lower:+d}, at most {upper:+d}"
        return f" (judged: final difference about {about:+.1f} for {side}; {proven})"

    def verdict(self) -> str:
        outcome = self.pos.outcome()
        if outcome == Outcome.DRAW:
            return "Draw."
        winner = self.sides[0 if outcome == Outcome.FIRST_WINS else 1]
        return "You win." if winner.player is None else f"{_capital(winner.name)} wins."

    def written(self, move: int) -> str:
        return move_words(self.pos.game, move, self.base)

    def range_words(self) -> str:
        game, base = self.pos.game, self.base
        if game.gravity:
            return f"{base} to {game.cols + base - 1}"
        return "row col"

    def help_words(self) -> str:
        game, base = self.pos.game, self.base
        if game.gravity:
            move = f"{base} to {game.cols + base - 1}   drop a piece into that column"
        else:
            move = f"ROW COL  lay a stone, counted from {base}, {base} at the top left"
        return "\n".join((move, *_COMMAND_HELP))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
