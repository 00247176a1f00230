"""Words about a free board name the very thing that the board shows."""

from __future__ import annotations

from inarow import GAMES, Position
from inarow.analysis.analyse import analyse
from inarow.limits import Limits
from inarow.record import Record
from inarow.teaching.free_board import findings_text, heat, judged, letters


def told(game: str, moves: str) -> str:
    pos = Record.from_moves(Position(GAMES[game]), moves).pos
    found = analyse(pos, Limits(0.6)).findings
    assert found is not None and found.choice is not None
    return findings_text(pos, found, found.choice)


def test_a_win_at_sight_is_told_by_what_is_there() -> None:
    four = "8.6,1.1,8.7,1.3,8.8,1.5,8.9,1.7"
    assert told("gomoku", four).endswith("that is five in a row.")
    three = "8.6,1.1,8.7,1.3,8.8,1.5"
    assert told("gomoku", three).endswith("it leaves two ways to five in a row.")
    pairs = "10.10,1.1,1.4,10.11,10.12,1.7,2.9,10.13,3.3,5.5,4.1"
    assert told("connect6", pairs).endswith("the second stone makes six in a row.")


def test_the_middle_of_a_turn_offers_no_point_that_is_taken() -> None:
    moves = "10.10,6.6,6.7,9.11,11.9,8.12,7.6,9.9,8.8,5.6,8.5"
    start = Position(GAMES["connect6"])
    before = Record.from_moves(start, moves)
    proved = judged(before, lambda: analyse(before.pos, Limits(10)))
    assert proved.findings is not None and proved.findings.win is not None
    first = proved.findings.win.line[0]
    after = before.with_move(first)
    known = judged(after, lambda: analyse(after.pos, Limits(0.1)))
    found = known.findings
    assert found is not None and found.win is not None and found.choice is not None
    legal = set(after.pos.legal_moves())
    assert {one.move for one in heat(after.pos, found, found.choice)} <= legal
    assert {one.cell for one in letters(after.pos, found)} <= legal
