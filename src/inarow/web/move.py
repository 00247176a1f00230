"""The computer's move at a level. Randomness is an argument: the seed stands in the request."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

from inarow._core import Family, Game, Position
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.move_text import format_move
from inarow.players.base import Choice, Player
from inarow.players.levels import LEVELS, LevelPlayer, player_for, strong_player
from inarow.record import Record
from inarow.teaching.free_board import proved_move
from inarow.web.analysis import searched

PERFECT = 9
MOVE_S = 1.0
PERFECT_S = 10.0
STRONGEST = max(LEVELS)
TOP_SLIP = 0.01
"""On the page, where Perfect is a choice of its own, the strongest level slips too."""

_kept = threading.local()


def move_answer(
    line: Record, level: int, seed: int, stopped: Callable[[], bool] = lambda: False
) -> dict[str, Any]:
    """A move at the cursor, by a level from 1 to 8 or by ``PERFECT``. Perfect's search ends once
    ``stopped``; the second that a level thinks is not cut short, but does not begin then."""
    pos = line.pos
    if pos.is_over:
        raise UserError("the game is over in this position")
    rng = random.Random(seed)
    proven = False
    if level == PERFECT and (known := proved_move(line)) is not None:
        move, proven = known, True
    elif level == PERFECT:
        move, proven = _perfect(pos, rng, stopped)
    else:
        move = _choice(pos, level, rng, stopped).move
    return {"move": move, "text": format_move(pos.game, move), "proven": proven}


def _perfect(pos: Position, rng: random.Random, stopped: Callable[[], bool]) -> tuple[int, bool]:
    """A best move where the exact solver finishes, otherwise the strongest player's. Where lines
    are counted that one follows a proven strategy, which any other best move would leave."""
    if pos.game.family is Family.COUNTED:
        choice = _choice(pos, PERFECT, rng, stopped)
        least = choice.bounds[0] if choice.bounds else -1
        return choice.move, choice.exact or least >= 0
    best = [move.move for move in searched(pos, PERFECT_S, lambda _: not stopped()).best]
    if best:
        return rng.choice(best), True
    return _choice(pos, PERFECT, rng, stopped).move, False


def _choice(pos: Position, level: int, rng: random.Random, stopped: Callable[[], bool]) -> Choice:
    if stopped():
        raise UserError("the search was stopped")
    return _kept_player(pos.game, level).choose(pos, Limits(time_s=MOVE_S), rng=rng)


def page_player(game: Game, level: int) -> LevelPlayer:
    """The player of a level from 1 to 8 as the page has it: every one of them can be beaten."""
    player = LevelPlayer(strong_player(game), level)
    if level == STRONGEST:
        player.level = player.level._replace(slip=TOP_SLIP)
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


def levels_answer() -> list[dict[str, Any]]:
    """The levels with what each does, in numbers and in words that follow from them."""
    answers = []
    for number, level in LEVELS.items():
        slip = TOP_SLIP if number == STRONGEST else level.slip
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
