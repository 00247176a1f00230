"""What is wrong with a printed answer of COMP3308: a column and a number of nodes."""

from __future__ import annotations

import re

from inarow.marking.compare import Difference, content_lines

_NUMBER = re.compile(rb"-?\d+")


def classify(wanted: bytes, got: bytes) -> Difference | None:
    """Names a wrong column or a wrong count; None for anything else."""
    right, found = content_lines(wanted), content_lines(got)
    if len(right) != 2 or len(found) < 2 or not all(map(_NUMBER.fullmatch, found[:2])):
        return None
    column, nodes = (line.decode() for line in right)
    said, counted = found[0].decode()[:30], found[1].decode()[:30]
    if said != column and counted != nodes:
        return Difference(
            "WRONG_COLUMN",
            f"column {said} where {column} is right, {counted} nodes where {nodes} are",
        )
    if said != column:
        return Difference("WRONG_COLUMN", f"column {said} where {column} is right")
    if counted != nodes:
        return Difference("WRONG_NODE_COUNT", f"{counted} nodes where {nodes} are right")
    return Difference("EXTRA_LINE", "more than the column and the number of nodes was printed")
