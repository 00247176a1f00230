"""Game logs both ways: what ``as_json`` writes, ``from_json`` reads, and wrong ones are refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Game, Position, game_named
from inarow.errors import UserError
from inarow.players.conduct import Conduct, Penalty
from inarow.players.seat import Answer, Effort, ForfeitError, Invalid, Terms
from inarow.record import Record, Result, Termination
from inarow.referee.game_log import GameLog, Turn, fault_category, verdict_of
from inarow.referee.referee import play_game

SMALL = game_named("connect4:4x3k3")
FAULTS = (
    ForfeitError(Termination.TIME, "was late", 9, effort=Effort(9.1239, 8.0, 0.5, 3.25)),
    ForfeitError(Termination.NO_ANSWER, "said nothing", 9),
    ForfeitError(Termination.REFUSED, "was refused", 1, verdict="REJECTED"),
    ForfeitError(Termination.CRASH, "ended", 1, verdict="MEMORY_LIMIT", raw=bytes(range(256))),
    ForfeitError(Termination.CRASH, "", 1, effort=Effort(1.0)),
    ForfeitError(Termination.ILLEGAL_MOVE, "two lines", 1, invalid=Invalid.EXTRA_OUTPUT),
)


class Script:
    """Plays columns, and raises faults where its script has a number from 10."""

    def __init__(self, name: str, moves: list[int]) -> None:
        self.name, self._moves = name, iter(moves)

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        return ""

    def begin(self, terms: Terms, side: int) -> None:
        return

    def turn(self, record: Record, clocks_ms: object, limit_ms: float) -> Answer:
        move = next(self._moves, 0)
        if move >= 10:
            raise FAULTS[(move - 10) % len(FAULTS)]
        legal = record.end.legal_moves()
        effort = Effort(5.00049, 4.0, None, 1.5) if move % 2 else None
        return Answer((legal[move % len(legal)],), 5.0, value=0.5, effort=effort)

    def end(self, *, answers: bool) -> None:
        return


moves = st.lists(st.integers(0, 15), max_size=12)


@given(
    one=moves,
    other=moves,
    opening=st.lists(st.integers(0, 3), max_size=2),
    penalties=st.tuples(*[st.sampled_from(Penalty)] * 5),
)
def test_log_read_from_json_is_the_log_written(
    one: list[int], other: list[int], opening: list[int], penalties: tuple[Penalty, ...]
) -> None:
    late, illegal, no_answer, crashed, extra_output = penalties
    conduct = Conduct(late, illegal, no_answer, crashed, extra_output, draw_after_forfeits=3)
    log = play_game(SMALL, [Script("one", one), Script("two", other)], conduct, opening)
    data = json.loads(json.dumps(log.as_json()))
    found = GameLog.from_json(data)
    assert found.as_json() == data and found.record == log.record
    for turn, before in zip(found.turns, log.turns, strict=True):
        assert (turn.side, turn.stones, turn.verdict) == (
            before.side,
            before.stones,
            before.verdict,
        )
        for fault, old in zip(turn.faults, before.faults, strict=True):
            assert (fault.termination, fault.invalid, fault.raw, fault.detail) == (
                old.termination,
                old.invalid,
                old.raw,
                old.detail,
            )
    assert found.opening == len(opening)
    assert [found.stats(side).faults for side in (0, 1)] == [
        log.stats(side).faults for side in (0, 1)
    ]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.termination.name)
def test_fault_keeps_its_category_and_verdict(fault: ForfeitError) -> None:
    lost = Record(Position(Game())).with_result(Result(2, fault.termination, fault.detail))
    log = GameLog(lost, (Turn(0, (), fault.used_ms, None, fault=fault),))
    (turn,) = GameLog.from_json(log.as_json()).turns
    assert turn.fault is not None
    assert fault_category(turn.fault) == fault_category(fault)
    assert verdict_of(turn.fault) == verdict_of(fault)


def _wrong(change: str, data: dict[str, Any]) -> None:
    first = data["turns"][0]
    match change:
        case "record":
            del data["record"]
        case "turns":
            data["turns"] = None
        case "moves":
            data["turns"] = data["turns"][1:] + data["turns"][:1]
        case "more":
            data["turns"] *= 20
        case "side":
            first["side"] = 2
        case "time":
            first["wall_ms"] = None
        case "number":
            first["cpu_ms"] = True
        case "stones":
            first["stones"] = "4"
        case "verdict":
            del first["verdict"]
        case "forfeit":
            first["stones"] = []
        case "fault":
            first["verdict"] = "CRASH"
        case "text":
            first["detail"] = 5
        case "raw":
            first.update(verdict="CRASH", stones=[], raw="\u4e2d")
        case "earlier":
            first["earlier"] = [3]
        case "reason":
            first["earlier"] = [{"verdict": "INVALID", "reason": "WEATHER"}]


CHANGES = (
    "record",
    "turns",
    "moves",
    "more",
    "side",
    "time",
    "number",
    "stones",
    "verdict",
    "forfeit",
    "fault",
    "text",
    "raw",
    "earlier",
    "reason",
)


@pytest.mark.parametrize("change", CHANGES)
def test_wrong_log_is_refused(change: str) -> None:
    log = play_game(SMALL, [Script("one", [1, 2]), Script("two", [0, 3])], Conduct())
    data = copy.deepcopy(log.as_json())
    assert GameLog.from_json(data).turns
    _wrong(change, data)
    with pytest.raises(UserError):
        GameLog.from_json(data)
