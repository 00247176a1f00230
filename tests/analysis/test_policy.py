"""The policy of the tournament players, and the search it is made for."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Position
from inarow._core import ExportSearch, FallingSolver, Policy, position_key
from inarow.analysis.falling import analyse
from inarow.analysis.policy import SHIPPED, read_policy, shipped_policy, write_policy
from inarow.cli import main
from inarow.executor import LocalExecutor
from inarow.export import tournament_player
from inarow.export.retrieval import packed, slots
from inarow.export.tournament import with_replies
from inarow.limits import SolverOptions
from inarow.makers import policy as policy_build
from inarow.makers.policy import PLAY_LIMIT, PolicyBuilder
from inarow.protocols import comp3308

DATA = Path(__file__).parents[1] / "data" / "connect4-positions"


def played(moves: str) -> Position:
    pos = Position(Game())
    for move in moves:
        pos = pos.play(int(move) - 1)
    return pos


def bits(pos: Position) -> tuple[int, int]:
    """The stones of the mover and of the opponent, as the one-file player has them."""
    stones = {1: 0, 2: 0}
    for row in range(6):
        for col in range(7):
            if pos.at(row, col):
                stones[pos.at(row, col)] |= 1 << (7 * col + 5 - row)
    return stones[pos.to_move], stones[pos.opponent]


def own_positions(pos: Position, policy: Policy) -> list[Position]:
    """What follows in turns of the same side: after the policy's move and any reply."""
    column = policy.column(pos)
    assert column is not None
    after = pos.play(column)
    then = [after.play(reply) for reply in after.legal_moves()]
    return [pos for pos in then if not pos.is_over]


def sides() -> list[list[Position]]:
    start = Position(Game())
    return [[start], [start.play(col) for col in range(7)]]


@pytest.mark.parametrize(("name", "step"), [("L2_R2", 40), ("L2_R1", 40), ("L3_R1", 60)])
def test_the_file_searches_node_for_node_as_the_core_does(name: str, step: int) -> None:
    compared = 0
    for row in (DATA / f"Test_{name}.txt").read_text().splitlines()[::step]:
        moves, score = row.split()
        pos = played(moves)
        solved, column, found, nodes = ExportSearch().solve(pos, 3000)
        if nodes == 0:  # nothing to choose
            continue
        mover, opponent = bits(pos)
        taken = mover | opponent
        threats = tournament_player.winning_cells(opponent) & (tournament_player.BOARD ^ taken)
        playable = (taken + tournament_player.BOTTOM) & tournament_player.BOARD
        safe = (playable & threats or playable) & ~(threats >> 1)
        search = tournament_player.ExactSearch(3000, float("inf"))
        try:
            answer = search.solve(mover, taken, safe, pos.stone_count)
        except tournament_player.OutOfNodes:
            assert not solved
        else:
            assert solved and found == int(score)
            assert answer == (found, 1 << (answer[1].bit_length() - 1))
            assert tournament_player.column_of(answer[1]) == column
        assert search.nodes == nodes
        compared += 1
    assert compared >= 5


@settings(max_examples=200, deadline=None)
@given(st.integers(20, 40), st.randoms(use_true_random=False), st.booleans())
def test_the_lean_search_is_exact(stones: int, rng: random.Random, forfeit: bool) -> None:
    pos = Position(Game())
    while pos.stone_count < stones and pos.legal_moves():
        pos = pos.play(rng.choice(pos.legal_moves()))
        if forfeit and rng.random() < 0.1:
            pos = pos.passed()
    if not pos.legal_moves():
        return
    analysis = analyse(pos, options=SolverOptions(lines=False))
    solved, column, score, nodes = ExportSearch().solve(pos, 100_000)
    assert solved
    assert column in [verdict.move for verdict in analysis.best]
    if nodes:
        # On an unbalanced board the two count the winner's stones differently, but alike in order.
        assert (score > 0) == (analysis.verdict.lo > 0)
        assert (score < 0) == (analysis.verdict.lo < 0)


@pytest.mark.parametrize("side", [0, 1])
def test_following_the_policy_never_leaves_what_is_known(side: int) -> None:
    """Each own position is an entry or settled by the file's search, whatever the opponent does."""
    policy, lean, rng = shipped_policy(), ExportSearch(), random.Random(side)
    entries = borders = 0
    for _ in range(300):
        pos = rng.choice(sides()[side])
        while policy.column(pos) is not None:
            entries += 1
            following = own_positions(pos, policy)
            # Half of the time the reply that keeps the game hard for longest, if there is one.
            hard = [then for then in following if policy.column(then) is not None]
            pos = rng.choice(hard if hard and rng.random() < 0.5 else following)
        borders += 1
        while True:
            pos = pos.mirrored() if position_key(pos)[1] else pos
            solved, column, _, _ = lean.solve(pos, PLAY_LIMIT)
            assert solved, f"{pos.text} needs more than {PLAY_LIMIT} nodes"
            after = pos.play(column)
            replies = [after.play(reply) for reply in after.legal_moves()]
            replies = [then for then in replies if not then.is_over]
            if not replies:
                break
            pos = rng.choice(replies)
    assert entries > 1000 and borders == 300


def test_every_entry_belongs_to_a_side_that_follows_the_policy() -> None:
    policy = shipped_policy()
    met = set()
    waiting = [pos for side in sides() for pos in side]
    while waiting:
        pos = waiting.pop()
        key = position_key(pos)[0]
        if key not in met and policy.column(pos) is not None:
            met.add(key)
            waiting += own_positions(pos, policy)
    assert met == {key for key, _ in policy.entries()}


def test_entries_keep_the_exact_score() -> None:
    """Checked from the border upwards, where the solver is quick, on random lines."""
    policy, rng = shipped_policy(), random.Random(7)
    checked = 0
    for game in range(24):
        pos = rng.choice(sides()[game % 2])
        line = []
        while policy.column(pos) is not None:
            line.append(pos)
            pos = rng.choice(own_positions(pos, policy))
        for pos in line:
            if pos.stone_count < 8 or pos.stone_count >= 12:
                found = analyse(pos, options=SolverOptions(lines=False))
                assert policy.column(pos) in [verdict.move for verdict in found.best]
                checked += 1
    assert checked > 50


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.integers(1, (1 << 49) - 1), st.integers(0, 1023), max_size=300))
def test_the_retrieval_table_gives_back_every_value(values: dict[int, int]) -> None:
    segment, table = packed(values, 10)
    for key, value in values.items():
        found = 0
        for slot in slots(key, segment):
            found ^= (int.from_bytes(table, "little") >> 10 * slot) & 1023
        assert found == value


def test_the_file_knows_all_entries_and_where_they_end() -> None:
    policy = shipped_policy()
    values = with_replies(policy)
    assert {key: value & 7 for key, value in values.items()} == dict(policy.entries())
    for first in [Position(Game()), *sides()[1]]:
        assert policy.column(first) is not None  # the walk of the file starts there


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[:-8],
        lambda data: data.replace(b"policy 1", b"policy 2"),
        lambda data: data[:-8] + b"\xff" * 8,
        lambda data: data[:-8] + bytes(8),
    ],
)
def test_a_damaged_policy_is_refused(damage: object, tmp_path: Path) -> None:
    assert callable(damage)
    path = tmp_path / "x.policy"
    path.write_bytes(damage(SHIPPED.read_bytes()))
    with pytest.raises(ValueError, match="damaged"):
        read_policy(path)


def test_the_command_plays_on_without_its_policy_and_its_books(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = Position(Game())
    assert comp3308.policy_column(pos) == comp3308.tournament_column(pos, 0.05) == 3
    monkeypatch.setattr(comp3308, "POLICY_FILE", str(tmp_path / "none"))
    assert comp3308.scored_column(pos) == comp3308.tournament_column(pos, 0.05) == 3
    damaged = tmp_path / "damaged"
    damaged.write_bytes(b"inarow book 2 connect4 ply 8 positions 91295\nnothing")
    monkeypatch.setattr(comp3308, "SCORES_FILE", str(damaged))
    assert comp3308.result_column(pos) == comp3308.tournament_column(pos, 0.05) == 3
    for name in ("none", "damaged"):
        monkeypatch.setattr(comp3308, "RESULTS_FILE", f"{tmp_path}/{name}%.0d")
        assert comp3308.tournament_column(pos, 0.05) in range(7)


def test_where_the_policy_ends_the_command_keeps_the_exact_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Eight stones are in a book of results, which knows no scores: it must not have the word."""
    monkeypatch.setattr(comp3308, "EXTRA_S", 5.0)  # a few milliseconds do, unless others run
    policy, rng, solver = shipped_policy(), random.Random(6), FallingSolver(Game(), 64)
    ends: set[Position] = set()
    while len(ends) < 8:
        pos = Position(Game())
        while pos.stone_count < 8 and (column := policy.column(pos)) is not None:
            pos = pos.play(column)
            pos = pos.play(rng.choice(pos.legal_moves()))
        if pos.stone_count == 8 and policy.column(pos) is None and pos.legal_moves():
            ends.add(pos)
    for pos in ends:
        after = pos.play(comp3308.tournament_column(pos, 5.0))
        if not after.is_over:
            assert solver.solve(after)[0] == -solver.solve(pos)[0], pos


def test_the_policy_goes_by_turns_and_not_by_colour() -> None:
    policy = shipped_policy()
    pos = Position(Game())
    for _ in range(6):
        swapped = Position(Game(), pos.cells(".xo"), pos.opponent, symbols=".ox")
        assert policy.column(swapped) == policy.column(pos) is not None
        pos = next(pos for pos in own_positions(pos, policy) if policy.column(pos) is not None)
    assert policy.column(Position(Game()).passed()) == 3
    assert policy.column(Position(Game()).play(3).passed()) is None


def test_a_policy_is_written_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.policy"
    write_policy(path, dict(shipped_policy().entries()))
    assert path.read_bytes() == SHIPPED.read_bytes()


@pytest.mark.process
def test_a_build_that_is_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_build, "LEAN_LIMIT", 60)
    monkeypatch.setattr(policy_build, "PLAY_LIMIT", 20)
    monkeypatch.setattr(policy_build, "TRUSTED", 5)
    rows = (DATA / "Test_L2_R2.txt").read_text().splitlines()
    roots = [pos for row in rows if (pos := played(row.split()[0])).stone_count == 16][:1]
    with LocalExecutor(1) as executor:
        whole = PolicyBuilder(1, tmp_path / "whole").run(executor, lambda progress: None, roots)
    assert len(whole) > 20

    class StoppedError(Exception):
        pass

    def stop(progress: policy_build.PolicyProgress) -> None:
        if progress.visited > len(whole) // 2:
            raise StoppedError

    with LocalExecutor(2) as executor, pytest.raises(StoppedError):
        PolicyBuilder(1, tmp_path / "cut").run(executor, stop, roots)
    journal = tmp_path / "cut"
    kept = journal.read_text()
    journal.write_text(kept[: 2 * len(kept) // 3])  # killed in the middle of a line
    with LocalExecutor(2) as executor:
        assert PolicyBuilder(1, journal).run(executor, lambda progress: None, roots) == whole
    for key, column in whole.items():
        assert 0 <= column < 7 and key > 0

    journal.write_text("something else\n")
    with pytest.raises(ValueError, match="line 1 is not 'inarow policy 1 player 1 limit 60'"):
        PolicyBuilder(1, journal)
    assert main(["dev", "policy", "--out", f"{tmp_path}/none/x"]) == 2
