"""The scores that a MaxConnect4 program prints, however it words them."""

from __future__ import annotations

import re

from inarow._core import Position

_PAIR = re.compile(
    r"player\s*1\D{0,20}?(\d+).{0,40}?player\s*2\D{0,20}?(\d+)", re.IGNORECASE | re.DOTALL
)
_LINE = re.compile(r"^.*\bscores?\b.*$", re.IGNORECASE | re.MULTILINE)
_LABEL = re.compile(r"player\s*[-#]?\s*[12ab]?", re.IGNORECASE)


def printed_scores(stdout: bytes) -> list[tuple[int, int]]:
    """Pairs of points in the order in which they are printed: ``Player 1 = 3, Player 2 = 0`` as the
    course's starter has it, or two numbers on a line that speaks of scores.

    >>> printed_scores(b"Score: Player 1 = 3, Player 2 = 0\\n\\nScore 4 : 0\\n")
    [(3, 0), (4, 0)]
    """
    text = stdout.decode("utf-8", "replace")
    found = []
    for line in _LINE.findall(text):
        pair = _PAIR.search(line)
        numbers = pair.groups() if pair else re.findall(r"\d+", _LABEL.sub(" ", line))
        if len(numbers) == 2 and all(len(number) < 4 for number in numbers):
            found.append((int(numbers[0]), int(numbers[1])))
    if not found:
        found = [(int(a), int(b)) for a, b in _PAIR.findall(text) if len(a) < 4 and len(b) < 4]
    return found


def score_problem(stdout: bytes, before: Position, after: Position | None) -> tuple[str, str]:
    """Cause and reason if the scores of the position before and of the one after the move are not
    the first and the last that are printed; empty if they are. None for no move."""
    pairs = printed_scores(stdout)
    if not pairs:
        return "NO_SCORE", "no score is printed"
    wanted = before.score()
    if pairs[0] != wanted:
        return "WRONG_SCORE", f"prints {_pair(pairs[0])} where {_pair(wanted)} is the score"
    if after is None:
        return "", ""
    if len(pairs) < 2:
        return "NO_SCORE", "no score is printed after the move"
    wanted = after.score()
    if pairs[-1] != wanted:
        said = f"prints {_pair(pairs[-1])} after the move where {_pair(wanted)} is the score"
        return "WRONG_SCORE", said
    return "", ""


def _pair(points: tuple[int, int]) -> str:
    return f"{points[0]} to {points[1]}"
