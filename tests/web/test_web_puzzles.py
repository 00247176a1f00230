"""Puzzles: one move wins, in as many stones as the page says, and the claim is never unproved."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser import Open
from inarow import GAMES, Outcome, Position
from inarow.analysis.analyse import analyse, solve
from inarow.teaching.puzzles import LATEST, SOONEST
from inarow.web.answers.puzzle import puzzle_answer


@pytest.mark.parametrize("seed", range(6))
def test_one_move_of_a_puzzle_wins_and_in_the_number_told(seed: int) -> None:
    puzzle = puzzle_answer(seed)
    assert puzzle == puzzle_answer(seed) and SOONEST <= puzzle["win_in"] <= LATEST
    pos = Position.parse(GAMES["connect4"], puzzle["from"])
    after = [solve(pos.play(move)) for move in pos.legal_moves()]
    assert sum(found.hi < 0 for found in after) == 1, "the reply loses after one move alone"
    side, stones = pos.to_move, 0
    while pos.outcome() == Outcome.ONGOING:
        stones += pos.to_move == side
        best = max(analyse(pos).moves, key=lambda move: move.lo)
        pos = pos.play(best.move)
    assert stones == puzzle["win_in"], "against the longest defence"


def test_a_puzzle_is_played_against_perfect_with_hidden_scores(visit: Open) -> None:
    page = visit("/play/connect4")
    page.locator("#do-puzzle").click()
    page.wait_for_url("**puzzle=1*")
    expect(page.locator(".why")).to_contain_text("Only one first move works.")
    expect(page.locator(".tile.plain")).to_have_count(7)
    expect(page.locator("#live")).to_contain_text("win in")
    page.keyboard.press(" ")
    expect(page.locator(".why .tag")).to_have_text("win kept")
    expect(page.locator(".why")).to_contain_text("Right: the win is kept.")
    expect(page.locator(".tile.plain")).to_have_count(7)  # the scores would tell the rest
    expect(page.locator("[data-key=retry]")).to_have_count(0)
    page.locator("#do-fresh").click()
    expect(page.locator(".tile.best")).to_have_count(1)
    assert "puzzle" not in page.url


def test_a_link_cannot_claim_what_is_not_so(visit: Open) -> None:
    page = visit("/play/connect4?puzzle=1")
    expect(page.locator(".why")).to_contain_text(
        "Only one first move works."
    )  # 4 alone wins, in 21
    page = visit(f"/play/connect4?from={'......./' * 5}...x...+o&puzzle=1")  # Yellow loses
    expect(page.locator(".why")).to_contain_text("Yellow to move.")
    expect(page.locator(".why")).not_to_contain_text("wins in")
