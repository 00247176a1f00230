"""Records as text: one line that people can paste, and JSON.

    connect4 4444452 1-0 four in a row
    connect4 45p5 from=......./......./......./......./......./..xo...+x at=2
    gomoku 8.8,9.9 first="Ann" second="Bob" 0-1 time "did not answer within 400 ms"

    line   = [GAME] [MOVES] {WORD} [RESULT]
    GAME   = a name such as connect4 or gomoku:19x19k6; without one the game that is expected
    MOVES  = 4455, columns from 1; with ten columns or more 10,11; on a free board ROW.COL from the
             top left 8.8,9.9; split by commas, spaces or, if each has one digit, nothing; p passes
    WORD   = from=ROWS+SIDE, the start if the board was not empty, with + for its space
           | at=N, the number of moves made where one looks | first="NAME" | second="NAME"
    RESULT = (1-0 | 0-1 | 1/2-1/2 | *) REASON ["DETAIL"]

Quoted texts are JSON strings. The line leaves out times and clocks, which JSON has.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from inarow._core import Game, Outcome, Position
from inarow.errors import BadTextError, UserError
from inarow.game import GAMES, game_named, name_of
from inarow.move_text import format_move, joined_moves, parse_moves
from inarow.record import PASS, Record, Result, Termination
from inarow.text import truncate

OUTCOMES = {
    Outcome.ONGOING: "ongoing",
    Outcome.FIRST_WINS: "first",
    Outcome.SECOND_WINS: "second",
    Outcome.DRAW: "draw",
}
"""Outcomes as all our JSON names them."""

PASS_WORD = "p"
_WINNERS = {"1-0": 1, "0-1": 2, "1/2-1/2": None, "*": None}
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_WORD = re.compile(rf"\s*(?:(?P<name>[a-z]+)=(?P<value>{_QUOTED}|\S*)|(?P<other>\S+))\s*")
_REASON = re.compile(rf"(?P<reason>[^\"]*?)\s*(?P<detail>{_QUOTED})?\s*")
_MOVES = re.compile(r"[0-9.,p]+")


def line_of(record: Record) -> str:
    """One line; raises UserError for a game that has no name."""
    words = [_game_name(record.game)]
    if record.moves:
        words.append(_moves_word(record))
    if record.start != Position(record.game):
        words.append("from=" + record.start.text.replace(" ", "+"))
    if record.at != len(record.moves):
        words.append(f"at={record.at}")
    if record.players is not None:
        words += [
            f"{name}={_quoted(player)}"
            for name, player in zip(("first", "second"), record.players, strict=True)
        ]
    if record.result is not None:
        words += [record.result.score, record.result.termination.reason(record.game)]
        if record.result.detail:
            words.append(_quoted(record.result.detail))
    return " ".join(words)


def read(text: str, game: Game | None = None) -> Record:
    """A record from a line, from JSON or from a plain list of moves."""
    text = text.removeprefix("\ufeff").strip()
    if text.startswith("{"):
        try:
            data = json.loads(text)
        except ValueError as error:
            raise BadTextError(f"the record is no JSON: {error}") from None
        except RecursionError:
            raise BadTextError("the record is no JSON: it is nested too deep") from None
        return read_json(data)
    return _read_line(text, game or GAMES["connect4"])


def _read_line(text: str, game: Game) -> Record:
    found, place = _next(text, 0)
    if found is not None and not _is_move(found) and found["other"] not in (None, *_WINNERS):
        game = _game(found["other"])
        found, place = _next(text, place)
    moves = []
    while found is not None and _is_move(found):
        moves.append(found["other"])
        found, place = _next(text, place)
    named: dict[str, str] = {}
    while found is not None and found["name"] is not None:
        name = found["name"]
        if name not in ("from", "at", "first", "second"):
            raise BadTextError(f"'{name}=' is not from=, at=, first= or second=")
        if name in named:
            raise BadTextError(f"'{name}=' is given twice")
        named[name] = found["value"]
        found, place = _next(text, place)
    start = _start(game, named["from"].replace("+", " ")) if "from" in named else Position(game)
    record = Record(start, _moves(game, ",".join(moves)))
    if "first" in named or "second" in named:
        record = record.with_players(*(_unquoted(n, named) for n in ("first", "second")))
    if found is not None:
        record = _ended(record, found["other"], text[place:])
    return record.viewed_at(_cursor(named["at"], record)) if "at" in named else record


def _next(text: str, place: int) -> tuple[re.Match[str] | None, int]:
    found = _WORD.match(text, place)
    return found, found.end() if found else place


def _is_move(found: re.Match[str]) -> bool:
    return found["other"] is not None and _MOVES.fullmatch(found["other"]) is not None


def _game(name: str) -> Game:
    if len(name) > 40:
        raise BadTextError(f"game '{truncate(name)}' is longer than 40 letters")
    try:
        return game_named(name)
    except UserError as error:
        raise BadTextError(str(error)) from None


def _game_name(game: Game) -> str:
    name = name_of(game)
    if "(" in name:
        raise UserError(f"{name} has no name, and a record is written for a named game only")
    return name


def _start(game: Game, text: str) -> Position:
    try:
        return Position.parse(game, text)
    except UserError as error:
        raise BadTextError(f"from: {error}") from None


def _moves(game: Game, text: str) -> tuple[int, ...]:
    """Moves and passes in any of their forms."""
    moves: list[int] = []
    for number, part in enumerate(text.split(PASS_WORD)):
        if number:
            moves.append(PASS)
        moves += parse_moves(game, part)
    return tuple(moves)


def _moves_word(record: Record) -> str:
    return joined_moves(record.game, _written(record))


def _written(record: Record) -> list[str]:
    return [PASS_WORD if move == PASS else format_move(record.game, move) for move in record.moves]


def _cursor(text: str, record: Record) -> int:
    most = len(record.moves)
    if not (text.isascii() and text.isdigit()) or len(text) > 6 or int(text) > most:
        raise BadTextError(f"at '{truncate(text)}' must be 0 to {most}, the number of moves")
    return int(text)


def _unquoted(name: str, named: Mapping[str, str]) -> str:
    try:
        value = json.loads(named.get(name, '""'))
    except ValueError:
        value = None
    if not isinstance(value, str):
        shown = truncate(named[name])
        raise BadTextError(f"{name} '{shown}' must be a name in double quotes")
    return value


def _ended(record: Record, score: str, rest: str) -> Record:
    """The record with the result that its last words name."""
    if score not in _WINNERS:
        raise BadTextError(
            f"word '{truncate(score)}' is no move, no word such as at=2,"
            " and none of the results 1-0, 0-1, 1/2-1/2 and *"
        )
    found = _REASON.fullmatch(rest)
    if found is None:
        raise BadTextError(f"'{truncate(rest)}' is no reason and no detail in double quotes")
    reason = found["reason"]
    detail = _unquoted("detail", {"detail": found["detail"]}) if found["detail"] else ""
    if not reason:
        if score == "*" or (record.result is not None and record.result.score == score):
            return record
        raise BadTextError(f"result '{score}' must be followed by its reason, such as resigned")
    return _with_result(record, _WINNERS[score], reason, detail, score)


def _with_result(
    record: Record, winner: int | None, reason: str, detail: str, score: str | None = None
) -> Record:
    reasons = {termination.reason(record.game): termination for termination in Termination}
    if reason not in reasons:
        raise BadTextError(
            f"reason '{truncate(reason)}' is not known: expected one of {', '.join(reasons)}"
        )
    try:
        result = Result(winner, reasons[reason], detail)
        if score not in (None, result.score):
            raise UserError(f"expected '{result.score}'")
        return record.with_result(result)
    except UserError as error:
        raise BadTextError(f"result '{score or winner} {reason}': {error}") from None


def json_of(record: Record) -> dict[str, Any]:
    """``moves`` are written as people write them; ``position``, ``outcome`` and ``score`` follow
    from the rest. ``result`` is left to those who have words for it."""
    data: dict[str, Any] = {
        "game": _game_name(record.game),
        "rows": record.game.rows,
        "cols": record.game.cols,
        "k": record.game.k,
        "start": record.start.text,
        "moves": _written(record),
        "at": record.at,
        "position": record.pos.text,
        "outcome": OUTCOMES[record.end.outcome()],
        "score": list(record.end.score()),
    }
    if record.players is not None:
        data["players"] = list(record.players)
    if record.times_ms is not None:
        data["times_ms"] = list(record.times_ms)
    if record.clocks_ms is not None:
        data["clocks_ms"] = list(record.clocks_ms)
    if record.result is not None:
        data["ending"] = {
            "winner": record.result.winner,
            "reason": record.result.termination.reason(record.game),
            "detail": record.result.detail,
        }
    return data


def read_json(data: object) -> Record:
    """The inverse of ``json_of``. Fields that follow from others are not read; an object that holds
    one in its field ``record`` stands for it."""
    if isinstance(data, Mapping) and isinstance(data.get("record"), Mapping):
        data = data["record"]
    if not isinstance(data, Mapping):
        raise BadTextError("the record is no JSON object")
    game = _game(_field(data, "game", str, "connect4"))
    start_text = _field(data, "start", str, "")
    start = _start(game, start_text) if start_text else Position(game)
    moves = _moves(game, ",".join(_list(data, "moves", (str,)) or []))
    players = _list(data, "players", (str,), length=2)
    times = _list(data, "times_ms", (int, float, type(None)), length=len(moves))
    clocks = _list(data, "clocks_ms", (int, float), length=2)
    for name, values in (("times_ms", times), ("clocks_ms", clocks)):
        if any(value is not None and not 0 <= value < math.inf for value in values or ()):
            raise BadTextError(f"field '{name}' of the record must hold finite numbers from 0")
    record = Record(
        start,
        moves,
        players=None if players is None else (players[0], players[1]),
        times_ms=None if times is None else tuple(times),
        clocks_ms=None if clocks is None else (clocks[0], clocks[1]),
    )
    ending = _field(data, "ending", Mapping, {})
    if ending:
        winner = ending.get("winner")
        if winner is not None and (type(winner) is not int or winner not in (1, 2)):
            raise BadTextError("field 'winner' must be 1, 2 or null")
        reason, detail = _field(ending, "reason", str, ""), _field(ending, "detail", str, "")
        record = _with_result(record, winner, reason, detail)
    at, most = _field(data, "at", int, len(record.moves)), len(record.moves)
    if not 0 <= at <= most:
        shown = at if abs(at) < 10**9 else "a number of many digits"
        raise BadTextError(f"at '{shown}' must be 0 to {most}, the number of moves")
    return record.viewed_at(at)


def _field(data: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    value = data.get(name, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadTextError(f"field '{name}' of the record has another type than expected")
    return value


def _list(
    data: Mapping[str, Any], name: str, kinds: tuple[type, ...], length: int | None = None
) -> list[Any] | None:
    value = data.get(name)
    if value is None:
        return None
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise BadTextError(f"field '{name}' of the record must be a list")
    if any(not isinstance(item, kinds) or isinstance(item, bool) for item in value):
        raise BadTextError(f"field '{name}' of the record has an item of another type")
    if length is not None and len(value) != length:
        raise BadTextError(f"field '{name}' of the record must have {length} items")
    return list(value)


def _quoted(text: str) -> str:
    """A JSON string on one line that is read as it is written."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted)
