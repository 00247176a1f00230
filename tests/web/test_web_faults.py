"""What a visitor found wrong once, each where a browser shows it, several to a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from browser import Open
from inarow.teaching.puzzles.book import shipped_puzzles

LOST = "/play/connect4/444435522464157535572766?yellow=3"


def clicked(page: Page, column: int) -> None:
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * (column - 0.5) / 7, box["y"] + box["height"] / 2)


def test_the_coach_is_about_your_move_and_a_second_try_is_judged(visit: Open) -> None:
    page = visit("/play/connect4/4444?yellow=3")
    clicked(page, 3)
    expect(page.locator(".verdict")).to_contain_text("Your move 5")
    expect(page.locator(".why .tag")).to_have_text("win to loss")
    expect(page.locator(".why .voice").first).to_have_text(
        re.compile("^Column 3 loses; 4 would have won, by move 41")
    )
    expect(page.locator(".reply")).to_contain_text("Yellow answered")
    # No ring of the browser's own round the board, and it is no stop of the Tab key.
    assert page.evaluate("() => document.activeElement.tagName") not in ("svg", "BUTTON")
    outline = "() => getComputedStyle(document.querySelector('svg.board')).outlineStyle"
    assert page.evaluate(outline) == "none"
    assert page.locator(".board .badge-text").text_content() == "??"
    page.locator("[data-key=retry]").click()
    page.wait_for_url(re.compile(r"at=4\b.*retry=1"))
    # Space stays the screen's after a click on a button: nothing is tried again by it.
    assert page.evaluate("() => document.activeElement.tagName") not in ("svg", "BUTTON")
    page.keyboard.press("2")
    expect(page.locator(".why .voice").first).to_contain_text("Column 2 loses too.")
    expect(page.locator(".variation")).to_contain_text("A line after 4")
    page.keyboard.press("r")
    page.wait_for_url(re.compile("retry=1"))
    page.keyboard.press("4")
    expect(page.locator(".why .voice").first).to_contain_text("Column 4 holds. That is the move.")
    expect(page.locator("[data-key=retry]")).to_have_count(0)
    # Back leads before one's own move, not into the middle of a turn.
    expect(page.locator(".mv:not(.in-line)")).to_have_count(6)
    page.go_back()
    expect(page.locator(".status")).not_to_contain_text("Let inarow move")


def test_the_end_says_what_turned_it_and_what_to_do_next(visit: Open) -> None:
    page = visit(LOST)
    expect(page.locator(".turning")).to_have_text("You were winning until move 23.")
    expect(page.locator(".tiles")).to_have_text("Level 3 won on move 24")
    expect(page.locator(".kept-row .num")).to_have_text([re.compile(r"^\d of \d$")] * 2)
    expect(page.locator(".turn-card")).to_have_count(3)
    actions = page.locator(".why .next button")
    assert [text.split("\n")[0] for text in actions.all_inner_texts()] == [
        "Try 23 again", "New game", "Swap sides",
    ]  # fmt: skip
    # The mark of a move is named once.
    assert page.get_by_role("button", name=re.compile("only move")).count() > 0
    assert page.get_by_role("button", name=re.compile("only only")).count() == 0
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_url("**red=3*")
    page.locator("[data-key=summary-fresh]").click()
    page.wait_for_url("**/play/connect4?red=3")
    expect(page.locator(".mv")).to_have_count(1)


def test_a_line_destroys_nothing_and_one_key_leads_back(visit: Open) -> None:
    page = visit("/play/connect4/444441351511131322?yellow=9&at=9")
    page.locator("[data-key=line]").click()
    expect(page.locator(".line-bar")).to_contain_text("Best line")
    expect(page.locator(".mv:not(.in-line)")).to_have_count(18)
    expect(page.locator(".stage.in-line .stone-number").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(page.locator(".line-bar")).to_have_count(0)
    expect(page.locator(".moves-part .sec-h .small")).to_have_text("Yellow won on move 18")
    assert "yellow=9" in page.url and "lines=" in page.url
    # A move at an earlier position begins another line; the game stays as it was.
    page.keyboard.press("7")
    expect(page.locator(".variation")).to_have_count(2)
    expect(page.locator(".pos")).to_contain_text("12 of 12")
    page.reload()
    expect(page.locator(".variation")).to_have_count(2)
    expect(page.locator(".mv:not(.in-line)")).to_have_count(18)
    page.locator("[data-key=drop-line-1]").click()
    expect(page.locator(".variation")).to_have_count(1)
    page.locator("[data-key=restore]").click()
    expect(page.locator(".variation")).to_have_count(2)


def test_scores_say_whose_they_are_and_stay_off(visit: Open) -> None:
    page = visit("/play/connect4/4444?yellow=3")
    expect(page.locator(".tile.best")).to_contain_text("+1")
    expect(page.locator(".eval .v")).to_have_text(re.compile(r"\+1\s*you"))
    expect(page.locator(".legend-part")).to_contain_text("Scores are yours")
    expect(page.locator(".rule-line")).to_have_text("Four in a row wins.")
    page.keyboard.press("s")
    expect(page.locator(".tile.plain")).to_have_count(7)
    expect(page.locator(".eval")).to_have_class(re.compile("off"))
    expect(page.locator(".why .voice")).to_have_count(0)
    expect(page.locator(".chart")).to_contain_text("hidden")
    expect(page.locator(".chart")).not_to_contain_text("not solved")
    page.reload()
    expect(page.locator(".tile.plain")).to_have_count(7)
    page.keyboard.press("s")
    # A full column is refused to eyes and ears; the logo keeps the opponent.
    page = visit("/play/connect4/444444?yellow=3")
    page.keyboard.press("4")
    expect(page.locator(".status")).to_have_text("Column 4 is full.")
    expect(page.locator("#live")).to_have_text("Column 4 is full.")
    page.locator("#brand").click()
    page.wait_for_url("**/play/connect4?yellow=3")
    # Where every move loses none is called best; one or two that last longest say so.
    page = visit("/play/connect4/444441351")
    expect(page.locator(".tile .o.win")).not_to_have_count(0)
    page = visit("/play/connect4/4444413515")
    expect(page.locator(".tile .o.loss")).to_have_count(7)
    expect(page.locator(".tile.best")).to_have_count(0)


def test_the_reply_comes_after_the_own_stone_has_landed(visit: Open) -> None:
    page = visit("/play/connect4?yellow=2")
    page.evaluate(
        """() => {
          window.seen = [];
          const board = document.querySelector("svg.board");
          const note = () => {
            const laid = "circle.red:not(.ghost, [opacity]), circle.yellow:not(.ghost, [opacity])";
            const count = board.querySelectorAll(laid).length;
            if (window.seen.at(-1)?.[0] !== count) window.seen.push([count, performance.now()]);
            requestAnimationFrame(note);
          };
          note();
        }"""
    )
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/play?**", hold)
    page.locator(".tile[data-column='4']").hover()
    expect(page.locator(".board .ghost")).to_have_count(1)  # the stone that a click would lay
    expect(page.locator(".board .letter").first).to_have_text("1")  # then the line of its score
    with page.expect_request("**/api/play?**"):
        page.keyboard.press("4")
    while not held:
        page.wait_for_timeout(20)
    expect(page.locator(".board circle.red:not(.ghost, [opacity])")).to_have_count(1)
    expect(page.locator(".mv")).to_have_count(0)  # the server has not answered yet
    held[0].continue_()
    expect(page.locator("[data-at='2']")).to_be_visible()
    seen = dict(page.evaluate("() => window.seen"))
    assert seen[2] - seen[1] >= 400, "the reply waits until the own stone has landed"


def test_a_stone_that_is_drawn_again_in_its_fall_falls_on(visit: Open) -> None:
    page = visit("/play/connect4", own=True)
    page.add_init_script(
        """performance.now = () => 1000;  // no time passes between the two
        window.falls = 0;
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...how) {
          window.falls += 1;
          return animate.apply(this, how);
        };"""
    )
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.keyboard.press("4")
    expect(page.locator(".mv")).to_have_count(1)
    assert page.evaluate("() => window.falls") >= 2, "before the answer, and with it"


def test_free_boards_agree_with_themselves_and_are_readable(visit: Open) -> None:
    page = visit("/play/gomoku/8.8,7.8,7.9,6.10,9.7,6.9,8.9,5.10,10.9,4.11")
    expect(page.locator(".free-board .tag")).to_have_text("loss, proven")
    expect(page.locator(".free-board .voice")).to_contain_text("Red is lost;")
    expect(page.locator(".why")).to_contain_text("Yellow wins by force from here.")
    expect(page.locator(".why")).not_to_contain_text("Too early")
    expect(page.locator(".grid .star")).to_have_count(9)
    # Connect6: both stones of the last turn are ringed, and the list has a turn of each side a row.
    page = visit("/play/connect6/10.10,6.6,6.7,9.11,11.9")
    expect(page.locator(".board .last")).to_have_count(2)
    assert page.locator(".moves li").first.locator(".mv").count() == 3
    # Tic-tac-toe starts without nine spots of the same worth.
    page = visit("/play/tictactoe")
    expect(page.locator(".free-board .tag")).to_have_text("draw, exactly")
    expect(page.locator(".board .heat")).to_have_count(0)
    # After a click on the board the arrows step through the game.
    page.locator("svg.board").click()
    expect(page.locator(".pos")).to_have_text("1 of 1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".pos")).to_have_text("0 of 1")


def test_a_proven_win_is_followed_in_the_middle_of_a_turn(visit: Open) -> None:
    page = visit("/play/connect6/10.10,1.1,1.4,10.11,10.12,1.7,2.9,10.13,3.3,5.5,4.1")
    expect(page.locator(".free-board .tag")).to_have_text("win, proven")
    page.keyboard.press(" ")
    expect(page.locator("[data-at='12']")).to_be_visible()
    expect(page.locator(".free-board .tag")).to_have_text("win, proven")
    page.keyboard.press(" ")
    expect(page.locator(".moves-part .sec-h .small")).to_have_text("Red won on move 13")


def test_the_graph_breaks_where_nothing_is_known(visit: Open) -> None:
    page = visit("/play/maxconnect4/4444433")
    expect(page.locator(".chart .unsolved").first).to_be_visible()


def test_the_search_page_counts_from_one_and_leaves_unknown_values_open(visit: Open) -> None:
    page = visit("/search/connect4?depth=4&path=0,0,0,0")
    values = page.locator("[data-tree=a] .on-path .value").all_text_contents()
    assert values[:4] == ["root", "…", "…", "…"], "no column stands in a value's place"
    page.locator("summary", has_text="Change a rule").click()
    order = page.locator("[data-key=rule-order]")
    order.fill("4,3,5,2,6,1,7")
    order.press("Enter")
    page.wait_for_url("**order=3,2,4,1,5,0,6*")
    expect(page.locator(".rules")).to_contain_text("4 3 5 2 6 1 7")
    expect(page.locator("[data-key=rule-order]")).to_have_value("4,3,5,2,6,1,7")
    page.locator("[data-key=rule-order]").fill("1234567")
    page.locator("[data-key=rule-order]").press("Enter")
    page.wait_for_url("**order=0,1,2,3,4,5,6*")
    expect(page.locator("#problem")).to_be_hidden()


def test_a_saved_game_is_opened_again_with_its_lines(visit: Open, tmp_path: Path) -> None:
    page = visit("/play/connect4/4455?lines=2-33_3b-1&at=2")
    share = page.locator("#do-share")
    share.click()
    page.keyboard.press("Escape")
    expect(page.locator(".share-dialog")).to_have_count(0)
    share.click()
    page.mouse.click(5, 5)
    expect(page.locator(".share-dialog")).to_have_count(0)
    share.click()
    with page.expect_download() as saved:
        page.locator(".share-dialog button", has_text="JSON").click()
    file = tmp_path / "game.json"
    saved.value.save_as(file)
    page = visit("/play/connect4")
    with page.expect_file_chooser() as chooser:
        page.locator("[data-key=open-file]").click()
    chooser.value.set_files(file)
    expect(page.locator(".variation")).to_have_count(2)
    expect(page.locator(".pos")).to_have_text("2 of 4")
    page.locator("#do-share").click()
    with page.expect_download() as saved:
        page.locator(".share-dialog button", has_text="SVG").click()
    saved.value.save_as(file)
    page.keyboard.press("Escape")
    picture = file.read_text()
    assert 'class="last"' in picture and 'class="score"' in picture and 'class="caption"' in picture
    file.write_text("4" * 30_000)
    with page.expect_file_chooser() as chooser:
        page.locator("[data-key=open-file]").click()
    chooser.value.set_files(file)
    expect(page.locator("#problem")).to_contain_text("game.json has 30000 bytes")
    page.locator("#url").fill("https://connect4.gamesolver.org/?pos=4453")
    page.locator("#url").press("Enter")
    page.wait_for_url("**/play/connect4/4453")


def test_the_own_game_is_walked_and_saved_without_the_server(visit: Open, tmp_path: Path) -> None:
    page = visit("/play/connect4?yellow=1", reduced_motion="reduce", troubles=True)
    for number, key in enumerate("12", start=1):
        page.keyboard.press(key)
        expect(page.locator(".mv")).to_have_count(2 * number)
    page.context.set_offline(True)
    for at in (3, 2, 1, 0):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".pos")).to_have_text(f"{at} of 4")
    page.locator("#do-share").click()
    with page.expect_download() as saved:
        page.locator(".share-dialog button", has_text="JSON").click()
    saved.value.save_as(tmp_path / "game.json")
    page.locator(".share-dialog button", has_text="Save file").click()
    expect(page.locator("#problem")).to_contain_text("The server makes this file")
    page.keyboard.press("Escape")
    shown = page.url
    page.locator("#url").fill("/play/connect5/4")
    page.locator("#url").press("Enter")
    expect(page.locator("#problem")).to_contain_text("Working without the server")
    expect(page.locator(".board circle.red")).to_have_count(0)
    assert page.url == shown, "the address is that of what is shown"
    page.context.set_offline(False)
    expect(page.locator("#problem")).to_be_hidden()


def test_a_wrong_move_of_a_puzzle_is_judged_and_the_level_comes_back(visit: Open) -> None:
    pos = next(
        one.pos for one in shipped_puzzles().puzzles if one.win_in == 3 and len(one.moves) > 20
    )
    other = "yellow" if pos.to_move == 1 else "red"
    page = visit(f"/play/connect4?from={pos.text.replace(' ', '+')}&{other}=9&puzzle=1")
    winning = page.evaluate(
        """async () => {
          const from = new URLSearchParams(location.search).get("from");
          const answer = await fetch(`/api/play?game=connect4&from=${encodeURIComponent(from)}`);
          return (await answer.json()).here.best[0];
        }"""
    )
    wrong = next(
        tile.get_attribute("data-column")
        for tile in page.locator(".tile:not([aria-disabled])").all()
        if tile.get_attribute("data-column") != winning
    )
    assert wrong is not None
    page.keyboard.press(wrong)
    expect(page.locator(".why")).to_contain_text("Not it: the win is gone.")
    expect(page.locator(".tile.plain")).to_have_count(7)
    page.locator("[data-key=retry]").click()
    page.wait_for_url("**retry=1*")
    page.keyboard.press(winning)
    expect(page.locator(".why")).to_contain_text("Right: the win is kept.")
    page.locator("#do-fresh").click()
    page.wait_for_url("**/play/connect4?yellow=4")


def test_nothing_moves_or_appears_for_who_wants_no_motion(visit: Open) -> None:
    page = visit("/play/connect4?yellow=2", reduced_motion="reduce")
    page.locator(".tile[data-column='4']").hover()
    page.wait_for_timeout(400)
    expect(page.locator(".board .ghost, .board .letter")).to_have_count(0)
    page.keyboard.press("4")
    expect(page.locator("[data-at='2']")).to_be_visible()
    assert page.evaluate("() => document.getAnimations().length") == 0
    # What was switched stays switched.
    page.locator("[data-key=brief]").click()
    sound = page.locator("[data-key=sound]")
    expect(sound).not_to_be_checked()
    sound.check()
    page.reload()
    expect(page.locator("[data-key=sound]")).to_be_checked()


@pytest.mark.parametrize("name", ["gomoku", "connect6"])
def test_a_finger_aims_and_then_places(visit: Open, name: str) -> None:
    page = visit(f"/play/{name}", width=390, has_touch=True, is_mobile=True)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3)
    expect(page.locator("[data-key=aim-place]")).to_be_visible()
    expect(page.locator(".mv")).to_have_count(0)
    page.locator("[data-key='aim-→']").tap()
    place = page.locator("[data-key=aim-place]")
    wanted = place.inner_text().removeprefix("Place ")
    place.tap()
    expect(page.locator(".mv")).to_have_count(1)
    assert page.url.endswith(wanted)
