"""The files of MaxConnect4: what is read, what is refused with which sentence, what is written."""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inarow._core import Position
from inarow.protocols.maxconnect4_file import (
    GAME,
    OutputError,
    can_open,
    format_file,
    parse_file,
    read_position,
    save,
)

ROWS = ["0000000", "0000000", "0020000", "0011000", "0021020", "1212012"]
POSITION = Position(GAME, "/".join(ROWS), 2, symbols="012")
CRLF = "".join(row + "\r\n" for row in [*ROWS, "2"]).encode()


def file_of(rows: list[str], player: str = "2") -> bytes:
    return "\n".join([*rows, player, ""]).encode()


def with_row(number: int, row: str) -> bytes:
    return file_of([*ROWS[: number - 1], row, *ROWS[number:]])


def test_a_written_file_is_57_bytes_with_carriage_returns() -> None:
    assert format_file(POSITION).encode() == CRLF
    assert len(CRLF) == 57


@given(st.integers(0, 42), st.integers(0, 2**32), st.sampled_from([1, 2]))
def test_what_is_written_is_read_back(stones: int, seed: int, to_move: int) -> None:
    rng = random.Random(seed)
    pos = Position(GAME, to_move=to_move)
    for _ in range(stones):
        pos = pos.play(rng.choice(pos.legal_moves()))
        if rng.random() < 0.2:
            pos = pos.passed()
    assert parse_file(format_file(pos).encode()) == pos


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r\r\n", "\r"])
@pytest.mark.parametrize("final", [True, False])
@pytest.mark.parametrize("between", ["", " ", "\t", "  "])
def test_line_ends_and_spaces_do_not_matter(line_end: str, final: bool, between: str) -> None:
    text = line_end.join(between.join(row) for row in [*ROWS, "2"]) + (line_end if final else "")
    assert parse_file(text.encode()) == POSITION


@pytest.mark.parametrize(
    "text",
    [
        "\n\n" + "\n\n".join([*ROWS, "2"]) + "\n\n \n",
        " ".join([*ROWS, "2"]),
        "\ufeff" + "\n".join([*ROWS, "2"]),
        "\n".join(ROWS) + " 2",
    ],
    ids=["blank lines", "one line", "byte order mark", "player on the last row's line"],
)
def test_rows_may_stand_anywhere(text: str) -> None:
    assert parse_file(text.encode()) == POSITION


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (with_row(1, "0000300"), "line 1 holds '3', expected digits 0, 1 or 2"),
        (with_row(6, "121201x"), "line 6 holds 'x', expected digits 0, 1 or 2"),
        (with_row(3, "002000"), "line 3 has 6 cells, expected 7"),
        (with_row(3, "00200000"), "line 3 has 8 cells, expected 7"),
        (with_row(6, "12120120"), "line 6 gives '0' as the player to move, expected 1 or 2"),
        (with_row(6, "121201"), "line 6 has 6 cells, expected 7"),
        (file_of(ROWS[1:]), "line 6 has 1 cell, expected 7"),
        (file_of(["0000000", *ROWS]), "line 7 gives '1212012' as the player to move"),
        (file_of(ROWS, "0"), "line 7 gives '0' as the player to move, expected 1 or 2"),
        (file_of(ROWS, "3"), "line 7 gives '3' as the player to move, expected 1 or 2"),
        (file_of(ROWS, "12"), "line 7 gives '12' as the player to move, expected 1 or 2"),
        (file_of(ROWS, ""), "line 6 is the last, after 6 of 6 rows, expected all rows"),
        (file_of(ROWS, "2\n\n1"), "line 9 comes after the player to move, expected the end"),
        (file_of(ROWS[1:], ""), "line 5 is the last, after 5 of 6 rows, expected all rows"),
        (b"", "line 1 is the last, after 0 of 6 rows, expected all rows"),
        (b"\n \n", "line 1 is the last, after 0 of 6 rows, expected all rows"),
        (with_row(2, "1000000"), "line 2 has a piece at digit 1 of the row with an empty cell"),
        (with_row(6, "1212002"), "line 5 has a piece at digit 6 of the row with an empty cell"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "line 1 holds '\ufffd', expected digits"),
        (bytes(100), "line 1 holds '\\x00', expected digits 0, 1 or 2"),
        (CRLF.replace(b"\r\n", b"\r\r\n").replace(b"0021020", b"002102"), "line 5 has 6 cells"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(
    data: bytes, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="line") as error:
        read_position(str(path))
    assert str(error.value).startswith(f"{path}, {sentence}")


def test_a_directory_and_an_endless_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read: Is a directory"):
        read_position(str(tmp_path))
    long = tmp_path / "long.txt"
    long.write_bytes(CRLF + b"\n" * 100000)
    with pytest.raises(ValueError, match="longer than 65536 bytes"):
        read_position(str(long))
    with pytest.raises(ValueError, match="line 1 holds"):
        read_position("/dev/zero")


def test_no_file_is_the_start_of_the_game(tmp_path: Path) -> None:
    assert read_position(str(tmp_path / "missing.txt")) == Position(GAME)


def test_saving_replaces_the_file_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o640)
    before = path.stat()
    save(str(path), POSITION)
    assert path.read_bytes() == CRLF
    assert path.stat().st_mode == before.st_mode
    assert path.stat().st_ino != before.st_ino  # a new file under the old name
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.txt"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "there" / "target.txt")
    for _ in range(2):  # the target is created, then replaced
        assert can_open(str(link))
        save(str(link), POSITION)
        assert link.is_symlink()
        assert (tmp_path / "there" / "target.txt").read_bytes() == CRLF


def test_where_no_new_file_can_be_made_the_old_one_is_written_in_place(tmp_path: Path) -> None:
    (tmp_path / f".inarow-{os.getpid()}.tmp").write_text("in the way")
    path = tmp_path / "out.txt"
    path.write_text("old" * 100)
    before = path.stat()
    save(str(path), POSITION)
    assert path.read_bytes() == CRLF
    assert path.stat().st_ino == before.st_ino


def test_a_pipe_is_written_in_place(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert can_open(str(path))
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    save(str(path), POSITION)
    reader.join(timeout=60)
    assert read == [CRLF]
    assert path.is_fifo()


def test_a_full_device_is_an_error() -> None:
    assert can_open("/dev/full")
    with pytest.raises(
        OutputError, match=r"^Error writing output file: No space left on device\.$"
    ):
        save("/dev/full", POSITION)


@pytest.mark.parametrize(
    "name", ["", "missing/out.txt", "old.txt/out.txt", "dir", "new/", "x" * 300]
)
def test_what_cannot_be_opened_is_known_before(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dir").mkdir()
    Path("old.txt").write_text("old")
    assert not can_open(name)
    assert can_open("old.txt")
    assert can_open("new.txt")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["dir", "old.txt"]
    assert Path("old.txt").read_text() == "old"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_permissions_are_respected(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o444)
    assert not can_open(str(path))
    path.chmod(0o644)
    tmp_path.chmod(0o555)
    try:
        assert can_open(str(path))
        assert not can_open(str(tmp_path / "new.txt"))
        save(str(path), POSITION)
        assert path.read_bytes() == CRLF
    finally:
        tmp_path.chmod(0o755)
