"""The small words of sentences, and numbers that are read from text in one way everywhere."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow.cli import main
from inarow.errors import UserError
from inarow.game import GAMES, off_centre
from inarow.text import (
    count_word,
    join_words,
    plural,
    require_range,
    signed,
    thousands,
    truncate,
    whole_number,
)


def test_words_read_as_a_person_writes_them() -> None:
    assert [plural(number, "row") for number in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
    assert [count_word(count) for count in (0, 4, 9, 10)] == ["no", "four", "nine", "10"]
    assert [join_words("126"[:length]) for length in (1, 2, 3)] == ["1", "1 and 2", "1, 2 and 6"]
    assert [signed(value) for value in (-2, 0, 2, -inf)] == ["−2", "0", "+2", "−∞"]
    assert (thousands(999), thousands(1234567)) == ("999", "1\u202f234\u202f567")


@given(st.text(max_size=200))
def test_input_is_repeated_in_at_most_sixty_letters(text: str) -> None:
    assert len(truncate(text)) <= 60
    assert truncate(text) == text or (len(text) > 60 and truncate(text).endswith("..."))


@given(st.integers(0, 10**9 - 1))
def test_a_whole_number_is_read_back(number: int) -> None:
    assert whole_number("time", str(number), 0) == number


@given(st.text(max_size=20))
def test_any_other_text_is_no_whole_number(text: str) -> None:
    plain = 0 < len(text) <= 9 and set(text) <= set("0123456789")
    if plain and 3 <= int(text) <= 7:
        assert whole_number("level", text, 3, 7) == int(text)
    else:
        with pytest.raises(UserError, match=r"level is '.*', expected 3 to 7"):
            whole_number("level", text.replace("\n", ""), 3, 7)


def test_a_range_names_its_ends() -> None:
    require_range("--jobs", 64, 1, 64)
    with pytest.raises(UserError, match=r"^--jobs is 65, expected 1 to 64$"):
        require_range("--jobs", 65, 1, 64)
    with pytest.raises(UserError, match=r"^depth is -1, expected 0 or more$"):
        require_range("depth", -1, 0)
    with pytest.raises(UserError, match="--least is nan, expected 0 to 1"):
        require_range("--least", float("nan"), 0, 1)


def test_columns_are_sorted_centre_first() -> None:
    game = GAMES["connect4"]
    assert sorted(range(7), key=lambda column: off_centre(game, column)) == [3, 2, 4, 1, 5, 0, 6]


@pytest.mark.parametrize("text", ["٣", "1_0", " 3", "3 ", "0x3", "", "9" * 101])
@pytest.mark.parametrize("command", [["perft"], ["tree", "--depth"], ["web", "--port"]])
def test_a_number_of_the_command_line_is_plain_digits(
    command: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, text]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "is not an integer; see inarow" in said


@pytest.mark.parametrize("text", ["٣s", "1_0s", " 3s", "3", "x", ""])
def test_a_time_of_the_command_line_is_plain_digits_and_a_unit(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", f"--time={text}"]) == 2
    assert (
        "is not a time such as 500ms, 2s, 5m or 2h; see inarow analyse --help"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize("rule", ["depth=1_0", "depth=٣", "order=3,٣", "utility= 5"])
def test_a_number_of_a_rule_is_plain_digits(rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "--rule", rule]) == 2
    assert capsys.readouterr().err.count("\n") == 1
