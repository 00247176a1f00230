"""What counts as a node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from inarow.textbook.rule import Choice, Terms, declared

Counting: TypeAlias = tuple[int, int, int, int, int]
"""How often a node of each of KINDS counts, and a constant that is added."""

KINDS = ("expanded", "leaf", "won", "generated")
"""Each state that is tested is of one of the first three kinds: ``won`` if it is a leaf with a win,
``leaf`` if it is another leaf, else ``expanded``. ``generated`` are the moves of the expanded
states, also those that are then cut off."""

_COUNT = "count ← count + 1"


def _pseudo_code(value: Counting) -> Mapping[str, str]:
    expanded, leaf, won, generated, constant = value
    always = min(expanded, leaf, won)
    entered = [f"if the root: count ← {constant}".replace("-", "−")] if constant else []
    entered += [f"count ← count + {always}"] if always else []
    code = {"entered": "\n".join(entered)} if entered else {}
    if won != leaf:
        code["leaf"] = f"count ← count + ({won - always} if {{won test}} else {leaf - always})"
    elif leaf > always:
        code["leaf"] = f"count ← count + {leaf - always}"
    more = [f"count ← count + {expanded - always}"] if expanded > always else []
    more += [f"count ← count + {generated}·number of moves"] if generated else []
    if more:
        code["expanded"] = "\n".join(more)
    return code


def _told(value: Counting) -> Choice:
    """What is known of a sum of kinds that has no name."""
    return Choice("each kind as often as its factor says", code=_pseudo_code(value))


@dataclass(frozen=True)
class CountingRules:
    """What is counted."""

    counting: Counting = declared(
        (1, 1, 1, 0, 0),
        Terms(
            name="counting",
            sentence="what counts as a node: a sum of `expanded`, `leaf`, `won`, `generated` and a"
            " constant, such as `expanded+2*leaf-1`",
            counts=True,
            shown="always",
            kinds=KINDS,
            told=_told,
            named={
                "tested": (
                    (1, 1, 1, 0, 0),
                    Choice(
                        "every state tested for being a leaf, the root included",
                        words="every state",
                        short="counted",
                        tag="root",
                        code={"entered": _COUNT},
                    ),
                ),
                "tested-but-root": (
                    (1, 1, 1, 0, -1),
                    Choice(
                        "the same without the root",
                        words="every state but the root",
                        short="not counted",
                        tag="root",
                        code={"entered": f"if not the root: {_COUNT}"},
                    ),
                ),
                "leaves": ((0, 1, 1, 0, 0), Choice("leaves alone", code={"leaf": _COUNT})),
                "expanded": (
                    (1, 0, 0, 0, 0),
                    Choice(
                        "states that are no leaves",
                        words="states expanded",
                        code={"expanded": _COUNT},
                    ),
                ),
                "generated": (
                    (0, 0, 0, 1, 1),
                    Choice(
                        "children, all of them when their parent is expanded, and the root",
                        words="states generated",
                        code={
                            "entered": "if the root: count ← 1",
                            "expanded": "count ← count + number of moves",
                        },
                    ),
                ),
                "generated-but-root": (
                    (0, 0, 0, 1, 0),
                    Choice(
                        "the same without the root",
                        words="children generated",
                        code={"expanded": "count ← count + number of moves"},
                    ),
                ),
                "leaves-twice": (
                    (1, 2, 2, 0, 0),
                    Choice(
                        "every state tested, and leaves once more",
                        words="leaves twice",
                        code={"entered": _COUNT, "leaf": _COUNT},
                    ),
                ),
                "twice": (
                    (2, 2, 2, 0, 0),
                    Choice(
                        "every state tested, each twice",
                        words="every state twice",
                        code={"entered": "count ← count + 2"},
                    ),
                ),
                "tested-but-won": (
                    (1, 1, 0, 0, 0),
                    Choice(
                        "every state tested that is not won",
                        words="states not won",
                        code={"entered": f"if not {{won test}}: {_COUNT}"},
                    ),
                ),
            },
            drawn=((1, 2, 0, 3, 5), (0, 1, 3, 0, 0)),
        ),
    )
