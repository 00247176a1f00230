"""The words of the page: sides, games and outcomes. Numbers use a true minus."""

from __future__ import annotations

from inarow._core import Game, Goal, Outcome, Position
from inarow.move_text import format_move

SIDES = {1: "Red", 2: "Yellow"}
TITLES = {
    "connect4": "Connect Four",
    "maxconnect4": "MaxConnect4",
    "connect5": "Connect Five",
    "connect6-simple": "Connect6, single stones",
    "connect6": "Connect6",
    "gomoku": "Gomoku",
    "gomoku-exact": "Gomoku, exactly five",
    "tictactoe": "Tic-tac-toe",
}


def title(name: str, game: Game) -> str:
    """The game as the menu shows it: its title and size."""
    base = name.partition(":")[0]
    return f"{TITLES.get(base, base)}, {game.cols} × {game.rows}"


def signed(value: int) -> str:
    """A score with its sign: +2, 0, −2."""
    return "0" if value == 0 else f"+{value}" if value > 0 else f"−{-value}"


def listed(words: list[str]) -> str:
    """``6``, ``2 and 6``, ``1, 2 and 6``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def count_word(count: int) -> str:
    """A small count as sentences write it: four, but 12."""
    return _COUNTS[count] if count < len(_COUNTS) else str(count)


def move_word(game: Game, move: int) -> str:
    """A move as a sentence names it: a column, or row and column."""
    return format_move(game, move)


def outcome_words(pos: Position, moves: int) -> str:
    """How a game ended, or an empty text while it goes on."""
    outcome = pos.outcome()
    if outcome == Outcome.ONGOING:
        return ""
    first, second = pos.score()
    if pos.game.goal == Goal.COUNT_TO_FULL:
        points = f"{max(first, second)} to {min(first, second)}"
        if outcome == Outcome.DRAW:
            return f"Draw, {first} to {second}"
        return f"{winner_name(outcome)} won {points}"
    if outcome == Outcome.DRAW:
        return "Draw"
    return f"{winner_name(outcome)} won on move {moves}" if moves else f"{winner_name(outcome)} won"


def winner_name(outcome: Outcome) -> str:
    return SIDES[1 if outcome == Outcome.FIRST_WINS else 2]


def board_words(pos: Position) -> str:
    """The text twin of a board: rows from the top, for readers that do not see the picture."""
    game = pos.game
    if not game.gravity and game.cells > 64:
        return _stones_words(pos)
    names = {0: "empty", 1: "red", 2: "yellow"}
    rows = []
    for row in range(game.rows):
        cells = [pos.at(row, col) for col in range(game.cols)]
        shown = "empty" if not any(cells) else " ".join(names[cell] for cell in cells)
        number = game.rows - row if game.gravity else row + 1
        rows.append(f"Row {number}: {shown}.")
    return " ".join(rows)


def _stones_words(pos: Position) -> str:
    """A large board by its stones, ROW.COL from the top left."""
    parts = []
    for player, name in SIDES.items():
        stones = [
            format_move(pos.game, row * pos.game.cols + col)
            for row in range(pos.game.rows)
            for col in range(pos.game.cols)
            if pos.at(row, col) == player
        ]
        parts.append(f"{name}: {', '.join(stones) if stones else 'no stones'}.")
    return " ".join(parts)
