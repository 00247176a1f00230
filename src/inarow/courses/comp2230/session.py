"""A whole session with an engine of COMP2230, as the coordinator holds one: who it is, whether it
is ready, a position, in which it must not search, its move, and its leave.

options = { moves = "3410", ftime = 5000, stime = 5000, best = "012456" }
    best      the columns that are right, all that are legal if there is none
    idle_s    how long it must do nothing between position and go
"""

from __future__ import annotations

from inarow._core import Position
from inarow.errors import UserError
from inarow.marking.checks.check import Check, Judgement
from inarow.marking.checks.dialogue import run_script, start_conversation
from inarow.marking.compare import Difference
from inarow.marking.runner import Runner
from inarow.marking.suite import Step, Test
from inarow.protocols.comp2230.manager import ASK_NAME, ASK_READY, QUIT, go_line, position_line
from inarow.protocols.lines import printable
from inarow.running.program import Program

NAME = r".+-c\d{7}"
INFO = r"info\b.*"
VALUE = r"[-+]?\d+(\.\d+)?"
PATIENCE_S, START_S, LEAVE_S = 5.0, 10.0, 1.0
_USUAL_MS = 5000
_USUAL_IDLE_S = 0.5


def judge_engine(test: Test, program: Program, runner: Runner) -> Judgement:
    """Holds one session."""
    return run_script(start_conversation(test, program, runner, terminal=False), session(test))


CHECK = Check(
    "a session with an engine",
    judge_engine,
    {"moves": str, "ftime": int, "stime": int, "best": str, "idle_s": float},
)


def session(test: Test) -> tuple[Step, ...]:
    """The script of a test."""
    options = test.options
    moves = str(options.get("moves", ""))
    pos = position_after(moves, test.name)
    best = str(options.get("best", "")) or legal_columns(pos)
    clocks = [int(options.get(name, _USUAL_MS)) for name in ("ftime", "stime")]
    own_s = clocks[pos.to_move - 1] / 1000
    return (
        Step(ASK_NAME, expect=NAME, within_s=START_S),
        Step(ASK_READY, expect="readyok", within_s=PATIENCE_S),
        Step(position_line([int(digit) for digit in moves])),
        Step(
            ASK_READY,
            expect="readyok",
            within_s=PATIENCE_S,
            idle_s=float(options.get("idle_s", _USUAL_IDLE_S)),
        ),
        Step(go_line(clocks), expect=best_move(best), skip=INFO, within_s=own_s),
        Step(QUIT, expect="quitting", within_s=PATIENCE_S),
        Step(ends=True, within_s=LEAVE_S),
    )


def position_after(moves: str, name: str) -> Position:
    """The position of some columns from the start; UserError if they are no game that goes on."""
    pos = Position()
    for digit in moves:
        if not digit.isdigit() or int(digit) not in (() if pos.is_over else pos.legal_moves()):
            raise UserError(f"test '{name}' has moves '{moves}', which are no columns of a game")
        pos = pos.play(int(digit))
    return pos


def legal_columns(pos: Position) -> str:
    return "".join(map(str, pos.legal_moves()))


def best_move(columns: str) -> str:
    """The pattern of an answer with one of these columns."""
    return f"bestmove {columns if len(columns) == 1 else f'[{columns}]'} {VALUE}"


def classify(wanted: bytes, got: bytes) -> Difference | None:
    """Names an ``info`` line out of place, a wrong count and a wrong move."""
    said = printable(got)
    if got.split()[:1] == [b"info"]:
        reason = f"says '{said}' where no info belongs: only between go and bestmove"
        return Difference("MISPLACED_INFO", reason)
    words, due = got.split(), wanted.split()
    if len(words) == len(due) == 3 and words[:1] == due[:1] == [b"perft"]:
        if words[1] == due[1]:
            counted, right = printable(words[2]), due[2].decode()
            return Difference("WRONG_COUNT", f"counts {counted} nodes where {right} are right")
    elif words[:1] == due[:1] == [b"bestmove"]:
        return Difference("WRONG_MOVE", f"says '{said}' where '{wanted.decode()}' belongs")
    return None
