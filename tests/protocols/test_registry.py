"""Each protocol is one entry with both its sides, and loads only what is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inarow import GAMES, game_named
from inarow.protocols.dialogue import EnginePlayer
from inarow.protocols.line_engine import EngineOptions, LineEngine
from inarow.protocols.lines import LINE_LIMIT
from inarow.protocols.registry import PROTOCOLS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PROTOCOLS)
def test_an_entry_has_both_sides(name: str) -> None:
    entry = PROTOCOLS[name]
    engine = entry.engine(EngineOptions(None, 1))
    assert isinstance(engine, LineEngine) and not engine.finished
    assert issubclass(entry.player, EnginePlayer)
    assert entry.problem_of(game_named(entry.usual_game)) == ""
    assert any(entry.problem_of(game) for game in GAMES.values())


@pytest.mark.parametrize("name", PROTOCOLS)
@pytest.mark.parametrize("line", [b"", b" ", b"\xff\x00", b"x" * (LINE_LIMIT + 1), b"quit me 1"])
def test_no_line_ends_an_engine_but_its_own_goodbye(name: str, line: bytes) -> None:
    engine = PROTOCOLS[name].engine(EngineOptions(None, 1))
    replies = list(engine.answer(line))
    assert len(replies) <= 1 and all(reply.isascii() for reply in replies)
    assert engine.finished == (line.startswith(b"quit") and name != "gomocup")


@pytest.mark.parametrize("command", ["engine", "coordinate"])
def test_the_commands_and_documents_know_every_protocol(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from inarow.cli import main

    assert main([command, "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    documents = "".join((DOCS / name).read_text() for name in ("engine.md", "free-boards.md"))
    for entry in PROTOCOLS.values():
        assert f"{entry.name}: {entry.words}" in said
        assert entry.name == "comp2230" or f"--protocol {entry.name}" in documents


def test_a_referee_of_one_protocol_loads_no_other_and_no_player_of_ours() -> None:
    code = (
        "import sys, inarow.cli.commands.coordinate\n"
        "from inarow.protocols.registry import PROTOCOLS\n"
        "PROTOCOLS['comp2230'].player\n"
        "print(*(name for name in sys.modules if name.startswith('inarow.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "inarow.protocols.comp2230.manager" in loaded
    unused = ("inarow.analysis", "inarow.textbook", "inarow.protocols.gomocup", "inarow.web")
    assert not [name for name in loaded if name.startswith(unused)]
