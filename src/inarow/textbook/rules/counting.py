"""What counts as a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, OneOf, declared

Counting = Literal[
    "tested",
    "tested-but-root",
    "leaves",
    "expanded",
    "generated",
    "generated-but-root",
    "leaves-twice",
    "twice",
    "tested-but-won",
]

_COUNT = "count ← count + 1"


@dataclass(frozen=True)
class CountingRules:
    """What is counted."""

    counting: Counting = declared(
        "tested",
        OneOf(
            name="counting",
            sentence="what counts as a node",
            counts=True,
            shown="always",
            options={
                "tested": Choice(
                    "every state tested for being a leaf, the root included",
                    words="every state",
                    short="counted",
                    tag="root",
                    code={"entered": _COUNT},
                ),
                "tested-but-root": Choice(
                    "the same without the root",
                    words="every state but the root",
                    short="not counted",
                    tag="root",
                    code={"entered": f"if not the root: {_COUNT}"},
                ),
                "leaves": Choice("leaves alone", code={"leaf": _COUNT}),
                "expanded": Choice(
                    "states that are no leaves",
                    words="states expanded",
                    code={"expanded": _COUNT},
                ),
                "generated": Choice(
                    "children, all of them when their parent is expanded, and the root",
                    words="states generated",
                    code={
                        "entered": "if the root: count ← 1",
                        "expanded": "count ← count + number of moves",
                    },
                ),
                "generated-but-root": Choice(
                    "the same without the root",
                    words="children generated",
                    code={"expanded": "count ← count + number of moves"},
                ),
                "leaves-twice": Choice(
                    "every state tested, and leaves once more",
                    words="leaves twice",
                    code={"entered": _COUNT, "leaf": _COUNT},
                ),
                "twice": Choice(
                    "every state tested, each twice",
                    words="every state twice",
                    code={"entered": "count ← count + 2"},
                ),
                "tested-but-won": Choice(
                    "every state tested that is not won",
                    words="states not won",
                    code={"entered": f"if not {{won test}}: {_COUNT}"},
                ),
            },
        ),
    )
