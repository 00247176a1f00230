"""MaxConnect4 in one-move mode: the output file by its digits and the next player, whatever its
line ends, and standard output by its scores.

args = ["one-move", "input.txt", "output.txt", "5"]
files = { "input.txt" = "..." }    none: the game starts from the empty board
options = { keeps_value = true }   the move must keep the exact value: for boards with no more
                                   empty cells than the depth asked for
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from inarow._core import Position
from inarow.courses.maxconnect4.answers import file_answer
from inarow.courses.maxconnect4.checks.exact_values import move_values
from inarow.courses.maxconnect4.checks.scores import printed_scores, score_problem
from inarow.courses.maxconnect4.checks.student import tester_source
from inarow.errors import UserError
from inarow.marking.checks.check import Check, Judgement, StudentForm, abnormal_exit
from inarow.marking.results import MOST_KEPT, Verdict
from inarow.marking.runner import CompletedRun, Runner
from inarow.marking.suite import Test
from inarow.players.seat import Invalid
from inarow.protocols.maxconnect4_file import GAME, parse_file
from inarow.running.answers import InvalidAnswerError
from inarow.running.program import Program

SCORES, WRITTEN = "scores", "written"
"""Names of facts: the first and the last score that a program printed; the file that it wrote,
None for none."""

CAUSES = {
    Invalid.NO_OUTPUT: "NO_FILE",
    Invalid.SYNTAX: "BAD_FILE",
    Invalid.RANGE: "WRONG_PLAYER",
    Invalid.OCCUPIED: "WRONG_BOARD",
    Invalid.EXTRA_OUTPUT: "WRONG_BOARD",
    Invalid.BOM: "BOM",
    Invalid.NOT_ASCII: "NOT_ASCII",
}
"""What is wrong with a file, by the reason for which it is not taken."""


def judge_one_move(test: Test, program: Program, runner: Runner) -> Judgement:
    """Runs the program once in a folder of its own."""
    require_one_move(test)
    before, output = start_of(test), test.args[2]
    ran = runner.run(
        program, test.args, test.limits, stdin=test.stdin, files=test.files, wanted=(output,)
    )
    problem = abnormal_exit(ran.report) or _problem(test, before, ran)
    report, used = ran.report, ran.used
    if problem is None:
        facts = _facts(ran, output)
        return Judgement(Verdict.PASS, share=Decimal(1), run=report.verdict, used=used, facts=facts)
    cause, reason = problem
    came_so_far = abnormal_exit(report) is None and cause != "CRASH"
    return Judgement(
        Verdict.FAIL,
        cause,
        reason,
        got=ran.files.get(output, report.stdout),
        run=report.verdict,
        used=used,
        facts=_facts(ran, output) if came_so_far else {},
    )


def student_data(test: Test) -> dict[str, Any] | None:
    """Returns the boards that the output file may hold, with their scores."""
    before = start_of(test)
    if before.is_full:
        return None
    columns = before.legal_moves()
    if test.options.get("keeps_value"):
        worth = move_values(before)
        columns = [column for column in columns if worth[column] == max(worth.values())]
    after = [before.play(column) for column in columns]
    return {
        "wanted": [test.args[2]],
        "before": list(before.score()),
        "after": {board_digits(pos): list(pos.score()) for pos in after},
    }


def board_digits(pos: Position | None) -> str:
    """Returns the digits of a file: the cells and the next player."""
    return "" if pos is None else pos.cells("012").replace("/", "") + str(pos.to_move)


def _facts(ran: CompletedRun, output: str) -> dict[str, Any]:
    """What the program printed and wrote, for whoever looks for causes."""
    pairs = [list(pair) for pair in printed_scores(ran.report.stdout)]
    written = ran.files.get(output)
    text = None if written is None else written[:MOST_KEPT].decode("latin-1")
    return {SCORES: [*pairs[:1], *pairs[1:][-1:]], WRITTEN: text}


def require_one_move(test: Test) -> None:
    """UserError if the arguments, or the input file, are not those of a move."""
    if len(test.args) != 4 or test.args[0] != "one-move":
        raise UserError(f"test '{test.name}' must have args = [one-move, input, output, depth]")
    start_of(test)


def start_of(test: Test) -> Position:
    """The position of the input file, which the program is told of by its second argument."""
    data = test.files.get(test.args[1])
    if data is None:
        return Position(GAME)
    try:
        return parse_file(data)
    except UserError as error:
        raise UserError(f"test '{test.name}' has an input file whose {error}") from None


def _problem(test: Test, before: Position, ran: CompletedRun) -> tuple[str, str] | None:
    written = ran.files.get(test.args[2])
    stdout = ran.report.stdout
    if before.is_full:
        if written is not None:
            return "WRONG_BOARD", "writes a file although the board is full"
        cause, reason = score_problem(stdout, before, None)
        return (cause, reason) if cause else None
    try:
        column = file_answer(written, before)
    except InvalidAnswerError as error:
        if written is None and ran.report.exit_code:
            return "CRASH", f"the program {ran.report.sentence}"
        return CAUSES.get(error.invalid, "BAD_FILE"), error.detail
    cause, reason = score_problem(stdout, before, before.play(column))
    if cause:
        return cause, reason
    return _lost_value(before, column) if test.options.get("keeps_value") else None


def _lost_value(before: Position, column: int) -> tuple[str, str] | None:
    worth = move_values(before)
    best = max(worth.values())
    if worth[column] == best:
        return None
    keep = [str(col + 1) for col, value in worth.items() if value == best]
    return (
        "LOST_VALUE",
        f"plays column {column + 1}, which leads to a difference of {worth[column]:+d} where"
        f" {best:+d} can be had by column {' or '.join(keep)}",
    )


CHECK = Check(
    "MaxConnect4, one move",
    judge_one_move,
    {"keeps_value": bool},
    require_one_move,
    student=StudentForm(student_data, tester_source),
)
