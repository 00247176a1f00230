"""Words about a free board name the very thing that the board shows."""

from __future__ import annotations

from inarow import GAMES, Position
from inarow.analysis.analyse import analyse
from inarow.limits import Limits
from inarow.record import Record
from inarow.teaching.free_board import sentence


def told(game: str, moves: str) -> str:
    pos = Record.from_moves(Position(GAMES[game]), moves).pos
    found = analyse(pos, Limits(0.6)).findings
    assert found is not None and found.choice is not None
    return sentence(pos, found, found.choice)


def test_a_win_at_sight_is_told_by_what_is_there() -> None:
    four = "8.6,1.1,8.7,1.3,8.8,1.5,8.9,1.7"
    assert told("gomoku", four).endswith("that is five in a row.")
    three = "8.6,1.1,8.7,1.3,8.8,1.5"
    assert told("gomoku", three).endswith("it leaves two ways to five in a row.")
    pairs = "10.10,1.1,1.4,10.11,10.12,1.7,2.9,10.13,3.3,5.5,4.1"
    assert told("connect6", pairs).endswith("the second stone makes six in a row.")
