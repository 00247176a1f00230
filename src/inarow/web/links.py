"""What a URL says: a game, its moves and the one that is looked at.

    /play/connect4/444442?at=3                  the moves from the empty board
    /play/connect4/45?from=......./.../xo.....+x   the same from a position that was set up
    /search/connect4/...                        the same forms; the search adds its own words

Columns are counted from 1 and stand together where each has one digit; otherwise moves are split
by commas, on a free board ROW.COL from the top left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inarow._core import Game, Outcome, Position
from inarow.errors import UserError
from inarow.game import game_named
from inarow.move_text import format_move, parse_moves

LONGEST_GAME_NAME = 40
LONGEST_MOVES = 4000
LONGEST_POSITION = 500
LONGEST_SENTENCE = 300


@dataclass(frozen=True)
class Line:
    """A game as a line of positions; ``at`` is the number of moves made where one looks."""

    name: str
    moves: tuple[int, ...]
    positions: tuple[Position, ...]
    at: int
    start_text: str

    @property
    def game(self) -> Game:
        return self.positions[0].game

    @property
    def pos(self) -> Position:
        """The position that is looked at."""
        return self.positions[self.at]

    def extended(self, move: int) -> Line:
        """The line that ends with a legal move at the cursor."""
        moves = (*self.moves[: self.at], move)
        positions = (*self.positions[: self.at + 1], self.pos.play(move))
        return Line(self.name, moves, positions, len(moves), self.start_text)

    def link(self, at: int | None = None, screen: str = "play") -> str:
        """The path and query that lead back here."""
        from urllib.parse import quote

        cursor = self.at if at is None else at
        words = []
        if self.start_text:
            words.append(f"from={quote(self.start_text, safe='/.')}")
        if cursor != len(self.moves):
            words.append(f"at={cursor}")
        path = f"/{screen}/{self.name}/{moves_text(self.game, self.moves)}".rstrip("/")
        return path + ("?" + "&".join(words) if words else "")


def moves_text(game: Game, moves: tuple[int, ...]) -> str:
    words = [format_move(game, move) for move in moves]
    return ("" if game.gravity and game.cols <= 9 else ",").join(words)


def whole_number(words: Mapping[str, str], name: str, low: int, high: int, default: int) -> int:
    """A number of the query within its range; UserError names it otherwise."""
    text = words.get(name, "")
    if text == "":
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not low <= int(text) <= high:
        raise UserError(f"{name} is '{shortened(text)}', expected {low} to {high}")
    return int(text)


def shortened(text: str) -> str:
    """Someone's input as far as it helps to repeat it."""
    return text if len(text) <= 60 else text[:57] + "..."


def nearest_line(words: Mapping[str, str]) -> tuple[Line, str]:
    """The line of the words, or as much of it as can be read, and what is wrong with the rest."""
    try:
        return read_line(words), ""
    except ValueError as error:
        sentence = str(error)
    without_moves = [
        {name: words[name] for name in kept if name in words}
        for kept in (("game", "from"), ("game",), ())
    ]
    for good in without_moves:
        try:
            line = read_line(good)
        except ValueError:
            continue
        if all(name in good for name in ("game", "from") if name in words):
            line = _with_moves(good, words.get("moves", "")) or line
        return line, sentence
    raise AssertionError("the empty board can be read")


def nearest_of(path: str, words: Mapping[str, str]) -> tuple[Line, str]:
    """The same for ``game/moves`` as a path of the page has them, and the words of its query."""
    game, _, moves = path.partition("/")
    rest = {name: words[name] for name in ("from", "at") if name in words}
    line, problem = nearest_line({"game": game or "connect4", "moves": moves, **rest})
    return line, problem[:LONGEST_SENTENCE]


def nearest_answer(link: str) -> dict[str, str]:
    """For the path and query of any link of the page: the link of its nearest line, and what is
    wrong with it, if anything is."""
    from urllib.parse import parse_qsl, unquote

    path, _, query = link.partition("?")
    _, _, line_path = unquote(path).strip("/").partition("/")
    line, problem = nearest_of(line_path, dict(parse_qsl(query, keep_blank_values=True)))
    return {"link": line.link(), "problem": problem}


def _with_moves(good: Mapping[str, str], text: str) -> Line | None:
    """The line with as many of the moves as can be played: each prefix of such a line can."""
    between = "," if "," in text else ""
    parts = text.split(",") if between else list(text)
    found, low, high = None, 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        try:
            found = read_line({**good, "moves": between.join(parts[:middle])})
            low = middle
        except ValueError:
            high = middle - 1
    return found


def read_line(words: Mapping[str, str]) -> Line:
    """The line that the words ``game``, ``moves``, ``from`` and ``at`` of a request describe."""
    name = words.get("game", "connect4")
    if len(name) > LONGEST_GAME_NAME:
        raise UserError(f"game '{shortened(name)}' is longer than {LONGEST_GAME_NAME} letters")
    game = game_named(name)
    start_text = words.get("from", "")
    if len(start_text) > LONGEST_POSITION:
        raise UserError(f"from has {len(start_text)} letters, at most {LONGEST_POSITION} are read")
    start = Position.parse(game, start_text) if start_text else Position(game)
    if game.gravity and start_text:
        for problem in start.problems():
            if "float" in problem:
                raise UserError(f"from: {problem}")
    text = words.get("moves", "")
    if len(text) > LONGEST_MOVES:
        raise UserError(f"moves has {len(text)} letters, at most {LONGEST_MOVES} are read")
    moves = tuple(parse_moves(game, text))
    positions = [start]
    for number, move in enumerate(moves, start=1):
        pos = positions[-1]
        if pos.outcome() != Outcome.ONGOING:
            raise UserError(f"move {number} comes after the end of the game")
        if pos.landing(move) is None:
            shown = format_move(game, move)
            place = f"column {shown} is full" if game.gravity else f"{shown} is taken"
            raise UserError(f"move {number} cannot be played: {place}")
        positions.append(pos.play(move))
    at = whole_number(words, "at", 0, len(moves), len(moves))
    return Line(name, moves, tuple(positions), at, start_text)
