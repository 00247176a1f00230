"""Playing in the terminal, by processes and in a pseudo-terminal, and the order of the levels."""

from __future__ import annotations

import os
import pty
import random
import re
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import slow_counted
from inarow import GAMES, Game, Outcome, Position, game_named
from inarow._core import use_cpu_clock
from inarow.analysis.counted import solve
from inarow.cli import main
from inarow.limits import Limits
from inarow.players.base import Choice
from inarow.players.levels import BLUNDER_DEPTH, LEVELS, LevelPlayer, player_for
from inarow.record import Record


def session(
    command: Callable[[str], str], typed: str, *arguments: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command("inarow"), "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )


def test_without_a_terminal_two_levels_show_a_short_game(command: Callable[[str], str]) -> None:
    done = session(command, "")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("No terminal to read moves from")
    assert re.search(r"(wins|Draw)\.\n$", done.stdout)


def test_a_person_can_play_ask_and_take_back(
    command: Callable[[str], str], golden: Callable[[str, str], None]
) -> None:
    typed = "4\nhelp\n9\ncolumn four\n1 2\n\nundo\nundo\n3\nquit\n"
    done = session(command, typed, "--first", "--level", "7", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    golden("play.txt", done.stdout)


def test_a_game_is_saved_whole_and_goes_on_later(
    command: Callable[[str], str], tmp_path: Path
) -> None:
    saved = tmp_path / "game.json"
    words = ["--first", "--level", "1", "--seed", "5", "--save", str(saved)]
    done = session(command, "4\n3\nundo\nundo\nundo\n4\nquit\n", *words, "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "There is nothing to take back." in done.stdout, "the given moves stay"
    record = Record.parse(saved.read_text())
    assert record.moves[0] == 3 and len(record.moves) == 4 and record.result is None
    assert record.players == ("you", "level 1")
    again = session(command, "quit\n", "--second", f"@{saved}", "--save", str(saved))
    assert (again.returncode, again.stderr) == (0, "")
    assert Record.parse(saved.read_text()).moves[:4] == record.moves
    refused = session(command, "", "--save", str(tmp_path / "none" / "game"))
    assert refused.returncode == 2 and "there is no such directory" in refused.stderr
    assert list(tmp_path.iterdir()) == [saved]


def test_bytes_that_are_no_text_are_a_bad_move(command: Callable[[str], str]) -> None:
    done = subprocess.run(
        [command("inarow"), "play", "--first"],
        input=b"\xff\nquit\n",
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"Column '\xff' must be 1 to 7; type help for the commands." in done.stdout


def test_a_person_can_play_second_and_lose(command: Callable[[str], str]) -> None:
    done = session(command, "1\n2\n" * 21, "--second", "--level", "8", "--move-time", "0.05s")
    assert done.stdout.endswith("Level 8 wins.\n") and done.returncode == 0


def test_a_person_can_win(command: Callable[[str], str]) -> None:
    position = ["......./......./......./......./ooo..../xxx.... x"]
    done = session(command, "4\n", "--first", *position)
    assert done.stdout.endswith("You win.\n")


def test_a_hint_is_the_move_that_wins(command: Callable[[str], str]) -> None:
    done = session(command, "hint\n", "--first", "112233")
    assert "Hint: column 4." in done.stdout


def test_free_boards_take_rows_and_columns(command: Callable[[str], str]) -> None:
    done = session(command, "2 2\n2.2\n1 9\nx\n", "--game", "tictactoe", "--first", "--level", "8")
    assert "2.2 is occupied." in done.stdout
    assert "Move '1.9' must have a row 1 to 3 and a column 1 to 3" in done.stdout
    assert "Move 'x' must be ROW.COL" in done.stdout
    assert done.stdout.endswith("End of input: the game ends here.\n") and done.returncode == 0


def test_a_counted_game_shows_both_scores(command: Callable[[str], str]) -> None:
    arguments = ["--game", "maxconnect4", "--level", "1", "--second-level", "4", "--seed", "5"]
    done = session(command, "", "--watch", *arguments)
    last = re.findall(r"Score: first \(level 1\) (\d+), second \(level 4\) (\d+)\n", done.stdout)[
        -1
    ]
    first, second = map(int, last)
    verdict = "First (level 1) wins" if first > second else "Second (level 4) wins"
    assert done.stdout.endswith(f"{'Draw' if first == second else verdict}.\n")


NEARLY_FULL = "......./xoxx.xo/oxooxxx/xoxxoxo/oxooxoo/xoxxxoo"


def test_what_is_known_of_a_counted_game_is_said(
    command: Callable[[str], str], golden: Callable[[str, str], None]
) -> None:
    arguments = ["--game", "maxconnect4", f"{NEARLY_FULL} x", "--first", "--level", "8"]
    done = session(command, "hint\n3\nhint\nquit\n", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    golden("play_maxconnect4.txt", done.stdout)
    # The value that is told, for whoever moves, is that of the game.
    game = GAMES["maxconnect4"]
    for moves, pattern in [
        ([], r"Hint: column \d \(exact: final difference ([+-]\d+) for you\)"),
        ([2], r"Level 8 plays column \d \(exact: final difference ([+-]\d+) for level 8\)"),
    ]:
        pos = Position.parse(game, f"{NEARLY_FULL} x")
        for move in moves:
            pos = pos.play(move)
        found = re.search(pattern, done.stdout)
        assert found is not None
        assert int(found[1]) == solve(pos).score.value


def test_what_is_judged_is_called_so_beside_what_is_proven(command: Callable[[str], str]) -> None:
    opening = ["--game", "maxconnect4", "17"]  # no strategy is known after this
    arguments = [*opening, "--first", "--level", "8", "--move-time", "0.05s"]
    done = session(command, "hint\n4\nquit\n", *arguments)
    judged = r"\(judged: final difference about [+-]\d+\.\d for (.*); proven: (.*)\)"
    before = slow_counted.board_of("/".join(["......."] * 5 + ["x.....o"]))
    after = slow_counted.drop(before, 3, 1)
    proven = [slow_counted.bounds(before, 4, mover=1), slow_counted.bounds(after, 4, mover=2)]
    assert re.findall(judged, done.stdout) == [
        (name, f"at least {lower:+d}, at most {upper:+d}")
        for name, (lower, upper) in zip(("you", "level 8"), proven, strict=True)
    ]


def test_lower_levels_keep_what_they_know_to_themselves(command: Callable[[str], str]) -> None:
    arguments = ["--game", "maxconnect4", f"{NEARLY_FULL} x", "--second"]
    done = session(command, "quit\n", *arguments, "--level", "7", "--seed", "1")
    assert re.search(r"Level 7 plays column \d\.\n", done.stdout)


def test_the_same_seed_plays_the_same_game(command: Callable[[str], str]) -> None:
    arguments = ["--watch", "--level", "3", "--seed", "11"]
    assert session(command, "", *arguments).stdout == session(command, "", *arguments).stdout


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, "connect4:8x7", "gomoku:9x9"])
def test_every_game_is_played_to_its_end(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--watch", "--game", name, "--level", "2", "--second-level", "3", "--seed", "1"]
    assert main(["play", *arguments, "--move-time", "0.02s"]) == 0
    assert re.search(r"(wins|Draw)\.\n$", capsys.readouterr().out)


def test_play_in_a_terminal(command: Callable[[str], str]) -> None:
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.pop("NO_COLOR", None)
        os.environ["PYTHONIOENCODING"] = "utf-8"
        os.environ["TERM"] = "xterm"
        path = command("inarow")
        os.execv(path, [path, "play", "--level", "6", "--seed", "2"])
    seen = b""

    def until(marker: bytes) -> None:
        nonlocal seen
        deadline = time.monotonic() + 30
        while marker not in seen:
            assert select.select([fd], [], [], deadline - time.monotonic())[0], seen
            seen += os.read(fd, 65536)
        seen = seen.split(marker, 1)[1]

    until(b"or help): ")
    os.write(fd, b"4\n")
    until(b"Level 6 plays column ")
    until(b"\x1b[31m")  # the first player's stones are red on a terminal
    until(b"or help): ")
    os.write(fd, b"\x04")  # end of input
    until(b"End of input: the game ends here.")
    assert os.waitpid(pid, 0)[1] == 0
    os.close(fd)


def test_interrupt_ends_without_a_traceback(command: Callable[[str], str]) -> None:
    pid, fd = pty.fork()
    if pid == 0:
        path = command("inarow")
        os.execv(path, [path, "play"])
    seen = b""
    while b"or help): " not in seen:
        seen += os.read(fd, 65536)
    os.write(fd, b"\x03")
    try:
        while piece := os.read(fd, 65536):
            seen += piece
    except OSError:
        pass  # the way a terminal tells that its program has gone
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 130
    assert b"Traceback" not in seen
    os.close(fd)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--level", "9"], "--level is 9, expected 1 to 8"),
        (["--watch", "--second-level", "0"], "--second-level is 0, expected 1 to 8"),
        (["--second-level", "2"], "--second-level requires --watch"),
        (
            ["--move-time", "0s"],
            "--move-time: '0s' is no time",
        ),
        (["1212121"], "the game is over in this position"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith(f"inarow play: {sentence}")


def play(game: Game, first: int, second: int, rng: random.Random) -> Outcome:
    pos, players = Position(game), (player_for(game, first), player_for(game, second))
    while not pos.is_over:
        pos = pos.play(players[pos.to_move - 1].choose(pos, Limits(time_s=0.005), rng=rng).move)
    return pos.outcome()


def points(game: Game, strong: int, weak: int, games: int) -> float:
    """What the stronger level scores: 1 for a win, a half for a draw, playing first every second
    time."""
    rng, total = random.Random(7), 0.0
    for number in range(games):
        strong_first = number % 2 == 0
        order = (strong, weak) if strong_first else (weak, strong)
        outcome = play(game, *order, rng)
        won = Outcome.FIRST_WINS if strong_first else Outcome.SECOND_WINS
        total += 0.5 if outcome == Outcome.DRAW else float(outcome == won)
    return total


@pytest.fixture
def cpu_clock() -> Iterator[None]:
    """The player of free boards, which uses its whole time, is not weaker on a busy machine."""
    use_cpu_clock(True)
    yield
    use_cpu_clock(False)


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["connect4", "maxconnect4", pytest.param("gomoku:9x9", marks=pytest.mark.proof)]
)
@pytest.mark.usefixtures("cpu_clock")
def test_levels_rise_in_strength(name: str) -> None:
    # Far apart, so that the order does not hang on luck: in longer matches the stronger level
    # scores above 80 of 100 in each of these.
    game = game_named(name)
    assert points(game, 8, 1, 10) >= 9
    assert points(game, 4, 1, 20) >= 13
    # Both use time, so games differ from run to run: three times as many decide a doubtful match.
    assert points(game, 7, 4, 20) >= 13 or points(game, 7, 4, 60) >= 39


def test_level_8_never_loses_tic_tac_toe() -> None:
    game, rng = GAMES["tictactoe"], random.Random(1)
    player = player_for(game, 8)

    def walk(pos: Position, side: int) -> None:
        outcome = pos.outcome()
        if outcome != Outcome.ONGOING:
            assert outcome != (Outcome.SECOND_WINS if side == 1 else Outcome.FIRST_WINS)
            return
        ours = pos.to_move == side
        moves = [player.choose(pos, Limits(), rng=rng).move] if ours else pos.legal_moves()
        for move in moves:
            walk(pos.play(move), side)

    walk(Position(game), 1)
    walk(Position(game), 2)


def test_a_level_is_held_back_by_slips_depth_and_time() -> None:
    asked: list[Limits] = []

    class Noting:
        name = "noting"

        def choose(
            self, pos: Position, limits: Limits, *, rng: random.Random | None = None
        ) -> Choice:
            asked.append(limits)
            return Choice(pos.legal_moves()[0])

    pos, rng = Position(GAMES["connect4"]), random.Random(3)
    for number, level in LEVELS.items():
        asked.clear()
        player = LevelPlayer(Noting(), number)
        for _ in range(400):
            player.choose(pos, Limits(time_s=0.25, depth=5), rng=rng)
        played = [limit for limit in asked if limit.time_s is not None]
        assert len(played) == pytest.approx(400 * (1 - level.blunder), abs=50)
        depth = 5 if level.depth is None else min(5, level.depth)
        assert set(played) == {Limits(time_s=0.25, depth=depth)}
        # A slip asks for a quick judgement of every move, and for nothing else.
        assert set(asked) - set(played) <= {Limits(depth=BLUNDER_DEPTH)}
    slips = [level.blunder for level in LEVELS.values()]
    assert slips == sorted(slips, reverse=True) and slips[-1] == 0
