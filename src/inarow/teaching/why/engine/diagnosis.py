"""From the exchanges with an engine to the mistakes that show in them."""

from __future__ import annotations

from collections.abc import Sequence

from inarow.teaching.why.engine.catalogue import ENGINE_MISTAKES, EngineMistake
from inarow.teaching.why.engine.exchange import Exchange, due, fault
from inarow.teaching.why.known import Asked, Found, Report
from inarow.words import shortened

COURSE = "comp2230"
INPUT_ENDED = "(end of input)"


def explained(exchanges: Sequence[Exchange]) -> Report:
    """The first wrong exchange, and the mistakes that the wrong ones show, each named once."""
    faults = [_fault(exchange) for exchange in exchanges]
    asked = tuple(
        Asked(exchange.sent or "(empty line)", _heard(exchange), _due(exchange), not wrong)
        for exchange, wrong in zip(exchanges, faults, strict=True)
    )
    wrong = [number for number, clause in enumerate(faults) if clause]
    shown: dict[str, tuple[EngineMistake, list[int]]] = {}
    for number in wrong:
        for mistake in ENGINE_MISTAKES:
            if mistake.shows(exchanges[number]):
                shown.setdefault(mistake.name, (mistake, []))[1].append(number)
                break
    begins: tuple[str, ...] = ()
    if wrong:
        first = exchanges[wrong[0]]
        begins = (f"It begins with '{first.sent}', which {faults[wrong[0]]}.",)
    explained_ones = {number for _, numbers in shown.values() for number in numbers}
    if wrong and explained_ones == set(wrong):
        together = Found(tuple(mistake for mistake, _ in shown.values()), tuple(range(len(asked))))
        return Report(COURSE, asked, (together,), begins=begins)
    near = tuple(Found((mistake,), tuple(numbers)) for mistake, numbers in shown.values())
    return Report(COURSE, asked, nearest=near, begins=begins)


def _fault(exchange: Exchange) -> str:
    if exchange.sent == INPUT_ENDED:
        return "" if exchange.ended else "did not end the engine"
    return fault(exchange)


def _due(exchange: Exchange) -> str:
    return "the engine ends" if exchange.sent == INPUT_ENDED else due(exchange)


def _heard(exchange: Exchange) -> str:
    if exchange.sent == INPUT_ENDED:
        return "the engine ended" if exchange.ended else "the engine goes on"
    said = exchange.answer or "; ".join(exchange.heard)
    if exchange.ended and not said:
        return "the engine ended"
    return shortened(said) or "nothing"
