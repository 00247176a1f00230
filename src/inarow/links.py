"""Links of the page, both ways: a game, its moves, and the one that is looked at.

    /play/connect4/444442?at=3                       the moves from the empty board
    /play/connect4/45?from=......./.../xo.....+x     the same from a position that was set up
    /play/connect4/4455?lines=2-33_3b-1&in=1&at=3    lines beside the game; the first is shown
    /search/connect4/...                             the same forms; the search adds parameters

Columns are counted from 1 and stand together where each has one digit; otherwise moves are
comma-separated, on a free board ROW.COL from the top left. A line is the number of moves of the
game before it, ``b`` if it was shown as a best one, and its own moves; ``at`` counts both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from inarow._core import Position
from inarow.errors import UserError
from inarow.game import game_named, name_of
from inarow.move_text import moves_text, parse_moves
from inarow.record import Record
from inarow.text import truncate, whole_number

GAME = "connect4"
LONGEST_GAME_NAME = 40
LONGEST_MOVES = 4000
LONGEST_POSITION = 500
MOST_LINES = 20
Params = Mapping[str, str]
"""The parameters of an address."""
NO_PARAMS: Params = {}
_SITE = re.compile(r"https?://[^/?#]*")
_LINE = re.compile(r"(\d{1,3})b?-(.+)")


class Link(NamedTuple):
    """A link as it was written: nothing of it has been read as a game yet."""

    screen: str
    game: str
    moves: str
    params: Params

    @classmethod
    def parse(cls, address: str) -> Link:
        """A path of the page with its query, or a whole address that ends with them."""
        from urllib.parse import parse_qsl, unquote

        path, _, query = _SITE.sub("", address).partition("#")[0].partition("?")
        screen, _, rest = unquote(path).strip("/").partition("/")
        return cls.of_path(screen, rest, dict(parse_qsl(query, keep_blank_values=True)))

    @classmethod
    def of_path(cls, screen: str, path: str, params: Params) -> Link:
        """For ``GAME/MOVES``, the rest of the path of a screen."""
        game, _, moves = path.partition("/")
        return cls(screen or "play", game or GAME, moves, params)

    def record(self) -> Record:
        """The game of the link; UserError says what is wrong with it."""
        return read_record(self._record_params())

    def shown_record(self) -> Record:
        """What the page shows: the game, or as if it were the game the line that ``in`` numbers."""
        number = int_param(self.params, "in", 0, MOST_LINES, 0)
        lines = self.params.get("lines", "").split("_")
        if not 0 < number <= len(lines):
            return self.record()
        found = _LINE.fullmatch(lines[number - 1])
        if found is None:
            raise UserError(f"line {number} is '{truncate(lines[number - 1])}', expected 4-4455")
        game = self._replace(params={**self.params, "at": ""}).record()
        if (start := int(found[1])) > len(game.moves):
            most = len(game.moves)
            raise UserError(f"line {number} leaves the game after move {start} of {most}")
        game = game.viewed_at(start).truncated()
        record = Record(game.start, (*game.moves, *parse_moves(game.game, found[2])))
        most = len(record.moves)
        return record.viewed_at(int_param(self.params, "at", 0, most, most))

    def closest_record(self) -> tuple[Record, str]:
        """The game, or as much of it as can be read, and what is wrong with the rest."""
        params = self._record_params()
        try:
            return read_record(params), ""
        except UserError as error:
            problem = str(error)
        for names in (("game", "from"), ("game",), ()):
            kept = {name: text for name, text in params.items() if name in names}
            try:
                record = read_record(kept)
            except UserError:
                continue
            if all(name in kept for name in ("game", "from") if name in params):
                record = _with_moves(kept, self.moves) or record
            return record, problem
        raise AssertionError("the empty board can be read")

    def human_side(self) -> int:
        """The player that a person has against an engine; 0 where nobody or two people play."""
        people = [
            player
            for player, seat in ((1, "red"), (2, "yellow"))
            if self.params.get(seat, "you") == "you"
        ]
        return people[0] if len(people) == 1 else 0

    def _record_params(self) -> dict[str, str]:
        kept = {name: text for name, text in self.params.items() if name in ("from", "at")}
        return {"game": self.game, "moves": self.moves, **kept}


def record_url(
    record: Record, at: int | None = None, screen: str = "play", params: Params = NO_PARAMS
) -> str:
    """The path and query that lead to a record, with more parameters; ``Link.parse`` reads them."""
    from urllib.parse import quote

    cursor = record.at if at is None else at
    place = "" if cursor == len(record.moves) else str(cursor)
    query = "&".join(
        f"{name}={quote(text, safe='/.,')}"
        for name, text in {"from": start_text(record), "at": place, **params}.items()
        if text
    )
    name = name_of(record.game)
    path = f"/{screen}/{name}/{moves_text(record.game, record.moves)}".rstrip("/")
    return f"{path}?{query}" if query else path


def start_text(record: Record) -> str:
    """Where a record starts; empty for the empty board."""
    return "" if record.start == Position(record.game) else record.start.text


def closest_valid_link(address: str) -> dict[str, str]:
    """The link of as much of this one as can be read, and what is wrong with it, if anything is."""
    record, problem = Link.parse(address).closest_record()
    return {"link": record_url(record), "problem": problem}


def int_param(params: Params, name: str, low: int, high: int, default: int) -> int:
    """A number of a query within its range; UserError names it otherwise."""
    text = params.get(name, "")
    return whole_number(name, text, low, high) if text else default


def read_record(params: Params) -> Record:
    """The record that the parameters ``game``, ``moves``, ``from`` and ``at`` describe."""
    name = params.get("game", GAME)
    if len(name) > LONGEST_GAME_NAME:
        raise UserError(f"game '{truncate(name)}' is longer than {LONGEST_GAME_NAME} letters")
    game = game_named(name)
    start_param = params.get("from", "")
    if len(start_param) > LONGEST_POSITION:
        raise UserError(f"from has {len(start_param)} letters, at most {LONGEST_POSITION} are read")
    start = Position.parse(game, start_param) if start_param else Position(game)
    if start.floating_cell is not None:
        raise UserError(f"from: {start.problems()[0]}")
    text = params.get("moves", "")
    if len(text) > LONGEST_MOVES:
        raise UserError(f"moves has {len(text)} letters, at most {LONGEST_MOVES} are read")
    record = Record(start, tuple(parse_moves(game, text)))
    return record.viewed_at(int_param(params, "at", 0, len(record.moves), len(record.moves)))


def _with_moves(good: Params, text: str) -> Record | None:
    """The record with as many of the moves as can be played: each prefix of such a game can."""
    between = "," if "," in text else ""
    parts = text.split(",") if between else list(text)
    found, low, high = None, 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        try:
            found = read_record({**good, "moves": between.join(parts[:middle])})
            low = middle
        except UserError:
            high = middle - 1
    return found
