"""Every form of a position on the command line means the same board."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Game, Position
from inarow.cli import main
from inarow.cli.parser import Parser
from inarow.cli.position import PositionArg, add_position, read_position
from inarow.errors import UserError
from inarow.game import game_named
from inarow.links import record_url
from inarow.move_text import format_move, parse_move, parse_moves
from inarow.record import Record
from strategies import games


def chosen(*arguments: str) -> PositionArg:
    parser = Parser("inarow test", "test")
    add_position(parser)
    return read_position(parser.read(list(arguments)))


def test_all_forms_of_one_position_agree(tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    file.write_bytes(b"0000000\r\n" * 4 + b"0002000\r\n0011000\r\n2\r\n")
    state = ("..rr...,...y...,.......,.......,.......,.......", "yellow")
    record = chosen("443").record
    by_moves = record.pos
    assert record == Record(Position(GAMES["connect4"]), (3, 3, 2))
    assert chosen("4, 4 3").pos == chosen("4", "4", "3").pos == by_moves
    assert chosen("332", "--columns", "0") == PositionArg(record, 0)
    assert chosen("startpos 332") == chosen("startpos moves 3 3 2") == PositionArg(record, 0)
    assert chosen(*state) == chosen(" ".join(state)) == PositionArg(Record(by_moves), 0)
    assert chosen(*state, "--columns", "1") == PositionArg(Record(by_moves), 1)
    assert chosen(by_moves.text) == PositionArg(Record(by_moves), 1)
    digits = by_moves.text.replace(".", "0").replace("x", "1").replace("o", "2")
    assert chosen(digits) == PositionArg(Record(by_moves), 1)
    counted = GAMES["maxconnect4"]
    assert chosen(f"@{file}").pos == Position(counted, by_moves.cells(), to_move=2)
    assert chosen(f"@{file}", "--game", "connect4").pos == by_moves
    assert chosen("--game", "maxconnect4", *state).pos.game == counted


@pytest.mark.parametrize("host", ["", "http://127.0.0.1:8014", "https://inarow.example:80"])
@pytest.mark.parametrize(
    "line",
    [
        "maxconnect4 4435 at=3",
        "connect4 45 from=......./......./......./......./......./..xo...+x",
        "gomoku 8.8,9.9",
    ],
)
def test_links_are_read(host: str, line: str) -> None:
    record = Record.parse(line)
    assert chosen(host + record_url(record)).record == record.truncated()
    assert chosen(host + record_url(record, screen="search")).record == record.truncated()


def test_link_with_columns_from_0() -> None:
    assert chosen("/search/connect4/44?base=0").first_column == 0
    assert chosen("/search/connect4/44?base=0", "--columns", "1").first_column == 1


def test_board_in_letters_is_read() -> None:
    pos = chosen("BWUUUU/UUUUUU/UUUUUU/UUUUUU/UUUUUU/UUUUUU B").pos
    assert pos.game == game_named("connect6-simple:6x6")
    assert (pos.cells()[:3], pos.to_move) == ("xo.", 1)


def test_a_saved_game_is_read_from_every_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path / "game"
    record = Record.parse("maxconnect4 4435 at=3")
    for text in (
        str(record),
        json.dumps(record.as_json()),
        json.dumps({"record": record.as_json()}),
    ):
        saved.write_text(text + "\n")
        assert chosen(text) == chosen(f"@{saved}") == PositionArg(record.truncated(), 1)
    saved.write_text("8.8 9.9\n1.1")
    assert chosen(f"@{saved}", "--game", "gomoku").pos.stone_count == 3
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"443")))
    assert chosen("-").record.moves == (3, 3, 2)


@pytest.mark.parametrize("text", ["connect4 44", "/play/connect4/44", '{"game": "connect4"}'])
def test_another_game_than_the_position_is_refused(text: str) -> None:
    assert chosen(text, "--game", "connect4").pos.game == GAMES["connect4"]
    with pytest.raises(UserError, match="the position is of connect4, not of gomoku"):
        chosen(text, "--game", "gomoku")


DOCUMENTED = (Path(__file__).parents[2] / "docs" / "json.md").read_text().split("```")[1]


@pytest.mark.parametrize(
    "line", [*DOCUMENTED.split("\n")[1:-1], "connect4 444444p", "gomoku 8.8,p"]
)
@pytest.mark.parametrize(
    "command", [["analyse", "--time", "0.1s"], ["analyse"], ["perft", "1"], ["play", "--first"]]
)
def test_every_command_reads_every_record(
    line: str,
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    saved = tmp_path / "game"
    saved.write_text(line)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    assert main([*command, f"@{saved}"]) == 0, capsys.readouterr().err


def test_a_file_without_end_is_refused_at_once() -> None:
    with pytest.raises(UserError, match=r"'/dev/zero' is longer than [0-9]+ bytes"):
        chosen("@/dev/zero")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"connect4 48", "column '8' must be 1 to 7"),
        (b"\xff", "is not UTF-8 text"),
        (b"{}}", "the record is no JSON"),
        (b"0000000\n000000\n", "line 2 has 6 cells, expected 7"),
        (b"...x.../.......", "needs its side to move"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_position_that_is_none_gets_one_sentence(
    tmp_path: Path, data: bytes | None, sentence: str
) -> None:
    saved = tmp_path / "game"
    if data is not None:
        saved.write_bytes(data)
    with pytest.raises(UserError) as caught:
        chosen(f"@{saved}")
    assert f"'{saved}'" in str(caught.value) and sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("......./......./......./......./...x.../....... x", "(from the top left) floats"),
        ("......./......./......./......./......./....... red", "red"),
        ("BU/U W", "row"),
        ("http://x/play/connect4/9", "column '9' must be 1 to 7"),
        ("/play/chess/44", "game 'chess'"),
        ("4 z", "word 'z' is no move"),
    ],
)
def test_wrong_positions_get_one_sentence(
    text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", "1", text]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and sentence in said


def test_free_boards_and_wide_boards() -> None:
    assert chosen("--game", "gomoku", "8.8,1.15").pos == Position(GAMES["gomoku"]).play(
        7 * 15 + 7
    ).play(14)
    wide = chosen("--game", "connect4:12x4", "12 1").pos
    assert wide == Position(Game(rows=4, cols=12)).play(11).play(0)


@given(games(), st.data())
def test_a_move_is_read_as_it_is_written(game: Game, data: st.DataObject) -> None:
    move = data.draw(st.integers(0, game.move_count - 1))
    base = data.draw(st.sampled_from([0, 1]))
    text = format_move(game, move, base)
    assert parse_move(game, text, base) == move
    assert parse_moves(game, f"{text},{text} {text}", base) == [move] * 3


@pytest.mark.parametrize("text", ["0", "8", "-1", "x", "", "1.1", "٣"])
def test_a_column_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="must be 1 to 7"):
        parse_move(Game(), text)
