"""From what a program of Lab 7 part 1 did to the mistakes that explain all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from inarow.courses.aps105.dialogue import Saying, sayings, text_of
from inarow.courses.aps105.mistakes import Made, rules_with, singles_and_pairs
from inarow.courses.aps105.rules import EMPTY, LabRules, choice, tried_squares, worths
from inarow.courses.aps105.transcript import Heard
from inarow.teaching.why.known import Asked, Found, Report, nearest_first

RIGHT = LabRules()


@dataclass(frozen=True)
class Laid:
    """A board on which the computer was to lay a stone, and the square that it chose."""

    board: tuple[str, ...]
    stone: str
    got: int

    def agrees(self, rules: LabRules) -> bool:
        return choice(list(self.board), self.stone, rules) == self.got

    def asked(self) -> Asked:
        n = round(len(self.board) ** 0.5)
        due = choice(list(self.board), self.stone, RIGHT)
        right = "the board is full" if due is None else _square(due, n)
        rows = "/".join("".join(self.board[row * n : row * n + n]) for row in range(n))
        return Asked(f"{rows} {self.stone}", _square(self.got, n), right, due == self.got)

    def begins(self) -> list[str]:
        due = choice(list(self.board), self.stone, RIGHT)
        return [] if due is None else scores_of(self.board, self.stone, due, self.got)


@dataclass(frozen=True)
class Dialogue:
    """What was typed and what the program said. ``whole``: it ended by itself, so nothing may be
    missing."""

    heard: Heard
    whole: bool

    def expected(self, rules: LabRules) -> Iterable[Saying]:
        return sayings(rules, self.heard.n, self.heard.colour, self.heard.squares)

    def agrees(self, rules: LabRules) -> bool:
        return self.parting(rules) is None

    def parting(self, rules: LabRules) -> tuple[int, Saying | None, Saying | None] | None:
        """The number of the first saying that is not what the rules have, with both."""
        said = self.heard.sayings
        number = 0
        for due in self.expected(rules):
            got = said[number] if number < len(said) else None
            if got is None and not self.whole:
                return None
            if got != due:
                return number, due, got
            number += 1
        return (number, None, said[number]) if number < len(said) else None

    def asked(self) -> Asked:
        n, colour = self.heard.n, self.heard.colour
        question = f"a game on {n} x {n}, the computer playing {colour}"
        found = self.parting(RIGHT)
        if found is None:
            said = f"{len(self.heard.sayings)} lines, boards and prompts as they should be"
            return Asked(question, said, "the same", True)
        _, due, got = found
        return Asked(question, _shown(got), _shown(due), False)

    def begins(self) -> list[str]:
        found = self.parting(RIGHT)
        if found is None:
            return []
        number, due, got = found
        board, stone = self.board_before(number)
        stones = sum(each != EMPTY for each in board)
        lines = [
            f"It begins with {stones} stones on the board: the right program says"
            f" '{_shown(due)}', yours '{_shown(got)}'."
        ]
        if due and got and due[0] == got[0] == "lays":
            n = self.heard.n
            squares = [int(each[1]) * n + int(each[2]) for each in (due, got)]
            if all(0 <= square < n * n for square in squares):
                lines += scores_of(board, stone, *squares)
        return lines

    def board_before(self, number: int) -> tuple[tuple[str, ...], str]:
        """The last board before a saying, and the computer's stone."""
        n = self.heard.n
        board = EMPTY * (n * n)
        for saying in self.heard.sayings[:number]:
            if saying[0] == "board":
                board = str(saying[1])
        return tuple(board), self.heard.colour


Case = Laid | Dialogue


def explained(
    cases: Sequence[Case], tried: Callable[[int], object] = lambda number: None
) -> Report:
    """What explains the answers of a program: no mistake, one, or two."""
    asked = tuple(case.asked() for case in cases)
    remarks = tuple(
        dict.fromkeys(
            case.heard.remark for case in cases if isinstance(case, Dialogue) and case.heard.remark
        )
    )
    wrong = [number for number, each in enumerate(asked) if not each.is_right]
    if not wrong:
        return Report(asked, remarks=remarks)
    wrong_first = sorted(cases, key=lambda case: asked[cases.index(case)].is_right)
    causes = agreeing(wrong_first, singles_and_pairs(), tried)
    every = tuple(range(len(cases)))
    found = tuple(Found(made, every) for made in causes)
    begins = tuple(cases[wrong[0]].begins())
    near = () if found else _nearest(cases, set(wrong))
    return Report(asked, found, near, begins, remarks)


def agreeing(
    cases: Sequence[Case],
    hypotheses: Iterable[Made],
    tried: Callable[[int], object] = lambda number: None,
) -> list[Made]:
    """Those that explain every case, with as few mistakes as possible."""
    found: list[Made] = []
    for number, made in enumerate(hypotheses):
        if number % 20 == 0:
            tried(number)
        if found and len(made) > len(found[0]):
            break
        rules = rules_with(made)
        if all(case.agrees(rules) for case in cases):
            found.append(made)
    return found


def _nearest(cases: Sequence[Case], wrong: set[int]) -> tuple[Found, ...]:
    found = []
    for made in singles_and_pairs():
        if len(made) > 1:
            break
        rules = rules_with(made)
        explains = tuple(number for number, case in enumerate(cases) if case.agrees(rules))
        if wrong & set(explains):
            found.append(Found(made, explains))
    return nearest_first(found, 3)


def scores_of(board: Sequence[str], stone: str, *squares: int) -> list[str]:
    """How the task scores some squares of a board."""
    n = round(len(board) ** 0.5)
    listed = worths(list(board), stone, tried_squares(board, RIGHT), RIGHT)
    lines = []
    for square in dict.fromkeys(squares):
        if square not in listed:
            lines.append(f"{_square(square, n)} is taken.")
            continue
        worth = listed[square]
        reply = "no reply is left"
        if worth.reply is not None:
            reply = f"the worst reply {_square(worth.reply, n)} makes {worth.reply_line}"
        lines.append(
            f"{_square(square, n)} scores {worth.score}: its own sequence is {worth.line}, {reply}."
        )
    return lines


def _square(square: int, n: int) -> str:
    return f"ROW {square // n} COL {square % n}"


def _shown(saying: Saying | None) -> str:
    if saying is None:
        return "(nothing)"
    if saying[0] == "other":
        return str(saying[1])
    text = text_of([saying]).strip()
    return "/".join(text.split("\n"))
