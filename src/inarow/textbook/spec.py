"""Everything that a textbook search must obey, as data.

The course rules are one ``SearchSpec``; every known way in which a student's program differs is
another (mistakes.py), so that a differing column or count can be explained by the rule that was
broken. To add a rule, declare it here and obey it in reference.py and in native/textbook: every
other place reads it from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from inarow import families
from inarow._core import Game
from inarow.errors import UserError
from inarow.textbook.rule import Choice, Moves, Number, OneOf, Ordered, Rule

Algorithm = Literal["minimax", "alpha-beta"]
Tie = Literal["first", "last"]
Prune = Literal["at-equal", "strict"]
Bound = Literal["soft", "hard"]
Counting = Literal["tested", "tested-but-root", "leaves", "expanded", "generated"]
LeafTest = Literal["won", "depth", "full"]
FullBoard = Literal["evaluate", "zero"]
Maximiser = Literal["first", "mover"]
Evaluator = Literal["runs", "nested-runs", "runs-without-tokens", "quadruples", "zero"]

# The native search has numbers of 32 bits, and the two ends of those are infinity.
_LOWEST, _HIGHEST = -(2**31) + 1, 2**31 - 2
_COUNT = "count ← count + 1"


@dataclass(frozen=True)
class SearchSpec:
    """The rules of one textbook search, those of the Connect Four course unless changed.

    Each is declared with all that is known of it; ``RULES`` has these by name.
    """

    algorithm: Algorithm = field(
        default="alpha-beta",
        metadata={
            "rule": OneOf(
                name="algorithm",
                sentence="which search",
                shown="never",
                options={
                    "minimax": Choice("every move is searched"),
                    "alpha-beta": Choice("moves that cannot matter are cut off"),
                },
            )
        },
    )
    depth: int = field(
        default=4,
        metadata={
            "rule": Number(
                name="depth",
                sentence="plies below the root",
                shown="never",
                least=0,
                most=1000,
                drawn=(0, 1, 2, 3),
            )
        },
    )
    order: tuple[int, ...] = field(
        default=(),
        metadata={
            "rule": Moves(
                name="order",
                sentence="all moves from 0 in the order they are examined; none means ascending",
                shown="always",
                most=19 * 19,
                told=lambda order: Choice(code={"order": "in the given order"} if order else {}),
            )
        },
    )
    tie: Tie = field(
        default="first",
        metadata={
            "rule": OneOf(
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
                },
            )
        },
    )
    prune: Prune = field(
        default="at-equal",
        metadata={
            "rule": OneOf(
                name="cut when",
                sentence="when the rest of the moves is cut off",
                pruning=True,
                shown="always",
                options={
                    "at-equal": Choice(
                        "when the best value meets the bound",
                        short="≥",
                        what_if="What if it cut on ≥?",
                        code={"meets": "≥"},
                    ),
                    "strict": Choice(
                        "only when it passes the bound",
                        words="> only",
                        short=">",
                        what_if="What if it cut on > only?",
                        code={"meets": ">"},
                        says={"meets": "more than"},
                        exact_at_bounds=True,
                    ),
                },
            )
        },
    )
    bound: Bound = field(
        default="soft",
        metadata={
            "rule": OneOf(
                name="cut returns",
                sentence="what a state returns whose value lies outside its window",
                pruning=True,
                options={
                    "soft": Choice("the best value seen", short="best seen"),
                    "hard": Choice(
                        "the bound: values are clipped to the window",
                        short="the bound",
                        code={"start": "alpha", "cut value": "beta"},
                        says={"window": " Only a value above alpha{or equal} is accepted."},
                        clips=True,
                    ),
                },
            )
        },
    )
    counting: Counting = field(
        default="tested",
        metadata={
            "rule": OneOf(
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
                },
            )
        },
    )
    leaf_tests: tuple[LeafTest, LeafTest, LeafTest] = field(
        default=("won", "depth", "full"),
        metadata={
            "rule": Ordered(
                name="leaf tests",
                sentence="the order in which a state is tested for being a leaf",
                parts=("won", "depth", "full"),
                drawn=(
                    ("won", "depth", "full"),
                    ("depth", "won", "full"),
                    ("full", "depth", "won"),
                    ("won", "full", "depth"),
                ),
            )
        },
    )
    full_board: FullBoard = field(
        default="evaluate",
        metadata={
            "rule": OneOf(
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
                },
            )
        },
    )
    evaluator: Evaluator = field(
        default="runs",
        metadata={
            "rule": OneOf(
                name="evaluator",
                sentence="the evaluation",
                options={
                    "runs": Choice(
                        "tokens and maximal runs, 1, 10, 100 and 1000, as in the course"
                    ),
                    "nested-runs": Choice(
                        "the same, where a run of three also counts its two twos"
                    ),
                    "runs-without-tokens": Choice("maximal runs alone"),
                    "quadruples": Choice(
                        "windows still open, as the MaxConnect4 player counts them"
                    ),
                    "zero": Choice("always 0"),
                },
            )
        },
    )
    maximiser: Maximiser = field(
        default="first",
        metadata={
            "rule": OneOf(
                name="maximiser",
                sentence="who maximises",
                options={
                    "first": Choice("the first player", words="Red"),
                    "mover": Choice("whoever moves at the root", words="who moves"),
                },
            )
        },
    )
    utility: int = field(
        default=10000,
        metadata={
            "rule": Number(
                name="a win is worth",
                sentence="the value of a win",
                least=-(2**24),
                most=2**24,
                drawn=(10000, 10000, 50),
                told=lambda utility: Choice(code={"utility": str(utility)}),
            )
        },
    )
    utility_per_ply: int = field(
        default=0,
        metadata={
            "rule": Number(
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
            )
        },
    )
    root_alpha: int | None = field(
        default=None,
        metadata={
            "rule": Number(
                name="alpha at the root",
                sentence="the lower bound that the search starts with",
                pruning=True,
                least=_LOWEST,
                most=_HIGHEST,
                none="infinite",
                drawn=(None, None, -10000, 0),
            )
        },
    )
    root_beta: int | None = field(
        default=None,
        metadata={
            "rule": Number(
                name="beta at the root",
                sentence="the upper bound that the search starts with",
                pruning=True,
                least=_LOWEST,
                most=_HIGHEST,
                none="infinite",
                drawn=(None, None, 10000, 5),
            )
        },
    )

    def __post_init__(self) -> None:
        for name, rule in RULES.items():
            rule.check(name, getattr(self, name))

    def replace(self, **changes: Any) -> SearchSpec:
        """The same spec with some rules changed."""
        if unknown := changes.keys() - RULES.keys():
            raise UserError(f"rule '{min(unknown)}' must be one of {', '.join(RULES)}")
        return replace(self, **changes)

    def with_rule(self, text: str) -> SearchSpec:
        """Change one rule given as ``name=value``, the form of the command line."""
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or name not in RULES:
            raise UserError(f"rule '{text}' must be NAME=VALUE with one of {', '.join(RULES)}")
        return self.replace(**{name: RULES[name].parse(name, value)})

    def rule_text(self, name: str) -> str:
        """The value of a rule as ``with_rule`` reads it."""
        return RULES[name].text(getattr(self, name))

    def fitting(self, game: Game) -> SearchSpec:
        """The same spec, if it suits a game; UserError names the rule that does not."""
        for name, rule in RULES.items():
            rule.fit(name, getattr(self, name), game.move_count)
        return self

    def chosen(self) -> Iterator[Choice]:
        """What is known of the value of each rule that this search asks."""
        for name, rule in RULES.items():
            if self.algorithm == "alpha-beta" or not rule.pruning:
                yield rule.choice(getattr(self, name))

    def asked(self) -> SearchSpec:
        """The same search: with minimax, the rules that only alpha-beta asks as in the course."""
        if self.algorithm == "alpha-beta":
            return self
        return self.replace(**_usual(name for name, rule in RULES.items() if rule.pruning))

    def counting_tests(self) -> SearchSpec:
        """The same search, counting every state that is tested."""
        return self.replace(**_usual(name for name, rule in RULES.items() if rule.counts))

    @property
    def misleading(self) -> bool:
        """Whether what a state returns says nothing of its minimax value."""
        return any(choice.misleads or choice.entangled for choice in self.chosen())

    @property
    def entangled(self) -> bool:
        """Whether a part of the search cannot be searched by itself."""
        return any(choice.entangled for choice in self.chosen())

    @property
    def clipping(self) -> bool:
        """Whether values outside a window become its bounds."""
        return any(choice.clips for choice in self.chosen())

    @property
    def exact_at_bounds(self) -> bool:
        """Whether a value equal to a bound of its window is exact."""
        return not self.clipping and any(choice.exact_at_bounds for choice in self.chosen())


def _usual(names: Iterable[str]) -> dict[str, Any]:
    """The course's values of some rules."""
    return {name: getattr(COMP3308, name) for name in names}


RULES: dict[str, Rule] = {rule.name: rule.metadata["rule"] for rule in fields(SearchSpec)}
"""Every rule by the name of its field."""

COMP3308 = SearchSpec()
"""The Connect Four course: red maximises, ties keep the leftmost, every terminal test counts."""

MAXCONNECT4 = SearchSpec(evaluator="quadruples")
"""The textbook search on MaxConnect4: the same rules with open quadruples as evaluation."""


def usual_spec(game: Game) -> SearchSpec:
    """The rules that a game is searched by unless others are asked for."""
    spec: SearchSpec = families.of(game).spec
    return spec
