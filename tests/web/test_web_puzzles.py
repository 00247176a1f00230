"""The puzzle book: verdicts are the solver's, and the page keeps count."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from browser import Open
from inarow.analysis.analyse import analyse
from inarow.errors import UserError
from inarow.move_text import format_move
from inarow.record import Record
from inarow.teaching.puzzles.book import THEMES, shipped_puzzles
from inarow.teaching.puzzles.proof import proof_of
from inarow.web.puzzles import puzzle_json, puzzles_json

NUMBER = next(
    number
    for number, one in enumerate(shipped_puzzles().puzzles, start=1)
    if one.game == "connect4" and one.goal == "win" and one.win_in == 3
)


def test_the_list_has_every_puzzle_with_its_grade() -> None:
    told = puzzles_json()
    assert len(told["puzzles"]) == len(shipped_puzzles().puzzles) >= 500
    grades = Counter(entry[3] for entry in told["puzzles"] if entry[0] == "connect4")
    assert sorted(grades) == list(range(1, 9))
    assert {theme for entry in told["puzzles"] for theme in entry[4]} <= set(THEMES)


@pytest.mark.parametrize("seed", range(8))
def test_a_puzzle_is_solved_by_its_one_move_and_by_no_other(seed: int) -> None:
    rng = random.Random(seed)
    puzzles = shipped_puzzles().puzzles
    columns = ("connect4", "maxconnect4")
    falling = [place for place, one in enumerate(puzzles, start=1) if one.game in columns]
    number = rng.choice(falling)
    puzzle = puzzles[number - 1]
    proof = proof_of(puzzle.pos)
    assert proof is not None
    for move in puzzle.pos.legal_moves():
        told = puzzle_json(number, format_move(puzzle.pos.game, move))
        good = told["state"]["kind"] in ("right", "solved")
        assert good == (move == proof.move), (puzzle.line, move)
        assert (told["themes"] is None) == (told["state"]["kind"] != "solved")
    moves: list[str] = []
    for _ in range(max(1, puzzle.win_in)):
        pos = Record.from_moves(puzzle.pos, "".join(moves)).pos
        best = max(analyse(pos).moves, key=lambda found: found.lo)
        moves.append(format_move(pos.game, best.move))
        told = puzzle_json(number, "".join(moves))
        if told["state"]["reply"] is not None:
            moves.append(told["state"]["reply"])
    assert told["state"]["kind"] == "solved"
    if puzzle.win_in:
        assert len(moves) == 2 * puzzle.win_in - 1, "against the longest defence"
        assert told["play"]["outcome"] in ("first", "second")


def number_of(game: str, goal: str) -> int:
    """Of the puzzle that is proved soonest."""
    puzzles = enumerate(shipped_puzzles().puzzles, start=1)
    of_kind = [(one.nodes, place) for place, one in puzzles if (one.game, one.goal) == (game, goal)]
    return min(of_kind)[1]


def kind(number: int, *moves: str) -> str:
    return str(puzzle_json(number, ",".join(moves))["state"]["kind"])


def test_a_defence_on_a_free_board_is_judged() -> None:
    number = number_of("gomoku", "hold")
    told = puzzle_json(number, "", give_up=True)
    assert told["themes"] == ["only defence"] and told["solution"]
    assert kind(number, told["solution"][0]) == "solved"
    assert kind(number, "1.1") == "wrong"


def test_a_chain_of_fours_is_answered_to_its_end() -> None:
    number = number_of("gomoku", "win")
    line = puzzle_json(number, "", give_up=True)["solution"]
    played: list[str] = []
    for stone, reply in zip(line[::2], line[1::2], strict=False):
        told = puzzle_json(number, ",".join([*played, stone]))
        if told["state"]["kind"] == "solved":
            break
        assert told["state"]["kind"] == "right" and told["state"]["reply"] == reply
        played += [stone, reply]
        assert "answered" in puzzle_json(number, ",".join(played))["state"]["words"]
    assert told["state"]["kind"] == "solved" and "two ways" in told["state"]["words"]
    assert kind(number, "1.1") == "wrong"


@pytest.mark.parametrize("goal", ["win", "hold"])
def test_a_pair_of_stones_is_judged_in_either_order(goal: str) -> None:
    number = number_of("connect6", goal)
    told = puzzle_json(number, "", give_up=True)
    first, second = told["solution"]
    assert told["line"] == [told["player"]] * 2 and told["themes"]
    assert kind(number, first) == kind(number, second) == "right"
    assert kind(number, first, second) == kind(number, second, first) == "solved"
    assert kind(number, "1.1") == kind(number, first, "1.1") == "wrong"


def test_what_is_wrong_is_a_sentence() -> None:
    for number, moves in ((0, ""), (10**6, ""), (1, "9"), (1, "1" * 5000)):
        with pytest.raises(UserError):
            puzzle_json(number, moves)


def test_a_puzzle_is_tried_solved_and_followed_by_the_next(visit: Open) -> None:
    puzzle = shipped_puzzles().puzzles[NUMBER - 1]
    proof = proof_of(puzzle.pos)
    assert proof is not None
    wrong = next(move for move in puzzle.pos.legal_moves() if move != proof.move)
    page = visit(f"/puzzles/{NUMBER}")
    expect(page.locator(".task h2")).to_contain_text("win in 3")
    expect(page.locator(".theme")).to_have_text(["shown when solved"])
    page.keyboard.press(str(wrong + 1))
    expect(page.locator("#puzzle-tag")).to_have_text("not it")
    page.keyboard.press(str(proof.move + 1))
    expect(page.locator("#refused")).to_have_text("This try was wrong: r tries again.")
    expect(page.locator("#live")).to_have_text("This try was wrong: r tries again.")
    page.keyboard.press("r")
    expect(page.locator("#refused")).to_have_count(0)
    expect(page.locator("#puzzle-tag")).to_have_count(0)
    page.keyboard.press(str(proof.move + 1))
    expect(page.locator("#puzzle-tag")).to_have_text("right")
    for turn in (1, 2):
        expect(page.locator(".line-chip:not(.open)")).to_have_count(2 * turn)
        texts = page.locator(".line-chip:not(.open)").all_inner_texts()
        pos = Record.from_moves(puzzle.pos, "".join(text.strip() for text in texts)).pos
        best = max(analyse(pos).moves, key=lambda found: found.lo)
        page.keyboard.press(str(best.move + 1))
    expect(page.locator("#puzzle-tag")).to_have_text("solved")
    page.keyboard.press("1")
    expect(page.locator("#refused")).to_have_text("This puzzle is over: n shows the next.")
    expect(page.locator("#streak")).to_have_text("0")
    page.reload()
    expect(page.locator(".streak i")).to_have_text(["✕"])  # a look at it is no try
    page.keyboard.press("n")
    page.wait_for_url(re.compile(rf"/puzzles/(?!{NUMBER}$)\d+$"))
    page.locator("#puzzle-set").select_option("maxconnect4")
    expect(page.locator(".task h2")).to_contain_text(re.compile("keep the win|save the draw"))
    page.locator("#do-give-up").click()
    expect(page.locator(".puzzle-verdict")).to_contain_text("The solution is")
    expect(page.locator(".streak i")).to_have_text(["✕", "✕"])


def test_a_finger_aims_in_a_puzzle_of_a_large_board(visit: Open) -> None:
    number = number_of("gomoku", "win")
    page = visit(f"/puzzles/{number}", width=390, has_touch=True, is_mobile=True)
    page.locator(".board").tap(position={"x": 20, "y": 20})
    expect(page.locator(".aim-words b")).to_have_text("Row 1, column 1")
    expect(page.locator("#puzzle-tag")).to_have_count(0)
    page.locator("[data-key=aim-place]").tap()
    expect(page.locator("#puzzle-tag")).to_have_text("not it")
    expect(page.locator("#puzzle-set")).to_have_value("gomoku")
    themes = page.locator("#puzzle-theme option").all_inner_texts()
    assert themes == ["any theme", "win by fours", "only defence"]


def test_the_play_screen_leads_to_the_puzzles_and_back(visit: Open) -> None:
    page = visit("/play/connect4?yellow=4")
    page.locator("#do-puzzle").click()
    page.wait_for_url(re.compile(r"/puzzles/\d+$"))
    expect(page.locator("#tab-puzzles")).to_have_attribute("aria-current", "page")
    page.locator("#tab-play").click()
    expect(page.locator(".tile")).to_have_count(7)


def test_a_task_that_is_not_proved_yet_claims_nothing(visit: Open) -> None:
    page = visit("/play/connect4")
    page.route("**/api/analysis*", lambda route: None)  # no answer
    start = "......./......./......./..xo.../..ox.../.oxoxo.+x"  # the book does not reach it
    page.goto(f"{page.url.partition('/play')[0]}/play/connect4?from={start}&puzzle=1")
    expect(page.locator(".why")).to_have_text("Red to move. Find the best move.")


def test_a_link_cannot_claim_what_is_not_so(visit: Open) -> None:
    page = visit("/play/connect4?puzzle=1")
    expect(page.locator(".why")).to_contain_text(
        "Only one first move works."
    )  # 4 alone wins, in 21
    page = visit(f"/play/connect4?from={'......./' * 5}...x...+o&puzzle=1")  # Yellow loses
    expect(page.locator(".why")).to_contain_text("Yellow to move.")
    expect(page.locator(".why")).not_to_contain_text("wins in")
