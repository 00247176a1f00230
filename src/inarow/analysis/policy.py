"""The policy: a perfect move of Connect Four for each position that whoever follows it can meet.

The file is a line that says what it holds and a word of eight bytes, the lowest first, for each
entry, in ascending order: the position's key (``position_key``) times eight, plus the column, both
as of the mirror image that the key stands for.

    inarow policy 1 connect4 entries 72152
    <8 * 72152 bytes>
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from inarow import _core
from inarow._core import Policy
from inarow.errors import UserError
from inarow.files import write_whole

SHIPPED = Path(_core.__file__).parent / "data" / "connect4.policy"


@cache
def shipped_policy() -> Policy:
    return read_policy(SHIPPED)


def write_policy(path: Path, entries: Mapping[int, int]) -> None:
    words = array("Q", sorted(key << 3 | column for key, column in entries.items()))
    title = f"inarow policy 1 connect4 entries {len(words)}\n"
    write_whole(path, title.encode() + words.tobytes())


def read_policy(path: Path) -> Policy:
    try:
        return Policy(path.read_bytes())
    except OSError as error:
        raise UserError(f"policy '{path}' cannot be read: {error.strerror}") from None
    except UserError as error:
        raise UserError(f"policy '{path}' is damaged: {error}") from None
