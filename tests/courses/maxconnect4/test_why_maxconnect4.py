"""MaxConnect4: what explains the moves, the files and the words of a program."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inarow._core import Position
from inarow.courses.maxconnect4.diagnosis import explained, questions
from inarow.courses.maxconnect4.mistakes import MAXCONNECT4_MISTAKES
from inarow.courses.maxconnect4.observed import Observed
from inarow.courses.maxconnect4.points import (
    Score,
    best_by_points,
    exchanged,
    keeps_result,
    right_score,
    scored,
)
from inarow.protocols.maxconnect4 import AFTER, TITLE, picture
from inarow.protocols.maxconnect4_file import format_file
from inarow.textbook.line_rules import NAMED
from inarow.textbook.lines import LineRule


def shown(pos: Position, score: Score) -> str:
    """The course's picture of a board, with a score that may be wrong."""
    first, second = right_score(pos)
    wrong = score(pos)
    right = f"Player 1 = {first}, Player 2 = {second}"
    return picture(pos).replace(right, f"Player 1 = {wrong[0]}, Player 2 = {wrong[1]}")


def played(pos: Position, depth: int, move: int, score: Score = right_score) -> Observed:
    """What a program prints and writes that is right but for its score."""
    after = pos.play(move)
    said = f"\n\nmove {after.stone_count}: Player {pos.to_move}, column {move + 1}\n\n"
    text = TITLE + shown(pos, score) + said + AFTER + shown(after, score)
    return Observed(pos, depth, text, format_file(after).encode())


def best(pos: Position, depth: int) -> int:
    return min(best_by_points(pos, min(depth, 42 - pos.stone_count)))


def asked(score: Score = right_score, look: int | None = None) -> list[Observed]:
    return [
        played(pos, depth, best(pos, look or depth), score)
        for pos, depth in questions()
        if not pos.is_full
    ]


def test_a_right_program_is_called_right() -> None:
    assert explained(asked()).all_right


def test_names_are_unique_and_sentences_whole() -> None:
    names = [mistake.name for mistake in MAXCONNECT4_MISTAKES]
    assert len(set(names)) == len(names) >= 25
    for mistake in MAXCONNECT4_MISTAKES:
        assert mistake.sentence.endswith(".") and mistake.sheet.endswith(".") and mistake.look


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (scored(lambda length: int(length >= 4)), "long-runs-counted-once"),
        (scored(lambda length: int(length == 4)), "only-exact-fours"),
        (scored(lambda length: max(length - 2, 0)), "threes-counted"),
        (scored(lines=LineRule(NAMED["not-across"])), "score-not-across"),
        (scored(lines=LineRule(NAMED["not-upright"])), "score-not-upright"),
        (scored(lines=LineRule(NAMED["not-rising"])), "score-not-rising"),
        (scored(lines=LineRule(NAMED["not-falling"])), "score-not-falling"),
        (scored(lines=LineRule(NAMED["straight"])), "score-without-diagonals"),
        (scored(lines=LineRule(rows=(1, None), columns=(0, -1))), "last-edge-not-scored"),
        (exchanged, "scores-exchanged"),
    ],
)
def test_a_wrong_score_has_its_cause(score: Score, name: str) -> None:
    report = explained(asked(score))
    assert [cause.name for cause in report.causes] == [name]
    assert "the score" in report.begins[1]


def test_ends_of_games_show_how_far_a_program_looks() -> None:
    for pos, depth in questions()[4:-1]:
        assert 42 - pos.stone_count == depth
        for plies in (1, 2, depth - 1):
            assert not any(keeps_result(pos, move) for move in best_by_points(pos, plies))
    assert explained(asked(look=1)).causes[0].name == "one-move-ahead"
    less = [
        played(pos, depth, best(pos, max(depth - 1, 1)))
        for pos, depth in questions()
        if not pos.is_full
    ]
    assert explained(less).causes[0].name == "a-ply-less-deep"


POS = questions()[1][0]
RIGHT = played(POS, 2, best(POS, 2))
ROWS = format_file(POS.play(best(POS, 2))).split()


def written(rows: list[str], ending: str = "\r\n") -> Observed:
    return replace(RIGHT, written="".join(row + ending for row in rows).encode())


@pytest.mark.parametrize(
    ("seen", "name"),
    [
        (replace(RIGHT, written=None, missing=True), "file-not-written"),
        (written(ROWS[:6]), "player-missing-in-file"),
        (written([" ".join(row) + " x" for row in ROWS]), "file-of-another-form"),
        (written([*ROWS[5::-1], ROWS[6]]), "rows-upside-down"),
        (written([*(row[::-1] for row in ROWS[:6]), ROWS[6]]), "columns-mirrored"),
        (written(format_file(POS).split()), "no-move-made"),
        (written([*ROWS[:6], str(POS.to_move)]), "same-player-next"),
        (written([ROWS[0].replace("0", "2"), *ROWS[1:]]), "pieces-left-of-the-search"),
    ],
)
def test_a_wrong_file_has_its_cause(seen: Observed, name: str) -> None:
    report = explained([seen])
    assert report.causes[0].mistakes[0].name == name


def test_a_piece_in_the_air_and_one_of_the_other_player_are_told_apart() -> None:
    rows = [list(row) for row in format_file(POS).split()]
    rows[0][0] = str(POS.to_move)
    floating = explained([written(["".join(row) for row in rows])])
    assert floating.causes[0].mistakes[0].name == "piece-in-the-air"
    other = POS.passed().play(best(POS, 2))
    report = explained([replace(RIGHT, written=format_file(other).encode())])
    assert report.causes[0].mistakes[0].name in ("mover-by-count", "always-player-one")


def test_what_is_printed_of_the_move_is_compared_with_the_file() -> None:
    assert RIGHT.printed is not None and RIGHT.move is not None
    said = RIGHT.printed.replace(f"column {RIGHT.move + 1}", f"column {RIGHT.move}")
    assert explained([replace(RIGHT, printed=said)]).causes[0].name == "columns-printed-from-zero"
    number = POS.stone_count + 1
    said = RIGHT.printed.replace(f"move {number}:", f"move {number - 1}:")
    assert explained([replace(RIGHT, printed=said)]).causes[0].name == "move-number-wrong"


def test_line_ends_are_remarked() -> None:
    report = explained([written(ROWS, "\n")])
    assert not report.causes and "CR LF" in report.remarks[0]
