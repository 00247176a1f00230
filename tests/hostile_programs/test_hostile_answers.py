"""Programs that answer in ways nobody asked for: each has its verdict and its reason, leaves no
process behind, and costs what its course's conduct says and no more."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from inarow import Game, Position, game_named
from inarow.course import find_course
from inarow.errors import UserError
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.conduct import Conduct, Penalty
from inarow.players.seat import ClockKind, ForfeitError
from inarow.protocols.registry import PROTOCOLS
from inarow.record import PASS, Record, Result, Termination
from inarow.referee.game_log import verdict_of
from inarow.referee.referee import play_game
from inarow.running.launcher import NativeSandbox, launcher_of
from inarow.running.process import RunningProgram
from inarow.running.program import Launch, RunLimits
from inarow.running.result import RunReport, RunVerdict
from inarow.running.sandbox import Sandbox
from inarow.running.seats import ProgramSeat, make_seat
from inarow.running.seats.lines import LineSeat
from local_programs import HERE, c_program, python_program
from sandboxes import Tier, sandbox_of, working_tiers

pytestmark = pytest.mark.process
ANSWERS = Path(__file__).parent / "answers"
LIMITS = RunLimits(memory_mb=512, output_kb=64)
SHORT_MS = 200.0
"""For programs that never answer."""
LONG_MS = 20_000.0
"""For all others: no load makes them late."""


TIERS = working_tiers()
if len(TIERS) > 1:
    TIERS.remove("none")


@pytest.fixture(params=TIERS, scope="module")
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    tier: Tier = request.param
    found = sandbox_of(tier)
    assert found is not None
    return found


@pytest.fixture(autouse=True)
def no_descriptor_is_lost() -> Iterator[None]:
    launcher_of(0)  # which stays, and has two
    before = _descriptors()
    yield
    assert _descriptors() == before


def _descriptors() -> int:
    """How many are open, but for that of the process table, which the clock opens once."""
    folder = Path("/proc/self/fd")
    return sum(os.path.islink(link) and os.readlink(link) != "/proc" for link in folder.iterdir())  # noqa: PTH114, PTH115


def judged(seat: ProgramSeat, record: Record, limit_ms: float, conduct: Conduct) -> str:
    """Asks a program for one turn: its verdict, and the reason of an INVALID."""
    with closing(seat):
        try:
            seat.begin(conduct.terms(record.game), record.end.to_move - 1)
            answer = seat.turn(record, (limit_ms, limit_ms), limit_ms)
        except ForfeitError as fault:
            assert fault.effort is not None and fault.detail and "\n" not in fault.detail
            verdict = verdict_of(fault)
            assert verdict in (*RunVerdict.__members__, "INVALID")
            return verdict if fault.invalid is None else f"{verdict} {fault.invalid.name}"
    assert answer.effort is not None
    if any(record.end.landing(stone) is None for stone in answer.stones):
        return "refused by the board"
    return "OK"


# find_course("comp3308").conduct: position with a full first column, so that FULL can be said.
FIRST_FULL = Position(Game()).after("111111")
ARGV = {
    "crlf": "INVALID CRLF",
    "bom": "INVALID BOM",
    "utf-16": "INVALID BOM",
    "arabic digit": "INVALID NOT_ASCII",
    "latin-1": "INVALID NOT_ASCII",
    "plus": "INVALID SYNTAX",
    "zero in front": "INVALID SYNTAX",
    "decimal": "INVALID SYNTAX",
    "nul": "INVALID SYNTAX",
    "space": "INVALID SYNTAX",
    "no newline": "INVALID MISSING_NEWLINE",
    "extra line": "INVALID EXTRA_OUTPUT",
    "nodes too": "INVALID EXTRA_OUTPUT",
    "thinks aloud": "INVALID EXTRA_OUTPUT",
    "move then more later": "INVALID EXTRA_OUTPUT",
    "newline first": "INVALID EXTRA_OUTPUT",
    "in words": "INVALID SYNTAX",
    "escape": "INVALID SYNTAX",
    "stderr": "INVALID NO_OUTPUT",
    "silent": "INVALID NO_OUTPUT",
    "column 7": "INVALID RANGE",
    "minus one": "INVALID RANGE",
    "full column": "INVALID FULL",
    "huge line": "INVALID SYNTAX",
    "flood": "OUTPUT_LIMIT",
    "move then exception": "CRASH",
    "move then status 3": "EXIT_STATUS",
    "byte by byte": "OK",
}
ARGV_SHORT = {
    "sleeps": "TIMEOUT",
    "answers and sleeps": "OK",
    "closes stdout and lingers": "OK",
    "closes stdout and spins silently": "TIMEOUT",
}
ARGV_C = {
    "works 1": "OK",
    "move then abort": "CRASH",
    "segfault": "CRASH",
    "unflushed and killed": "CRASH",
    "status 1": "EXIT_STATUS",
    "line without end": "OUTPUT_LIMIT",
}
ARGV_C_SHORT = {
    "works 1000": "TIMEOUT",
    "spins": "TIMEOUT",
    "answers and spins": "OK",
    "stops itself": "TIMEOUT",
    "ignores signals and sleeps": "TIMEOUT",
}


def limit_of(mode: str, *short: dict[str, str]) -> float:
    return SHORT_MS if any(mode in modes for modes in short) else LONG_MS


@pytest.mark.parametrize(("mode", "verdict"), [*ARGV.items(), *ARGV_SHORT.items()])
def test_a_program_in_python_that_answers_strangely(
    mode: str, verdict: str, sandbox: Sandbox
) -> None:
    program = python_program(ANSWERS / "hostile_argv.py", mode)
    seat = make_seat("argv", program, sandbox, LIMITS)
    assert (
        judged(
            seat, Record(FIRST_FULL), limit_of(mode, ARGV_SHORT), find_course("comp3308").conduct
        )
        == verdict
    )


@pytest.mark.parametrize(("mode", "verdict"), [*ARGV_C.items(), *ARGV_C_SHORT.items()])
def test_a_program_in_c_that_answers_strangely(mode: str, verdict: str, sandbox: Sandbox) -> None:
    program = c_program(ANSWERS / "hostile_argv.c", mode)
    seat = make_seat("argv", program, sandbox, LIMITS)
    assert (
        judged(
            seat, Record(FIRST_FULL), limit_of(mode, ARGV_C_SHORT), find_course("comp3308").conduct
        )
        == verdict
    )


@pytest.mark.parametrize(("percent", "verdict"), [(60, "OK"), (105, "TIMEOUT")])
def test_work_is_in_time_or_late_whatever_else_the_machine_does(
    percent: int, verdict: str, sandbox: Sandbox
) -> None:
    program = c_program(ANSWERS / "hostile_argv.c", f"works {percent * 2}")
    seat = make_seat("argv", program, sandbox, LIMITS)
    assert judged(seat, Record(FIRST_FULL), 200.0, find_course("comp3308").conduct) == verdict


# MaxConnect4: player 2 is to move.
FILES = {
    "good": "OK",
    "nothing": "INVALID NO_OUTPUT",
    "empty": "INVALID NO_OUTPUT",
    "unchanged": "INVALID NO_OUTPUT",
    "two moves": "INVALID EXTRA_OUTPUT",
    "for the other side": "INVALID RANGE",
    "moves again": "INVALID RANGE",
    "takes a piece": "INVALID OCCUPIED",
    "turns a piece": "INVALID OCCUPIED",
    "floats": "INVALID SYNTAX",
    "words": "INVALID SYNTAX",
    "bom": "INVALID BOM",
    "symlink": "INVALID SYNTAX|INVALID NO_OUTPUT",
    "symlink to the input": "INVALID SYNTAX|INVALID NO_OUTPUT",
    "hard link": "INVALID SYNTAX|OK",
    "fifo": "INVALID SYNTAX|INVALID NO_OUTPUT",
    "folder": "INVALID SYNTAX",
    "huge": "INVALID EXTRA_OUTPUT",
    "changes the input": "OK",
    "writes more files": "OK",
    "another name": "INVALID NO_OUTPUT",
    "looks for old files": "OK",
    "good then crash": "CRASH",
    "only prints": "INVALID NO_OUTPUT",
    "deep folders": "OUTPUT_LIMIT",
    "a folder for the input": "OK",
    "sparse files": "OUTPUT_LIMIT",
    "closed files": "OK|OUTPUT_LIMIT",
    "files without a name": "OK|OUTPUT_LIMIT",
}
"""A tier may leave out what is no plain file before we look."""
BOXED_FILES = {"deep folders", "sparse files", "files without a name"}
"""Only a sandbox counts what is written there."""


@pytest.mark.parametrize(("mode", "verdicts"), FILES.items())
def test_a_program_that_leaves_strange_files(mode: str, verdicts: str, sandbox: Sandbox) -> None:
    if sandbox.tier is None and mode in BOXED_FILES:
        pytest.skip("only a sandbox stops this")
    program = python_program(ANSWERS / "hostile_files.py", mode)
    seat = make_seat("files", program, sandbox, LIMITS)
    record = Record(Position(game_named("maxconnect4"))).with_move(3)
    assert judged(seat, record, LONG_MS, find_course("cse440").conduct) in verdicts.split("|")


# COMP2230: the first column is full, red is to move.
ENGINE = {
    "full column": "refused by the board",
    "column 9": "refused by the board",
    "in words": "INVALID SYNTAX",
    "not ascii": "INVALID NOT_ASCII",
    "dies": "EXIT_STATUS",
    "plays twice": "OK",
    "thinks on": "OK",
    "searches before go": "OK",
}
ENGINE_SHORT = {
    "sleeps": "TIMEOUT",
    "closes stdout": "CRASH",
    "flood": "TIMEOUT",
    "line without end": "TIMEOUT",
}


@pytest.mark.parametrize(("mode", "verdict"), [*ENGINE.items(), *ENGINE_SHORT.items()])
def test_an_engine_that_answers_strangely(mode: str, verdict: str, sandbox: Sandbox) -> None:
    program = python_program(ANSWERS / "hostile_engine.py", mode)
    seat = make_seat("engine", program, sandbox, LIMITS)
    record = Record(Position(Game()), (0,) * 6)
    limit_ms = limit_of(mode, ENGINE_SHORT)
    assert judged(seat, record, limit_ms, PROTOCOLS["comp2230"].conduct) == verdict


# find_course("aps105").conduct: the second stone of the program is where things go wrong.
DIALOGUE = {
    "": "OK",
    "crlf": "INVALID CRLF",
    "no space": "INVALID EXTRA_OUTPUT",
    "occupied": "INVALID OCCUPIED",
    "range": "INVALID RANGE",
    "plus": "INVALID SYNTAX",
    "chatty": "INVALID SYNTAX",
    "forgets the board": "INVALID SYNTAX",
    "talks on": "INVALID EXTRA_OUTPUT",
    "crashes": "CRASH",
    "boasts": "INVALID SYNTAX",
    "spins": "TIMEOUT",
}


@pytest.mark.parametrize(("mode", "verdict"), DIALOGUE.items())
def test_a_dialogue_that_differs_by_a_byte(mode: str, verdict: str, sandbox: Sandbox) -> None:
    program = c_program(HERE / "plain_lab7.c", mode)
    seat = make_seat("dialogue", program, sandbox, LIMITS)
    conduct = replace(
        find_course("aps105").conduct, turn_ms=SHORT_MS if mode == "spins" else LONG_MS
    )
    with closing(seat):
        log = play_game(game_named("connect6-simple:7x7"), [seat, Last()], conduct)
    last = log.turns[-1]
    result = log.record.result
    assert result is not None
    if verdict == "OK":
        assert result == Result(1, Termination.LINE)
        return
    assert result.winner == 2 and result.termination is Termination.DISQUALIFIED
    assert last.fault is not None and last.side == 0
    reason = last.fault.invalid
    assert (f"{last.verdict} {reason.name}" if reason else last.verdict) == verdict


class Last:
    """Plays the last legal move, which is far from those of the program."""

    name = "last"

    def choose(self, pos: Position, limits: Limits, *, rng: random.Random | None = None) -> Choice:
        return Choice(pos.legal_moves()[-1])


# What faults cost.


def test_a_forfeited_move_of_comp3308_is_a_pass_whatever_was_wrong(sandbox: Sandbox) -> None:
    program = python_program(ANSWERS / "hostile_argv.py", "crlf")
    conduct = replace(find_course("comp3308").conduct, turn_ms=LONG_MS)
    with closing(make_seat("argv", program, sandbox, LIMITS)) as seat:
        log = play_game(Game(), [seat, Last()], conduct)
    assert log.record.moves == (PASS, 6) * 4
    assert log.record.result == Result(2, Termination.LINE)
    faults = log.faults(0)
    assert len(faults) == 4 and {fault.raw for fault in faults} == {b"0\r\n"}
    first = log.as_json()["turns"][0]
    assert (first["verdict"], first["reason"], first["raw"]) == ("INVALID", "CRLF", "0\r\n")
    assert log.faults(1) == []


@pytest.mark.parametrize("cost", Penalty)
def test_chatter_costs_what_the_conduct_says(cost: Penalty, sandbox: Sandbox) -> None:
    program = python_program(ANSWERS / "hostile_argv.py", "extra line")
    conduct = Conduct(extra_output=cost, turn_ms=LONG_MS, tries=2, draw_after_forfeits=1)
    with closing(make_seat("argv", program, sandbox, LIMITS)) as seat:
        log = play_game(game_named("connect4"), [seat, Last()], conduct)
    result = log.record.result
    assert result is not None and result.winner == 2
    expected = {
        Penalty.PASS: Termination.LINE,
        Penalty.DISQUALIFY: Termination.DISQUALIFIED,
    }
    assert result.termination is expected.get(cost, Termination.ILLEGAL_MOVE)
    assert len(log.turns[0].earlier) == (1 if cost is Penalty.ASK_AGAIN else 0)


def test_more_cpu_time_than_the_clock_holds_is_its_own_verdict(sandbox: Sandbox) -> None:
    program = c_program(ANSWERS / "hostile_argv.c", "works 300")
    conduct = replace(find_course("comp3308").conduct, clock=ClockKind.CPU)
    for limit_ms, verdict in ((200.0, "CPU_LIMIT"), (LONG_MS, "OK")):
        seat = make_seat("argv", program, sandbox, LIMITS)
        assert judged(seat, Record(FIRST_FULL), limit_ms, conduct) == verdict


def test_what_is_searched_before_the_question_is_charged_to_the_clock(sandbox: Sandbox) -> None:
    program = python_program(ANSWERS / "hostile_engine.py", "searches before go")
    with closing(make_seat("engine", program, sandbox, LIMITS)) as seat:
        seat.begin(PROTOCOLS["comp2230"].conduct.terms(Game()), 0)
        answer = seat.turn(Record(Position(Game())), (LONG_MS, LONG_MS), LONG_MS)
    assert answer.used_ms >= 150, "0.2 s of CPU before go"


def test_an_engine_that_thinks_on_is_frozen(sandbox: Sandbox) -> None:
    program = python_program(ANSWERS / "hostile_engine.py", "thinks on")
    seat = make_seat("engine", program, sandbox, LIMITS)
    assert isinstance(seat, LineSeat)
    with closing(seat):
        seat.begin(PROTOCOLS["comp2230"].conduct.terms(Game()), 0)
        seat.turn(Record(Position(Game())), (LONG_MS, LONG_MS), LONG_MS)
        before_s = seat.usage().cpu_s
        time.sleep(0.3)
        assert seat.usage().cpu_s - before_s < 0.02


class Failing(NativeSandbox):
    """A machine that fails for the first few runs."""

    def __init__(self, times: int) -> None:
        super().__init__(0)
        self.times = times

    def run(self, launch: Launch, stdin: bytes = b"") -> RunReport:
        self.times -= 1
        if self.times >= 0:
            return RunReport(RunVerdict.REFEREE_FAULT, "no process could be made")
        return super().run(launch, stdin)

    def start(self, launch: Launch) -> RunningProgram:
        self.times -= 1
        if self.times >= 0:
            raise UserError("no process could be made")
        return super().start(launch)


@pytest.mark.parametrize("adapter", ["argv", "engine"])
def test_a_fault_of_ours_is_repeated_and_makes_a_game_void_in_the_end(adapter: str) -> None:
    name = {"argv": "plain_connectfour.py", "engine": "plain_engine.py"}[adapter]
    program = python_program(HERE / name)
    conduct = replace(PROTOCOLS["comp2230"].conduct, turn_ms=LONG_MS)
    with closing(make_seat(adapter, program, Failing(2), LIMITS)) as seat:
        log = play_game(Game(), [seat, Last()], conduct)
    assert log.record.result is not None and log.record.result.termination is Termination.LINE
    log = play_game(Game(), [make_seat(adapter, program, Failing(3), LIMITS), Last()], conduct)
    assert log.record.result is not None and log.turns == ()
    assert log.record.result.termination is Termination.VOID
    assert log.record.result.score == "*" and "no process" in log.record.result.detail
