"""What a rule of a search says of itself where it is declared, and how its value is read and shown.

Everything that is told of a rule anywhere is told here: page, command line, documents, pseudo-code,
sentences and tests ask the rule. There is one class for each kind of value that a rule can have.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from inarow.errors import UserError
from inarow.text import integer, join_words, require_range, truncate

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
    ``code``       what it changes in the pseudo-code, written for MAX:
                   teaching/moments/pseudocode.py names the places. MIN is its
                   mirror, unless ``min_code`` says otherwise.
    ``says``       what it changes in the sentences about a moment, written for MAX:
                   teaching/moments/moment_text.py names the places.
    ``exact_at_bounds``  whether a value equal to a bound of its window is then still exact.
    ``clips``      whether values outside the window become its bounds.
    ``value_unreliable``   whether what a state returns then says nothing of its minimax value.
    ``context_dependent``  whether what is found below a state then depends on more than its
                   position, its ply and its window, such as on what the states before left behind.
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
    value_unreliable: bool = False
    context_dependent: bool = False


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
            raise UserError(f"rule '{rule}' is '{truncate(text)}', expected a whole number")
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
class Structured(Rule):
    """A rule whose values are made of parts, some of which have names.

    ``named``  the values that have names, and all that is known of each.
    ``drawn``  further values worth a test.
    """

    named: Mapping[str, tuple[Any, Choice]] = field(default_factory=dict)
    drawn: tuple[Any, ...] = ()

    @property
    def choices(self) -> Mapping[str, Choice]:
        return {name: choice for name, (_, choice) in self.named.items()}

    def name_of(self, value: Any) -> str | None:
        return next((name for name, (named, _) in self.named.items() if named == value), None)

    def choice(self, value: Any) -> Choice:
        name = self.name_of(value)
        return self.told(value) if name is None else self.named[name][1]

    def parse(self, rule: str, text: str) -> Any:
        return self.named[text][0] if text in self.named else self.read(rule, text)

    @abstractmethod
    def read(self, rule: str, text: str) -> Any:
        """The value of a text that is not a name; UserError if it is not valid."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """The text that ``read`` reads as this value."""

    def samples(self) -> tuple[Any, ...]:
        return (*(value for value, _ in self.named.values()), *self.drawn)

    def text(self, value: Any) -> str:
        return self.name_of(value) or self.write(value)

    def words(self, value: Any) -> str:
        name = self.name_of(value)
        return self.write(value) if name is None else self.named[name][1].short or name


@dataclass(frozen=True, kw_only=True)
class Subset(Structured):
    """A rule that is a set of words, in the order of ``parts``."""

    parts: tuple[str, ...]

    def check(self, rule: str, value: Any) -> None:
        if tuple(part for part in self.parts if part in value) != tuple(value):
            raise UserError(f"{rule} must be some of {', '.join(self.parts)}, in this order")

    def read(self, rule: str, text: str) -> tuple[str, ...]:
        words = [] if text in ("", "none") else text.split("+")
        if unknown := [word for word in words if word not in self.parts]:
            raise UserError(
                f"{rule} '{truncate(unknown[0])}' must be one of {', '.join(self.parts)};"
                " join several by +"
            )
        return tuple(part for part in self.parts if part in words)

    def write(self, value: Any) -> str:
        return "+".join(value) or "none"

    def form(self) -> str:
        return "|".join((*self.named, "+".join(self.parts[:2])))


_SPAN = re.compile(r"(\d{1,3})?:(-?\d{1,3})?")


@dataclass(frozen=True, kw_only=True)
class Span(Structured):
    """A rule that is an interval, ``first:stop`` as Python slices: a negative stop counts from the
    end, and a missing one is the end."""

    def check(self, rule: str, value: Any) -> None:
        first, stop = value
        require_range(rule, first, 0, 999)
        if stop is not None:
            require_range(rule, stop, -999, 999)

    def read(self, rule: str, text: str) -> tuple[int, int | None]:
        found = _SPAN.fullmatch(text)
        if not found:
            raise UserError(
                f"{rule} '{truncate(text)}' must be an interval FIRST:STOP, such as 1: or :-1"
            )
        return int(found[1] or 0), None if found[2] is None else int(found[2])

    def write(self, value: Any) -> str:
        first, stop = value
        return f"{first or ''}:{'' if stop is None else stop}"

    def form(self) -> str:
        return "FIRST:STOP"


@dataclass(frozen=True, kw_only=True)
class Numbers(Structured):
    """A rule that is a list of whole numbers; none at all where the course's are meant."""

    least: int
    most: int
    longest: int

    def check(self, rule: str, value: Any) -> None:
        if len(value) > self.longest:
            raise UserError(f"{rule} has {len(value)} numbers, at most {self.longest} allowed")
        for number in value:
            require_range(rule, number, self.least, self.most)

    def read(self, rule: str, text: str) -> tuple[int, ...]:
        numbers = [integer(part.strip()) for part in text.split(",") if part and text != "none"]
        if None in numbers:
            raise UserError(f"{rule} '{truncate(text)}' must be comma-separated whole numbers")
        return tuple(number for number in numbers if number is not None)

    def write(self, value: Any) -> str:
        return ",".join(map(str, value)) or "none"

    def form(self) -> str:
        return "|".join((*self.named, "N,N,..."))


@dataclass(frozen=True, kw_only=True)
class Terms(Structured):
    """A rule that is a sum: how often each of some kinds counts, and a constant.

    Its value is the factor of each kind, in the order of ``kinds``, and the constant.
    """

    kinds: tuple[str, ...]

    def check(self, rule: str, value: Any) -> None:
        if len(value) != len(self.kinds) + 1:
            raise UserError(f"{rule} must have a factor for each of {', '.join(self.kinds)}")
        for factor in value[:-1]:
            require_range(rule, factor, 0, 9)
        require_range(rule, value[-1], -1000, 1000)

    def read(self, rule: str, text: str) -> tuple[int, ...]:
        factors, constant = dict.fromkeys(self.kinds, 0), 0
        for sign, part in re.findall(r"([+-]?)([^+-]+)", text) if text != "none" else ():
            factor, _, kind = part.rpartition("*")
            number = integer(kind)
            if number is not None and not factor:
                constant += -number if sign == "-" else number
                continue
            times = integer(factor) if factor else 1
            if kind not in factors or times is None or sign == "-":
                raise UserError(
                    f"{rule} '{truncate(text)}' must be a sum of {', '.join(self.kinds)} and a"
                    " number, such as expanded+2*leaf-1"
                )
            factors[kind] += times
        return (*factors.values(), constant)

    def write(self, value: Any) -> str:
        terms = [
            kind if factor == 1 else f"{factor}*{kind}"
            for kind, factor in zip(self.kinds, value, strict=False)
            if factor
        ]
        constant = value[-1]
        return "+".join(terms) + (f"{constant:+d}" if constant else "") or "none"

    def form(self) -> str:
        return "|".join((*self.named, "+".join(self.kinds)))


@dataclass(frozen=True, kw_only=True)
class Moves(Rule):
    """A rule that lists moves of the game, or none of them; some may be missing or repeated."""

    most: int

    def check(self, rule: str, value: Any) -> None:
        if len(value) > self.most:
            raise UserError(f"{rule} has {len(value)} moves, at most {self.most} allowed")
        self.fit(rule, value, self.most)

    def fit(self, rule: str, value: Any, moves: int) -> None:
        unknown = [move for move in value if not 0 <= move < moves]
        if unknown:
            raise UserError(
                f"{rule} has the move {unknown[0]}, expected moves from 0 to {moves - 1} in the"
                " order they are examined; some may be missing or repeated"
            )

    def parse(self, rule: str, text: str) -> tuple[int, ...]:
        moves = [integer(part.strip()) for part in text.split(",") if part and text != "none"]
        if None in moves:
            raise UserError(
                f"{rule} is '{truncate(text)}', expected moves from 0, separated by commas"
            )
        return tuple(move for move in moves if move is not None)

    def form(self) -> str:
        return "0,1,... or none"

    def samples(self) -> tuple[tuple[int, ...], ...]:
        return ((),)

    def text(self, value: Any) -> str:
        return ",".join(map(str, value))


@dataclass(frozen=True, kw_only=True)
class Ordered(Rule):
    """A rule that puts a few words in order, each at most once; those of ``needed`` are in it."""

    parts: tuple[str, ...]
    needed: tuple[str, ...] = ()
    drawn: tuple[tuple[str, ...], ...]

    def check(self, rule: str, value: Any) -> None:
        known = len(set(value)) == len(value) and set(value) <= set(self.parts)
        if not known or not set(value) >= set(self.needed):
            needed = f", with {join_words(self.needed)}" if self.needed else ""
            raise UserError(f"{rule} must name {join_words(self.parts)}, each at most once{needed}")

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
