"""Known mistakes of an assignment of one's own: what its text says, and what of the usual rules a
program may still follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inarow._core import Position
from inarow.teaching.why.case import Assignment
from inarow.textbook.evaluate import run_weight, window_weight
from inarow.textbook.mistakes import Mistake
from inarow.textbook.spec import RULES, SearchSpec, usual_spec

_STATED = ("algorithm", "depth")
"""Rules that the question states."""
_WEIGHTS = ("run_weights", "window_weights")
_READS = (
    "STATE is row 0, the bottom, to row {last_row}, each from the leftmost column on; PLAYER moves"
    " next, however many tokens there are."
)
_PRINTS = "The column is printed as a number from {first} to {last}."


def own_mistakes(mistakes: tuple[Mistake, ...], assignment: Assignment) -> tuple[Mistake, ...]:
    """The mistakes with the text of this assignment instead of that of the usual one, and more:
    one for each rule, and each weight, in which a program is as usual where it must not be."""
    own = [replace(each, sheet=_task(each, assignment)) for each in mistakes]
    if assignment.first_column:
        own = [_from_zero(each) if each.name == _FROM_ONE else each for each in own]
    return (*own, *_still_usual(assignment))


def _task(mistake: Mistake, assignment: Assignment) -> str:
    """The text of the assignment that a mistake breaks."""
    game, first = assignment.game, assignment.first_column
    if mistake.question is not None:
        return _READS.format(last_row=game.rows - 1)
    if mistake.told is not None:
        return _PRINTS.format(first=first, last=game.cols - 1 + first)
    rules = [rule for rule in mistake.changes if rule not in _STATED]
    return _sentence(rules, _right(assignment), game.k) if rules else mistake.sheet


def _right(assignment: Assignment) -> SearchSpec:
    return assignment.rules or usual_spec(assignment.game)


def _sentence(rules: list[str], spec: SearchSpec, k: int) -> str:
    """What rules decide, and how they do in a search."""
    text = "; ".join(f"{_decides(rule)}: {_value(rule, spec, k)}" for rule in rules)
    return f"{text[0].upper()}{text[1:]}."


def _decides(rule: str) -> str:
    """What a rule decides, without the notes on how it is written."""
    return RULES[rule].sentence.partition(":")[0].partition(";")[0]


def _value(rule: str, spec: SearchSpec, k: int) -> str:
    value = getattr(spec, rule)
    known = RULES[rule].choices.get(spec.rule_text(rule))
    if known is not None and known.sentence:
        return known.sentence
    if rule == "order" and not value:
        return "all of them, ascending"
    if rule == "win_length" and value is None:
        return str(k)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else spec.rule_text(rule)


def _still_usual(assignment: Assignment) -> Iterator[Mistake]:
    """A mistake for each rule that is not as usual, and for each weight of a list of these."""
    own, usual = _right(assignment), usual_spec(assignment.game)
    for rule in RULES:
        if rule in _STATED or getattr(own, rule) == getattr(usual, rule):
            continue
        yield _as_usual(f"{_word(rule)}-as-usual", rule, own, usual, assignment.game.k)
        if rule in _WEIGHTS and getattr(own, rule):
            yield from _weights_as_usual(rule, own, assignment.game.k)


def _weights_as_usual(rule: str, own: SearchSpec, longest: int) -> Iterator[Mistake]:
    """A mistake for each weight of a list that is not as usual, where others are not either."""
    weights = list(getattr(own, rule))
    weights += weights[-1:] * (longest - len(weights))
    elsewhere = _usual_weights(rule, longest)
    differing = [place for place in range(longest) if weights[place] != elsewhere[place]]
    for place in differing if len(differing) > 1 else ():
        changed = tuple(elsewhere[place] if i == place else w for i, w in enumerate(weights))
        name = f"{_word(rule)}-{place + 1}-as-usual"
        yield _as_usual(name, rule, own, own.replace(**{rule: changed}), longest)


def _usual_weights(rule: str, longest: int) -> tuple[int, ...]:
    if rule == "run_weights":
        return tuple(run_weight(n, longest, ()) for n in range(1, longest + 1))
    windows = ([1] * n + [0] * (longest - n) for n in range(1, longest + 1))
    return tuple(window_weight(window, 1, longest, ()) for window in windows)


def _as_usual(name: str, rule: str, own: SearchSpec, made: SearchSpec, k: int) -> Mistake:
    value = _value(rule, made, k)
    return Mistake(
        name,
        {rule: getattr(made, rule)},
        f"The rule of another assignment is followed for {_decides(rule)}: {value}.",
        _sentence([rule], own, k),
        f"what decides {_decides(rule)}",
        common=True,
    )


def _word(rule: str) -> str:
    return rule.replace("_", "-")


_FROM_ONE = "columns-counted-from-one"


def _from_zero(mistake: Mistake) -> Mistake:
    """The opposite mistake, where columns are counted from 1."""
    return replace(
        mistake,
        name="columns-counted-from-zero",
        sentence="Columns are printed from 0.",
        told=_one_less,
    )


def _one_less(pos: Position, column: int) -> int | None:
    return column - 1 if column else None
