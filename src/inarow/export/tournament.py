"""The one-file tournament player: its template with the policy packed in."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

from inarow._core import Outcome, Policy, Position, position_key
from inarow.analysis.policy import shipped_policy
from inarow.export.retrieval import packed
from inarow.game import GAMES

_TEMPLATE = Path(__file__).with_name("tournament_player.py")
_WIDTH = 100
_BITS = 10


def tournament_file() -> str:
    """The text of ConnectFour.py."""
    text = _TEMPLATE.read_text(encoding="utf-8")
    segment, table = packed(with_replies(shipped_policy()), _BITS)
    data = b64encode(table).decode()
    lines = "\n".join(data[i : i + _WIDTH] for i in range(0, len(data), _WIDTH))
    for empty, full in (
        ("POLICY_SEGMENT = 0\n", f"POLICY_SEGMENT = {segment}\n"),
        ('POLICY = ""\n', f'POLICY = """\n{lines}\n"""\n'),
    ):
        if text.count(empty) != 1:
            raise AssertionError(f"the template has no single line {empty!r}")
        text = text.replace(empty, full)
    return text


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
            if then.outcome() is Outcome.ONGOING and policy.column(then) is not None:
                value |= 8 << (6 - reply if mirrored else reply)
                waiting.append(then)
        values[key] = value
    return values
