"""Every form of a position on the command line means the same board."""

from __future__ import annotations

import io
import json
from argparse import ArgumentParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow import GAMES, Game, Position
from inarow.cli import main
from inarow.cli.position_arguments import Chosen, add_position_arguments, chosen_record
from inarow.errors import UserError
from inarow.move_text import format_move, parse_move, parse_moves
from inarow.record import Record
from strategies import games


def chosen(*arguments: str) -> Chosen:
    parser = ArgumentParser()
    add_position_arguments(parser)
    return chosen_record(parser.parse_args(arguments))


def test_all_forms_of_one_position_agree(tmp_path: Path) -> None:
    file = tmp_path / "input.txt"
    file.write_bytes(b"0000000\r\n" * 4 + b"0002000\r\n0011000\r\n2\r\n")
    state = ["--state", "..rr...,...y...,.......,.......,.......,.......", "--player", "yellow"]
    record = chosen("--moves", "443").record
    by_moves = record.pos
    assert record == Record(Position(GAMES["connect4"]), (3, 3, 2))
    assert chosen("--moves", "4, 4 3").pos == by_moves
    assert chosen("--moves", "332", "--columns", "0") == Chosen(record, 0)
    assert chosen(*state) == Chosen(Record(by_moves), 0)
    assert chosen(*state, "--columns", "1") == Chosen(Record(by_moves), 1)
    assert chosen("--text", by_moves.text) == Chosen(Record(by_moves), 1)
    counted = GAMES["maxconnect4"]
    assert chosen("--file", str(file)).pos == Position(counted, by_moves.cells(), to_move=2)
    assert chosen("--file", str(file), "--game", "connect4").pos == by_moves
    assert chosen("--game", "maxconnect4", *state).pos.game == counted


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
        assert chosen("--record", str(saved)) == Chosen(record.truncated(), 1)
    saved.write_text("8.8 9.9")
    assert chosen("--record", str(saved), "--game", "gomoku").pos.stone_count == 2
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"443")))
    assert chosen("--record", "-").record.moves == (3, 3, 2)


DOCUMENTED = (Path(__file__).parents[2] / "docs" / "json.md").read_text().split("```")[1]


@pytest.mark.parametrize(
    "line", [*DOCUMENTED.split("\n")[1:-1], "connect4 444444p", "gomoku 8.8,p"]
)
@pytest.mark.parametrize(
    "command", [["analyse", "--time", "0.1"], ["analyse"], ["perft", "1"], ["play", "--first"]]
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
    assert main([*command, "--record", str(saved)]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("option", ["--file", "--record"])
def test_a_file_without_end_is_refused_at_once(option: str) -> None:
    with pytest.raises(UserError, match=r"'/dev/zero' is longer than [0-9]+ bytes"):
        chosen(option, "/dev/zero")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"connect4 48", "column '8' must be 1 to 7"),
        (b"\xff", "is not UTF-8 text"),
        (b"{}}", "the record is no JSON"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_record_that_is_none_gets_one_sentence(
    tmp_path: Path, data: bytes | None, sentence: str
) -> None:
    saved = tmp_path / "game"
    if data is not None:
        saved.write_bytes(data)
    with pytest.raises(UserError) as caught:
        chosen("--record", str(saved))
    assert str(caught.value).startswith(f"record '{saved}'") and sentence in str(caught.value)
    with pytest.raises(UserError, match="--moves and --record both give a position"):
        chosen("--record", str(saved), "--moves", "4")


def test_free_boards_and_wide_boards() -> None:
    assert chosen("--game", "gomoku", "--moves", "8.8,1.15").pos == Position(GAMES["gomoku"]).play(
        7 * 15 + 7
    ).play(14)
    wide = chosen("--game", "connect4:12x4", "--moves", "12 1").pos
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


def test_a_bad_file_is_named_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "input.txt"
    file.write_text("0000000\n000000\n")
    assert main(["perft", "1", "--file", str(file)]) == 2
    assert f"file '{file}', line 2 has 6 cells, expected 7" in capsys.readouterr().err
