"""The one-file tournament player: its template with the policy and the kept results packed in."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from textwrap import wrap

from inarow._core import Policy, Position, position_key, result_move_ranks
from inarow.analysis.books import SHIPPED_PLY, SHIPPED_RESULTS, shipped_results
from inarow.analysis.policy import shipped_policy
from inarow.export.rank_coder import coded
from inarow.export.retrieval import packed
from inarow.game import GAMES

_TEMPLATE = Path(__file__).with_name("tournament_player.py")
_WIDTH = 100
_BITS = 10


def tournament_file() -> str:
    """The text of ConnectFour.py."""
    text = _TEMPLATE.read_text(encoding="utf-8")
    segment, table = packed(with_replies(shipped_policy()), _BITS)
    first, ranks = kept_numbers()
    blocks = coded(ranks)
    sizes = _wrapped(" ".join(str(len(block)) for block in blocks))
    for empty, full in (
        ("POLICY_SEGMENT = 0\n", f"POLICY_SEGMENT = {segment}\n"),
        ('POLICY = ""\n', f'POLICY = """\n{_text(table)}\n"""\n'),
        (
            "KEPT_FIRST = {}  # type: dict[tuple[int, int], int]\n",
            f"KEPT_FIRST = {_wrapped(str(first))}\n",
        ),
        (
            "KEPT_SIZES = []  # type: list[int]\n",
            f'KEPT_SIZES = list(map(int, """{sizes}""".split()))\n',
        ),
        ('KEPT = ""\n', f'KEPT = """\n{_text(b"".join(blocks))}\n"""\n'),
    ):
        if text.count(empty) != 1:
            raise AssertionError(f"the template has no single line {empty!r}")
        text = text.replace(empty, full)
    return text


def _text(data: bytes) -> str:
    """Base 64, in lines."""
    text = b64encode(data).decode()
    return "\n".join(text[i : i + _WIDTH] for i in range(0, len(text), _WIDTH))


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH - 20))


def kept_numbers() -> tuple[dict[tuple[int, int], int], bytes]:
    """What the file must know to keep results: the numbers of ``result_move_ranks`` for all boards
    of the shipped books on which a side is at most two stones ahead, and where those of so many
    stones and of so many that the mover has more begin."""
    first: dict[tuple[int, int], int] = {}
    numbers = b""
    for stones in range(SHIPPED_PLY + 1):
        for difference in SHIPPED_RESULTS:
            ahead = difference if (SHIPPED_PLY - stones) % 2 == 0 else -difference - 1
            if abs(ahead) <= min(stones, 2):
                first[stones, ahead] = len(numbers)
                numbers += result_move_ranks(shipped_results(difference), stones, ahead)
    return first, numbers


def with_replies(policy: Policy) -> dict[int, int]:
    """For each entry, by its key, what the file must know of it, as of that mirror image:

    bits 0 .. 2   the column to play
    bit 3 + c     the reply in column c leads to another entry
    """
    start = Position(GAMES["connect4"])
    values: dict[int, int] = {}
    waiting = [start, *(start.play(col) for col in start.legal_moves())]
    while waiting:
        pos = waiting.pop()
        key, mirrored = position_key(pos)
        column = policy.column(pos)
        if key in values or column is None:
            continue
        after = pos.play(column)
        value = 6 - column if mirrored else column
        for reply in after.legal_moves():
            then = after.play(reply)
            if not then.is_over and policy.column(then) is not None:
                value |= 8 << (6 - reply if mirrored else reply)
                waiting.append(then)
        values[key] = value
    return values
