"""Records as URLs: a game, its moves and the one that is looked at.

    /play/connect4/444442?at=3                  the moves from the empty board
    /play/connect4/45?from=......./.../xo.....+x   the same from a position that was set up
    /search/connect4/...                        the same forms; the search adds its own words

Columns are counted from 1 and stand together where each has one digit; otherwise moves are split
by commas, on a free board ROW.COL from the top left.
"""

from __future__ import annotations

from collections.abc import Mapping

from inarow._core import Position
from inarow.errors import UserError
from inarow.game import game_named, name_of
from inarow.move_text import moves_text, parse_moves
from inarow.record import Record
from inarow.text import truncate, whole_number

LONGEST_GAME_NAME = 40
LONGEST_MOVES = 4000
LONGEST_POSITION = 500
LONGEST_SENTENCE = 300


def link(record: Record, at: int | None = None, screen: str = "play") -> str:
    """The path and query that lead back to a record; ``read_record`` is the inverse."""
    from urllib.parse import quote

    cursor = record.at if at is None else at
    words = []
    if start := start_text(record):
        words.append(f"from={quote(start, safe='/.')}")
    if cursor != len(record.moves):
        words.append(f"at={cursor}")
    name = name_of(record.game)
    path = f"/{screen}/{name}/{moves_text(record.game, record.moves)}".rstrip("/")
    return path + ("?" + "&".join(words) if words else "")


def start_text(record: Record) -> str:
    """Where a record starts; empty for the empty board."""
    return "" if record.start == Position(record.game) else record.start.text


def query_number(words: Mapping[str, str], name: str, low: int, high: int, default: int) -> int:
    """A number of the query within its range; UserError names it otherwise."""
    text = words.get(name, "")
    return whole_number(name, text, low, high) if text else default


def nearest_record(words: Mapping[str, str]) -> tuple[Record, str]:
    """The record of the words, or as much of it as can be read, and what is wrong with the rest."""
    try:
        return read_record(words), ""
    except UserError as error:
        sentence = str(error)
    without_moves = [
        {name: words[name] for name in kept if name in words}
        for kept in (("game", "from"), ("game",), ())
    ]
    for good in without_moves:
        try:
            record = read_record(good)
        except UserError:
            continue
        if all(name in good for name in ("game", "from") if name in words):
            record = _with_moves(good, words.get("moves", "")) or record
        return record, sentence
    raise AssertionError("the empty board can be read")


def nearest_of(path: str, words: Mapping[str, str]) -> tuple[Record, str]:
    """The same for ``game/moves`` as a path of the page has them, and the words of its query."""
    game, _, moves = path.partition("/")
    rest = {name: words[name] for name in ("from", "at") if name in words}
    record, problem = nearest_record({"game": game or "connect4", "moves": moves, **rest})
    return record, problem[:LONGEST_SENTENCE]


def nearest_answer(text: str) -> dict[str, str]:
    """For the path and query of any link of the page: the link of its nearest record, and what is
    wrong with it, if anything is."""
    from urllib.parse import parse_qsl, unquote

    path, _, query = text.partition("?")
    _, _, game_path = unquote(path).strip("/").partition("/")
    record, problem = nearest_of(game_path, dict(parse_qsl(query, keep_blank_values=True)))
    return {"link": link(record), "problem": problem}


def _with_moves(good: Mapping[str, str], text: str) -> Record | None:
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


def read_record(words: Mapping[str, str]) -> Record:
    """The record that the words ``game``, ``moves``, ``from`` and ``at`` of a request describe."""
    name = words.get("game", "connect4")
    if len(name) > LONGEST_GAME_NAME:
        raise UserError(f"game '{truncate(name)}' is longer than {LONGEST_GAME_NAME} letters")
    game = game_named(name)
    start_word = words.get("from", "")
    if len(start_word) > LONGEST_POSITION:
        raise UserError(f"from has {len(start_word)} letters, at most {LONGEST_POSITION} are read")
    start = Position.parse(game, start_word) if start_word else Position(game)
    if start.floating_cell is not None:
        raise UserError(f"from: {start.problems()[0]}")
    text = words.get("moves", "")
    if len(text) > LONGEST_MOVES:
        raise UserError(f"moves has {len(text)} letters, at most {LONGEST_MOVES} are read")
    record = Record(start, tuple(parse_moves(game, text)))
    return record.viewed_at(query_number(words, "at", 0, len(record.moves), len(record.moves)))
