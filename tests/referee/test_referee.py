"""The referee: what each fault costs, against a tiny model, and our players beside programs."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import Game, Outcome, Position, game_named
from inarow.course import find_course
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice, Player, RandomPlayer
from inarow.players.conduct import Conduct, Penalty
from inarow.players.seat import Answer, ClockKind, Effort, ForfeitError, Seat, Terms
from inarow.protocols.dialogue import EnginePlayer
from inarow.protocols.registry import PROTOCOLS
from inarow.record import PASS, Record, Result, Termination
from inarow.referee.game_log import Turn
from inarow.referee.referee import play, play_game, stop_seats
from inarow.running.clock import used_ms
from inarow.running.process import program_player

SMALL = game_named("connect4:4x3k3")
FAULTS = {
    "late": Termination.TIME,
    "illegal": Termination.ILLEGAL_MOVE,
    "no_answer": Termination.NO_ANSWER,
    "crashed": Termination.CRASH,
}


class Clock:
    """A time that passes only when somebody says so."""

    def __init__(self) -> None:
        self.now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


class Scripted:
    """A player that does what its plan says, one word for each time it is asked: a fault, or a
    number that picks a legal move and so many milliseconds."""

    def __init__(self, name: str, plan: list[str | int], clock: Clock) -> None:
        self.name, self.plan, self.clock = name, iter(plan), clock

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        act = next(self.plan, 0)
        if act == "late":
            self.clock.now_s += 1.001
            return Choice(pos.legal_moves()[0])
        if act == "illegal":
            return Choice(pos.game.move_count)
        if isinstance(act, str):
            raise ForfeitError(FAULTS[act], f"was {act}")
        self.clock.now_s += act / 1000
        legal = pos.legal_moves()
        return Choice(legal[act % len(legal)])


def expected(
    game: Game, plans: list[list[str | int]], conduct: Conduct
) -> tuple[list[int], tuple[int | None, str], list[list[float]]]:
    """The same game by the plainest means: its moves, winner and reason, and the time each used."""
    asked = [iter(plan) for plan in plans]
    pos, moves, in_a_row = Position(game), list[int](), 0
    used: list[list[float]] = [[], []]
    while not pos.is_over:
        side = pos.to_move - 1
        for attempt in range(conduct.tries):
            act = next(asked[side], 0)
            used[side].append(1000.0 if act == "late" else act if isinstance(act, int) else 0.0)
            if isinstance(act, int):
                legal = pos.legal_moves()
                moves.append(legal[act % len(legal)])
                pos, in_a_row = pos.play(moves[-1]), 0
                break
            cost = getattr(conduct, act)
            if cost is Penalty.ASK_AGAIN and attempt + 1 < conduct.tries:
                continue
            if cost is not Penalty.PASS:
                reason = "disqualified" if cost is Penalty.DISQUALIFY else FAULTS[act].reason(game)
                return moves, (2 - side, reason), used
            moves.append(PASS)
            pos, in_a_row = pos.passed(), in_a_row + 1
            if in_a_row == 6:
                return moves, (None, "forfeits"), used
            break
    ends = {Outcome.FIRST_WINS: (1, "three in a row"), Outcome.SECOND_WINS: (2, "three in a row")}
    return moves, ends.get(pos.outcome(), (None, "draw")), used


plans = st.lists(st.integers(0, 30) | st.sampled_from(sorted(FAULTS)), max_size=25)
conducts = st.builds(
    Conduct,
    late=st.sampled_from(Penalty),
    illegal=st.sampled_from(Penalty),
    no_answer=st.sampled_from(Penalty),
    crashed=st.sampled_from(Penalty),
    tries=st.integers(1, 4),
    turn_ms=st.just(1000.0),
    time_ms=st.just(100_000.0),
    increment_ms=st.sampled_from([0.0, 1.0]),
    draw_after_forfeits=st.just(3),
)


@given(plans, plans, conducts)
def test_every_fault_costs_what_the_conduct_says(
    first: list[str | int], second: list[str | int], conduct: Conduct
) -> None:
    clock = Clock()
    players = [Scripted("a", first, clock), Scripted("b", second, clock)]
    turns: list[Turn] = []
    record = play(SMALL, players, conduct, on_turn=lambda _, turn: turns.append(turn), now=clock)
    moves, ending, used = expected(SMALL, [first, second], conduct)
    assert list(record.moves) == moves
    assert record.result is not None and record.clocks_ms is not None
    assert (record.result.winner, record.result.termination.reason(SMALL)) == ending
    assert record.players == ("a", "b")
    for side in (0, 1):
        played = sum(1 for turn in turns if turn.side == side and turn.stones)
        left = 100_000 - sum(used[side]) + played * conduct.increment_ms
        assert record.clocks_ms[side] == pytest.approx(left)
    assert [move for turn in turns for move in turn.stones or (PASS,)] == moves
    assert all((turn.fault is None) == bool(turn.stones) for turn in turns)
    assert Record.parse(str(record)).moves == record.moves


def test_a_late_move_of_comp3308_is_forfeited_and_the_opponent_moves_again() -> None:
    clock = Clock()
    players = [Scripted("slow", [0, "late", 0], clock), Scripted("b", [1, 1, 1, 1], clock)]
    record = play(Game(), players, find_course("comp3308").conduct, now=clock)
    assert record.moves == (0, 1, PASS, 1, 0, 1, 0, 1) and record.positions[3].to_move == 2
    assert record.result == Result(2, Termination.LINE)
    assert record.clocks_ms is None, "there is no clock for the game"


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_three_forfeits_in_a_row_by_both_sides_are_a_draw(fault: str) -> None:
    clock = Clock()
    players = [Scripted(name, [0, 1, *[fault] * 9], clock) for name in "ab"]
    record = play(Game(), players, find_course("comp3308").conduct, now=clock)
    assert record.moves[4:] == (PASS,) * 6
    assert record.result == Result(None, Termination.FORFEITS)


def test_one_side_alone_may_fill_the_board() -> None:
    game = game_named("connect4:3x3k4")
    clock = Clock()
    players = [Scripted("gone", ["crashed"] * 20, clock), Scripted("b", [0] * 20, clock)]
    record = play(game, players, find_course("comp3308").conduct, now=clock)
    assert record.result == Result(None, Termination.DRAW)
    assert len(record.moves) == 18 and record.moves.count(PASS) == 9


def test_a_fault_of_aps105_disqualifies_and_says_why() -> None:
    clock = Clock()
    players = [Scripted("a", [0], clock), Scripted("b", ["illegal"], clock)]
    record = play(game_named("connect6-simple"), players, find_course("aps105").conduct, now=clock)
    assert record.result is not None and record.result.winner == 1
    assert record.result.termination is Termination.DISQUALIFIED
    assert record.result.detail == "played move 361: move 361 is not on the board (illegal move)"


def test_a_tolerance_forgives_a_little() -> None:
    clock = Clock()
    strict = Conduct(turn_ms=1000)
    record = play(SMALL, [Scripted(n, ["late"], clock) for n in "ab"], strict, now=clock)
    assert record.result == Result(2, Termination.TIME, "took 1001 ms where it had 1000 ms")
    kind = Conduct(turn_ms=1000, tolerance_ms=2)
    record = play(SMALL, [Scripted(n, ["late"], clock) for n in "ab"], kind, now=clock)
    assert record.result is not None and record.result.termination is Termination.LINE


def test_a_side_that_is_asked_again_may_do_better() -> None:
    clock = Clock()
    again = Conduct(illegal=Penalty.ASK_AGAIN, tries=3)
    players = [Scripted("a", ["illegal", "illegal", 2], clock), Scripted("b", [], clock)]
    assert play(SMALL, players, again, now=clock).moves[0] == 2
    players = [Scripted("a", ["illegal"] * 3, clock), Scripted("b", [], clock)]
    record = play(SMALL, players, again, now=clock)
    assert record.result is not None and record.moves == ()
    assert (record.result.winner, record.result.termination) == (2, Termination.ILLEGAL_MOVE)


def test_turns_of_two_stones_are_one_turn() -> None:
    clock = Clock()
    turns: list[Turn] = []
    game = game_named("connect6:5x5k4")
    players = [Scripted(name, [5, 7] * 20, clock) for name in "ab"]
    opening = (12, 0, 1)
    record = play(
        game, players, Conduct(), opening, on_turn=lambda _, turn: turns.append(turn), now=clock
    )
    assert [list(turn.stones) for turn in turns] == record.turns()[2:]
    assert all(len(turn.stones) == 2 for turn in turns[:-1]) and turns[0].side == 0
    assert record.times_ms is not None and record.times_ms[3] == pytest.approx(12)
    assert record.times_ms[:3] == (None,) * 3 and record.times_ms[4] is None


def test_the_conducts_of_the_courses() -> None:
    assert not any(entry.conduct.passes for entry in PROTOCOLS.values())
    assert find_course("maxconnect4").conduct.clock is ClockKind.CPU
    assert {find_course(name).conduct.turn_ms for name in ("comp3308", "aps105")} == {1000}
    assert (
        PROTOCOLS["comp2230"].conduct.increment_ms == 1
        and PROTOCOLS["comp2230"].conduct.time_ms == 120_000
    )


class Measured:
    """A seat whose answers were measured: so many milliseconds of wall, CPU and stall each."""

    def __init__(self, name: str, wall_ms: float, cpu_ms: float) -> None:
        self.name, self.effort = name, Effort(wall_ms, cpu_ms, 0.0, 1.0)

    def unsupported_reason(self, record: Record, *, passes: bool) -> str:
        return ""

    def begin(self, terms: Terms, side: int) -> None:
        self.clock = terms.clock

    def turn(self, record: Record, clocks_ms: Sequence[float], limit_ms: float) -> Answer:
        charged_ms = used_ms(self.effort, self.clock)
        return Answer((record.end.legal_moves()[0],), charged_ms, None, self.effort)

    def end(self, *, answers: bool) -> None: ...


@pytest.mark.parametrize("clock", ClockKind)
def test_the_clock_of_the_conduct_is_read_for_programs_too(clock: ClockKind) -> None:
    players = [Measured("a", 70, 40), Measured("b", 50, 10)]
    log = play_game(SMALL, players, Conduct(clock=clock, time_ms=1000))
    record = log.record
    assert record.times_ms is not None and record.clocks_ms is not None
    first = 40 if clock is ClockKind.CPU else 70
    assert record.times_ms[0] == first
    asked = sum(1 for turn in log.turns if turn.side == 0)
    assert record.clocks_ms[0] == 1000 - asked * first
    assert log.turns[0].as_json(SMALL) == {
        "side": 0,
        "stones": ["1"],
        "verdict": "OK",
        "wall_ms": 70,
        "cpu_ms": 40,
        "stall_ms": 0,
        "peak_mb": 1,
        "value": None,
    }


def test_maxconnect4_is_played_to_the_last_cell_and_more_quadruples_win() -> None:
    game = game_named("maxconnect4")
    log = play_game(
        game,
        [RandomPlayer(), RandomPlayer()],
        find_course("maxconnect4").conduct,
        rng=random.Random(5),
    )
    assert log.record.end.is_full and len(log.record.moves) == 42
    first, second = log.record.end.score()
    winner = None if first == second else 1 if first > second else 2
    assert log.record.result is not None and log.record.result.winner == winner


# Programs beside our own players.


def program(
    protocol: str, index: int = 0, *, timed: bool = False
) -> AbstractContextManager[EnginePlayer]:
    """Our own engine as a program that speaks the protocol; ``timed`` by what it is told."""
    inarow = str(Path(sys.executable).parent / "inarow")
    words = [inarow, "engine", "--protocol", protocol, *([] if timed else ["--move-time", "5ms"])]
    return program_player(protocol, words, index)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("side", [0, 1])
def test_a_player_of_ours_meets_a_program_under_each_protocol(protocol: str, side: int) -> None:
    game = game_named(PROTOCOLS[protocol].usual_game)
    with program(protocol, side) as engine:
        players: list[Player | Seat] = [RandomPlayer(), RandomPlayer()]
        players[side] = engine
        record = play(game, players, PROTOCOLS[protocol].conduct, rng=random.Random(side))
        assert isinstance(engine, Seat)
        stop_seats([engine], record)
    assert record.result == Result(side + 1, Termination.LINE)
    assert record.players is not None and record.players[side].startswith("inarow")
    assert record.players[1 - side] == "random"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_program_chooses_like_any_player(protocol: str) -> None:
    game = game_named(PROTOCOLS[protocol].usual_game)
    rng = random.Random(3)
    with program(protocol) as engine:
        for _ in range(2):  # the second game begins anew
            pos = Position(game)
            while not pos.is_over:
                player: Player = engine if pos.to_move == 2 else RandomPlayer()
                pos = pos.play(player.choose(pos, Limits(time_s=1), rng=rng).move)
            assert pos.outcome() is Outcome.SECOND_WINS


@pytest.mark.parametrize("protocol", ["comp2230", "connect6"])
def test_a_conduct_that_a_protocol_has_no_words_for_is_refused(protocol: str) -> None:
    game = game_named(PROTOCOLS[protocol].usual_game)
    with program(protocol) as engine:
        for conduct in (
            find_course("comp3308").conduct,
            Conduct(late=Penalty.PASS),
            Conduct(crashed=Penalty.PASS),
        ):
            with pytest.raises(UserError, match=r"engine 0 cannot play .* for a forfeited move"):
                play(game, [engine, RandomPlayer()], conduct)
        with pytest.raises(UserError, match="no word for a forfeited move"):
            play(game, [engine, RandomPlayer()], opening=(PASS,))
        with pytest.raises(UserError, match="no word for a board that was set up"):
            play(Position(game).play(3), [RandomPlayer(), engine])
        with pytest.raises(UserError, match="has no words for it, which is not"):
            play(game_named("gomoku"), [engine, RandomPlayer()])


def test_gomocup_is_told_of_a_forfeited_move() -> None:
    clock = Clock()
    with program("gomocup") as engine:
        players: list[Player | Seat] = [engine, Scripted("b", ["illegal"] * 20, clock)]
        record = play(game_named("gomoku"), players, Conduct(illegal=Penalty.PASS))
    assert record.result == Result(1, Termination.LINE) and record.moves[1] == PASS


def test_a_limit_of_a_turn_is_told_through_the_clocks() -> None:
    with program("comp2230", timed=True) as engine:
        record = play(Game(), [engine, RandomPlayer()], Conduct(turn_ms=300))
    assert record.result == Result(1, Termination.LINE)


def test_the_patience_of_the_conduct_is_that_of_programs() -> None:
    with program_player("comp2230", ["/bin/sleep", "60"]) as engine:
        record = play(Game(), [engine, RandomPlayer()], Conduct(handshake_s=0.1))
    detail = "did not answer 'name AI 0' within 0.1 s"
    assert record.result == Result(2, Termination.NO_ANSWER, detail)


class Broken:
    """A player whose answer is whatever it is made with, or raised if it can be."""

    name = "broken"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        if isinstance(self.answer, Exception):
            raise self.answer
        answer: Choice = self.answer
        return answer


@pytest.mark.parametrize(
    ("answer", "how", "detail"),
    [
        (RuntimeError("oops"), Termination.CRASH, "raised RuntimeError: oops"),
        (None, Termination.ILLEGAL_MOVE, "answered None, which is no choice of a move"),
        (3, Termination.ILLEGAL_MOVE, "answered 3, which is no choice of a move"),
        (Choice("3"), Termination.ILLEGAL_MOVE, "is no choice of a move"),  # type: ignore[arg-type]
        (Choice(10**30), Termination.ILLEGAL_MOVE, "is not on the board"),
        (Choice(PASS), Termination.ILLEGAL_MOVE, "is not on the board"),
    ],
)
def test_a_player_of_ours_that_fails_pays_like_a_program(
    answer: Any, how: Termination, detail: str
) -> None:
    result = play(Game(), [RandomPlayer(), Broken(answer)]).result
    assert result is not None and (result.winner, result.termination) == (1, how)
    assert detail in result.detail
    out = play(Game(), [RandomPlayer(), Broken(answer)], find_course("aps105").conduct).result
    assert out is not None and out.termination is Termination.DISQUALIFIED
    passed = play(Game(), [RandomPlayer(), Broken(answer)], find_course("comp3308").conduct)
    assert passed.moves[1] == PASS and passed.result == Result(1, Termination.LINE)


def test_a_protocol_that_cannot_tell_a_board_refuses_it() -> None:
    board = Position.parse(Game(), "......./......./......./......./..o.o../xxoxo.x o")
    refused = pytest.raises(ForfeitError, match="cannot be told of a pass or of a board")
    with program("comp2230") as engine, refused:
        engine.choose(board, Limits(), rng=random.Random(0))
    gomoku = Position(game_named("gomoku"))
    for cell in (0, 20, 40, 60, 80, 100):
        gomoku = gomoku.play(cell)
    with program("gomocup") as engine:
        move = engine.choose(gomoku, Limits(time_s=1), rng=random.Random(0)).move
        assert move in gomoku.legal_moves()
