"""What a rule of a search says of itself where it is declared, and how its value is read and shown.

Everything that is told of a rule anywhere is told here: page, command line, documents, pseudo-code,
sentences and tests ask the rule. There is one class for each kind of value that a rule can have.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from inarow.errors import UserError
from inarow.numbers import integer, require_range
from inarow.words import listed, shortened

Value = TypeVar("Value")


def declared(usual: Value, rule: Rule) -> Value:
    """A field of a search's rules, with its value in the Connect Four course."""
    made: Any = field(default=usual, metadata={"rule": rule})
    value: Value = made
    return value


@dataclass(frozen=True)
class Choice:
    """All that is known of one value of a rule.

    ``sentence``   what the search then does.
    ``words``      the choice in a list of choices; the value itself if empty.
    ``short``      the choice in a tag, behind ``tag`` or the rule's name.
    ``what_if``    the question by which the page offers it beside another choice of the rule.
    ``code``       what it changes in the pseudo-code, written for MAX: teaching/code.py names the
                   places. MIN is its mirror, unless ``min_code`` says otherwise.
    ``says``       what it changes in the sentences about a moment, written for MAX:
                   teaching/sentences.py names the places.
    ``exact_at_bounds``  whether a value equal to a bound of its window is then still exact.
    ``clips``      whether values outside the window become its bounds.
    ``misleads``   whether what a state returns then says nothing of its minimax value.
    ``entangled``  whether what is found below a state then depends on more than its position, its
                   ply and its window, such as on what the states before it left behind.
    """

    sentence: str = ""
    words: str = ""
    short: str = ""
    tag: str = ""
    what_if: str = ""
    code: Mapping[str, str] = field(default_factory=dict)
    min_code: Mapping[str, str] | None = None
    says: Mapping[str, str] = field(default_factory=dict)
    exact_at_bounds: bool = False
    clips: bool = False
    misleads: bool = False
    entangled: bool = False


@dataclass(frozen=True, kw_only=True)
class Rule(ABC):
    """A rule of a search.

    ``name``      for people: "cut when".
    ``sentence``  what it decides, as the documents describe it.
    ``pruning``   whether only alpha-beta asks it.
    ``counts``    whether it decides only what is counted: with the course's values of all such
                  rules, every state tested is.
    ``shown``     as a tag of the page ``always`` or when ``changed``; ``never`` where the page has
                  another control for it.
    ``told``      what is to be told of a value, for a rule without choices.
    """

    name: str
    sentence: str
    pruning: bool = False
    counts: bool = False
    shown: str = "changed"
    told: Callable[[Any], Choice] = lambda value: Choice()

    @property
    def choices(self) -> Mapping[str, Choice]:
        """The choices by their values, for a rule that has them."""
        return {}

    def choice(self, value: Any) -> Choice:
        """All that is known of a value."""
        return self.told(value)

    @abstractmethod
    def check(self, rule: str, value: Any) -> None:
        """UserError unless the rule can have this value."""

    def fit(self, rule: str, value: Any, moves: int) -> None:
        """UserError unless the value suits a game with so many moves."""
        del rule, value, moves  # most values suit every game

    @abstractmethod
    def parse(self, rule: str, text: str) -> Any:
        """The value that a text means; UserError for one that is none."""

    @abstractmethod
    def form(self) -> str:
        """What may be written as its value: ``first|last``."""

    @abstractmethod
    def samples(self) -> tuple[Any, ...]:
        """Values worth a test; all of them if they are few."""

    def text(self, value: Any) -> str:
        """The text that ``parse`` reads as this value."""
        return str(value)

    def words(self, value: Any) -> str:
        """The value in a tag."""
        return self.text(value)


@dataclass(frozen=True, kw_only=True)
class OneOf(Rule):
    """A rule with a few choices."""

    options: Mapping[str, Choice]

    @property
    def choices(self) -> Mapping[str, Choice]:
        return self.options

    def choice(self, value: Any) -> Choice:
        return self.options[value]

    def check(self, rule: str, value: Any) -> None:
        if value not in self.options:
            raise UserError(f"{rule} is '{value}', expected one of {', '.join(self.options)}")

    def parse(self, rule: str, text: str) -> str:
        return text

    def form(self) -> str:
        return "|".join(self.options)

    def samples(self) -> tuple[str, ...]:
        return tuple(self.options)

    def words(self, value: Any) -> str:
        return self.options[value].short or str(value)


@dataclass(frozen=True, kw_only=True)
class Number(Rule):
    """A rule that is a whole number within a range, or none at all where ``none`` names that."""

    least: int
    most: int
    none: str = ""
    drawn: tuple[int | None, ...]

    def check(self, rule: str, value: Any) -> None:
        if value is not None:
            require_range(rule, value, self.least, self.most)
        elif not self.none:
            raise UserError(f"{rule} must be a number")

    def parse(self, rule: str, text: str) -> int | None:
        if self.none and text in ("", "none"):
            return None
        number = integer(text)
        if number is None:
            raise UserError(f"rule '{rule}' is '{shortened(text)}', expected a whole number")
        return number

    def form(self) -> str:
        return "N or none" if self.none else "N"

    def samples(self) -> tuple[int | None, ...]:
        return self.drawn

    def text(self, value: Any) -> str:
        return "" if value is None else str(value)

    def words(self, value: Any) -> str:
        return self.none if value is None else str(value)


@dataclass(frozen=True, kw_only=True)
class Moves(Rule):
    """A rule that names moves of the game, or none of them."""

    most: int

    def check(self, rule: str, value: Any) -> None:
        if any(not 0 <= move < self.most for move in value):
            raise UserError(f"{rule} must name moves, which are numbers from 0 to {self.most - 1}")

    def fit(self, rule: str, value: Any, moves: int) -> None:
        if value and sorted(value) != list(range(moves)):
            raise UserError(f"{rule} must name every move from 0 to {moves - 1} once")

    def parse(self, rule: str, text: str) -> tuple[int, ...]:
        moves = [integer(part.strip()) for part in text.split(",") if part and text != "none"]
        if None in moves:
            raise UserError(f"{rule} '{shortened(text)}' must be moves split by commas")
        return tuple(move for move in moves if move is not None)

    def form(self) -> str:
        return "0,1,... or none"

    def samples(self) -> tuple[tuple[int, ...], ...]:
        return ((),)

    def text(self, value: Any) -> str:
        return ",".join(map(str, value))


@dataclass(frozen=True, kw_only=True)
class Ordered(Rule):
    """A rule that puts a few words in order, each once."""

    parts: tuple[str, ...]
    drawn: tuple[tuple[str, ...], ...]

    def check(self, rule: str, value: Any) -> None:
        if sorted(value) != sorted(self.parts):
            raise UserError(f"{rule} must name {listed(self.parts)}, each once")

    def parse(self, rule: str, text: str) -> tuple[str, ...]:
        return tuple(text.split(","))

    def form(self) -> str:
        return ",".join(self.parts)

    def samples(self) -> tuple[tuple[str, ...], ...]:
        return self.drawn

    def text(self, value: Any) -> str:
        return ",".join(value)

    def words(self, value: Any) -> str:
        return ", ".join(value)
