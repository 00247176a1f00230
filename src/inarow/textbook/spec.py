"""Everything that a textbook search must obey, as data.

The course rules are one ``SearchSpec``; every known way in which a student's program differs is
another (mistakes.py), so that a differing column or count can be explained by the rule that was
broken. To add a rule, declare it in the file that it belongs to (*_rules.py) and obey it in
reference.py and in native/textbook: every other place reads it from there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

from inarow._core import Game
from inarow.errors import UserError
from inarow.game import counts_lines
from inarow.text import suggestion, truncate
from inarow.textbook.line_rules import ScoringRules, WinningRules
from inarow.textbook.rule import Choice, Rule, Structured
from inarow.textbook.tree_rules import CountingRules, LeafRules, WalkingRules
from inarow.textbook.window_rules import CuttingRules, WindowRules


@dataclass(frozen=True)
class SearchSpec(
    WindowRules, ScoringRules, WinningRules, LeafRules, CountingRules, CuttingRules, WalkingRules
):
    """The rules of one textbook search, those of the Connect Four course unless changed.

    Each is declared with all that is known of it; ``RULES`` has these by name.
    """

    def __post_init__(self) -> None:
        for name, rule in RULES.items():
            value = getattr(self, name)
            if isinstance(rule, Structured) and isinstance(value, str):
                value = rule.parse(name, value)  # a name or a text stands for its value
                object.__setattr__(self, name, value)
            rule.check(name, value)

    def replace(self, **changes: Any) -> SearchSpec:
        """The same spec with some rules changed."""
        if unknown := changes.keys() - RULES.keys():
            raise UserError(f"rule '{min(unknown)}' must be one of {', '.join(RULES)}")
        return replace(self, **changes)

    def with_rule(self, text: str) -> SearchSpec:
        """Change one rule given as ``name=value``, the form of the command line."""
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in RULES:
            near = suggestion(name, RULES) or f"; expected one of {', '.join(RULES)}"
            raise UserError(f"unknown rule '{truncate(name)}'{near}")
        if not equals:
            raise UserError(f"rule '{name}' has no value: expected {name}={RULES[name].form()}")
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
    def value_unreliable(self) -> bool:
        """Whether what a state returns says nothing of its minimax value."""
        return any(choice.value_unreliable or choice.context_dependent for choice in self.chosen())

    @property
    def context_dependent(self) -> bool:
        """Whether a part of the search cannot be searched by itself."""
        return any(choice.context_dependent for choice in self.chosen())

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
    return MAXCONNECT4 if counts_lines(game) else COMP3308
