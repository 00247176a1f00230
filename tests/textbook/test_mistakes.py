"""The known mistakes are mistakes: each is seen in an answer, and none is the course's search."""

from __future__ import annotations

import pytest

from inarow import Position
from inarow.errors import UserError
from inarow.protocols.comp3308 import parse_state
from inarow.textbook import COMP3308, SearchSpec, run
from inarow.textbook.events import SearchResult
from inarow.textbook.mistakes import MISTAKES, Mistake, mistake_named

QUESTIONS = [
    (".ryyrry,.rryry.,..y.r..,..y....,.......,.......", "red", 4),
    (".......,.......,.......,.......,.......,.......", "red", 4),
    ("..y.r..,..y.r..,.......,.......,.......,.......", "yellow", 4),
    ("r..y..r,r..y..r,......r,.......,.......,.......", "red", 3),
    ("yy.r.yr,.....r.,.......,.......,.......,.......", "red", 5),
    ("rryyrry,ryyryyy,.r.rr..,....y..,....y..,....r..", "red", 5),
    (".yyy...,.r.r...,.......,.......,.......,.......", "red", 3),  # every move loses
    (".rrr.r.,.r...y.,.y.....,.r.....,.......,.......", "red", 1),  # five in a row or four
    ("r.r.rrr,.......,.......,.......,.......,.......", "red", 1),
    # Boards that fill up within the depth.
    ("ryryryy,yrryrry,yyyrryr,rrryyry,y.rryyr,r.y..r.", "yellow", 5),
    ("yryyyry,rrryryy,ryryrrr,yyrrry.,y.yryr.,..yyrr.", "red", 8),
    ("yrrryry,ryyyryr,yyryyrr,.ryrrry,.yryy.r,.ryrr.y", "yellow", 8),
]


def answered(mistake: Mistake, pos: Position, spec: SearchSpec) -> SearchResult:
    """What a program with a mistake prints that otherwise searches as a spec says."""
    found = run(mistake.read(pos), spec)
    if mistake.told is not None and found.move is not None:
        found = found._replace(move=mistake.told(pos, found.move))
    return found


def _usual_of(mistake: Mistake) -> dict[str, object]:
    return {rule: getattr(COMP3308, rule) for rule in mistake.changes}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_seen_where_it_says(mistake: Mistake) -> None:
    printed = values = beside = False
    for state, player, depth in QUESTIONS:
        pos = parse_state(state, player)
        for algorithm in ("minimax", "alpha-beta"):
            right = COMP3308.replace(algorithm=algorithm, depth=depth)
            if mistake.beside:
                right = mistake_named(mistake.beside).applied(right, pos.game)
            wrong = mistake.applied(right, pos.game)
            expected, answer = run(pos, right), answered(mistake, pos, wrong)
            if mistake.beside:
                alone = mistake.applied(
                    COMP3308.replace(algorithm=algorithm, depth=depth), pos.game
                )
                beside |= run(pos, alone) != run(pos, alone.replace(**_usual_of(mistake)))
            printed |= (answer.move, answer.nodes) != (expected.move, expected.nodes)
            values |= answer.value != expected.value
    assert printed == (mistake.visible or bool(mistake.beside))
    assert printed or values
    assert not beside, "alone it changes nothing"


def test_no_two_mistakes_share_a_name_or_give_the_same_answers() -> None:
    answers: dict[tuple[object, ...], str] = {}
    for mistake in MISTAKES:
        found = []
        for state, player, depth in QUESTIONS:
            pos = parse_state(state, player)
            for algorithm in ("minimax", "alpha-beta"):
                spec = COMP3308.replace(algorithm=algorithm, depth=depth)
                if mistake.beside:
                    spec = mistake_named(mistake.beside).applied(spec, pos.game)
                found.append(answered(mistake, pos, mistake.applied(spec, pos.game)))
        assert tuple(found) not in answers, f"{mistake.name} is {answers[tuple(found)]}"
        answers[tuple(found)] = mistake.name
    assert len({mistake.name for mistake in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_tells_its_author_what_to_do(mistake: Mistake) -> None:
    assert mistake.sentence.endswith(".") and mistake.sheet.endswith(".")
    assert mistake.look and not mistake.look.endswith(".")
    assert mistake.name == mistake.name.lower() and " " not in mistake.name


def test_there_are_many() -> None:
    assert len(MISTAKES) >= 40


def test_a_mistake_is_found_by_its_name() -> None:
    assert mistake_named("cut-only-beyond").changes == {"prune": "strict"}
    with pytest.raises(UserError, match="mistake 'none' is not known, expected one of wrong-side"):
        mistake_named("none")
