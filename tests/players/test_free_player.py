"""The player of free boards: legal and quick, true where it calls things proved, and it wins."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Goal, Outcome, Position, _core, game_named
from inarow.analysis.analyse import analyse, analyst_of
from inarow.analysis.free import STRENGTHS, Findings, forced_win, takes, threats
from inarow.cli import main
from inarow.limits import Limits
from inarow.move_text import play_moves
from inarow.players.base import RandomPlayer
from inarow.players.free import FreePlayer
from inarow.players.levels import strong_player
from inarow.record import Record
from inarow.render.analysis_text import AnalysisText
from strategies import boards
from tools.plain_threats import PlainThreats, moves_to_win

FORCED_WINS = [
    line.split("\t")
    for line in (Path(__file__).parents[1] / "data" / "forced_wins.tsv")
    .read_text()
    .splitlines()[1:]
]
QUICK = Limits(time_s=0.01)


@st.composite
def free_games(draw: st.DrawFn) -> Game:
    return Game(
        draw(st.integers(1, 19)),
        draw(st.integers(1, 19)),
        draw(st.integers(3, 8)),
        False,
        stones=draw(st.sampled_from([(1, 1), (1, 2), (2, 2)])),
        exact=draw(st.booleans()),
    )


def winning_cells(pos: Position, player: int) -> set[int]:
    """Cells where one stone of the player wins, by the rules alone."""
    board = Position(pos.game, pos.cells(), player)
    wins = Outcome.FIRST_WINS if player == 1 else Outcome.SECOND_WINS
    return {cell for cell in board.legal_moves() if board.play(cell).outcome() is wins}


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_board_gets_a_legal_move_that_takes_a_win_or_blocks_one(data: st.DataObject) -> None:
    pos = data.draw(boards(data.draw(free_games())))
    if pos.is_over:
        return
    move = FreePlayer(memory_mb=4).choose(pos, QUICK, rng=random.Random(0)).move
    assert pos.landing(move) == move
    mine, theirs = (winning_cells(pos, player) for player in (pos.to_move, pos.opponent))
    if mine:
        assert move in mine
    elif theirs and pos.game.stones[1] == 1:
        assert move in theirs


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_the_threats_shown_are_what_the_rules_say(data: st.DataObject) -> None:
    pos = data.draw(boards(data.draw(free_games())))
    if pos.is_over:
        return
    found = threats(pos, "open three")
    assert len({(threat.cell, threat.player) for threat in found}) == len(found)
    assert {threat.kind for threat in found} <= set(STRENGTHS)
    for player in (1, 2):
        complete = {t.cell for t in found if t.player == player and t.kind == "complete"}
        assert complete == winning_cells(pos, player)


def test_there_are_fifty_forced_wins_and_no_two_are_alike() -> None:
    assert len({position for _, position, _ in FORCED_WINS}) == len(FORCED_WINS) >= 50


@pytest.mark.parametrize(("game", "text", "stones"), FORCED_WINS[::4])
def test_plain_threat_search_proves_the_forced_wins(game: str, text: str, stones: str) -> None:
    pos = Position.parse(game_named(game), text)
    assert moves_to_win(pos, int(stones)) == int(stones)


@pytest.mark.parametrize(("game", "text", "stones"), FORCED_WINS)
def test_forced_wins_are_solved_within_a_second(game: str, text: str, stones: str) -> None:
    pos = Position.parse(game_named(game), text)
    _core.use_cpu_clock(True)  # a second of our own, whatever else the machine does
    how, line, _, _ = _core.FreeEngine(pos.game, 16).forced_win(pos, 1.0)
    _core.use_cpu_clock(False)
    assert how in ("chain", "threats")
    # The line is legal and ends with a stone of the attacker that every reply loses to.
    attacker = pos.to_move
    for cell in line:
        assert not pos.is_over
        pos = pos.play(cell)
    assert pos.to_move != attacker
    if not pos.is_over:
        assert PlainThreats(pos).every_reply_loses(attacker - 1, 0)


@pytest.mark.parametrize(("game", "text", "stones"), FORCED_WINS[::10])
def test_a_forced_win_is_played_home(game: str, text: str, stones: str) -> None:
    """Against an opponent who blocks what must be blocked and else plays at random."""
    pos = Position.parse(game_named(game), text)
    us, rng, player = pos.to_move, random.Random(1), FreePlayer(memory_mb=16)
    for _ in range(60):
        if pos.is_over:
            break
        blocks = winning_cells(pos, us) if pos.to_move != us else set()
        if pos.to_move == us:
            move = player.choose(pos, Limits(time_s=0.5), rng=rng).move
        else:
            move = min(blocks) if blocks else rng.choice(pos.legal_moves())
        pos = pos.play(move)
    assert pos.outcome() is (Outcome.FIRST_WINS if us == 1 else Outcome.SECOND_WINS)


def test_a_block_that_threatens_nothing_keeps_the_threats_that_stand() -> None:
    """White has a five. Black blocks it, and of its two open fours white can stop only one."""
    rows = ["." * 13 for _ in range(13)]
    rows[2] = "xooooo......."
    rows[5] = "...xxxx......"
    rows[8] = "..xxxx......."
    pos = Position(Game(13, 13, 6, False), "/".join(rows), to_move=1)
    how, line, _, _ = _core.FreeEngine(pos.game, 4).forced_win(pos, 1.0)
    assert (how, line[0]) == ("threats", 2 * 13 + 6)
    assert moves_to_win(pos, 3) == 1


@pytest.mark.parametrize("ours", [1, 2])
def test_seven_by_seven_is_never_lost(ours: int) -> None:
    game = Game(7, 7, 6, False)
    rng = random.Random(ours)
    player, strong = FreePlayer(memory_mb=4), FreePlayer(memory_mb=4, attack_bias=0)
    for opponent in (RandomPlayer(), strong, RandomPlayer()):
        pos = Position(game)
        while not pos.is_over:
            chosen = player if pos.to_move == ours else opponent
            pos = pos.play(chosen.choose(pos, QUICK, rng=rng).move)
        assert pos.outcome() is not (Outcome.SECOND_WINS if ours == 1 else Outcome.FIRST_WINS)


@pytest.mark.parametrize("name", ["connect6-simple", "gomoku", "gomoku-exact", "connect6"])
def test_it_beats_a_random_player(name: str) -> None:
    rng = random.Random(3)
    pos, player, opponent = Position(game_named(name)), FreePlayer(), RandomPlayer()
    while not pos.is_over:
        chosen = opponent if pos.to_move == 1 else player
        pos = pos.play(chosen.choose(pos, Limits(time_s=0.02), rng=rng).move)
    assert pos.outcome() is Outcome.SECOND_WINS


def test_tictactoe_is_a_draw_between_two_of_it() -> None:
    pos, player = Position(game_named("tictactoe")), FreePlayer(memory_mb=4)
    while not pos.is_over:
        pos = pos.play(player.choose(pos, Limits(time_s=0.05), rng=random.Random(0)).move)
    assert pos.outcome() is Outcome.DRAW


def test_a_limit_by_depth_gives_the_same_choice_whatever_came_before() -> None:
    pos = Position(game_named("connect6-simple"))
    used, rng = FreePlayer(memory_mb=4), random.Random(0)
    for _ in range(10):
        choice = used.choose(pos, Limits(depth=3), rng=rng)
        assert choice == FreePlayer(memory_mb=4).choose(pos, Limits(depth=3), rng=rng)
        pos = pos.play(choice.move)


def test_the_clock_is_obeyed() -> None:
    player, rng = FreePlayer(), random.Random(0)
    pos = Position(game_named("connect6-simple")).play(180).play(160).play(161)
    player.choose(pos, Limits(time_s=0.0), rng=rng)
    before = time.process_time()
    player.choose(pos, Limits(time_s=0.3), rng=rng)
    assert time.process_time() - before < 0.6


def test_overlines_win_only_in_the_free_game() -> None:
    rows = ["." * 9 for _ in range(9)]
    rows[4] = "xxx.xx..."
    cells = "/".join(rows)
    free, exact = (Game(9, 9, 5, False, exact=rule) for rule in (False, True))
    assert winning_cells(Position(free, cells), 1) == {4 * 9 + 3}
    assert winning_cells(Position(exact, cells), 1) == set()
    kinds = {t.cell: t.kind for t in threats(Position(exact, cells), "open three") if t.player == 1}
    assert kinds.get(4 * 9 + 3) != "complete"


def found(pos: Position) -> Findings:
    findings = analyse(pos, Limits(0.2)).findings
    assert findings is not None
    return findings


def test_analysis_keeps_proof_and_judgement_apart() -> None:
    game = game_named("gomoku")
    quiet = found(Position(game).play(112))
    assert quiet.win is None and quiet.choice and not quiet.choice.proved
    assert any(text.startswith("judgement: ") for text in quiet.sentences(str))
    rows = ["." * 15 for _ in range(15)]
    rows[7] = "....xxx........"
    won = found(Position(game, "/".join(rows), to_move=1))
    assert won.win is not None and won.choice is not None
    assert won.choice.proved and won.choice.move == won.win.line[0]
    assert won.sentences(str)[0].startswith("proved: the side to move wins")
    danger = found(Position(game, "/".join(rows), to_move=2))
    assert danger.danger is not None and danger.danger.player == 1
    assert any("opponent would win" in text for text in danger.sentences(str))


def test_the_analysis_is_told_in_words_and_as_data() -> None:
    rows = ["." * 9 for _ in range(9)]
    rows[4] = "..xxxx..o"
    pos = Position(Game(9, 9, 6, False), "/".join(rows), to_move=2)
    analysis = analyse(pos, Limits(0.2))
    text = AnalysisText(analysis, 1).known()
    assert any("proved: the opponent would win if it could move" in line for line in text)
    assert "5.2 five with two ways on" in text[-2]
    data = analysis.as_json()["findings"]
    assert data["danger"]["player"] == 1
    assert data["choice"]["move"] in ("5.2", "5.7", "5.1")
    assert {"cell": "5.7", "player": 1, "kind": "two ones"} in data["threats"]


def test_a_game_that_nothing_analyses_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert analyst_of(game_named("connect6-simple:10x10k9")) is None
    assert main(["analyse", "--game", "connect6-simple:10x10k9"]) == 2
    assert "there is no analysis of connect6-simple:10x10k9" in capsys.readouterr().err


@pytest.mark.parametrize(
    "moves",
    [
        "8.8,6.10,8.10,11.8,8.9,8.11,8.7,8.6,9.10",
        "6.7,7.7,9.5,7.8,7.5,10.5,7.6",
        "6.7,7.7,9.5,7.8,7.5,10.5,7.6,5.8,8.5",
        "6.7,7.7,9.5,7.8,7.5,10.5,7.6,5.8,8.5,6.8,8.8",
    ],
)
def test_of_many_blocks_one_is_found_that_holds(moves: str) -> None:
    """The first player threatens to win by threats; after the chosen block there is no such win."""
    pos = play_moves(Position(game_named("gomoku")), moves)
    engine = _core.FreeEngine(pos.game, 16)
    standing, _ = forced_win(engine, pos.passed(), 3)
    assert standing is not None and standing.how == "threats"
    block = engine.choose(pos, 3600, 4)[0]
    assert forced_win(engine, pos.play(block), 3) == (None, True)


def test_threats_are_spoken_of_by_the_stones_that_lie() -> None:
    game = game_named("gomoku")
    rows = ["." * 15 for _ in range(15)]
    rows[7] = "....xx....ooox."
    analysis = analyse(Position(game, "/".join(rows)), Limits(0.1))
    first, second = AnalysisText(analysis, 1).known()[-2:]
    assert "8.7 open three" in first and "8.10 four" in second


def test_with_two_stones_a_turn_every_four_of_six_is_a_threat() -> None:
    rows = ["." * 19 for _ in range(19)]
    rows[9] = "oxxx..............."
    found = threats(Position(game_named("connect6"), "/".join(rows), to_move=2))
    assert {t.cell % 19 for t in found} == {4, 5, 6} and {t.kind for t in found} == {"closed two"}
    one_stone = Position(game_named("connect6-simple"), "/".join(rows), to_move=2)
    assert threats(one_stone) == ()


def test_proof_of_pairs_is_kept_within_a_turn_and_after_it() -> None:
    record = Record.parse(
        "connect6 10.10,6.6,6.7,9.11,11.9,8.12,7.6,9.9,8.8,5.6,8.5,11.11,12.12,7.7"
    )
    results = [analyse(pos, Limits(3.0)).result for pos in record.positions[-4:]]
    # The first player has two stones to lay, then one; then the second has two, then one.
    assert results == ["win", "win", "loss", "loss"]
    assert all(move.result == "loss" for move in analyse(record.positions[-2], Limits(3.0)).moves)


def test_levels_use_it_where_it_plays_and_the_free_player_elsewhere() -> None:
    for game in (game_named("connect6"), game_named("gomoku-exact"), Game(9, 9, 8, False)):
        assert takes(game) and isinstance(strong_player(game), FreePlayer)
    for game in (
        Game(9, 9, 9, False),
        Game(9, 9, 2, False),
        Game(9, 9, 4, False, Goal.COUNT_TO_FULL),
        Game(9, 9, 4, False, stones=(1, 3)),
    ):
        assert not takes(game) and strong_player(game).name == "open-lines"
        with pytest.raises(ValueError):
            _core.FreeEngine(game)
