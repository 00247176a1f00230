"""Which states are leaves, and what they are worth to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, Number, OneOf, Ordered, declared

LeafTest = Literal["won", "depth", "full"]
FullBoard = Literal["evaluate", "zero", "worst"]
Maximiser = Literal["first", "mover"]
Turns = Literal["as-valued", "root", "reversed", "as-root", "everyone"]
Evaluator = Literal["runs", "quadruples", "zero"]


@dataclass(frozen=True)
class LeafRules:
    """What a leaf is and its worth."""

    leaf_tests: tuple[LeafTest, ...] = declared(
        ("won", "depth", "full"),
        Ordered(
            name="leaf tests",
            sentence="the order in which a state is tested for being a leaf; `won` or `full` may be"
            " missing",
            parts=("won", "depth", "full"),
            needed=("depth",),
            drawn=(
                ("won", "depth", "full"),
                ("depth", "won", "full"),
                ("full", "depth", "won"),
                ("won", "full", "depth"),
                ("won", "depth"),
                ("full", "depth"),
            ),
        ),
    )
    full_board: FullBoard = declared(
        "evaluate",
        OneOf(
            name="full board",
            sentence="what a full board without a winner is worth",
            options={
                "evaluate": Choice("its evaluation", words="evaluated"),
                "zero": Choice(
                    "0",
                    words="worth 0",
                    code={"full value": "0"},
                    says={"full": "It is worth {value}."},
                ),
                "worst": Choice(
                    "less than anything to who should move: no move gives it a value",
                    words="the worst for who moves",
                    code={"full value": "−∞"},
                    says={"full": "It is worth {value}."},
                ),
            },
        ),
    )
    evaluator: Evaluator = declared(
        "runs",
        OneOf(
            name="evaluator",
            sentence="the evaluation",
            options={
                "runs": Choice("tokens and runs of them"),
                "quadruples": Choice("windows still open, as the MaxConnect4 player counts them"),
                "zero": Choice("always 0"),
            },
        ),
    )
    maximiser: Maximiser = declared(
        "first",
        OneOf(
            name="maximiser",
            sentence="who maximises",
            options={
                "first": Choice("the first player", words="Red"),
                "mover": Choice("whoever moves at the root", words="who moves"),
            },
        ),
    )
    turns: Turns = declared(
        "as-valued",
        OneOf(
            name="takes the most",
            sentence="who takes the most of the values of its moves, whatever they say of whom",
            options={
                "as-valued": Choice("who maximises", words="who maximises"),
                "root": Choice("whoever moves at the root", words="who moves at the root"),
                "reversed": Choice("who should take the least", words="who minimises"),
                "as-root": Choice(
                    "all players if who moves at the root should, else none",
                    words="all as the root",
                ),
                "everyone": Choice("both players", words="both players"),
            },
        ),
    )
    utility: int = declared(
        10000,
        Number(
            name="a win is worth",
            sentence="the value of a win",
            least=-(2**24),
            most=2**24,
            drawn=(10000, 10000, 50),
            told=lambda utility: Choice(code={"utility": str(utility)}),
        ),
    )
    utility_per_ply: int = declared(
        0,
        Number(
            name="and per ply left",
            sentence="what is added to the value of a win for each ply of depth left",
            least=-1000,
            most=1000,
            drawn=(0, 0, 1, 7, -3),
            told=lambda added: Choice(
                code={"per ply": f" {'+' if added > 0 else '−'} {abs(added)}·depth"}
                if added
                else {}
            ),
        ),
    )
