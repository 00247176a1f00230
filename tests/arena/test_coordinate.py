"""The coordinator of COMP2230: clocks, reasons, and engines that misbehave."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inarow import Game, Position
from inarow.cli.commands.coordinate import _shower
from inarow.players.seat import ForfeitError
from inarow.protocols.comp2230.manager import ProgramPlayer, check_perft
from inarow.protocols.dialogue import EngineEndedError, Reply
from inarow.protocols.registry import PROTOCOLS
from inarow.protocols.transcript import Transcript
from inarow.record import PASS, Record, Result, Termination
from inarow.referee.game_log import Turn
from inarow.referee.referee import OnTurn, play
from inarow.render.board_text import board_text
from inarow.running.process import start_engine

HOSTILE = Path(__file__).parents[1] / "hostile"
DRAWN = "361313645534311043046626105524515600224220"


def hostile(script: str, *words: str) -> str:
    return " ".join([sys.executable, "-S", str(HOSTILE / f"{script}.py"), *words])


class Clock:
    """A time that passes only when somebody says so."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


class Scripted:
    """An engine without a process: plays a plan, and takes so long for each move."""

    def __init__(self, clock: Clock, plan: str, thinks_ms: float, name: str) -> None:
        self.clock, self.plan, self.thinks_ms, self.name = clock, plan, thinks_ms, name
        self.moves = ""
        self.waiting: deque[tuple[bytes, float]] = deque()

    def send(self, line: str) -> None:
        command, *rest = line.split(" ")
        if command == "name":
            self._say(self.name)
        elif command == "isready":
            self._say("readyok")
        elif command == "position":
            self.moves = rest[1]
        elif command == "go":
            self._say(f"info depth {len(self.moves)} string thinking", self.thinks_ms / 2)
            self._say(f"bestmove {self.plan[len(self.moves)]} {len(self.moves)}", self.thinks_ms)
        elif command == "quit":
            self._say("quitting")

    def _say(self, text: str, after_ms: float = 0) -> None:
        self.waiting.append((text.encode(), self.clock() + after_ms / 1000))

    def receive(self, deadline_s: float) -> Reply | None:
        if not self.waiting or self.waiting[0][1] > deadline_s:
            self.clock.now_s = max(deadline_s, self.clock())
            return None
        text, at_s = self.waiting.popleft()
        self.clock.now_s = max(at_s, self.clock())
        return Reply(text, at_s)

    def discard_pending(self) -> None:
        self.waiting.clear()

    def stop(self, grace_s: float) -> bool:
        return True


def scripted_seats(
    plan: str, thinks_ms: tuple[float, float], log: Transcript | None = None
) -> list[ProgramPlayer]:
    clock = Clock()
    return [
        ProgramPlayer(
            Scripted(clock, plan, thinks_ms[i], f"plan{i}-c000000{i}"),
            i,
            now=clock,
            transcript=log,
        )
        for i in (0, 1)
    ]


def played(
    plan: str,
    thinks_ms: tuple[float, float],
    time_ms: float,
    log: Transcript | None = None,
    show: OnTurn = lambda record, turn: None,
) -> Record:
    conduct = replace(PROTOCOLS["comp2230"].conduct, time_ms=time_ms)
    return play(Game(), scripted_seats(plan, thinks_ms, log), conduct, on_turn=show)


@pytest.mark.process
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_log_on_a_full_disk_is_reported(coordinate: Callable[..., Any]) -> None:
    done = coordinate("e0", "inarow engine", "time", "1000", "--quiet", "--log", "/dev/full")
    assert done.returncode == 1 and "after" in done.stdout
    assert "log file '/dev/full' is cut off: No space left on device" in done.stderr


def test_a_fixed_game_to_the_letter(golden: Callable[[str, str], None], tmp_path: Path) -> None:
    log = tmp_path / "log"
    pictures: list[str] = []

    def show(record: Record, turn: Turn) -> None:
        pictures.append(board_text(record.end, color=False, last_move=turn.stones[-1]))

    played("01122323353", (7, 11), 1000, Transcript(str(log)), show)
    golden("coordinated.txt", log.read_text() + "\n" + pictures[-1] + "\n")


def test_clocks_lose_what_is_used_and_gain_a_millisecond_a_move() -> None:
    turns: list[Turn] = []
    game = played("0101010", (7.25, 11), 1000, show=lambda record, turn: turns.append(turn))
    assert game.result == Result(1, Termination.LINE)
    assert game.players == ("plan0-c0000000", "plan1-c0000001")
    assert game.moves == (0, 1, 0, 1, 0, 1, 0)
    assert [turn.value for turn in turns] == list(range(7))
    assert game.times_ms == pytest.approx((7.25, 11, 7.25, 11, 7.25, 11, 7.25))
    assert game.clocks_ms == pytest.approx((1000 - 4 * 6.25, 1000 - 3 * 10))


def test_a_draw_is_seen() -> None:
    game = played(DRAWN, (1, 1), 1000)
    assert game.result == Result(None, Termination.DRAW) and len(game.moves) == 42


def test_an_engine_that_needs_its_whole_clock_keeps_it_and_one_that_needs_more_loses() -> None:
    in_time = played("0101010", (1, 10.0), 10)
    assert in_time.result and in_time.result.termination is Termination.TIME
    assert len(in_time.moves) == 3, "10 ms, and then only 1 ms is left"
    game = played("0101010", (1, 10.5), 10)
    assert game.result and game.result.winner == 1 and len(game.moves) == 1
    assert game.clocks_ms == pytest.approx((10.0, 0.0))
    assert "within 10 ms" in game.result.detail


def test_a_full_column_forfeits() -> None:
    game = played("0000000", (1, 1), 1000)
    detail = "played column 0: column 0 is full"
    assert game.result == Result(2, Termination.ILLEGAL_MOVE, detail) and len(game.moves) == 6


@pytest.fixture
def game(coordinate: Callable[..., Any]) -> Callable[..., dict[str, Any]]:
    """A game between two commands, as the object of --json."""

    def run(first: str, second: str, *words: str) -> dict[str, Any]:
        done = coordinate("e0", first, "e1", second, *words, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    return run


POLITE = hostile("polite", "01010101")


@pytest.mark.parametrize(
    ("engine", "reason", "detail", "moves"),
    [
        ("answers bestmove 9 0", "illegal move", "move 9 is not on the board", 1),
        ("answers bestmove x", "illegal move", "'bestmove x', which is not a column 0 to 6", 1),
        ("answers bestmove -1", "illegal move", "'bestmove -1'", 1),
        ("answers bestmove", "illegal move", "'bestmove' without a column", 1),
        ("answers bestmove 1", "four in a row", "", 7),
        ("answers bestmove 1 0.5x", "four in a row", "", 7),
        ("dies", "crash", "exit status 1, saying 'the board is on fire'", 3),
    ],
)
def test_an_engine_that_plays_wrong_loses(
    game: Callable[..., dict[str, Any]], engine: str, reason: str, detail: str, moves: int
) -> None:
    played = game(POLITE, hostile(*engine.split()))
    assert (played["winner"], played["result"], played["reason"]) == (0, "1-0", reason)
    assert detail in played["detail"]
    assert len(played["moves"]) == len(played["history"]) == moves


@pytest.mark.parametrize(
    ("engine", "detail"),
    [
        ("answers move 1", "did not answer 'go ftime 300 stime 300' within 300 ms"),
        ("chatters", "did not answer 'go ftime 300 stime 300' within 300 ms"),
        ("endless_line", "did not answer 'go ftime 300 stime 300' within 300 ms"),
        ("late", "did not answer 'go ftime 300 stime 300' within 300 ms"),
    ],
)
def test_an_engine_that_does_not_move_loses_on_time(
    game: Callable[..., dict[str, Any]], engine: str, detail: str
) -> None:
    played = game(hostile(*engine.split()), POLITE, "time", "300")
    assert (played["winner"], played["reason"], played["moves"]) == (1, "time", "")
    assert played["detail"] == detail and played["clocks_ms"] == [0, 300]


@pytest.mark.parametrize(
    ("engine", "reason", "detail"),
    [
        (hostile("mute"), "no answer", "did not answer 'name AI 0' within 0.4 s"),
        (hostile("deaf"), "no answer", "did not answer "),
        ("sh -c 'read x; echo me; read x; sleep 9'", "no answer", "did not answer 'isready AI 0'"),
        ("yes", "no answer", "did not answer 'isready AI 0' within 0.4 s"),
        ("cat /dev/zero", "no answer", "did not answer 'name AI 0' within 0.4 s"),
        ("true", "crash", "ended with exit status 0"),
        ("sh -c 'kill -9 $$'", "crash", "was ended by SIGKILL"),
        ("sh -c 'exec >&-; sleep 9'", "crash", "closed its output"),
    ],
)
def test_an_engine_that_does_not_begin_loses(
    game: Callable[..., dict[str, Any]], engine: str, reason: str, detail: str
) -> None:
    played = game(engine, POLITE, "--patience", "0.4s")
    assert (played["winner"], played["reason"], played["moves"]) == (1, reason, "")
    assert played["detail"].startswith(detail)


def test_noise_and_second_answers_do_not_count(game: Callable[..., dict[str, Any]]) -> None:
    played = game(hostile("noisy"), hostile("polite", "01010101"), "time", "5000")
    assert (played["moves"], played["reason"]) == ("0101010", "four in a row")
    assert [move["value"] for move in played["history"]] == [None, 1, None, 3, None, 5, None]


@pytest.mark.process
def test_what_is_kept_of_an_engine_is_bounded() -> None:
    for words in (["yes"], ["cat", "/dev/zero"], ["sh", "-c", "cat /dev/zero >&2"]):
        process = start_engine(words)
        for _ in range(5):
            process.receive(time.monotonic() + 0.05)
            kept = sum(len(line.text) for line in process._lines) + len(process._stderr_tail)
            assert len(process._lines) <= 65536 and kept <= 65536 + 4096
            process.discard_pending()
            assert not process._lines
        assert not process.stop(0)


def test_lines_before_the_end_are_still_read() -> None:
    process = start_engine(["sh", "-c", "echo one; printf two; echo why >&2; exit 3"])
    deadline = time.monotonic() + 10
    lines = [process.receive(deadline), process.receive(deadline)]
    assert [line and line.text for line in lines] == [b"one", b"two"]
    with pytest.raises(EngineEndedError, match="ended with exit status 3, saying 'why'"):
        process.receive(deadline)
    assert process.stop(1)


def test_our_engine_plays_itself_on_a_short_clock(
    coordinate: Callable[..., Any], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    done = coordinate("e0", "inarow engine", "time", "1000", "--log", str(log))
    assert (done.returncode, done.stderr) == (0, "")
    *boards, last = done.stdout.splitlines()
    assert "four in a row" in last or last.startswith("Draw between")
    assert "\x1b" not in done.stdout and done.stdout.isascii()
    dialogue = log.read_text().splitlines()
    assert dialogue[:2] == ["0 > name AI 0", "0 < inarow-c0000000"]
    assert "0 > position startpos " in dialogue and "0 > go ftime 1000 stime 1000" in dialogue
    assert dialogue[-2:] == ["1 > quit", "1 < quitting"]
    played = sum(line.startswith("move ") for line in boards)
    assert f"after {played} moves" in last
    assert sum(" < bestmove " in line for line in dialogue) == played


def test_quiet_prints_only_the_end(coordinate: Callable[..., Any]) -> None:
    done = coordinate("e0", POLITE, "--quiet")
    assert done.stdout.startswith(
        "polite-c0000001 (red) beats polite-c0000001 (yellow): four in a row, after 7 moves; clocks"
    )
    assert done.stdout.count("\n") == 1


def test_perft_right_and_wrong(coordinate: Callable[..., Any]) -> None:
    right = coordinate("perft", "6", "e0", "inarow engine")
    assert (right.returncode, right.stderr) == (0, "")
    assert right.stdout.startswith("inarow-c0000000: perft 6 right, 137257 (")
    both = coordinate("e0", "inarow engine", "e1", hostile("polite", "0"), "perft", "6", "--json")
    records = json.loads(both.stdout)
    assert both.returncode == 1 and [record["right"] for record in records] == [True, False]
    assert [record["answer"] for record in records] == ["137257", "7"]
    none = coordinate("e0", "true", "perft", "3")
    assert none.returncode == 1 and "perft 3 wrong, ended with exit status 0" in none.stdout


def test_perft_for_another_depth_is_wrong() -> None:
    class Confused(Scripted):
        def send(self, line: str) -> None:
            super().send(line)
            if line.startswith("perft"):
                self._say("perft 4 400")

    clock = Clock()
    record = check_perft(
        ProgramPlayer(Confused(clock, "", 0, "confused"), 0, now=clock), 3, 1000, 1
    )
    assert not record.right and record.expected == 400 and "depth '4'" in record.detail


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["e1", "cat"], "there is no e0"),
        (["e0"], "word 'e0' has no value"),
        (["e0", "cat", "e0", "cat"], "word 'e0' is given twice"),
        (["e2", "cat"], "word 'e2' is not e0, e1, time or perft"),
        (["e0", "cat", "time", "soon"], "time is 'soon', expected 1 to 999999999"),
        (["e0", "cat", "time", "0"], "time is '0', expected 1 to"),
        (["e0", "cat", "perft", "-1"], "perft is '-1', expected 0 to"),
        (["e0", "no-such-engine here"], "engine 'no-such-engine' is neither"),
        (["e0", "'"], "is not a command line"),
        (["e0", " "], "is empty"),
        (["e0", str(HOSTILE)], "holds no Interface.class"),
        (["e0", "cat", "--delay", "long"], "--delay: 'long' is not a time"),
        (["e0", "cat", "--patience", "nan"], "--patience: 'nan' is not a time"),
        (["e0", "cat", "--log", "/nonexistent/log"], "log file '/nonexistent/log'"),
    ],
)
def test_bad_words_get_one_sentence(
    coordinate: Callable[..., Any], words: list[str], sentence: str
) -> None:
    if words[-1] == "-1":
        words = ["--", *words]
    done = coordinate(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("inarow coordinate: ") and sentence in done.stderr


def test_a_forfeited_turn_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    options = Namespace(json=False, quiet=False, no_color=True)
    players = [ProgramPlayer(Scripted(Clock(), "", 0, name), i) for i, name in enumerate("ab")]
    turn = Turn(1, (), 5.0, 900.0, None, ForfeitError(Termination.TIME, "was late"))
    _shower(options, PROTOCOLS["comp2230"], players, [], 0)(Record(Position(), (3, PASS)), turn)
    assert "forfeits its move, for it was late, in 5 ms; 0.9 s left" in capsys.readouterr().out
