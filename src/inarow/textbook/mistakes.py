"""The known mistakes of students' programs in the Connect Four course, as data.

A mistake is a change of rules: the search that obeys it is the search with the mistake, so that its
column and count can be compared with what a program prints. To name another, add it to its file of
catalogue/; if the rules cannot express it yet, add a rule first (textbook/rules/).
"""

from __future__ import annotations

from inarow.errors import UserError
from inarow.textbook.catalogue.counting import COUNTING_MISTAKES
from inarow.textbook.catalogue.cutting import CUTTING_MISTAKES
from inarow.textbook.catalogue.leaves import LEAVES_MISTAKES
from inarow.textbook.catalogue.printing import PRINTING_MISTAKES
from inarow.textbook.catalogue.rare import RARE_MISTAKES
from inarow.textbook.catalogue.reading import READING_MISTAKES
from inarow.textbook.catalogue.scoring import SCORING_MISTAKES
from inarow.textbook.catalogue.walking import WALKING_MISTAKES
from inarow.textbook.mistake import Mistake
from inarow.words import shortened

MISTAKES: tuple[Mistake, ...] = (
    *READING_MISTAKES,
    *WALKING_MISTAKES,
    *LEAVES_MISTAKES,
    *SCORING_MISTAKES,
    *CUTTING_MISTAKES,
    *COUNTING_MISTAKES,
    *PRINTING_MISTAKES,
)
"""Every known mistake that is a change of rules, in the order of the search; names are unique.
``RARE_MISTAKES`` are others, which are slower to try."""


def mistake_named(name: str) -> Mistake:
    """The mistake of a name; UserError lists the names that there are."""
    for mistake in (*MISTAKES, *RARE_MISTAKES):
        if mistake.name == name:
            return mistake
    names = ", ".join(mistake.name for mistake in MISTAKES)
    raise UserError(f"mistake '{shortened(name)}' is not known, expected one of {names}")
