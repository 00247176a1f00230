"""inarow's own program of COMP3308's form for any course like it, by the rules of that course:

python -m inarow.courses.comp3308.own COURSE STATE PLAYER M|A DEPTH
"""

from __future__ import annotations

import sys

from inarow.course import find_course
from inarow.courses.comp3308.asked import asked_search
from inarow.errors import UserError


def answer(course: str, args: tuple[str, ...]) -> str:
    """Returns the column and the number of nodes; UserError if nothing is asked for."""
    if len(args) != 4:
        raise UserError(f"{len(args)} arguments given, expected STATE PLAYER M|A DEPTH")
    return asked_search(find_course(course), args).answer().decode()


def main(argv: list[str]) -> int:
    """Answers one question. Returns the exit status."""
    try:
        sys.stdout.write(answer(argv[1], tuple(argv[2:])))
    except UserError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
