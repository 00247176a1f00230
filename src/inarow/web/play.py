"""A game as the page shows it, and the computer's move at a level. Randomness is an argument: the
seed is in the request."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

from inarow._core import Family, Game, Outcome, Position
from inarow.errors import SearchCancelledError, UserError
from inarow.game import GAMES, counts_lines, name_of
from inarow.limits import Limits
from inarow.links import record_url, start_text
from inarow.move_text import format_move, moves_text
from inarow.players.base import Choice, Player
from inarow.players.levels import LEVELS, LevelPlayer, player_for, strong_player
from inarow.record import Record
from inarow.record_text import OUTCOMES
from inarow.teaching.free_board import proved_move
from inarow.text import COLOURS
from inarow.web.analysis import analyse_within
from inarow.web.labels import describe_board, outcome_words, rule_line, title


def play_json(line: Record) -> dict[str, Any]:
    """Everything about a line that the rules alone decide."""
    pos = line.pos
    game = line.game
    return {
        "game": game_json(name_of(game), game),
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
        "twin": board_label(line),
        "link": record_url(line),
        "problems": pos.problems() if start_text(line) else [],
    }


def game_json(name: str, game: Game) -> dict[str, Any]:
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


def games_json() -> list[dict[str, Any]]:
    """The games of the menu: all registered ones and two other sizes."""
    from inarow.game import game_named

    names = [*GAMES, "connect4:8x7", "gomoku:19x19"]
    return [game_json(name, game_named(name)) for name in names]


def _winning_lines(pos: Position) -> list[list[int]]:
    """The windows to strike through once a line has won."""
    if pos.outcome() not in (Outcome.FIRST_WINS, Outcome.SECOND_WINS):
        return []
    if counts_lines(pos.game):
        return []
    won = set(pos.line_cells())
    return [list(cells) for _, cells in pos.windows() if won.issuperset(cells)]


def board_label(line: Record) -> str:
    """The label of the board: where the game stands, in words."""
    pos = line.pos
    ended = outcome_words(pos, line.at)
    last = ""
    if line.at:
        before = line.positions[line.at - 1]
        shown = format_move(line.game, line.moves[line.at - 1])
        last = f" Last move: {COLOURS[before.to_move]} {shown}."
    turn = f"{ended}." if ended else f"{COLOURS[pos.to_move]} to move."
    return f"{title(name_of(line.game), line.game)}. {describe_board(pos)}{last} {turn}"


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


PERFECT = 9
MOVE_S = 1.0
PERFECT_S = 10.0
STRONGEST = max(LEVELS)
TOP_SLIP = 0.01
"""On the page, where Perfect is a choice of its own, the strongest level slips too."""

_kept = threading.local()


def move_json(
    line: Record, level: int, seed: int, cancelled: Callable[[], bool] = lambda: False
) -> dict[str, Any]:
    """A move at the cursor, by a level from 1 to 8 or by ``PERFECT``. Perfect's search ends once
    ``cancelled``; the second that a level thinks is not cut short, but does not begin then."""
    pos = line.pos
    if pos.outcome() != Outcome.ONGOING:
        raise UserError("the game is over in this position")
    rng = random.Random(seed)
    proven = False
    if level == PERFECT and (known := proved_move(line)) is not None:
        move, proven = known, True
    elif level == PERFECT:
        move, proven = _perfect(pos, rng, cancelled)
    else:
        move = _choice(pos, level, rng, cancelled).move
    return {"move": move, "text": format_move(pos.game, move), "proven": proven}


def _perfect(pos: Position, rng: random.Random, cancelled: Callable[[], bool]) -> tuple[int, bool]:
    """A best move where the exact solver finishes, otherwise the strongest player's. Where lines
    are counted that one follows a proven strategy, which any other best move would leave."""
    if pos.game.family is Family.COUNTED:
        choice = _choice(pos, PERFECT, rng, cancelled)
        least = choice.bounds[0] if choice.bounds else -1
        return choice.move, choice.exact or least >= 0
    best = [move.move for move in analyse_within(pos, PERFECT_S, lambda _: not cancelled()).best]
    if best:
        return rng.choice(best), True
    return _choice(pos, PERFECT, rng, cancelled).move, False


def _choice(pos: Position, level: int, rng: random.Random, cancelled: Callable[[], bool]) -> Choice:
    if cancelled():
        raise SearchCancelledError
    return _kept_player(pos.game, level).choose(pos, Limits(time_s=MOVE_S), rng=rng)


def page_player(game: Game, level: int) -> LevelPlayer:
    """The player of a level from 1 to 8 as the page has it: every one of them can be beaten."""
    player = LevelPlayer(strong_player(game), level)
    if level == STRONGEST:
        player.level = player.level._replace(blunder=TOP_SLIP)
    return player


def _kept_player(game: Game, level: int) -> Player:
    """The player of a level, for ``PERFECT`` the strongest that never slips; each search thread
    keeps the one it was asked for last."""
    if getattr(_kept, "key", None) != (game, level):
        perfect = level == PERFECT
        _kept.player = player_for(game, STRONGEST) if perfect else page_player(game, level)
        _kept.key = (game, level)
    player: Player = _kept.player
    return player


def levels_json() -> list[dict[str, Any]]:
    """The levels with what each does, in numbers and in words that follow from them."""
    answers = []
    for number, level in LEVELS.items():
        slip = TOP_SLIP if number == STRONGEST else level.blunder
        look = "thinks a second" if level.depth is None else f"looks {_plies(level.depth)} ahead"
        words = f"Level {number} {look}, slips {_share(slip)}"
        answers.append({"level": number, "words": words, "slip": slip, "depth": level.depth})
    words = "Perfect never gives up a result it can prove"
    answers.append({"level": PERFECT, "words": words, "slip": 0.0, "depth": None})
    return answers


def _plies(depth: int) -> str:
    return "a move" if depth == 1 else f"{depth} moves"


def _share(slip: float) -> str:
    """A chance in words: ``3 times in 10 moves``, ``once in 12 moves``."""
    if slip < 0.2:
        return f"once in {round(1 / slip)} moves"
    times = round(slip * 10)
    return "twice in 10 moves" if times == 2 else f"{times} times in 10 moves"
