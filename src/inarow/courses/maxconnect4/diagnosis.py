"""From the moves of a program of MaxConnect4 to the mistakes that explain them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from inarow._core import Game, Goal, Position
from inarow.courses.maxconnect4.mistakes import ASPECTS, MAXCONNECT4_MISTAKES
from inarow.courses.maxconnect4.observed import Observed
from inarow.courses.maxconnect4.points import keeps_result, right_score
from inarow.teaching.why.known import Asked, Found, Known, Report

GAME = Game(rows=6, cols=7, k=4, goal=Goal.COUNT_TO_FULL)
_ENDINGS = (
    ".o.oo.x/ox.xxxx/ox.ooxo/ox.xxoo/xooooxx/ooxoxxx x",
    "...o.xo/...oxxx/ooxxoxo/xoxoxxx/xoooxoo/xxoxoox o",
    "xo....o/oxoo..x/oooxx.o/xoxxx.x/xoxxoox/ooxooxx x",
    "...oo.o/o..ox.o/xxxxoxx/oxoooox/xxxxxoo/oxxxxoo o",
)
"""Few cells are left: whoever looks a move or two ahead, or one less than to the end, gives the
result away."""
_BOARDS = ((10, 1), (17, 2), (24, 3), (31, 3))


def explained(seen: Sequence[Observed]) -> Report:
    """What is wrong in each aspect, and the mistake that shows in every observation of it."""
    faults = [list(_faults(each)) for each in seen]
    asked = tuple(_asked(each, wrong) for each, wrong in zip(seen, faults, strict=True))
    mistakes: list[Known] = []
    unknown = False
    for aspect, is_wrong in ASPECTS.items():
        wrong = [each for each in seen if is_wrong(each)]
        if not wrong:
            continue
        looked_at = [each for each in seen if each.scores] if aspect == "score" else wrong
        shown = [
            mistake
            for mistake in MAXCONNECT4_MISTAKES
            if mistake.aspect == aspect and all(map(mistake.shows, looked_at))
        ]
        mistakes += shown[:1]
        unknown = unknown or not shown
    first = next((number for number, wrong in enumerate(faults) if wrong), None)
    begins = () if first is None else (f"It begins with {asked[first].question}:", *faults[first])
    every = tuple(range(len(seen)))
    found = (Found(tuple(mistakes), every),) if mistakes else ()
    remarks = _remarks(seen)
    if unknown:
        return Report(asked, nearest=found, begins=begins, remarks=remarks)
    return Report(asked, found, begins=begins, remarks=remarks)


def _faults(seen: Observed) -> Iterator[str]:
    """What is wrong, a sentence each."""
    for place, got, board in zip(("before", "after"), seen.scores, seen.boards, strict=False):
        if got != right_score(board):
            right = _points(right_score(board))
            yield f"the score {place} the move is {_points(got)}, and not {right}."
    if ASPECTS["file"](seen):
        what = "is not there" if seen.missing else "is not a board and the player to move"
        yield f"the output file {what}."
    if ASPECTS["legal"](seen):
        new = ", ".join(
            f"{digit} in row {6 - row}, column {col + 1}" for row, col, digit in seen.changes
        )
        yield f"the file is not one move further: {'new is ' + new if new else 'nothing is new'}."
    if ASPECTS["mover"](seen):
        assert seen.file is not None
        laid = "".join(digit for _, _, digit in seen.changes)
        yield (
            f"player {seen.before.to_move} is to move, the file has a piece of player {laid} and"
            f" player {seen.file.player} next."
        )
    if ASPECTS["depth"](seen):
        assert seen.move is not None
        best = ", ".join(
            str(move + 1) for move in seen.before.legal_moves() if keeps_result(seen.before, move)
        )
        yield f"column {seen.move + 1} gives the result away that {best} keeps to the end."
    if ASPECTS["printed"](seen):
        assert seen.move is not None and seen.said_move is not None
        due = f"move {seen.before.stone_count + 1}: Player {seen.before.to_move}"
        number, player, column = seen.said_move
        yield (
            f"it prints 'move {number}: Player {player}, column {column}', and not"
            f" '{due}, column {seen.move + 1}'."
        )


def _asked(seen: Observed, wrong: Sequence[str]) -> Asked:
    rows = seen.before.cells("012")
    question = f"{rows} {seen.before.to_move} depth {seen.depth}"
    got = "no move" if seen.move is None else f"column {seen.move + 1}"
    if seen.before.is_full and not wrong:
        got = "a full board"
    return Asked(question, got, "" if wrong else got, not wrong)


def _remarks(seen: Sequence[Observed]) -> tuple[str, ...]:
    lines = [each.written for each in seen if each.written]
    if any(b"\r\n" not in data for data in lines):
        return ("the lines of its files do not end in CR LF, as the files of the course do",)
    return ()


def _points(points: tuple[int, int]) -> str:
    return f"{points[0]} to {points[1]}"


@lru_cache(maxsize=1)
def questions() -> tuple[tuple[Position, int], ...]:
    """Boards with a depth each: full of fours, either side to move by count and against it; ends of
    games in which looking less far gives the result away; a full board."""
    rng = random.Random(440)
    found = [(_board(rng, stones), depth) for stones, depth in _BOARDS]
    found = [
        (pos if number % 2 else pos.passed(), depth) for number, (pos, depth) in enumerate(found)
    ]
    for text in _ENDINGS:
        pos = Position.parse(GAME, text)
        found.append((pos, 42 - pos.stone_count))
    return (*found, (_board(rng, 42), 2))


def _board(rng: random.Random, stones: int) -> Position:
    """Clusters of either colour, so that runs are long."""
    while True:
        pos = Position(GAME)
        while pos.stone_count < stones:
            if rng.random() < 0.35:
                pos = pos.passed()
            pos = pos.play(rng.choice(pos.legal_moves()))
        first, second = pos.score()
        if first != second or stones == 42:
            return pos
