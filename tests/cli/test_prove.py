"""Proofs of small boards, their certificates, and the checker that must not believe bad ones."""

from __future__ import annotations

import json
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inarow import Game, Goal, Position
from inarow._core import check_strategy
from inarow.analysis.certificate import (
    Certificate,
    RejectedError,
    check_certificate,
    read_certificate,
    write_certificate,
)
from inarow.analysis.counted import settled_value, solve
from inarow.cli import main
from inarow.errors import UserError
from inarow.makers.prove import Prover
from inarow.position_text import parse_position

# Columns, rows and value of the boards that take a test no longer than a moment.
BOARDS = [(4, 4, 0), (5, 4, 0), (6, 4, -1), (7, 4, -1), (4, 5, 0), (5, 5, 0), (6, 5, 0), (4, 6, 0),
          (5, 6, 0)]  # fmt: skip


def counted(cols: int, rows: int, k: int = 4) -> Game:
    return Game(rows, cols, k, goal=Goal.COUNT_TO_FULL)


@pytest.mark.long
@pytest.mark.parametrize(
    ("cols", "rows", "value", "endgame"),
    [(*board, endgame) for board in BOARDS for endgame in (0, 10)
     if endgame or board[0] * board[1] <= 25],
)  # fmt: skip
def test_a_proof_gives_a_certificate_that_the_checker_accepts(
    cols: int, rows: int, value: int, endgame: int, tmp_path: Path
) -> None:
    prover = Prover(counted(cols, rows), threads=2, table_mb=64)
    assert prover.value() == value
    write_certificate(tmp_path / "proof", prover.certificate(value, endgame))
    certificate = read_certificate(tmp_path / "proof")
    assert (certificate.cols, certificate.rows, certificate.value) == (cols, rows, value)
    assert check_certificate(certificate) > 0


def certificate_of(cols: int, rows: int, value: int, endgame: int = 4) -> Certificate:
    prover = Prover(counted(cols, rows), table_mb=8)
    assert prover.value() == value
    return prover.certificate(value, endgame)


def test_the_checker_does_not_believe_another_value() -> None:
    good = certificate_of(6, 4, -1)
    for value in (-2, 0, 1):
        with pytest.raises(RejectedError):
            check_certificate(good._replace(value=value))


def test_the_checker_by_itself_finds_the_value_of_tiny_boards() -> None:
    """With every cell in the endgame there are no replies, and the checker is a plain search."""
    for cols, rows, k in [(3, 3, 3), (4, 3, 3), (3, 4, 2), (4, 4, 4), (2, 5, 2), (5, 2, 2)]:
        value = solve(Position(counted(cols, rows, k))).score.value
        cells = cols * rows
        for target in range(value - 2, value + 3):
            holds, _, _ = check_strategy(rows, cols, k, 1, target, cells, b"")
            assert holds == (target <= value), (cols, rows, k, target)
            holds, _, _ = check_strategy(rows, cols, k, 2, -target, cells, b"")
            assert holds == (target >= value), (cols, rows, k, target)


def test_changed_shortened_and_lengthened_strategies_are_rejected() -> None:
    good = certificate_of(5, 4, 0)
    assert check_certificate(good) > 0
    rejected = 0
    for at in range(0, len(good.first), max(1, len(good.first) // 40)):
        changed = bytearray(good.first)
        changed[at] = (changed[at] + 1) % 5
        try:
            check_certificate(good._replace(first=bytes(changed)))
        except RejectedError:
            rejected += 1
    assert rejected >= 30, "a changed reply may by chance hold as well, but not often"
    for replies in (good.first[:-1], good.first + b"\0", b"", b"\7" + good.first[1:]):
        with pytest.raises(RejectedError):
            check_certificate(good._replace(first=replies))


def test_a_damaged_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    write_certificate(path, certificate_of(4, 4, 0))
    data = path.read_bytes()
    for at in range(len(data)):
        # A space made a tab is the same JSON.
        for byte in {data[at] ^ 1, 9} - {data[at]}:
            path.write_bytes(data[:at] + bytes([byte]) + data[at + 1 :])
            with pytest.raises(RejectedError):
                check_certificate(read_certificate(path))
    for broken in (b"", data[:30], data[:-1], data + b"x"):
        path.write_bytes(broken)
        with pytest.raises(RejectedError):
            read_certificate(path)
    title, _, rest = data.partition(b"\n")
    for line in (b'{"rows": 4, ' + rest.partition(b"\n")[0][1:], b"[" * 100_000, b"[]", b"7"):
        path.write_bytes(title + b"\n" + line + b"\n" + rest.partition(b"\n")[2])
        with pytest.raises(RejectedError, match="second line"):
            read_certificate(path)


@pytest.mark.parametrize(
    "change",
    [{"rows": 65536, "cols": 65536}, {"rows": 2**31 - 1, "cols": 2}, {"rows": 2**30, "cols": 4},
     {"k": 2**31 - 1}, {"k": 1}, {"k": 64}, {"value": 2**31}, {"value": -(2**31)},
     {"value": 253}, {"endgame": 17}, {"endgame": -1}, {"endgame": 10**20}, {"rows": 0},
     {"cols": -4}, {"rows": 16}],
)  # fmt: skip
def test_strange_numbers_are_rejected_at_once(change: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "forged"
    write_certificate(path, certificate_of(4, 4, 0)._replace(**change))
    with pytest.raises(RejectedError):
        check_certificate(read_certificate(path))


def test_a_small_file_cannot_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inarow.analysis.certificate._MOST_REPLIES", 1 << 20)
    path = tmp_path / "bomb"
    good = certificate_of(4, 4, 0)
    for size in (1 << 21, (1 << 20) + 1):
        write_certificate(path, good._replace(first=bytes(size)))
        with pytest.raises(RejectedError):
            read_certificate(path)
    write_certificate(path, good._replace(first=bytes(1 << 20)))
    assert len(read_certificate(path).first) == 1 << 20


def test_a_wrong_reply_is_found_by_as_much_of_the_replay_as_reaches_it() -> None:
    good = certificate_of(6, 4, -1, endgame=0)
    assert len(good.second) > 500
    whole = check_certificate(good)
    assert check_certificate(good, most=10**9) == whole
    looked_at = [check_certificate(good, most=most) for most in (1, 20, 200)]
    assert 0 < looked_at[0] < looked_at[1] < looked_at[2] < whole
    for at in (0, 19, 199):
        wrong = good._replace(second=good.second[:at] + b"\7" + good.second[at + 1 :])
        check_certificate(wrong, most=at)
        with pytest.raises(RejectedError, match=f"reply {at + 1} is not a column"):
            check_certificate(wrong, most=at + 1)
    cut = good._replace(second=good.second[:200])
    check_certificate(cut, most=199)
    for most in (200, 201):
        with pytest.raises(RejectedError, match="end too early"):
            check_certificate(cut, most=most)


def test_what_is_not_on_record_is_searched() -> None:
    assert settled_value(Position(counted(4, 4))) is None
    assert settled_value(Position(counted(7, 6)).play(3).play(3)) is None
    assert settled_value(Position(counted(7, 6, k=5))) is None
    assert settled_value(Position(Game(6, 7, 4))) is None


def test_a_forged_checksum_does_not_help(tmp_path: Path) -> None:
    good = certificate_of(4, 4, 0, endgame=0)
    path = tmp_path / "forged"
    write_certificate(path, good._replace(first=good.first[::-1]))
    with pytest.raises(RejectedError):
        check_certificate(read_certificate(path))


def test_a_proof_goes_on_from_its_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    first = Prover(counted(6, 4), table_mb=64, journal=journal)
    assert first.value() == -1
    assert len(journal.read_text().splitlines()) > 1
    with journal.open("a") as file:
        file.write("00ff 00")  # cut off in the middle of a line
    second = Prover(counted(6, 4), table_mb=64, journal=journal)
    assert second.value() == -1
    assert second.nodes < first.nodes / 2
    with pytest.raises(UserError, match="line 1"):
        Prover(counted(5, 4), table_mb=8, journal=journal)
    journal.write_text(journal.read_text() + "not a finding\n")
    with pytest.raises(UserError, match=r"line .* is not two key words"):
        Prover(counted(6, 4), table_mb=8, journal=journal)


def test_a_journal_that_was_changed_is_not_believed(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    Prover(counted(6, 4), table_mb=64, journal=journal).value()
    text = journal.read_text()
    lines = text.splitlines()
    for number in range(1, len(lines)):
        words = lines[number].split(" ")
        words[3] = str(int(words[3]) - 1)
        changed = [*lines[:number], " ".join(words), *lines[number + 1 :]]
        journal.write_text("\n".join(changed) + "\n")
        with pytest.raises(UserError, match=f"line {number + 1} is not"):
            Prover(counted(6, 4), table_mb=8, journal=journal)


def test_a_journal_that_contradicts_itself_ends_the_proof(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    prover = Prover(counted(6, 4), table_mb=64, journal=journal)
    prover.value()
    title, *lines = journal.read_text().splitlines()
    first, second, *_ = max(lines, key=lambda line: int(line.split()[4])).split()
    made_up = f"{first} {second} 5 1000 99999999"
    checksum = zlib.crc32(made_up.encode())
    journal.write_text("\n".join([title, *lines, f"{made_up} {checksum:08x}"]) + "\n")
    with pytest.raises(UserError, match="contradicts itself"):
        prover = Prover(counted(6, 4), table_mb=64, journal=journal)
        prover.certificate(prover.value(), 4)


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    for data in (b"my notes\nand no newline", b"\xff\xfe", b"inarow proof 2 rows 4\r\nx"):
        path.write_bytes(data)
        with pytest.raises(UserError, match="line 1"):
            Prover(counted(4, 4), table_mb=8, journal=path)
        assert path.read_bytes() == data


def first_players(pos: Position) -> int:
    """The exact final difference, first player minus second."""
    return solve(pos).score.of(1).value


def test_first_moves_of_a_small_board() -> None:
    game = counted(4, 4)
    start = Position(game)
    assert dict(Prover(game, table_mb=8).first_moves()) == {
        move: first_players(start.play(move)) for move in range(4)
    }


def test_the_command(command: Callable[[str], str], tmp_path: Path) -> None:
    def inarow(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command("inarow"), "prove", *words], check=False, capture_output=True, text=True
        )

    path = str(tmp_path / "proof")
    size = ["maxconnect4:6x4"]
    done = inarow(*size, "--table-mb", "64", "--certificate", path)
    assert done.returncode == 0 and done.stderr == ""
    assert "6 columns x 4 rows: the final difference is -1, the second player wins by 1" in (
        done.stdout
    )
    done = inarow("--check", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("accepted: maxconnect4, 6 columns x 4 rows: ")
    done = inarow("--check", path, "--json")
    found = json.loads(done.stdout)
    assert found.pop("positions") > 0
    assert found == {"accepted": True, "rows": 4, "cols": 6, "k": 4, "value": -1}
    done = inarow("--check", path, "--replies", "9")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("not rejected so far: maxconnect4, 6 columns x 4 rows\n")
    assert "\nplayer 2: 9 of " in done.stdout and "only all of the replies" in done.stdout
    found = json.loads(inarow("--check", path, "--replies", "9", "--json").stdout)
    assert found["accepted"] is None and found["replies"]["2"][0] == 9
    all_of_them = inarow("--check", path, "--replies", "99999999")
    assert all_of_them.stdout.startswith("accepted: ")
    data = Path(path).read_bytes()
    Path(path).write_bytes(data[:-1])
    done = inarow("--check", path)
    assert (done.returncode, done.stdout) == (1, "") and "is rejected" in done.stderr
    done = inarow("--check", path, "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["accepted"] is False
    new = str(tmp_path / "new")
    for words in (["--check", path + ".none"], [], ["maxconnect4", "--check", path],
                  ["--check", path, "--threads", "3"], ["--check", path, "--certificate", new],
                  ["--check", path, "--replies", "0"], ["maxconnect4", "--replies", "9"],
                  ["maxconnect4", "--threads", "0"], ["maxconnect4:7x9"],
                  [*size, "--endgame", "25", "--certificate", new],
                  [*size, "--endgame", "-1"],
                  [*size, "--endgame", "99999999999"],
                  [*size, "--checkpoint", new, "--certificate", new],
                  [*size, "--certificate", path + "/x/y"]):  # fmt: skip
        done = inarow(*words)
        assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["proof"]


def test_the_command_as_json(command: Callable[[str], str], tmp_path: Path) -> None:
    path, journal = str(tmp_path / "proof"), str(tmp_path / "journal")
    words = [command("inarow"), "prove", "maxconnect4:4x4", "--json",
             "--table-mb", "8", "--threads", "1", "--first-moves", "--certificate", path,
             "--checkpoint", journal]  # fmt: skip
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["value"] == 0 and found["journal_bounds"] == 0 and done.stderr == ""
    assert found["first_moves"] == {"1": 0, "2": 0, "3": 0, "4": 0}
    certificate = read_certificate(Path(path))
    replies = [len(certificate.first), len(certificate.second)]
    assert found["certificate"] == {"file": path, "replies": replies}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_output_is_not_blamed_on_a_file(command: Callable[[str], str]) -> None:
    words = [command("inarow"), "prove", "maxconnect4:4x4",
             "--table-mb", "8"]  # fmt: skip
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, check=False, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode != 0 and "None" not in done.stderr and "Traceback" not in done.stderr


@pytest.fixture
def answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """The exit status, lines and errors of ``inarow solve`` for the lines of a file."""

    def answered(board: str, lines: list[str], *words: str) -> tuple[int, list[str], list[str]]:
        file = tmp_path / "positions"
        file.write_text("".join(f"{line}\n" for line in lines))
        status = main(["solve", "--game", f"maxconnect4:{board}", *words, f"@{file}"])
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err.splitlines()

    return answered


def test_solve_lines(answers: Callable[..., Any]) -> None:
    line = "0000/2100/1200/1122 2"
    pos = parse_position(line, counted(4, 4)).record.pos
    _, [text], _ = answers("4x4", [line], "--all")
    assert [int(word) for word in text.split()] == [
        first_players(pos),
        *(first_players(pos.play(move)) for move in range(4)),
    ]
    _, [data], _ = answers("4x4", [line], "--all", "--json")
    answer = json.loads(data)
    assert (answer["input"], answer["to_move"], answer["unit"]) == (line, 2, "points")
    assert answer["score"] == -first_players(pos) and answer["exact"] is True
    assert answer["moves"][0]["lo"] == answer["moves"][0]["hi"] == -int(text.split()[1])


def test_settled_positions_are_answered_at_once(answers: Callable[..., Any]) -> None:
    empty = "/".join(["0000000"] * 6)
    assert answers("7x6", [f"{empty} 1"], "--all") == (0, ["0 -1 -1 0 0 0 -1 -1"], [])


def test_bad_lines_are_named_and_the_rest_is_answered(answers: Callable[..., Any]) -> None:
    lines = ["0000/0000/0000/1122 1", "0000/0000 1", "", "1000/0000/0000/0000 1", "x",
             "1212/2121/1212/2121 1"]  # fmt: skip
    status, out, errors = answers("4x4", lines)
    assert (status, len(out)) == (2, 2)
    assert [error.split(": ")[1].partition(", ")[2] for error in errors] == [
        "line 2",
        "line 4",
        "line 5",
    ]
    assert answers("4x4", lines[:1])[0] == 0


def test_solve_and_analyse_speak_of_maxconnect4(command: Callable[[str], str]) -> None:
    def inarow(words: list[str], text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [command("inarow"), *words], check=False, capture_output=True, text=True, input=text
        )

    board = "0001200/1211112/2122211/1211122/2122211/1211122"
    value = first_players(parse_position(f"{board} 2", counted(7, 6)).record.pos)
    done = inarow(["solve", "--game", "maxconnect4"], f"{board} 2\nnonsense\n{board} 2\n")
    assert (done.returncode, done.stdout) == (2, f"{value}\n{value}\n")
    assert done.stderr.startswith("inarow solve: line 2: ") and done.stderr.count("\n") == 1
    assert inarow(["solve", "--game", "maxconnect4", "--check"]).returncode == 2

    text = [board.replace("0", ".").replace("1", "x").replace("2", "o") + " o"]
    done = inarow(["analyse", "--game", "maxconnect4", *text])
    assert (done.returncode, done.stderr) == (0, "")
    assert f"The second player is to move: exact {value}." in done.stdout
    answer = json.loads(inarow(["analyse", "--game", "maxconnect4", "--json", *text]).stdout)
    assert answer["exact"] is True and answer["lo"] == answer["hi"] == -value
    assert [move["move"] for move in answer["moves"]] == ["1", "2", "3", "6", "7"]
