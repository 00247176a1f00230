"""Which search, how deep, and its moves: their order, and which of equal ones is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inarow.textbook.rule import Choice, Moves, Number, OneOf, declared

Algorithm = Literal["minimax", "alpha-beta"]
Tie = Literal["first", "last", "last-at-max", "last-at-min"]
FullColumns = Literal["skipped", "passed"]
PrintedMove = Literal["root", "any-depth"]
BestStart = Literal["infinite", "zero", "utility"]


@dataclass(frozen=True)
class WalkingRules:
    """How the tree is walked."""

    algorithm: Algorithm = declared(
        "alpha-beta",
        OneOf(
            name="algorithm",
            sentence="which search",
            shown="never",
            options={
                "minimax": Choice("every move is searched"),
                "alpha-beta": Choice("moves that cannot matter are cut off"),
            },
        ),
    )
    depth: int = declared(
        4,
        Number(
            name="depth",
            sentence="plies below the root",
            shown="never",
            least=0,
            most=1000,
            drawn=(0, 1, 2, 3),
        ),
    )
    order: tuple[int, ...] = declared(
        (),
        Moves(
            name="order",
            sentence="the moves, from 0, in the order they are examined; some may be missing or"
            " repeated; none means all of them, ascending",
            shown="always",
            most=20 * 20,
            told=lambda order: Choice(code={"order": "in the given order"} if order else {}),
        ),
    )
    tie: Tie = declared(
        "first",
        OneOf(
            name="ties",
            sentence="which of equal moves is kept",
            shown="always",
            options={
                "first": Choice("the first examined", short="first kept", code={"better": ">"}),
                "last": Choice(
                    "the last examined",
                    short="last kept",
                    code={"better": "≥"},
                    says={"or equal": " or equal to it"},
                ),
                "last-at-max": Choice(
                    "at MAX the last examined, at MIN the first",
                    short="last at MAX",
                    code={"better": "≥"},
                    min_code={"better": "<"},
                ),
                "last-at-min": Choice(
                    "at MIN the last examined, at MAX the first",
                    short="last at MIN",
                    code={"better": ">"},
                    min_code={"better": "≤"},
                ),
            },
        ),
    )
    full_columns: FullColumns = declared(
        "skipped",
        OneOf(
            name="full columns",
            sentence="what becomes of moves that cannot be played",
            options={
                "skipped": Choice("they are skipped", words="skipped"),
                "passed": Choice(
                    "they are searched as if nothing was laid, and the other player goes on",
                    words="tried all the same",
                ),
            },
        ),
    )
    printed_move: PrintedMove = declared(
        "root",
        OneOf(
            name="column printed",
            sentence="whose best move is the answer",
            options={
                "root": Choice("that of the root", words="the root’s"),
                "any-depth": Choice(
                    "that of the state, at any depth, that took a new best last",
                    words="the latest of any state",
                    entangled=True,
                ),
            },
        ),
    )
    best_start: BestStart = declared(
        "infinite",
        OneOf(
            name="best begins with",
            sentence="what the best value of a state begins with; only a better one is accepted",
            options={
                "infinite": Choice("less than anything", words="−∞"),
                "zero": Choice("0", words="0", code={"start": "0"}, misleads=True),
                "utility": Choice(
                    "the value of a loss",
                    words="a loss",
                    code={"start": "−{utility}"},
                    min_code={"start": "{utility}"},
                    misleads=True,
                ),
            },
        ),
    )
