"""The checks of APS105: games on a board of ``options = { size = 19 }``, and what is wrong with a
text that a program prints."""

from __future__ import annotations

import re

from inarow._core import Game
from inarow.marking.checks.games import Setting, games_check
from inarow.marking.compare import Difference
from inarow.players.free import LineRulePlayer
from inarow.protocols.aps105 import IN_A_ROW, LARGEST, LAYS

_FIXED_RULE = "Lab7Part1"
_NUMBER = r"(\d+)"
_LAYS = re.compile((LAYS.strip().replace(".", r"\.") % (_NUMBER, _NUMBER)).encode())


def _board(size: int) -> Game:
    return Game(rows=size, cols=size, k=IN_A_ROW, gravity=False)


GAMES = games_check(
    Setting(
        options={"size": int},
        game=lambda course, options: _board(int(options.get("size", LARGEST))),
        opponents={_FIXED_RULE: lambda: LineRulePlayer(_FIXED_RULE)},
    )
)


def classify(wanted: bytes, got: bytes) -> Difference | None:
    """Names another stone than the right one, which every later line follows from."""
    for right, said in zip(wanted.split(b"\n"), got.split(b"\n"), strict=False):
        if right != said:
            due, found = _LAYS.fullmatch(right), _LAYS.fullmatch(said)
            if due is None or found is None:
                return None
            row, col = (number.decode() for number in due.groups())
            got_row, got_col = (number.decode()[:4] for number in found.groups())
            reason = f"lays a stone at row {got_row}, column {got_col} where {row}, {col} is right"
            return Difference("WRONG_MOVE", reason)
    return None
