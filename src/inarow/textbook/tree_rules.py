"""Which search, how its tree is walked, which states are leaves, and what counts as a node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from inarow.textbook.rule import Choice, Moves, Number, OneOf, Ordered, Terms, declared

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
                    context_dependent=True,
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
                "zero": Choice("0", words="0", code={"start": "0"}, value_unreliable=True),
                "utility": Choice(
                    "the value of a loss",
                    words="a loss",
                    code={"start": "−{utility}"},
                    min_code={"start": "{utility}"},
                    value_unreliable=True,
                ),
            },
        ),
    )


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
