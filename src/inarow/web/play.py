"""A game as the page shows it: the board, whose turn it is, the moves. No search, no waiting."""

from __future__ import annotations

from typing import Any

from inarow._core import Game, Outcome, Position
from inarow.game import GAMES, counts_lines, name_of
from inarow.links import link, start_text
from inarow.move_text import format_move, moves_text
from inarow.record import Record
from inarow.record_text import OUTCOMES
from inarow.text import COLOURS
from inarow.web.labels import board_words, outcome_words, rule_line, title


def play_answer(line: Record) -> dict[str, Any]:
    """Everything about a line that the rules alone decide."""
    pos = line.pos
    game = line.game
    return {
        "game": game_answer(name_of(game), game),
        "from": start_text(line),
        "moves": [_move(line, number) for number in range(len(line.moves))],
        "at": line.at,
        "movesText": moves_text(game, line.moves),
        "cells": pos.cells(".12").replace("/", ""),
        "toMove": pos.to_move,
        "left": pos.left,
        "legal": pos.legal_moves(),
        "landing": _landings(pos),
        "outcome": OUTCOMES[pos.outcome()],
        "result": outcome_words(line.positions[-1], len(line.moves)),
        "resultHere": outcome_words(pos, line.at),
        "lineCells": [] if counts_lines(game) else pos.line_cells(),
        "lines": _winning_lines(pos),
        "score": list(pos.score()),
        "quads": [{"player": player, "cells": list(cells)} for player, cells in pos.windows()]
        if counts_lines(game)
        else [],
        "text": pos.text,
        "twin": twin(line),
        "link": link(line),
        "problems": pos.problems() if start_text(line) else [],
    }


def game_answer(name: str, game: Game) -> dict[str, Any]:
    return {
        "name": name,
        "title": title(name, game),
        "rows": game.rows,
        "cols": game.cols,
        "k": game.k,
        "gravity": game.gravity,
        "counted": counts_lines(game),
        "stones": list(game.stones),
        "rule": rule_line(game),
    }


def games_answer() -> list[dict[str, Any]]:
    """The games of the menu: all registered ones and two other sizes."""
    from inarow.game import game_named

    names = [*GAMES, "connect4:8x7", "gomoku:19x19"]
    return [game_answer(name, game_named(name)) for name in names]


def _winning_lines(pos: Position) -> list[list[int]]:
    """The windows to strike through once a line has won."""
    if pos.outcome() not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
        return []
    if counts_lines(pos.game):
        return []
    won = set(pos.line_cells())
    return [list(cells) for _, cells in pos.windows() if won.issuperset(cells)]


def twin(line: Record) -> str:
    """The label of the board: where the game stands, in words."""
    pos = line.pos
    ended = outcome_words(pos, line.at)
    last = ""
    if line.at:
        before = line.positions[line.at - 1]
        shown = format_move(line.game, line.moves[line.at - 1])
        last = f" Last move: {COLOURS[before.to_move]} {shown}."
    turn = f"{ended}." if ended else f"{COLOURS[pos.to_move]} to move."
    return f"{title(name_of(line.game), line.game)}. {board_words(pos)}{last} {turn}"


def _move(line: Record, number: int) -> dict[str, Any]:
    before = line.positions[number]
    move = line.moves[number]
    return {
        "text": format_move(line.game, move),
        "move": move,
        "player": before.to_move,
        "cell": before.landing(move),
    }


def _landings(pos: Position) -> list[int | None]:
    """Where a stone falls in each column of a gravity board; nothing needs saying on a free one."""
    if not pos.game.gravity:
        return []
    return [pos.landing(move) for move in range(pos.game.cols)]
