"""A fault of inarow is never called the user's mistake, and no mistake a fault of inarow."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from inarow.cli import INTERNAL_ERROR, main
from inarow.cli.command_tree import leaves
from inarow.cli.commands import perft
from inarow.cli.parser import Parser, parser_of
from inarow.errors import UserError

FAULTS = [ValueError("not enough values"), KeyError("key"), TypeError("type"), TimeoutError()]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_fault_keeps_its_traceback(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> int:
        raise fault

    monkeypatch.setattr(perft, "_count", broken)
    assert main(["perft", "3"]) == INTERNAL_ERROR == 70
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert captured.out == "" and lines[0].startswith("Traceback")
    assert any(type(fault).__name__ in line for line in lines)
    assert lines[-1].startswith("inarow perft: internal error: a fault in inarow")
    assert "please report it" in lines[-1]


def test_user_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_: object) -> int:
        raise UserError("depth is too deep")

    monkeypatch.setattr(perft, "_count", refused)
    assert main(["perft", "3"]) == 2
    assert capsys.readouterr().err == "inarow perft: depth is too deep\n"


JUNK = (
    "",
    "nan",
    "9" * 5000,
    "\udcff",
    "binary",
    "null.toml",
)
SLOW = {"arena", "match", "web"}
"""They start servers, workers or programs, which outlast the alarm."""
_BOUND_S = 0.1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "null.toml").write_text(
        'name = "a\\u0000"\ncourse = "comp3308"\nopenings = "\\u0000"\nsuite = "\\u0000"\n'
        '[[entries]]\nsource = "random"\n[[entries]]\nsource = "level:1"\n'
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def bounded() -> Iterator[None]:
    """Lets an alarm interrupt a command that found nothing wrong, and nothing but a command."""

    def interrupt(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code is main.__code__:
                raise KeyboardInterrupt
            frame = frame.f_back

    before = signal.signal(signal.SIGALRM, interrupt)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def wrong_lines(parser: Parser, words: list[str]) -> Iterator[list[str]]:
    """Command lines of which one option or argument has a value that nobody means."""
    places: list[str] = []
    options: list[str] = []
    for action in parser._actions:
        if action.option_strings:
            if action.nargs != 0:
                options.append(action.option_strings[-1])
        elif action.nargs not in ("?", "*"):
            places.append(str(next(iter(action.choices))) if action.choices else "1")
    for junk in JUNK:
        if places:
            yield [*words, junk, *places[1:]]
        else:
            yield [*words, junk]
        for option in options:
            yield [*words, *places, f"{option}={junk}"]


COMMANDS = {
    path: command
    for path, command in leaves()
    if path[0] not in SLOW and path[-1] not in ("build", "policy")
}


@pytest.mark.long
@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
@pytest.mark.usefixtures("folder", "bounded")
def test_no_mistake_is_an_internal_error(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parser, _ = parser_of("inarow", COMMANDS[path])
    for words in wrong_lines(parser, list(path)):
        stdin = io.TextIOWrapper(io.BytesIO(b"4 \xff x\n1 2 3\n"), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        signal.setitimer(signal.ITIMER_REAL, _BOUND_S, 10 * _BOUND_S)
        try:
            status = main(words)
        except KeyboardInterrupt:  # the alarm came when the command had ended
            status = 130
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        said = capsys.readouterr().err
        assert status in (0, 1, 2, 130) and "Traceback" not in said, (words, said)
