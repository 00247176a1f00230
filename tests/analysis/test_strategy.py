"""The openings that players of MaxConnect4 follow: made from certificates, walked to their ends."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from inarow import Game, Goal, Position
from inarow._core import OpeningStrategy
from inarow.analysis.certificate import (
    Certificate,
    RejectedError,
    check_certificate,
    read_certificate,
    write_certificate,
)
from inarow.analysis.counted import solve
from inarow.analysis.strategy import (
    LEAST_EMPTY,
    SHIPPED,
    Strategy,
    Tree,
    read_strategy,
    shipped_strategy,
    write_strategy,
)
from inarow.game import GAMES
from inarow.makers.prove import Prover
from inarow.makers.strategy import (
    MOST_NODES,
    descent,
    first_difference,
    leaves,
    noted_columns,
    stones_of,
    strategy_of,
)
from proofs import PROOFS

MAX4 = GAMES["maxconnect4"]
SMALL = Game(4, 4, 3, goal=Goal.COUNT_TO_FULL)


@cache
def small_certificate() -> Certificate:
    prover = Prover(SMALL, table_mb=8)
    return prover.certificate(prover.value(), endgame=0)


def small_strategy(least_empty: int) -> Strategy:
    return strategy_of([small_certificate()], least_empty)


def after_replies(pos: Position) -> list[Position]:
    return [pos.play(move) for move in pos.legal_moves()]


def empty_cells(pos: Position) -> int:
    return pos.game.cells - pos.stone_count


def late(pos: Position) -> bool:
    return empty_cells(pos) == LEAST_EMPTY - 2


def difference(pos: Position, player: int) -> int:
    first, second = pos.score()
    return first - second if player == 1 else second - first


@pytest.mark.parametrize("least_empty", [6, 10, 14])
def test_whoever_follows_a_strategy_keeps_its_difference(least_empty: int) -> None:
    """Every game is played out: the holder follows the tree and then the solver, the other plays
    anything."""
    strategy = small_strategy(least_empty)
    seen: set[Position] = set()
    followed = 0

    def walk(tree: Tree, pos: Position) -> None:
        nonlocal followed
        if pos in seen:
            return
        seen.add(pos)
        if pos.is_full:
            assert difference(pos, tree.player) >= tree.difference
        elif pos.to_move != tree.player:
            for after in after_replies(pos):
                walk(tree, after)
        else:
            held = strategy.held(pos)
            value = solve(pos).score.of(tree.player).value
            assert value >= tree.difference
            if held is None:
                assert SMALL.cells - pos.stone_count < least_empty
                best = [
                    p for p in after_replies(pos) if solve(p).score.of(tree.player).value == value
                ]
                walk(tree, best[0])
            else:
                followed += 1
                assert held.difference == tree.difference
                walk(tree, pos.play(held.move))

    assert strategy.trees
    for tree in strategy.trees:
        seen.clear()
        walk(tree, Position(SMALL))
    assert followed >= sum(
        move is not None for tree in strategy.trees for _, move in tree.replies.entries()
    )


def test_a_position_is_found_whatever_led_to_it_and_from_both_sides() -> None:
    (tree, *_) = small_strategy(8).trees
    for pos, move in tree.replies.entries():
        assert tree.replies.reply(pos) == move
        mirror = tree.replies.reply(pos.mirrored())
        if pos == pos.mirrored():
            assert mirror == move
        else:
            assert mirror == (None if move is None else SMALL.cols - 1 - move)
        assert tree.replies.reply(pos.passed()) is None
    assert tree.replies.reply(Position(MAX4)) is None


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    strategy = small_strategy(8)
    write_strategy(tmp_path / "s", strategy)
    again = read_strategy(tmp_path / "s")
    assert again.game == SMALL
    for one, other in zip(strategy.trees, again.trees, strict=True):
        assert one[:3] == other[:3]
        assert one.replies.entries() == other.replies.entries()


@pytest.mark.parametrize("cols", [3, 4, 7, 8])
def test_replies_of_every_width_are_packed(cols: int) -> None:
    game, rng = Game(3, cols, 3, goal=Goal.COUNT_TO_FULL), random.Random(cols)

    def choose(pos: Position) -> int | None:
        return rng.choice(pos.legal_moves()) if pos.stone_count < 6 else None

    for holder in (1, 2):
        made = OpeningStrategy.chosen(Position(game), holder, choose)
        packed = made.packed()
        assert OpeningStrategy(Position(game), holder, packed).entries() == made.entries()
        assert len(packed) == -(-len(made.entries()) * cols.bit_length() // 8)
        for wrong, words in ((packed[:-1], "too early"), (packed + b"\0", "left over")):
            with pytest.raises(ValueError, match=words):
                OpeningStrategy(Position(game), holder, wrong)


def test_a_reply_needs_room() -> None:
    game = Game(1, 3, 2, goal=Goal.COUNT_TO_FULL)
    with pytest.raises(ValueError, match="reply 2 is not a column with room"):
        OpeningStrategy.chosen(Position(game), 1, lambda pos: 0)
    with pytest.raises(ValueError, match="gravity board"):
        OpeningStrategy(Position(GAMES["gomoku"]), 1, b"")


# Certificates that begin after an opening, or speak for one side.


def test_a_certificate_of_one_side_after_an_opening(tmp_path: Path) -> None:
    prover = Prover(SMALL, table_mb=8)
    start = Position(SMALL).play(0)
    value = prover.value([0])
    assert prover.reaches(value, [0]) and not prover.reaches(value + 1, [0])
    whole = prover.certificate(value, 0, [0], sides=(2,))
    assert (whole.opening, whole.sides, whole.first) == ((1,), (2,), b"")
    write_certificate(tmp_path / "c", whole)
    again = read_certificate(tmp_path / "c")
    assert again == whole
    assert check_certificate(again) > 0
    for wrong in (
        whole._replace(value=value - 1),
        whole._replace(opening=(2,)),
        whole._replace(opening=(1, 5)),
        whole._replace(sides=(1, 2)),
    ):
        with pytest.raises(RejectedError):
            check_certificate(wrong)
    (tree,) = strategy_of([again], 6).trees
    assert tree[:3] == ((1,), 2, -value)
    assert tree.replies.reply(start) is not None
    assert tree.replies.reply(Position(SMALL).play(1)) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"opening": (64,)}, "no list of columns"),
        ({"opening": (1,) * 64}, "no list of columns"),
        ({"sides": ()}, "no strategy"),
    ],
)
def test_a_header_that_no_certificate_has(
    change: dict[str, object], words: str, tmp_path: Path
) -> None:
    write_certificate(tmp_path / "c", small_certificate()._replace(**change))  # type: ignore[arg-type]
    with pytest.raises(RejectedError, match=words):
        read_certificate(tmp_path / "c")


# The strategy that is shipped.


def test_every_reply_of_the_opponent_is_within_the_shipped_strategy() -> None:
    """Walked from outside, by play and look-up alone."""
    strategy = shipped_strategy()
    for tree in strategy.trees:
        listed = dict(tree.replies.entries())
        start = Position(MAX4)
        for column in tree.opening:
            start = start.play(column - 1)
        waiting, met = [start], set()
        while waiting:
            pos = waiting.pop()
            pos = pos if pos in listed else pos.mirrored()
            move = listed[pos]
            if pos not in met and move is not None:
                met.add(pos)
                waiting += after_replies(pos.play(move))
        assert len(met) == sum(move is not None for move in listed.values()) > 50
        early = [pos for pos, move in listed.items() if move is None and not late(pos)]
        if tree.player == 1:  # like another but for a dead stone, so the certificate passes it over
            assert len(early) < 50 and min(map(empty_cells, early)) >= LEAST_EMPTY


@pytest.mark.long
def test_where_the_shipped_strategy_ends_the_solver_is_quick() -> None:
    """A sample; ``inarow dev strategy walk`` does all of it."""
    strategy = shipped_strategy()
    steps = list(leaves(strategy, every=9000))
    assert len(steps) >= 15
    for step in steps:
        assert step.nodes is not None and step.nodes <= MOST_NODES / 2, step.pos.text
    rng = random.Random(3)
    ends = list(strategy.leaves())
    for _ in range(2):
        for step in descent(*rng.choice(ends), rng):
            assert step.nodes is not None and step.nodes <= MOST_NODES / 4, step.pos.text


def test_a_walk_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal, strategy = tmp_path / "journal", small_strategy(12)
    whole = list(leaves(strategy, journal=journal))
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) == len(whole) + 1
    journal.write_text("".join(lines[:2]).replace("\n0 ", "\n0 77") + lines[2][:-1])
    again = list(leaves(strategy, journal=journal))
    assert str(again[0].nodes).startswith("77") and again[1:] == whole[1:]
    journal.write_text(lines[0] + "0 x\n")
    with pytest.raises(ValueError, match="line 2 is not a leaf and its nodes"):
        next(leaves(strategy, journal=journal))
    with pytest.raises(ValueError, match="belongs to something else"):
        next(leaves(small_strategy(10), journal=journal))


@pytest.mark.proof
def test_the_shipped_strategy_begins_as_the_certificate_does() -> None:
    """The first thirtieth of it; ``inarow dev strategy check`` compares all."""
    certificate = read_certificate(PROOFS / "maxconnect4-7x6")
    tree = shipped_strategy().trees[0]
    assert tree[:3] == (certificate.opening, 1, certificate.value)
    noted = noted_columns(certificate, 1, LEAST_EMPTY, most=400_000)
    listed = {stones_of(pos): move for pos, move in tree.replies.entries()}
    both = noted.keys() & listed.keys()
    assert len(both) > 2000
    assert {stones: noted[stones] for stones in both} == {stones: listed[stones] for stones in both}


def test_the_shipped_strategy_after_a_first_move_is_that_of_its_certificate() -> None:
    certificate = read_certificate(PROOFS / "maxconnect4-7x6-after-1")
    shipped = shipped_strategy()
    alone = Strategy(shipped.game, [shipped.trees[1]])
    assert first_difference(alone, strategy_of([certificate], LEAST_EMPTY)) is None


def test_two_strategies_part_at_a_reply() -> None:
    strategy = small_strategy(8)
    assert first_difference(strategy, small_strategy(8)) is None
    (tree, *rest) = strategy.trees
    found = "reply [0-9]+ of player 1's, in [xo./]+ x"
    assert re.fullmatch(found, str(first_difference(strategy, small_strategy(10))))
    for other, words in (
        (Strategy(SMALL, [tree._replace(difference=7), *rest]), "their trees differ"),
        (Strategy(SMALL, rest), "their trees differ"),
        (Strategy(MAX4, strategy.trees), "different boards"),
    ):
        assert words in str(first_difference(strategy, other))


def test_the_certificate_after_a_first_move_is_accepted() -> None:
    certificate = read_certificate(PROOFS / "maxconnect4-7x6-after-1")
    assert (certificate.opening, certificate.value, certificate.sides) == ((1,), -1, (2,))
    assert check_certificate(certificate) > 1_000_000


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda data: b"", "first line"),
        (lambda data: data.replace(b"strategy 1", b"strategy 2"), "first line"),
        (lambda data: data[:-1], "checksum"),
        (lambda data: data + b"\0", "checksum"),
        (lambda data: data[:-9] + bytes(9), "checksum"),
        (lambda data: data.replace(b'"difference": 0', b'"difference": 1'), "checksum"),
        (lambda data: data[:30], "not the header"),
        (lambda data: data.split(b"\n")[0] + b"\n[]\n", "not the header"),
    ],
)
def test_a_damaged_strategy_is_refused(
    damage: Callable[[bytes], bytes], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.strategy"
    path.write_bytes(damage(SHIPPED.read_bytes()))
    with pytest.raises(ValueError, match=f"is damaged: .*{words}"):
        read_strategy(path)
