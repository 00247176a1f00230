"""MaxConnect4 in interactive mode, with a person who types some columns and then leaves:
``computer.txt`` and ``human.txt`` must hold the boards after the last move of each.

args = ["interactive", "input.txt", "human-next", "2"]
stdin = "4\\n3\\n"               column 4 is full, say: it must be asked for again

What the computer plays is its own affair, so every game that it can make of the script is allowed.
How the program takes the end of its input does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from inarow._core import Position
from inarow.courses.maxconnect4.checks.one_move import board_digits, start_of
from inarow.courses.maxconnect4.checks.scores import score_problem
from inarow.courses.maxconnect4.checks.student import tester_source
from inarow.errors import UserError
from inarow.marking.checks.check import Check, Judgement, StudentForm, abnormal_exit
from inarow.marking.results import Verdict
from inarow.marking.runner import CompletedRun, Runner
from inarow.marking.suite import Test
from inarow.protocols.maxconnect4_file import parse_file
from inarow.running.program import Program

COMPUTER, HUMAN = "computer.txt", "human.txt"
_MOST_GAMES = 20_000


class Saved(NamedTuple):
    """The boards of the two files at some moment; None before the first move of that side."""

    computer: Position | None
    human: Position | None


def require_session(test: Test) -> None:
    """UserError if the arguments, or the input file, are not those of a session."""
    if len(test.args) != 4 or test.args[0] != "interactive":
        raise UserError(
            f"test '{test.name}' must have args = [interactive, input, who is next, depth]"
        )
    start_of(test)


def judge_interactive(test: Test, program: Program, runner: Runner) -> Judgement:
    """Runs the program once in a folder of its own and looks at what it saved."""
    require_session(test)
    ran = runner.run(
        program,
        test.args,
        test.limits,
        stdin=test.stdin,
        files=test.files,
        wanted=(COMPUTER, HUMAN),
    )
    problem = _problem(test, ran)
    if problem is None:
        return Judgement(Verdict.PASS, share=Decimal(1), run=ran.report.verdict, used=ran.used)
    cause, reason = problem
    return Judgement(
        Verdict.FAIL, cause, reason, got=ran.report.stdout, run=ran.report.verdict, used=ran.used
    )


def endings(start: Position, computer_next: bool, typed: tuple[int, ...]) -> Iterator[Saved]:
    """What the files may hold when the script, of columns from 0, has been used up or the board is
    full."""
    left = [(start, computer_next, typed, Saved(None, None))]
    seen = 0
    while left:
        pos, computer, columns, saved = left.pop()
        seen += 1
        if seen > _MOST_GAMES:
            raise UserError("a test of interactive mode has too many games: type fewer columns")
        if pos.is_full:
            yield saved
        elif computer:
            for column in pos.legal_moves():
                after = pos.play(column)
                left.append((after, False, columns, saved._replace(computer=after)))
        else:
            while columns and (columns[0] not in pos.legal_moves()):
                columns = columns[1:]
            if not columns:
                yield saved
                continue
            after = pos.play(columns[0])
            left.append((after, True, columns[1:], saved._replace(human=after)))


def typed_columns(test: Test) -> tuple[int, ...]:
    """What the person types, from 0."""
    return tuple(int(word) - 1 for word in test.stdin.split())


def _problem(test: Test, ran: CompletedRun) -> tuple[str, str] | None:
    start = start_of(test)
    computer_next = test.args[2].startswith("computer")
    typed = typed_columns(test)
    allowed = list(endings(start, computer_next, typed))
    found: dict[str, Position | None] = {COMPUTER: None, HUMAN: None}
    for name in found:
        data = ran.files.get(name)
        try:
            found[name] = None if data is None else parse_file(data)
        except UserError as error:
            return "BAD_FILE", f"writes {name} whose {error}"
    saved = Saved(found[COMPUTER], found[HUMAN])
    if not any(_same(saved, one) for one in allowed):
        for name, got, all_have in (
            (HUMAN, saved.human, all(one.human for one in allowed)),
            (COMPUTER, saved.computer, all(one.computer for one in allowed)),
        ):
            if got is None and all_have and (fault := _fault(ran)):
                return fault[0], f"{fault[1]} and wrote no {name}"
        return _what_differs(saved, allowed, start, computer_next, typed)
    cause, reason = score_problem(ran.report.stdout, start, None)
    return (cause, reason) if cause else None


def _fault(ran: CompletedRun) -> tuple[str, str] | None:
    """How the program ended, if that explains why a file is missing. The end of its input is met by
    every program here, and many end badly then."""
    fault = abnormal_exit(ran.report)
    if fault is None and ran.report.exit_code and not ran.files:
        return "CRASH", f"the program {ran.report.sentence}"
    return fault


def _key(pos: Position | None) -> str:
    return "" if pos is None else f"{pos.cells('012')} {pos.to_move}"


def _same(one: Saved, other: Saved) -> bool:
    return [_key(pos) for pos in one] == [_key(pos) for pos in other]


def _what_differs(
    saved: Saved,
    allowed: list[Saved],
    start: Position,
    computer_next: bool,
    typed: tuple[int, ...],
) -> tuple[str, str]:
    full = typed and not computer_next and typed[0] not in start.legal_moves()
    reason = f"column {typed[0] + 1} is full and was not asked for again" if full else ""
    for name, got, wanted in (
        (HUMAN, saved.human, {_key(one.human) for one in allowed}),
        (COMPUTER, saved.computer, {_key(one.computer) for one in allowed}),
    ):
        if _key(got) in wanted:
            continue
        if got is None:
            nothing = saved.human is None and saved.computer is None
            return ("FULL_COLUMN", reason) if full and nothing else ("NO_FILE", f"writes no {name}")
        turned = f"{got.cells('012')} {3 - got.to_move}"
        if turned in wanted:
            return "WRONG_PLAYER", f"writes {name} with the wrong player to move next"
        if full:
            return "FULL_COLUMN", reason
        return "WRONG_BOARD", f"writes {name} with a board that the game cannot have come to"
    return "WRONG_BOARD", "writes files of two different games"


def student_data(test: Test) -> dict[str, Any]:
    """Returns the boards that both files may hold at the end."""
    start = start_of(test)
    computer_next = test.args[2].startswith("computer")
    found = endings(start, computer_next, typed_columns(test))
    pairs = {(board_digits(saved.computer), board_digits(saved.human)) for saved in found}
    return {
        "wanted": [COMPUTER, HUMAN],
        "before": list(start.score()),
        "saved": [list(pair) for pair in sorted(pairs)],
    }


CHECK = Check(
    "MaxConnect4, interactive",
    judge_interactive,
    require=require_session,
    student=StudentForm(student_data, tester_source),
)
