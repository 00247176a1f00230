"""COMP2230: the mistakes that explain an engine's counts, and those that show in its answers."""

from __future__ import annotations

import pytest

from inarow._core import Outcome, Position
from inarow.courses.comp2230.engine import ENGINE_MISTAKES
from inarow.courses.comp2230.engine import explained as engine_explained
from inarow.courses.comp2230.exchange import Exchange, exchanges_of, position_of
from inarow.courses.comp2230.perft import (
    PERFT_MISTAKES,
    Count,
    PerftMistake,
    descended,
    explained,
    interviewed,
    pool,
    right_count,
)
from inarow.courses.comp2230.tree_rules import TreeRules, columns_of, count, four_in
from inarow.courses.comp2230.why import SCRIPT
from inarow.errors import UserError

WAYS = ("across", "upright", "rising", "falling")
BESIDE = {"count-in-32-bits"}  # shows only where the tree is larger than an engine is asked for


def test_the_right_rules_count_as_the_core_does() -> None:
    rules = TreeRules(four_in(*WAYS))
    for moves, depth in pool()[::3]:
        last = moves[-1] if moves else None
        assert count(columns_of(moves), last, depth, rules) == right_count(moves, depth)


def test_names_are_unique_and_sentences_whole() -> None:
    for catalogue in (PERFT_MISTAKES, ENGINE_MISTAKES):
        names = [mistake.name for mistake in catalogue]
        assert len(set(names)) == len(names)
        for mistake in catalogue:
            assert mistake.sentence.endswith(".") and mistake.sheet.endswith(".") and mistake.look


@pytest.mark.parametrize("mistake", PERFT_MISTAKES, ids=lambda mistake: mistake.name)
def test_an_engine_that_miscounts_is_found_by_asking(mistake: PerftMistake) -> None:
    def ask(moves: tuple[int, ...], depth: int) -> int:
        counted = mistake.counted(moves, depth)
        assert counted is not None
        return counted

    report = interviewed(ask)
    if mistake.name in BESIDE:
        assert report.all_right
        return
    assert report.causes[0].name == mistake.name and len(report.causes) == 1
    assert report.begins[0].startswith("It begins ")


def test_the_position_below_which_a_count_is_wrong_is_the_lowest() -> None:
    """An engine that is wrong in one position alone is followed down to it."""
    moves, wrong = (3, 3), (3, 3, 4, 2)

    def put(asked: tuple[int, ...], depth: int) -> Count:
        extra = 5 if asked == wrong[: len(asked)] else 0
        return Count(asked, depth, right_count(asked, depth) + extra)

    lines = descended(put, put(moves, 4))
    assert lines[0].startswith("It begins after 3342, to depth 2: 57 is right, yours is 62")
    assert "x to move" in lines[-1]


def test_a_right_engine_is_called_right() -> None:
    assert interviewed(right_count).all_right
    assert explained([Count((), 5, 19608)]).all_right


def test_nothing_known_explains_a_count_of_nonsense() -> None:
    report = explained([Count((), 3, 399), Count((), 2, 12)])
    assert not report.causes and report.nearest[0].name == "root-not-counted"


def test_the_script_asks_every_command_and_fills_the_board() -> None:
    moves: tuple[int, ...] = ()
    boards = []
    for line in SCRIPT:
        moves = position_of(line, moves)
        pos = Position()
        for move in moves:
            pos = pos.play(move)
        boards.append(pos)
    assert any(pos.outcome() is Outcome.DRAW for pos in boards)
    assert {line.split()[0] for line in SCRIPT} > {"name", "isready", "position", "go", "perft"}


RIGHT = """\
> name AI 0
< some-c1234567
> isready AI 0
< readyok
> position startpos 3
> go ftime 100 stime 100
< info depth 4
< bestmove 2 -5
> perft 1
< perft 1 8
> quit
< quitting
"""


@pytest.mark.parametrize(
    ("old", "new", "name", "clause"),
    [
        ("some-c1234567", "some", "name-of-another-form", "is not enginename-cXXXXXXX"),
        ("readyok", "ReadyOk", "word-spelt-otherwise", "whose first word is not readyok"),
        ("bestmove 2 -5", "bestmove 2", "evaluation-missing", "without the evaluation"),
        ("bestmove 2 -5", "bestmove 7 -5", "columns-from-one", "not a column 0 to 6"),
        ("bestmove 2 -5", "bestmove 2 0.5", "evaluation-not-whole", "third word is not a whole"),
        ("bestmove 2 -5", "bestmove 2 5\n< done", "talks-after-bestmove", "after bestmove"),
        ("startpos 3\n", "startpos 222222\n", "full-column-played", "column 2 is full"),
        ("startpos 3\n", "startpos 3\n< ok\n", "position-answered", "and has no answer"),
        ("perft 1 8", "perft 8", "perft-depth-missing", "perft, the depth and the count"),
        ("perft 1 8", "perft 1 7", "perft-miscounted", "whose third word is not 8"),
    ],
)
def test_a_wrong_word_of_a_dialogue_is_named(old: str, new: str, name: str, clause: str) -> None:
    assert engine_explained(exchanges_of(RIGHT)).all_right
    report = engine_explained(exchanges_of(RIGHT.replace(old, new, 1)))
    assert report.causes[0].mistakes[0].name == name
    assert clause in report.begins[0]


def test_engines_that_end_or_stay_are_explained() -> None:
    ended = engine_explained([Exchange("position startpos ", (), ended=True, how="crashed")])
    assert ended.causes[0].name == "ends-on-the-empty-position"
    assert ended.begins == (
        "It begins with 'position startpos ', which ended the engine: it crashed.",
    )
    late = engine_explained([Exchange("name AI 0", ("x-c1234567",), late=True)])
    assert late.causes[0].name == "output-not-flushed"
    stays = engine_explained([Exchange("(end of input)", ())])
    assert stays.causes[0].name == "stays-when-the-input-ends"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello\n", "line 1 of the dialogue is 'hello', expected > or < first"),
        ("< readyok\n", "no line that was sent"),
        ("> go\n" * 20_001, "more than 20000 commands"),
    ],
)
def test_what_is_no_dialogue_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        exchanges_of(text)
