"""The words of the page: the titles of games, outcomes, and boards for screen readers."""

from __future__ import annotations

from inarow._core import Game, Outcome, Position
from inarow.game import TITLES, counts_lines
from inarow.move_text import format_move
from inarow.text import COLOURS, count_word


def title(name: str, game: Game) -> str:
    """The game as the menu shows it: its title and size."""
    base = name.partition(":")[0]
    return f"{TITLES.get(base, base)}, {game.cols} × {game.rows}"


def rule_line(game: Game) -> str:
    """The rules of a game in a line."""
    line = f"{count_word(game.k)} in a row"
    if counts_lines(game):
        return f"Each {line} is a point; the board is played full."
    if max(game.stones) > 1:
        pair = count_word(game.stones[1])
        first = count_word(game.stones[0])
        return f"{line.capitalize()} wins; {pair} stones a turn, {first} at the start."
    if game.exact:
        return f"Exactly {line} wins; longer does not."
    longer = not game.gravity and max(game.rows, game.cols) > game.k
    return f"{line.capitalize()} or more wins." if longer else f"{line.capitalize()} wins."


def outcome_words(pos: Position, moves: int) -> str:
    """How a game ended, or an empty text while it goes on."""
    outcome = pos.outcome()
    if outcome == Outcome.ONGOING:
        return ""
    first, second = pos.score()
    if counts_lines(pos.game):
        points = f"{max(first, second)} to {min(first, second)}"
        if outcome == Outcome.DRAW:
            return f"Draw, {first} to {second}"
        return f"{winner_name(outcome)} won {points}"
    if outcome == Outcome.DRAW:
        return "Draw"
    return f"{winner_name(outcome)} won on move {moves}" if moves else f"{winner_name(outcome)} won"


def winner_name(outcome: Outcome) -> str:
    return COLOURS[1 if outcome == Outcome.FIRST_WINS else 2]


def describe_board(pos: Position) -> str:
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
    for player, name in COLOURS.items():
        stones = [
            format_move(pos.game, row * pos.game.cols + col)
            for row in range(pos.game.rows)
            for col in range(pos.game.cols)
            if pos.at(row, col) == player
        ]
        parts.append(f"{name}: {', '.join(stones) if stones else 'no stones'}.")
    return " ".join(parts)
