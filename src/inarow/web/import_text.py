"""A position from any text that people have at hand.

A course string with or without its command (the program, M or A, the depth), the contents of a
MaxConnect4 file, rows from the top with the side to move, a record (JSON with its variations, or
its line), a link of the gamesolver page, or moves.
"""

from __future__ import annotations

import json
import re
from typing import Any

from inarow._core import Position
from inarow.errors import UserError
from inarow.game import GAMES, game_named, name_of
from inarow.links import MOST_LINES, read_record, start_text
from inarow.move_text import moves_text, parse_moves
from inarow.protocols.position_texts import FILE, STATE, read_state
from inarow.record import PASS, Record
from inarow.running.languages import ALL
from inarow.text import truncate

LONGEST_TEXT = 12000
_STARTERS = {run[0] for one in ALL for run in one.student_run if "{" not in run[0]}
_PROGRAM = rf"(?:{'|'.join(sorted(_STARTERS))}|python[\d.]*|\./\S+|\S*(?i:connectfour)\S*)\s"
_COURSE = re.compile(
    # A whole command line may be given: the program, its own words without a comma, the state.
    rf"(?:{_PROGRAM}\s*(?:[^\s,]+\s+)*?)?"
    r"(?P<state>[^\s,]+(?:,[^\s,]+)+)(?:\s+(?P<player>red|yellow))?"
    r"(?:\s+(?P<algorithm>[MA])\s+(?P<depth>\d{1,3}))?\s*"
)
_LIKE_COURSE = re.compile(rf"{_PROGRAM}|[ry.]+,[ry.]")
_DIGITS = re.compile(r"[012\s]+")
_GAMESOLVER = re.compile(r"(?:https?://)?connect4\.gamesolver\.org/\S*?[?&]pos=(\d*)\S*")
_MOVE_NUMBERS = re.compile(r"(?:^|(?<=\s))\d+\.(?=\s)")


def imported_json(text: str, game: str) -> dict[str, Any]:
    """The words of a link to a position; ``at`` where a record is looked at before its end (names,
    times and a result are no part of a link), ``depth`` and ``algorithm`` where a course command
    gave them."""
    if len(text) > LONGEST_TEXT:
        raise UserError(f"the position has {len(text)} letters, at most {LONGEST_TEXT} are read")
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise UserError("the position is empty: give a course string, a file's rows or moves")
    if text.startswith("{"):
        return _with_lines(_of_record(Record.parse(text)), text)
    course = _COURSE.fullmatch(re.sub(r"""["']""", "", text))
    if course is not None and not re.search(r"\d", course["state"]):
        return _of_course(course, game)
    if found := _GAMESOLVER.fullmatch(text):
        text, game = found[1], "connect4"
    if text and text.split()[0].partition(":")[0] in GAMES:
        return _of_record(Record.parse(text.splitlines()[0]))  # what follows is for people
    if _LIKE_COURSE.match(text):
        raise UserError(
            f"'{truncate(text)}' is no course command, which has a position of six rows,"
            " red or yellow, then M or A and the depth"
        )
    if _DIGITS.fullmatch(text) and sum(letter.isdigit() for letter in text) > 20:
        return _answer(FILE.parse(text.encode()))
    if "/" in text:
        return _answer(Position.parse(game_named(game), text))
    line = read_record({"game": game, "moves": _MOVE_NUMBERS.sub("", text).strip()})
    return {"game": game, "from": "", "moves": moves_text(line.game, line.moves)}


def _of_record(record: Record) -> dict[str, Any]:
    if PASS in record.moves:
        raise UserError("the record has a forfeited move, which no link can say")
    name, moves = name_of(record.game), moves_text(record.game, record.moves)
    answer = {"game": name, "from": start_text(record), "moves": moves}
    return answer if record.at == len(record.moves) else {**answer, "at": record.at}


def _with_lines(answer: dict[str, Any], text: str) -> dict[str, Any]:
    """The answer with ``lines``, the variations of a saved game as a link has them; UserError names
    the one that cannot be played."""
    data = json.loads(text)
    data = data["record"] if isinstance(data.get("record"), dict) else data
    lines = data.get("variations") or []
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        raise UserError(f"variations must be a list of at most {MOST_LINES}")
    words = []
    for number, line in enumerate(lines, start=1):
        try:
            words.append(_line_words(answer, line))
        except (UserError, KeyError, TypeError, AttributeError) as error:
            raise UserError(f"variation {number} cannot be played: {error}") from None
    return {**answer, "lines": "_".join(words)} if words else answer


def _line_words(answer: dict[str, Any], line: dict[str, Any]) -> str:
    start, texts = line["from"], [str(move) for move in line["moves"]]
    game = read_record({name: str(answer[name]) for name in ("game", "from", "moves")})
    if type(start) is not int or not 0 <= start <= len(game.moves) or not texts:
        raise UserError(f"it leaves the game after move {start!r} of {len(game.moves)}")
    made = game.viewed_at(start).truncated()
    for move in parse_moves(game.game, ",".join(texts)):
        made = made.with_move(move)
    best = "b" if line.get("best") is True else ""
    return f"{start}{best}-{moves_text(game.game, made.moves[start:])}"


def _of_course(course: re.Match[str], game: str) -> dict[str, Any]:
    player = course["player"]
    if player is None:
        raise UserError(f"'{truncate(course['state'])}' needs red or yellow behind it")
    answer = _answer(read_state(course["state"], player, game_named(game)))
    answer["base"] = STATE.base
    if course["depth"]:
        answer["depth"] = int(course["depth"])
        answer["algorithm"] = course["algorithm"]
    return answer


def _answer(pos: Position) -> dict[str, Any]:
    empty = pos == Position(pos.game)
    return {"game": name_of(pos.game), "from": "" if empty else pos.text, "moves": ""}
