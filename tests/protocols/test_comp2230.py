"""The engine of COMP2230: its dialogue, its clock, and that nothing kills it."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inarow import Game, Outcome, Position
from inarow.players.base import Choice
from inarow.players.seat import thinking_ms
from inarow.protocols.comp2230.engine import Engine, checked_name
from inarow.protocols.lines import LINE_LIMIT, LineSplitter

PERFT_ROWS = [
    row.split("\t")
    for row in (Path(__file__).parents[1] / "data" / "perft.tsv").read_text().splitlines()[1:]
]


def leftmost(pos: Position, time_ms: float) -> Choice:
    return Choice(pos.legal_moves()[0], 5, 1, 7, False)


def engine() -> Engine:
    return Engine("tested-c1234567", leftmost)


def replies(tested: Engine, *lines: str) -> list[str]:
    return [reply for line in lines for reply in tested.answer(line.encode())]


def random_game(rng: random.Random) -> str:
    pos, moves = Position(Game()), ""
    for _ in range(rng.randrange(43)):
        if not pos.legal_moves():
            break
        column = rng.choice(pos.legal_moves())
        pos, moves = pos.play(column), moves + str(column)
    return moves


class Running:
    """The installed engine as a process."""

    def __init__(self, argv: list[str]) -> None:
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().decode().rstrip("\n")

    def finish(self, data: bytes = b"") -> tuple[int, str, str]:
        out, err = self.process.communicate(data, timeout=20)
        return self.process.returncode, out.decode(), err.decode()


@pytest.fixture
def start(command: Callable[[str], str]) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def run(*options: str) -> Running:
        started.append(Running([command("inarow"), "engine", *options]))
        return started[-1]

    yield run
    for running in started:
        running.process.kill()
        running.process.communicate()


def test_the_dialogue_of_the_specification() -> None:
    tested = engine()
    assert replies(tested, "name AI 0") == ["tested-c1234567"]
    assert replies(tested, "isready AI 0", "isready") == ["readyok", "readyok"]
    assert replies(tested, "position startpos ", "isready AI 0") == ["readyok"]
    assert replies(tested, "go ftime 120000 stime 120000") == [
        "info depth 1 nodes 7 score 5 string estimate, for the first player",
        "bestmove 0 5",
    ]
    assert replies(tested, "position startpos 3", "go stime 9 ftime 9")[-1] == "bestmove 0 -5"
    assert replies(tested, "position startpos", "perft 5") == ["perft 5 19608"]
    assert not tested.finished
    assert replies(tested, "quit") == ["quitting"] and tested.finished


@pytest.mark.parametrize(("moves", "depth", "count"), PERFT_ROWS)
def test_perft_rows(moves: str, depth: str, count: str) -> None:
    position = "position startpos " + ("" if moves == "startpos" else moves)
    assert replies(engine(), position, f"perft {depth}") == [f"perft {depth} {count}"]


def nodes(pos: Position, depth: int) -> int:
    return 1 + (sum(nodes(pos.play(m), depth - 1) for m in pos.legal_moves()) if depth else 0)


def test_perft_at_any_depth_from_random_positions() -> None:
    rng = random.Random(7)
    for _ in range(60):
        moves = random_game(rng)
        tested = engine()
        depth = rng.randrange(4)
        (reply,) = replies(tested, f"position startpos {moves}", f"perft {depth} AI 0")
        assert reply == f"perft {depth} {nodes(tested.pos, depth)}"
        if len(moves) >= 36:
            everything = nodes(tested.pos, 42)
            for deep in ("42", "1000", "007777", "9" * 500):
                assert replies(tested, f"perft {deep}") == [f"perft {deep} {everything}"]


def test_positions_follow_one_another_in_any_order() -> None:
    rng, tested = random.Random(3), engine()
    for _ in range(200):
        moves = random_game(rng)
        assert replies(tested, f"position startpos {moves}") == []
        pos = Position(Game())
        for move in moves:
            pos = pos.play(int(move))
        assert tested.pos == pos


@pytest.mark.parametrize(
    ("line", "legal", "words"),
    [
        ("position startpos 339", "33", "move 3, '9', is not a column 0 to 6"),
        ("position startpos 33x3", "33", "move 3, 'x', is not a column 0 to 6"),
        (
            "position startpos 00000003",
            "000000",
            "move 7, column 0, is not legal: column 0 is full",
        ),
        ("position startpos 01010103", "0101010", "move 8, column 3, comes after the end"),
        ("position startpos AI 0", "", "move 1, 'A', is not a column"),
        ("position startpos -1", "", "move 1, '-', is not a column"),
        ("position startpos 3\u00b2", "3", "move 2, '\\xc2', is not a column"),
    ],
)
def test_an_illegal_position_sets_its_legal_prefix(line: str, legal: str, words: str) -> None:
    tested, expected = engine(), engine()
    (reply,) = replies(tested, "position startpos 6543", line)
    assert reply.startswith("info string position: ") and words in reply
    assert replies(expected, f"position startpos {legal}") == []
    assert tested.pos == expected.pos


@pytest.mark.parametrize("line", ["position", "position fen 33", "position 33"])
def test_a_position_without_startpos_changes_nothing(line: str) -> None:
    tested = engine()
    (reply,) = replies(tested, "position startpos 33", line)
    assert reply.startswith("info string ") and tested.pos.stone_count == 2


def test_words_after_the_moves() -> None:
    tested = engine()
    for line, stones in [("34 AI 0", 2), ("3 4 1 0", 4), ("  34  ", 2), ("34 x 0", 2)]:
        assert replies(tested, f"position startpos {line}") == []
        assert tested.pos.stone_count == stones


def test_a_game_that_is_over_gets_some_column() -> None:
    drawn = "001122334455661100332255446600112233445566"
    for moves, outcome, value in [
        ("0101010", Outcome.FIRST_WINS, 10000),
        ("60101010", None, None),
        (drawn, None, None),
    ]:
        tested = engine()
        replies(tested, f"position startpos {moves}")
        answer = replies(tested, "go ftime 5 stime 5")[-1].split()
        assert answer[0] == "bestmove" and answer[1] in "0123456" and len(answer) == 3
        if outcome is not None:
            assert tested.pos.outcome() is outcome and int(answer[2]) == value


def test_every_full_board_and_every_won_one_is_answered() -> None:
    rng, over = random.Random(1), 0
    while over < 50:
        pos, moves = Position(Game()), ""
        while pos.legal_moves():
            column = rng.choice(pos.legal_moves())
            pos, moves = pos.play(column), moves + str(column)
        over += 1
        lines = replies(engine(), f"position startpos {moves}", "go", "perft 3", "isready")
        assert lines[1].split()[0] == "bestmove" and lines[1].split()[1] in "0123456"
        assert lines[2:] == ["perft 3 1", "readyok"]


@pytest.mark.parametrize(
    ("position", "go", "clock_ms"),
    [
        ("", "go ftime 240 stime 9999999", 240),
        ("", "go stime 9999999 ftime 240", 240),
        ("3", "go ftime 9999999 stime 240", 240),
        ("3", "go AI 0 ftime 1 more stime 240 x", 240),
        ("", "go stime 240", 240),
        ("", "go ftime x stime 240", 240),
        ("", "go ftime stime 240", 240),
        ("", "go ftime 340.7", 340.7),
        ("", "go ftime -5 stime 9999", -5),
        ("", "go ftime", None),
        ("", "go", None),
        ("", "go ftime \u0663\u0663", None),
        ("", "go ftime " + "9" * 3000, None),
    ],
)
def test_the_mover_thinks_on_its_own_clock(position: str, go: str, clock_ms: float | None) -> None:
    asked: list[float] = []

    def search(pos: Position, time_ms: float) -> Choice:
        asked.append(time_ms)
        return leftmost(pos, time_ms)

    tested = Engine("tested-c1234567", search)
    assert replies(tested, f"position startpos {position}", go)[-1].startswith("bestmove 0 ")
    assert asked == [thinking_ms(clock_ms, 21)]


def test_a_share_of_the_clock_is_never_too_much() -> None:
    for clock_ms in [-100, 0, 1, 5, 19, 20]:
        assert thinking_ms(clock_ms, 1) == thinking_ms(clock_ms, 21) == 0
    for clock_ms in [121, 1000, 120000, 10**9]:
        assert 0 < thinking_ms(clock_ms, 21) <= min(clock_ms / 12, 5000)
    assert thinking_ms(10**6, 5, longest_ms=30) == thinking_ms(None, 5, longest_ms=30) == 30


@pytest.mark.parametrize("clock_ms", [100.0, 150.0, 300.0, 1000.0, 60000.0])
def test_a_clock_lasts_for_a_whole_game(clock_ms: float) -> None:
    """Twenty-one moves, each of which loses 5 ms on the way and gets 1 ms back."""
    left = clock_ms
    for moves_left in range(21, 0, -1):
        left -= thinking_ms(left, moves_left) + 5 - 1
    assert left > 0


ODD_LINES = ["", " ", "\t", "Name", "NAME", "isreadyx", "perft", "perft x", "perft -1", "perft 1.5"]


@pytest.mark.parametrize("line", [*ODD_LINES, "\x00", "go\x00", "quit\x00", "x" * (LINE_LIMIT + 1)])
def test_odd_lines_get_at_most_one_information(line: str) -> None:
    tested = engine()
    answer = replies(tested, line)
    assert len(answer) <= 1 and all(reply.startswith("info string ") for reply in answer)
    assert replies(tested, "isready AI 0") == ["readyok"] and not tested.finished


WORDS = st.sampled_from([b"name", b"isready", b"position", b"startpos", b"go", b"ftime", b"stime"])
SCRAPS = st.one_of(st.binary(max_size=20), WORDS, st.text("0123456 ", max_size=45).map(str.encode))


@given(st.lists(st.lists(SCRAPS, max_size=5).map(b" ".join), max_size=8))
@settings(max_examples=300, deadline=None)
def test_no_bytes_kill_the_engine(lines: list[bytes]) -> None:
    tested, splitter = engine(), LineSplitter()
    for line in splitter.feed(b"\n".join(lines) + b"\n"):
        for reply in tested.answer(line):
            assert reply.isprintable() and reply.isascii()
    tested.finished = False
    assert list(tested.answer(b"isready AI 0")) == ["readyok"]


@pytest.mark.parametrize(
    "name", ["", "inarow", "inarow-c123456", "inarow-c12345678", "in a row-c0000000", "-c0000000"]
)
def test_names_have_the_form_of_the_course(name: str) -> None:
    with pytest.raises(ValueError, match="must be enginename-cXXXXXXX"):
        checked_name(name)
    assert checked_name("my-engine-c0123456") == "my-engine-c0123456"


def test_the_process_answers_each_line_at_once(start: Callable[..., Running]) -> None:
    running = start("--name", "proc-c0000001")
    running.send(b"name AI 0\n")
    assert running.line() == "proc-c0000001"
    running.send(b"isre")
    running.send(b"ady AI 0\r\n")
    assert running.line() == "readyok"
    running.send(b"position startpos 010101\nisready AI 0\n")
    assert running.line() == "readyok"
    for clock in ("3", "50", "200"):
        running.send(f"go ftime {clock} stime {clock}\n".encode())
        assert running.line().startswith("info depth ")
        move, column, value = running.line().split()
        assert (move, column) == ("bestmove", "0") and int(value) > 9000, "the winning move"
    for clock in ("3", "50"):
        running.send(f"position startpos 06060\ngo ftime {clock} stime {clock}\n".encode())
        running.line()
        assert running.line().startswith("bestmove 0 "), "the move that stops a win"
    running.send(b"position startpos \n")
    assert running.finish(b"perft 1\nquit\nname\n") == (0, "perft 1 8\nquitting\n", "")


def test_end_of_file_ends_the_process(start: Callable[..., Running]) -> None:
    assert start().finish() == (0, "", "")
    assert start().finish(b"perft 2") == (0, "perft 2 57\n", "")
    assert start().finish(b"\xff" * 10_000_000 + b"\nisready")[1].splitlines()[-1] == "readyok"


def test_a_reader_that_leaves_ends_the_process_quietly(start: Callable[..., Running]) -> None:
    running = start()
    running.send(b"isready\n")
    running.line()
    assert running.process.stdout
    running.process.stdout.close()
    running.process.stdout = None
    running.send(b"isready\n")
    assert running.process.wait(10) == 0
    assert running.process.stderr and running.process.stderr.read() == b""


def test_an_interrupt_ends_the_process_quietly(start: Callable[..., Running]) -> None:
    running = start()
    running.send(b"isready\n")
    running.line()
    running.process.send_signal(signal.SIGINT)
    assert running.finish() == (130, "", "")


@pytest.mark.parametrize(
    "options", [["--name", "bad"], ["--move-time", "fast"], ["--log", "/nonexistent/log"]]
)
def test_bad_options_get_one_sentence(start: Callable[..., Running], options: list[str]) -> None:
    status, out, err = start(*options).finish(b"isready\n")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("inarow engine: ") and options[1] in err


def test_the_log_is_the_dialogue(start: Callable[..., Running], tmp_path: Path) -> None:
    log = tmp_path / "log"
    start("--log", str(log)).finish(b"isready AI 0\nposition startpos \n\x1b[2J\nquit")
    assert log.read_text() == (
        "> isready AI 0\n< readyok\n> position startpos \n> \\x1b[2J\n"
        "< info string unknown command '\\x1b[2J'\n> quit\n< quitting\n"
    )


def test_move_time_caps_a_long_clock(start: Callable[..., Running]) -> None:
    running = start("--move-time", "30ms")
    running.send(b"isready\n")
    running.line()
    before = time.monotonic()
    running.send(b"go ftime 120000 stime 120000\n")
    running.line()
    assert running.line().startswith("bestmove ")
    assert time.monotonic() - before < 2


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_standard_streams_end_it_quietly(command: Callable[[str], str], closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" engine {closed}', command("inarow")],
        input=b"isready\n",
        capture_output=True,
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
