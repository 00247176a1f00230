"""Names on pages and in exports: pseudonyms, no ids, nothing that hurts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.aliases import pseudonyms, real_names, without_ids
from inarow.players.seat import ForfeitError, Invalid
from inarow.record import Record, Result, Termination
from inarow.referee.game_log import GameLog, Turn


def test_ids_go_wherever_they_stand() -> None:
    assert without_ids("ann-c1234567") == "ann"
    assert without_ids("I am C7654321, ann-c1234567.zip") == "I am , ann.zip"
    assert without_ids("c12345678 abc1234567 1234567") == "c12345678 abc1234567 1234567"


def test_names_that_look_alike_without_ids_are_told_apart() -> None:
    names = real_names(["ann-c1234567", "ann-c7654321", "bob"], ids=False)
    assert names.called == {"ann-c1234567": "ann", "ann-c7654321": "ann 2", "bob": "bob"}
    shown = real_names(["ann-c1234567"], ids=True)
    assert shown.name("ann-c1234567") == "ann-c1234567"
    assert shown.replace("ann-c1234567 was late") == "ann-c1234567 was late"


def test_pseudonyms_hang_on_the_secret_alone() -> None:
    people = [f"student {number}" for number in range(500)]
    one = pseudonyms([*people, "level:4"], ["level:4"], "secret")
    again = pseudonyms([*reversed(people), "level:4"], ["level:4"], "secret")
    other = pseudonyms([*people, "level:4"], ["level:4"], "another")
    assert one.called == again.called != other.called
    assert len(set(one.called.values())) == 501
    assert one.name("level:4") == "level:4"
    assert not any(name in word for name in people for word in one.called.values())


def test_a_text_that_mentions_an_entry_says_its_pseudonym() -> None:
    names = pseudonyms(["carol", "car", "c"], [], "secret")
    text = names.replace("carol beat car, not cars or scarol; c won")
    assert text == f"{names.name('carol')} beat {names.name('car')}, not cars or scarol; c won"


def test_redacted_log_keeps_moves_and_hides_every_text() -> None:
    names = pseudonyms(["connect4", "44"], [], "secret")
    wrong = ForfeitError(Termination.ILLEGAL_MOVE, "by connect4", raw=b"44!", invalid=Invalid.RANGE)
    lost = Result(1, Termination.CRASH, "44 said so")
    record = Record.parse("4,5").with_players("connect4", "44").with_result(lost)
    log = GameLog(
        record, (Turn(1, (4,), 5.0, None, earlier=(wrong,)), Turn(0, (), 5.0, None, fault=wrong))
    )
    found = names.redact(log, "connect4", "44")
    one, other = names.name("connect4"), names.name("44")
    assert found.record.game == record.game and found.record.moves == record.moves
    assert found.record.players == (one, other)
    assert found.record.result == Result(1, Termination.CRASH, f"{other} said so")
    data = found.as_json()
    assert data["turns"][0]["stones"] == ["5"] and data["turns"][1]["detail"] == f"by {one}"
    assert data["turns"][0]["earlier"][0]["raw"] == f"{other}!"
    assert "connect4" not in str({**data["record"], "game": ""}) and "44" not in str(data["turns"])
    assert log.turns[1].fault is wrong and wrong.detail == "by connect4"


@given(st.lists(st.text(max_size=300), max_size=8, unique=True), st.booleans())
def test_no_name_moves_a_cursor_or_is_long(names: list[str], ids: bool) -> None:
    for called in (real_names(names, ids=ids).called, pseudonyms(names, [], "s").called):
        assert set(called) == set(names)
        assert len({word.casefold() for word in called.values()}) == len(names)
        assert all(word.isprintable() and 0 < len(word) < 80 for word in called.values())
