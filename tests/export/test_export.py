"""The single files for the Connect Four course: plain Python 3.7, sealed, exact, perfect."""

from __future__ import annotations

import ast
import io
import random
import subprocess
import sys
import time
from base64 import b64encode
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.random_boards import Truth, random_board
from inarow import Game, Outcome, Position
from inarow._core import FallingSolver
from inarow.analysis.falling import analyse, solve
from inarow.cli import main
from inarow.errors import UserError
from inarow.export import tournament_player
from inarow.export.rank_coder import coded
from inarow.limits import SolverOptions
from inarow.protocols import comp3308
from strategies import boards

EMPTY = ",".join(["......."] * 6)
SAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,......."
MOVE_LIMIT_S = 0.8
GAMES = 80


@pytest.fixture(scope="module", params=["tournament", "connectfour"])
def text(request: pytest.FixtureRequest) -> str:
    return exported(request.param)


@cache
def exported(program: str) -> str:
    """A file as the command writes it."""
    with redirect_stdout(io.StringIO()) as taken:
        assert main(["export", program]) == 0
    return taken.getvalue()


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tournament file, exported."""
    path = tmp_path_factory.mktemp("export") / "ConnectFour.py"
    path.write_text(exported("tournament"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def loaded(player: Path) -> ModuleType:
    module = ModuleType("exported")
    exec(compile(player.read_text(encoding="utf-8"), str(player), "exec"), module.__dict__)
    return module


def ran(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(path), *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.long
def test_the_grammar_is_that_of_python_3_7(text: str) -> None:
    ast.parse(text, feature_version=(3, 7))
    assert len(text.encode()) < 230_000


def test_only_harmless_modules_are_imported(text: str) -> None:
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
        elif isinstance(node, ast.Name):
            assert node.id not in ("open", "exec", "eval", "compile", "__import__")
    assert names <= {"os", "sys", "binascii", "functools", "operator", "time"}


def test_nothing_newer_than_python_3_7_is_called(text: str) -> None:
    attributes = {
        node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)
    }
    assert not attributes & {"bit_count", "removeprefix", "removesuffix", "cache", "prod", "comb"}


@pytest.mark.parametrize("arguments", [[EMPTY, "red"], [SAMPLE, "red"], [SAMPLE, "yellow"]])
def test_the_player_opens_no_file_and_no_socket(player: Path, arguments: list[str]) -> None:
    """But for the system's page about its own process, to be read, which says when that began."""
    watched = f"""
import sys, binascii, operator, time
source = open({str(player)!r}, encoding="utf-8").read()
def hook(event, arguments):
    if event == "open" and arguments[0] == "/proc/self/stat" and arguments[2] & 3 == 0:
        return
    if event.split(".")[0] in ("open", "socket", "os", "subprocess", "shutil", "ctypes", "import"):
        sys.stderr.write("forbidden: %s %r\\n" % (event, arguments))
sys.argv = ["ConnectFour.py"] + {arguments!r}
code = compile(source, "ConnectFour.py", "exec")
sys.addaudithook(hook)
exec(code, {{"__name__": "__main__"}})
"""
    done = subprocess.run(
        [sys.executable, "-c", watched], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout in [f"{column}\n" for column in range(7)]


def test_the_hook_would_see_a_file() -> None:
    """Else the test above could not fail."""
    code = "import sys\nsys.addaudithook(lambda e, a: print(e))\nopen('/dev/null')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "open" in done.stdout.split()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "arguments"),
        ([EMPTY], "arguments"),
        ([EMPTY, "blue"], "blue"),
        ([EMPTY[1:], "red"], "cells"),
        ([".......,r......," + ",".join(["......."] * 4), "red"], "floats"),
        (["rrrr...," + ",".join(["......."] * 5), "yellow"], "red has four"),
        ([",".join(["rryyrry", "yyrryyr"] * 3), "red"], "full"),
        ([".......", "red"], "1 rows"),
        ([EMPTY, "a\nb"], "'a\\nb'"),
        ([EMPTY.replace(".", "x", 1), "red"], "x"),
    ],
)
def test_bad_input_gets_a_sentence(player: Path, arguments: list[str], word: str) -> None:
    done = ran(player, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and word in done.stderr


def keeps_the_score(pos: Position, column: int) -> bool:
    """By the solver, and where there are fewer than eight stones by the book of its scores."""
    after = pos.play(column)
    if after.is_over:
        return after.outcome() is not Outcome.DRAW or pos.stone_count == 41
    return solve(after).score == solve(pos).score.of(after.to_move)


def loses_at_once(pos: Position) -> bool:
    """Whether the side to move can win with its next stone."""
    return any(pos.play(col).outcome() is not Outcome.ONGOING for col in pos.legal_moves())


@pytest.mark.proof
@pytest.mark.parametrize("side", [1, 2])
def test_games_from_the_empty_board_are_perfect(loaded: ModuleType, side: int) -> None:
    """Every column of the file keeps the exact score, in time, against perfect and random moves.

    The opponent's first five moves come from eight lists, so that the solver is asked about a
    hard position once and not in every game, and the other moves of each list's games are others;
    benchmarks/perfect_play.py plays thousands, without such lists. It does not lose at once if it
    can help it, so that the games are long.
    """
    rng, solver = random.Random(side), FallingSolver(Game(), 256)
    openings = [[rng.randrange(7) for _ in range(5)] for _ in range(8)]
    columns: dict[Position, int] = {}
    slowest = 0.0
    for number in range(GAMES):
        pos, asked = Position(Game()), []
        while not pos.is_over:
            if pos.to_move == side:
                if pos not in columns:
                    start = time.process_time()
                    stones = loaded.parsed(comp3308.format_state(pos), ("red", "yellow")[side - 1])
                    columns[pos] = loaded.best_column(*stones, until=float("inf"))
                    slowest = max(slowest, time.process_time() - start)
                    asked.append(pos)
                pos = pos.play(columns[pos])
                continue
            legal = [col for col in pos.legal_moves() if not loses_at_once(pos.play(col))]
            legal = legal or pos.legal_moves()
            if pos.stone_count < 10:
                wish = openings[number % len(openings)][pos.stone_count // 2]
                pos = pos.play(wish if wish in legal else legal[0])
            elif pos.stone_count >= 14 and rng.random() < 0.6:
                (best, *_), moves = solver.analyse(pos, lines=False)
                pos = pos.play(rng.choice([move for move, low, _, _ in moves if low == best]))
            else:
                pos = pos.play(rng.choice(legal))
        for earlier in reversed(asked):  # late positions first: their scores help with the others
            assert keeps_the_score(earlier, columns[earlier]), earlier
    assert len(columns) > 2 * GAMES
    # The file's own clock was stopped, so that a busy machine does not change what it plays: it has
    # 0.6 s for what took this long in CPU time.
    assert slowest < 0.6


def test_the_file_beats_a_perfect_defender_on_ply_41(loaded: ModuleType) -> None:
    pos = Position(Game())
    while not pos.is_over:
        if pos.to_move == 1:
            stones = loaded.parsed(comp3308.format_state(pos), "red")
            pos = pos.play(loaded.best_column(*stones, until=float("inf")))
        else:
            pos = pos.play(analyse(pos, options=SolverOptions(lines=False)).best[-1].move)
    assert (pos.outcome(), pos.stone_count) == (Outcome.FIRST_WINS, 41)


@settings(max_examples=30, deadline=None)
@given(boards(Game()))
def test_any_board_gets_a_legal_column_in_time(loaded: ModuleType, pos: Position) -> None:
    if pos.is_over:
        return
    start = time.process_time()
    column = loaded.connect_four(comp3308.format_state(pos), ("red", "yellow")[pos.to_move - 1])
    assert column in pos.legal_moves()
    assert time.process_time() - start < MOVE_LIMIT_S - 0.1


def test_under_a_slow_clock_there_is_still_an_answer(loaded: ModuleType) -> None:
    rng = random.Random(3)
    for _ in range(50):
        pos = Position(Game())
        for _ in range(rng.randrange(20)):
            if pos.legal_moves():
                pos = pos.play(rng.choice(pos.legal_moves()))
        if not pos.legal_moves():
            continue
        state = comp3308.format_state(pos)
        stones = loaded.parsed(state, ("red", "yellow")[pos.to_move - 1])
        assert loaded.best_column(*stones, until=0.0) in pos.legal_moves()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells")
def test_time_counts_from_the_start_of_the_process() -> None:
    """Not from when this file begins to run, nor by the CPU time used so far."""
    code = """
import time
time.sleep(0.5)
from inarow.export import tournament_player as player
print(time.perf_counter() - player.process_start() > 0.49)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_where_nobody_tells_when_the_process_began_its_cpu_time_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(time, "clock_gettime")
    used = time.process_time()
    assert time.perf_counter() - tournament_player.process_start() >= used


def test_coded_numbers_are_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    for weights in ([90, 4, 2, 1, 1, 1, 1], [1, 0, 0, 0, 0, 0, 9], [1] * 7):
        numbers = rng.choices(range(7), weights, k=9000)
        blocks = coded(numbers)
        monkeypatch.setattr(tournament_player, "KEPT_SIZES", [len(block) for block in blocks])
        monkeypatch.setattr(tournament_player, "KEPT", b64encode(b"".join(blocks)))
        for place in [0, 1, 4095, 4096, 8191, 8192, 8999, *rng.sample(range(9000), 30)]:
            assert tournament_player.kept_number(place) == numbers[place]


def test_up_to_eight_stones_the_result_is_kept_whatever_was_forfeited(loaded: ModuleType) -> None:
    """By the tables alone: there is no time left to search."""
    rng, truth = random.Random(8), Truth()
    for number in range(180):
        difference = number % 5 - 2
        pos = random_board(rng, rng.randrange(abs(difference), 9, 2), difference)
        stones = loaded.parsed(comp3308.format_state(pos), ("red", "yellow")[pos.to_move - 1])
        assert truth.kept(pos, loaded.best_column(*stones, until=0.0)), pos


def test_a_proof_is_kept_when_the_nodes_run_out() -> None:
    """A move that is proved to win or to draw counts, even if its score is not known yet."""
    rng, solver, kept = random.Random(2), FallingSolver(Game(), 64), 0
    for _ in range(80):
        pos = random_board(rng, 24, 0)
        safe = [col for col in pos.legal_moves() if not loses_at_once(pos.play(col))]
        if loses_at_once(pos) or len(safe) < 2:
            continue
        mover, opponent = tournament_player.parsed(
            comp3308.format_state(pos), ("red", "yellow")[pos.to_move - 1]
        )
        taken = mover | opponent
        moves = sum((taken + (1 << 7 * col)) & (63 << 7 * col) for col in safe)
        whole = tournament_player.ExactSearch(100_000, float("inf"))
        whole.solve(mover, taken, moves, 24)
        for limit in range(0, whole.nodes, 1 + whole.nodes // 8):
            search = tournament_player.ExactSearch(limit, float("inf"))
            with pytest.raises(tournament_player.OutOfNodes):
                search.solve(mover, taken, moves, 24)
            if search.proved is not None:
                kept += 1
                column = tournament_player.column_of(search.proved)
                assert solver.keep(pos.play(column))[1] <= 0
    assert kept > 5


def test_the_real_process_answers_in_time(player: Path) -> None:
    """Both kinds of work: the policy alone, and the whole time on a board off its lines."""
    for state in (EMPTY, "rr.....," + ",".join(["......."] * 5)):
        start = time.monotonic()
        done = ran(player, state, "red")
        assert done.stdout in [f"{column}\n" for column in range(7)]
        assert time.monotonic() - start < 10  # the claim itself is measured by benchmarks


def test_an_output_that_cannot_be_written_is_told(player: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, str(player), EMPTY, "red"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    closed = f"'{sys.executable}' '{player}' {EMPTY} red >&-"
    done = subprocess.run(["sh", "-c", closed], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.count("\n") == 1


@settings(max_examples=60, deadline=None)
@given(boards(Game()), st.sampled_from("MA"), st.integers(1, 4))
def test_the_course_file_answers_as_the_core_does(
    pos: Position, algorithm: str, depth: int
) -> None:
    from inarow.export import course_program

    state, player = comp3308.format_state(pos), ("red", "yellow")[pos.to_move - 1]
    try:
        expected = comp3308.answer([state, player, algorithm, str(depth)])
    except UserError:
        with pytest.raises(ValueError):
            course_program.answer(state, player, algorithm, str(depth))
    else:
        assert course_program.answer(state, player, algorithm, str(depth)) == expected


def test_the_course_file_runs(tmp_path: Path) -> None:
    path = tmp_path / "ConnectFour.py"
    path.write_text(exported("connectfour"), encoding="utf-8")
    done = ran(path, SAMPLE, "red", "A", "4")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n297\n", "")
    for arguments in (
        [],
        [SAMPLE, "red", "B", "4"],
        [SAMPLE, "red", "A", "0"],
        [SAMPLE, "red", "A", "²"],
    ):
        done = ran(path, *arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
