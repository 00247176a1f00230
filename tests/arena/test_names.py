"""Names on pages and in exports: pseudonyms, no ids, nothing that hurts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inarow.arena.names import pseudonyms, real_names, without_ids


def test_ids_go_wherever_they_stand() -> None:
    assert without_ids("ann-c1234567") == "ann"
    assert without_ids("I am C7654321, ann-c1234567.zip") == "I am , ann.zip"
    assert without_ids("c12345678 abc1234567 1234567") == "c12345678 abc1234567 1234567"


def test_names_that_look_alike_without_ids_are_told_apart() -> None:
    names = real_names(["ann-c1234567", "ann-c7654321", "bob"], ids=False)
    assert names.called == {"ann-c1234567": "ann", "ann-c7654321": "ann 2", "bob": "bob"}
    shown = real_names(["ann-c1234567"], ids=True)
    assert shown.of("ann-c1234567") == "ann-c1234567"
    assert shown.within("ann-c1234567 was late") == "ann-c1234567 was late"


def test_pseudonyms_hang_on_the_secret_alone() -> None:
    people = [f"student {number}" for number in range(500)]
    one = pseudonyms([*people, "level:4"], ["level:4"], "secret")
    again = pseudonyms([*reversed(people), "level:4"], ["level:4"], "secret")
    other = pseudonyms([*people, "level:4"], ["level:4"], "another")
    assert one.called == again.called != other.called
    assert len(set(one.called.values())) == 501
    assert one.of("level:4") == "level:4"
    assert not any(name in word for name in people for word in one.called.values())


def test_a_text_that_mentions_an_entry_says_its_pseudonym() -> None:
    names = pseudonyms(["carol", "car", "c"], [], "secret")
    text = names.within("carol beat car, not cars or scarol; c won")
    assert text == f"{names.of('carol')} beat {names.of('car')}, not cars or scarol; c won"


def test_a_log_keeps_all_that_is_ours() -> None:
    names = pseudonyms(["connect4", "44"], [], "secret")
    log = {
        "record": {
            "game": "connect4",
            "moves": ["4", "44"],
            "players": ["connect4", "44"],
            "result": {"winner": 1, "detail": "44 said so"},
        },
        "turns": [{"stones": ["44"], "detail": "by connect4", "earlier": [{"raw": "44!"}]}],
        "notes": {"machine": "44"},
    }
    found = names.scrubbed(log, "connect4", "44")
    one, other = names.of("connect4"), names.of("44")
    assert found["record"]["game"] == "connect4" and found["record"]["moves"] == ["4", "44"]
    assert found["record"]["players"] == [one, other]
    assert found["record"]["result"] == {"winner": 1, "detail": f"{other} said so"}
    assert found["turns"][0]["stones"] == ["44"] and found["turns"][0]["detail"] == f"by {one}"
    assert found["turns"][0]["earlier"] == [{"raw": f"{other}!"}]
    assert found["notes"] == {"machine": "44"}
    assert log["turns"][0]["detail"] == "by connect4"  # type: ignore[index]


@given(st.lists(st.text(max_size=300), max_size=8, unique=True), st.booleans())
def test_no_name_moves_a_cursor_or_is_long(names: list[str], ids: bool) -> None:
    for called in (real_names(names, ids=ids).called, pseudonyms(names, [], "s").called):
        assert set(called) == set(names)
        assert len({word.casefold() for word in called.values()}) == len(names)
        assert all(word.isprintable() and 0 < len(word) < 80 for word in called.values())
