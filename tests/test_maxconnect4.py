"""The maxconnect4 program as a process: what it prints, writes and answers to mistakes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from inarow._core import Position

import slow_counting as slow
from inarow.protocols.maxconnect4 import picture
from inarow.protocols.maxconnect4_file import GAME, format_file, parse_file

DATA = Path(__file__).parent / "data"
PROGRAM = str(Path(__file__).parent.parent / "programs" / "maxconnect4.py")
SCORES = [
    line.split("\t") for line in (DATA / "maxconnect4_scores.tsv").read_text().splitlines()[1:]
]
FULL = "1212121/1111111/1211111/1112111/2112211/1111111"
EMPTY = "0000000/0000000/0000000/0000000/0000000/0000000"
RULE = " -----------------\n"

Golden = Callable[[str, str], None]


Done = subprocess.CompletedProcess[str]


def run(*arguments: str, stdin: str = "", cwd: Path | None = None) -> Done:
    """The program's answer; its line ends are kept as they are."""
    done = subprocess.run(
        [sys.executable, PROGRAM, *arguments],
        input=stdin.encode(),
        capture_output=True,
        cwd=cwd,
        timeout=60,
        check=False,
    )
    return Done(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def write(path: Path, cells: str, player: int = 1) -> str:
    path.write_bytes(format_file(Position(GAME, cells, player, symbols="012")).encode())
    return str(path)


def starter_picture(cells: str) -> str:
    """The board and score of the course's starter program, written down a second time."""
    board = slow.board_of(cells, "012")
    lines = "".join(" | " + "".join(f"{c} " for c in row) + "| \n" for row in cells.split("/"))
    first, second = slow.points(board, 4, 1), slow.points(board, 4, 2)
    return f"{RULE}{lines}{RULE}Score: Player 1 = {first}, Player 2 = {second}\n\n"


def random_cells(rng: random.Random) -> str:
    pos = Position(GAME, to_move=rng.choice([1, 2]))
    for _ in range(rng.randrange(43)):
        pos = pos.play(rng.choice(pos.legal_moves()))
        if rng.random() < 0.3:
            pos = pos.passed()
    return pos.cells("012")


# One-move mode.


@pytest.mark.parametrize(("cells", "first", "second", "_"), SCORES)
def test_the_known_scores_are_printed(
    cells: str, first: str, second: str, _: str, tmp_path: Path
) -> None:
    done = run("one-move", write(tmp_path / "in.txt", cells), str(tmp_path / "out.txt"), "1")
    header = "\nMaxConnect-4 game\n\nGame state before move:\n"
    assert done.stdout.startswith(header + starter_picture(cells))
    assert done.stdout.splitlines()[12] == f"Score: Player 1 = {first}, Player 2 = {second}"


def test_random_boards_are_drawn_and_scored_as_the_slow_scorer_does() -> None:
    rng = random.Random(4)
    for _ in range(200):
        cells = random_cells(rng)
        assert picture(Position(GAME, cells, symbols="012")) == starter_picture(cells)


@pytest.mark.parametrize("player", [1, 2])
def test_one_move_prints_and_writes_exactly_this(player: int, tmp_path: Path) -> None:
    cells = "0000000/0000000/0000000/0001000/0002000/0112000"
    output = tmp_path / "out.txt"
    done = run("one-move", write(tmp_path / "in.txt", cells, player), str(output), "5")
    after = parse_file(output.read_bytes())
    moves = [c for c in range(7) if Position(GAME, cells, player, symbols="012").play(c) == after]
    assert len(moves) == 1
    assert done.stdout == (
        "\nMaxConnect-4 game\n\nGame state before move:\n"
        + starter_picture(cells)
        + f"\n\nmove 6: Player {player}, column {moves[0] + 1}\n\n"
        + "Game state after move:\n"
        + starter_picture(after.cells("012"))
    )
    rows = [*after.cells("012").split("/"), str(3 - player)]
    assert output.read_bytes() == "".join(row + "\r\n" for row in rows).encode()
    assert len(output.read_bytes()) == 57
    assert (done.returncode, done.stderr) == (0, "")


def test_one_move_transcript(golden: Golden, tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", "0000000/0000000/0020000/0011000/0021020/1212012", 2)
    golden("maxconnect4_one_move.txt", run("one-move", path, "/dev/null", "6").stdout)


def test_a_missing_input_is_the_empty_board_with_player_1_to_move(tmp_path: Path) -> None:
    done = run("one-move", "nowhere.txt", "out.txt", "3", cwd=tmp_path)
    assert starter_picture(EMPTY) in done.stdout
    assert "\n\nmove 1: Player 1, column 4\n\n" in done.stdout
    assert (tmp_path / "out.txt").read_bytes().endswith(b"0001000\r\n2\r\n")


def test_columns_can_be_counted_from_0(tmp_path: Path) -> None:
    for words in (["--columns", "0"], ["--columns=0"]):
        done = run("one-move", *words, "nowhere.txt", "out.txt", "3", cwd=tmp_path)
        assert "\n\nmove 1: Player 1, column 3\n\n" in done.stdout
    done = run("one-move", "nowhere.txt", "out.txt", "3", "--columns", "1", cwd=tmp_path)
    assert "\n\nmove 1: Player 1, column 4\n\n" in done.stdout


def test_a_full_board_ends_without_touching_the_output(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", FULL)
    expected = (
        "\nMaxConnect-4 game\n\nGame state before move:\n"
        + starter_picture(FULL)
        + "BOARD FULL\n\nGame Over!\n\n"
    )
    output = tmp_path / "out.txt"
    done = run("one-move", path, str(output), "4")
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, "")
    assert not output.exists()
    output.write_text("old")
    run("one-move", path, str(output), "4")
    assert output.read_text() == "old"
    done = run("interactive", path, "human-next", "4", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, expected)
    assert not (tmp_path / "human.txt").exists()


@pytest.mark.parametrize("output", ["missing/out.txt", "."])
def test_an_output_that_cannot_be_opened(output: str, tmp_path: Path) -> None:
    done = run("one-move", write(tmp_path / "in.txt", EMPTY), output, "4", cwd=tmp_path)
    before = "\nMaxConnect-4 game\n\nGame state before move:\n" + starter_picture(EMPTY)
    assert (done.returncode, done.stdout) == (1, before)
    assert done.stderr == "Error opening output file.\n"


def test_the_output_can_be_standard_output(tmp_path: Path) -> None:
    file = "0000000\r\n" * 5 + "0001000\r\n2\r\n"
    assert run("one-move", "none", "/dev/stdout", "2", cwd=tmp_path).stdout.endswith(file)
    with (tmp_path / "log.txt").open("wb") as log:
        subprocess.run(
            [sys.executable, PROGRAM, "one-move", "none", "/dev/stdout", "2"],
            stdout=log,
            cwd=tmp_path,
            check=True,
        )
    text = (tmp_path / "log.txt").read_bytes().decode()
    assert text.startswith("\nMaxConnect-4 game\n")
    assert text.endswith(starter_picture(EMPTY[:-7] + "0001000") + file)


def test_two_programs_play_through_files_to_the_end(tmp_path: Path) -> None:
    """One looks 1 move ahead and the other 5; each reads what the other wrote."""
    names = ["one.txt", "two.txt"]
    pos = Position(GAME)
    for number in range(42):
        source, target = names[number % 2], names[1 - number % 2]
        done = run("one-move", source, target, "1" if number % 2 else "5", cwd=tmp_path)
        after = parse_file((tmp_path / target).read_bytes())
        assert after in [pos.play(move) for move in pos.legal_moves()]
        assert f"\n\nmove {number + 1}: Player {1 + number % 2}, column " in done.stdout
        pos = after
    assert pos.is_full
    assert run("one-move", names[0], names[1], "5", cwd=tmp_path).stdout.endswith(
        starter_picture(pos.cells("012")) + "BOARD FULL\n\nGame Over!\n\n"
    )


# Mistakes on the command line and in the input.


@pytest.mark.parametrize("words", [[], ["one-move"], ["one-move", "a", "b"], ["x"] * 5])
def test_not_four_arguments(words: list[str]) -> None:
    done = run(*words)
    assert done.stdout == (
        "Four command-line arguments are needed:\n"
        f"Usage: {PROGRAM} interactive [input_file] [computer-next/human-next] [depth]\n"
        f"or: {PROGRAM} one-move [input_file] [output_file] [depth]\n"
    )
    assert (done.returncode, done.stderr) == (2, "")


@pytest.mark.parametrize("mode", ["onemove", "", "Interactive", "spiel-ä"])
def test_an_unknown_mode(mode: str) -> None:
    done = run(mode, "a", "b", "c")
    assert (done.returncode, done.stdout) == (2, f"{mode} is an unrecognized game mode\n")
    assert done.stderr == ""


@pytest.mark.parametrize("depth", ["0", "-1", "abc", "", "1.5", "1_0", "1001", "9" * 5000, "²"])
def test_a_bad_depth(depth: str, tmp_path: Path) -> None:
    done = run("one-move", "none", "out.txt", depth, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("maxconnect4: depth ")
    assert done.stderr.endswith(" is not a whole number from 1 to 1000\n")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["interactive", "none", "me-next", "3"],
            "next player 'me-next' is not computer-next or human-next",
        ),
        (["one-move", "none", "out", "3", "--columns", "2"], "--columns is '2', expected 0 or 1"),
        (["one-move", "none", "out", "3", "--columns"], "--columns is '', expected 0 or 1"),
        (["one-move", "bad.txt", "out", "3"], "bad.txt, line 6 has 6 cells, expected 7"),
        (["interactive", "bad.txt", "human-next", "3"], "bad.txt, line 6 has 6 cells, expected 7"),
        (["one-move", ".", "out", "3"], ". cannot be read: Is a directory"),
    ],
)
def test_a_mistake_gets_one_sentence_and_nothing_else(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.txt").write_text("0000000\n" * 5 + "000000\n1\n")
    done = run(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"maxconnect4: {sentence}")
    assert done.stderr.count("\n") == 1
    assert [entry.name for entry in tmp_path.iterdir()] == ["bad.txt"]


def test_help_names_every_option() -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(word in done.stdout for word in ["--columns 0", "--stats", "one-move", PROGRAM])


# Interactive mode.


def test_interactive_transcript(golden: Golden, tmp_path: Path) -> None:
    """Five moves of a human who makes every mistake, then the end of the input."""
    answers = "4\n4\nx\n0\n8\n\n4 4\n-1\n4\n1\n4\n 7 \n"
    done = run("interactive", "none", "human-next", "4", stdin=answers, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    golden("maxconnect4_interactive.txt", done.stdout)


def test_a_whole_game_shows_each_state_once_and_saves_both_files(tmp_path: Path) -> None:
    path = write(tmp_path / "in.txt", EMPTY, 2)
    answers = "\n".join(str(column) for column in [*range(1, 8)] * 42) + "\n"
    done = run("interactive", path, "computer-first", "2", stdin=answers, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    states = [
        "/".join("".join(line.split()).strip("|") for line in block.splitlines()[1:7])
        for block in done.stdout.replace("before move", "after move").split(" after move:\n")[1:]
    ]
    assert [state.count("0") for state in states] == list(range(42, -1, -1))
    assert all(starter_picture(state) in done.stdout for state in states)
    assert done.stdout.count("Game state before move:\n") == 1
    assert done.stdout.count("\n\nmove ") == 21  # the computer's; it has player 2's pieces
    assert all(f"\n\nmove {n}: Player 2, column " in done.stdout for n in range(1, 42, 2))
    assert done.stdout.endswith(starter_picture(states[-1]) + "BOARD FULL\n\nGame Over!\n\n")
    computer, human = ((tmp_path / f"{who}.txt").read_bytes() for who in ("computer", "human"))
    assert parse_file(computer) == Position(GAME, states[-2], 1, symbols="012")
    assert parse_file(human) == Position(GAME, states[-1], 2, symbols="012")
    assert (len(computer), len(human)) == (57, 57)


@pytest.mark.parametrize(
    ("word", "answers", "saved"),
    [
        ("computer-next", "", {"computer.txt": 1}),
        ("computer-first", "", {"computer.txt": 1}),
        ("human-next", "", {}),
        ("human-first", "1", {"human.txt": 1, "computer.txt": 2}),
    ],
)
def test_the_word_says_who_moves_first_and_the_file_with_which_pieces(
    word: str, answers: str, saved: dict[str, int], tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    path = write(tmp_path / "in.txt", EMPTY, 2)
    run("interactive", path, word, "1", stdin=answers, cwd=tmp_path / "here")
    files = {file.name: parse_file(file.read_bytes()) for file in (tmp_path / "here").iterdir()}
    assert {name: pos.stone_count for name, pos in files.items()} == saved
    assert all(pos.stones(2) == 1 for pos in files.values())  # the first piece is player 2's


def test_interactive_columns_from_0(tmp_path: Path) -> None:
    words = ["interactive", "none", "human-next", "1", "--columns", "0"]
    done = run(*words, stdin="7\n0\n", cwd=tmp_path)
    assert "choose a column (0-6): '7' is not a column from 0 to 6.\n" in done.stdout
    assert (tmp_path / "human.txt").read_bytes().endswith(b"1000000\r\n2\r\n")


def test_interactive_without_a_place_to_save(tmp_path: Path) -> None:
    (tmp_path / "computer.txt").mkdir()
    done = run("interactive", "none", "human-next", "1", stdin="1\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "Error opening output file.\n")
    assert (tmp_path / "human.txt").exists()


def test_stats_tell_moves_and_cpu_time_for_each_move_of_the_computer(tmp_path: Path) -> None:
    words = ["--stats", "interactive", "none", "computer-next", "4"]
    done = run(*words, stdin="1\n2\n", cwd=tmp_path)
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    for line in lines:
        explored, cpu, speed = line.split(", ")
        assert int(explored.removeprefix("moves explored ")) > 0
        assert float(cpu.removeprefix("CPU ").removesuffix(" s")) >= 0
        assert int(speed.removesuffix(" moves a second")) > 0
    assert run("one-move", "none", "out.txt", "4", "--stats", cwd=tmp_path).stderr.startswith(
        "moves explored "
    )


# The process.


def start(words: list[str], cwd: Path, **options: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        [sys.executable, PROGRAM, *words], cwd=cwd, stderr=subprocess.PIPE, **options
    )


def test_a_terminal_shows_the_prompt_before_it_is_answered(tmp_path: Path) -> None:
    controller, terminal = os.openpty()
    with start(
        ["interactive", "none", "human-next", "1"], tmp_path, stdin=terminal, stdout=terminal
    ) as process:
        os.close(terminal)
        seen = b""
        for answer in (b"4\n", b"\x04"):  # Ctrl-D ends the input
            while not seen.endswith(b"choose a column (1-7): "):
                seen += os.read(controller, 1000)
            os.write(controller, answer)
            seen += os.read(controller, 1)
        assert process.wait(timeout=60) == 0
        os.close(controller)
    assert b"move 2: Player 2" in seen


def test_ctrl_c_ends_it_quietly_while_it_waits_and_while_it_thinks(tmp_path: Path) -> None:
    for words in (
        ["interactive", "none", "human-next", "1"],
        ["one-move", "none", "out.txt", "42"],
    ):
        with start(words, tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            while b"Score" not in process.stdout.readline():
                pass
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGINT  # which a shell reports as 130
        assert complaint == b""
    assert not any(tmp_path.iterdir())


def test_a_closed_pipe_does_not_stop_a_move_from_being_saved(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with start(["one-move", "none", "out.txt", "3"], tmp_path, stdout=writer) as process:
        os.close(writer)
        assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0
    assert len((tmp_path / "out.txt").read_bytes()) == 57


def test_once_nobody_reads_the_output_the_game_knows() -> None:
    """Else a game with endless input would go on for ever."""
    reader, writer = os.pipe()
    os.close(reader)
    code = (
        "import sys; from inarow.protocols.maxconnect4 import say\n"
        "print(say('a'), say('b'), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, check=True
    )
    os.close(writer)
    assert done.stderr == "False False\n"


def test_a_full_standard_output_gets_one_sentence(tmp_path: Path) -> None:
    with (
        Path("/dev/full").open("wb") as full,
        start(["one-move", "none", "out.txt", "3"], tmp_path, stdout=full) as process,
    ):
        complaint = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 1
    assert complaint == (
        "maxconnect4: standard output cannot be written: No space left on device\n"
    )


def test_the_installed_command_is_the_program(
    command: Callable[[str], str], tmp_path: Path
) -> None:
    name = command("maxconnect4")
    words = ["one-move", "none", "out.txt", "5"]
    installed = subprocess.run([name, *words], capture_output=True, cwd=tmp_path, check=True)
    assert installed.stdout.decode() == run(*words, cwd=tmp_path).stdout
    usage = subprocess.run([name], capture_output=True, text=True, check=False).stdout
    assert f"Usage: {name} interactive" in usage
