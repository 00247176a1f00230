"""submission_metadata.yml of a Gradescope export: who handed in what, and when.

submission_567890:
  :submitters:
  - :name: Jane Doe
    :sid: '1234'
    :email: jane@example.edu
  :created_at: 2021-04-18 06:20:05.123456000 Z
  :history:                       earlier submissions and results: deeper, and passed over

Only these lines are read, by their indentation; it is not YAML as a whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from inarow.errors import UserError
from inarow.files import read_input

METADATA = "submission_metadata.yml"
_MOST_BYTES = 200_000_000
_TOP = re.compile(r"(submission_\w+):\s*")
_FIELD = re.compile(r"(?P<indent> *)(?P<dash>- )?:?(?P<name>\w+):(?: (?P<value>.*))?")


@dataclass
class Facts:
    """``ids`` are the submitters' student numbers, or their addresses where they have none."""

    created_at: str = ""
    ids: list[str] = field(default_factory=list)


def read_metadata(path: Path) -> dict[str, Facts]:
    """What is known of each folder."""
    data = read_input("export", str(path), _MOST_BYTES)
    try:
        found = metadata_of(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UserError(f"export '{path}' is not UTF-8") from None
    if not found:
        raise UserError(f"export '{path}' names no submission")
    return found


def metadata_of(text: str) -> dict[str, Facts]:
    found: dict[str, Facts] = {}
    facts: Facts | None = None
    people: list[dict[str, str]] = []
    among = False
    for line in [*text.splitlines(), "submission_end:"]:
        if top := _TOP.fullmatch(line):
            if facts is not None:
                facts.ids = [p.get("sid") or p.get("email", "") for p in people]
                facts.ids = [one for one in facts.ids if one]
            facts, people, among = found.setdefault(top[1], Facts()), [], False
            continue
        part = _FIELD.fullmatch(line)
        if facts is None or part is None:
            continue
        depth, value = len(part["indent"]), _scalar(part["value"] or "")
        if depth == 2 and not part["dash"]:
            among = part["name"] == "submitters"
            if part["name"] == "created_at":
                facts.created_at = value
        elif among and part["dash"] and depth <= 4:
            people.append({part["name"]: value})
        elif among and people:
            people[-1].setdefault(part["name"], value)
    del found["submission_end"]
    return found


def _scalar(text: str) -> str:
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        inner = text[1:-1]
        return inner.replace("''", "'") if text[0] == "'" else inner
    return "" if text in ("null", "~") else text
