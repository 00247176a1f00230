"""The registry of games. A game is a value; everything that names one looks here.

``Game`` and ``Position`` are native classes, not Python classes over native functions: the rules
exist once, and a command that starts once per move needs no Python module for them. Drawing,
pictures and move text are Python, imported by the native methods when they are called. The slow,
obvious rules that check them are in ``tests/helpers/slow_rules.py``.
"""

import re

from inarow._core import Game, Goal
from inarow.errors import BadTextError, UnknownGameError, UserError
from inarow.text import suggestion, truncate


class _Games(dict[str, Game]):
    """The registered games by their names; an unknown name raises a KeyError that helps."""

    def __missing__(self, name: object) -> Game:
        near = suggestion(str(name), self)
        raise UnknownGameError(
            f"unknown game '{truncate(str(name))}'{near or '; expected one of ' + ', '.join(self)}"
        )


GAMES: dict[str, Game] = _Games(
    {
        "connect4": Game(rows=6, cols=7, k=4),
        "maxconnect4": Game(rows=6, cols=7, k=4, goal=Goal.COUNT_TO_FULL),
        "connect5": Game(rows=6, cols=9, k=5),
        "connect6-simple": Game(rows=19, cols=19, k=6, gravity=False),
        "connect6": Game(rows=19, cols=19, k=6, gravity=False, stones=(1, 2)),
        "gomoku": Game(rows=15, cols=15, k=5, gravity=False),
        "gomoku-exact": Game(rows=15, cols=15, k=5, gravity=False, exact=True),
        "tictactoe": Game(rows=3, cols=3, k=3, gravity=False),
    }
)

_SIZED = re.compile(r"(?P<name>[a-z0-9-]+):(?P<cols>[0-9]+)x(?P<rows>[0-9]+)(?:k(?P<k>[0-9]+))?")

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
"""Games as people call them."""


def game_named(text: str) -> Game:
    """A registered game, or one of another size: ``connect4:8x7``, ``gomoku:19x19k6``.

    The size is columns x rows; raises BadTextError with one sentence for anything else.
    """
    if text in GAMES:
        return GAMES[text]
    match = _SIZED.fullmatch(text)
    if match is None or match["name"] not in GAMES:
        raise BadTextError(
            f"game '{text}' is not known{near}"
            if (near := suggestion(text.partition(":")[0], set(GAMES) - {text.partition(":")[0]}))
            else f"game '{text}' is not known: expected one of {', '.join(GAMES)},"
            " or NAME:COLSxROWS such as connect4:8x7, or NAME:COLSxROWSkK"
        )
    if any(len(number.lstrip("0")) > 6 for number in match.group("cols", "rows", "k") if number):
        raise BadTextError(
            f"game '{text}' has a number of more than six digits: no board is so large"
        )
    base = GAMES[match["name"]]
    try:
        return base.sized(int(match["rows"]), int(match["cols"]), int(match["k"] or base.k))
    except UserError as error:
        raise BadTextError(str(error)) from None


def counts_lines(game: Game) -> bool:
    """Whether lines are counted for points on the full board; elsewhere the first one wins."""
    return game.goal is Goal.COUNT_TO_FULL


def off_centre(game: Game, column: int) -> int:
    """Twice the distance of a column from the middle: a key that sorts columns centre first."""
    return abs(2 * column - game.cols + 1)


def name_of(game: Game) -> str:
    """The text that ``game_named`` turns back into this game, or its repr if there is none: by the
    game with the nearest length of a line, and with that length only if it is another one, as in
    ``connect4:8x7`` and ``gomoku:9x9k4``."""
    for name, registered in GAMES.items():
        if registered == game:
            return name
    kin = [name for name, registered in GAMES.items() if registered.same_kind(game)]
    if not kin:
        return repr(game)
    name = min(kin, key=lambda name: abs(GAMES[name].k - game.k))
    length = "" if GAMES[name].k == game.k else f"k{game.k}"
    return f"{name}:{game.cols}x{game.rows}{length}"
