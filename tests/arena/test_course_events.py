"""Every course's tournament with real programs: what each fault costs there, and who wins."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from in_this_process import InThisProcess
from inarow import Outcome, Position, game_named
from inarow.arena.builds import build_entries
from inarow.arena.event import tournament_from_dict
from inarow.arena.games import StoredGame
from inarow.arena.scheduler import play_event
from inarow.arena.standings import StandingRow, status
from inarow.arena.store import Store
from local_programs import HERE

pytestmark = [pytest.mark.process, pytest.mark.sandbox]
KIND_MS = 20_000
"""A limit that no load makes an honest program miss."""


class Seen(NamedTuple):
    rows: dict[str, StandingRow]
    games: dict[tuple[str, str], StoredGame]
    records: dict[tuple[str, str], dict[str, Any]]


def played(folder: Path, **data: Any) -> Seen:
    event, specs = tournament_from_dict(data)
    with Store(folder / f"{len(specs)}.db") as store:
        store.create(event, specs)
        executor = InThisProcess()
        entries = build_entries(event, specs, executor)
        assert not [entry.problem for entry in entries if entry.problem]
        play_event(store, entries, executor, jobs=1)
        found = status(store)
        games = {(game.first, game.second): game for game in store.games()}
        logs = {pair: _json(store, game.key) for pair, game in games.items()}
        return Seen({row.entry: row for row in found.standings}, games, logs)


def _json(store: Store, key: str) -> dict[str, Any]:
    saved = store.log(key)
    assert saved is not None
    return saved.as_json()


def sources(folder: Path, file: str, programs: dict[str, str]) -> list[dict[str, str]]:
    entries = []
    for name, text in programs.items():
        (folder / name).mkdir()
        (folder / name / file).write_text(text)
        entries.append({"name": name, "source": str(folder / name)})
    return entries


# COMP3308: whatever is wrong forfeits the move

CALM = """
import sys
rows, me, order = sys.argv[1].split(","), sys.argv[2][0], {order}
def four(cells):
    for r in range(6):
        for c in range(7):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if all((r + i * dr, c + i * dc) in cells for i in range(4)):
                    return True
    return False
mine = {{(r, c) for r in range(6) for c in range(7) if rows[r][c] == me}}
free = [(next(r for r in range(6) if rows[r][c] == "."), c) for c in order if rows[5][c] == "."]
calm = [cell for cell in free if not four(mine | {{cell}})] or free
stones = sum(row.count(colour) for row in rows for colour in "ry")
if not {forgets} or stones % 6 != 5:
    print(calm[0][1])
"""
"""Avoids four of its own; one that forgets prints nothing now and then."""


def test_comp3308_a_side_may_lay_more_than_its_half(tmp_path: Path) -> None:
    programs = {
        "calm": CALM.format(order=(2, 3, 1, 0, 6, 4, 5), forgets=False),
        "forgetful": CALM.format(order=(2, 5, 0, 3, 1, 6, 4), forgets=True),
        "mute": "",
        "mute too": "",
    }
    entries = sources(tmp_path, "ConnectFour.py", programs)
    how: dict[str, Any] = {"course": "comp3308", "conduct": {"turn_ms": KIND_MS}}
    seen = played(tmp_path, **how, format="gauntlet", entries=entries[:3])
    full = seen.games["calm", "forgetful"]
    moves = seen.records["calm", "forgetful"]["record"]["moves"]
    assert full.termination == "DRAW" and (len(moves), moves.count("p")) == (43, 1)
    turns = seen.records["calm", "forgetful"]["turns"]
    assert sum(len(turn["stones"]) for turn in turns if turn["side"] == 0) == 22
    # One side alone goes on until it completes four.
    assert seen.games["calm", "mute"].winner == 1 and seen.rows["calm"].invalid == 0
    alone = seen.records["calm", "mute"]["turns"]
    assert {turn.get("reason") for turn in alone if turn["side"] == 1} == {"NO_OUTPUT"}
    # Three forfeits in a row by both sides: a draw, after six turns and no stone.
    seen = played(tmp_path, **how, entries=entries[2:])
    draw = seen.games["mute", "mute too"]
    assert draw.winner is None and draw.termination == "FORFEITS"
    assert seen.records["mute", "mute too"]["record"]["moves"] == ["p"] * 6


# COMP2230: whatever is wrong loses the game, and 42 moves are a draw

ENGINE = """
import sys, time
moves = ""
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "name": print("{name}-c1234567", flush=True)
    elif word == "isready": print("readyok", flush=True)
    elif word == "position": moves = rest[1] if len(rest) > 1 else ""
    elif word == "go":
        {go}
    elif word == "quit":
        print("quitting", flush=True)
        break
"""


def drawn_line() -> str:
    """42 moves of Connect Four in which nobody completes four, columns from 0."""
    rng = random.Random(5)
    while True:
        pos, line = Position(game_named("connect4")), ""
        while not pos.is_over:
            safe = [m for m in pos.legal_moves() if not pos.play(m).has_line(pos.to_move)]
            if not safe:
                break
            move = rng.choice(safe)
            pos, line = pos.play(move), line + str(move)
        if pos.outcome() is Outcome.DRAW:
            return line


def test_comp2230_a_fault_loses_and_a_full_board_draws(tmp_path: Path) -> None:
    script = f'print("bestmove", "{drawn_line()}"[len(moves)], 0, flush=True)'
    deeds = {
        "calm": script,
        "calm too": script,
        "illegal": 'print("bestmove 9 0", flush=True)',
        "dead": "sys.exit(3)",
        "late": "time.sleep(30)",
    }
    entries = []
    for name, go in deeds.items():
        file = tmp_path / f"{name.replace(' ', '-')}.py"
        file.write_text(ENGINE.format(name=name, go=go))
        entries.append({"name": name, "source": f"{sys.executable} {file}"})
    seen = played(
        tmp_path,
        adapter="engine",
        game="connect4",
        format="gauntlet",
        entries=entries,
        conduct={"time_ms": 4000, "handshake_s": 20},
    )
    draw = seen.games["calm", "calm too"]
    assert draw.winner is None and draw.termination == "DRAW"
    for name, termination in (("illegal", "ILLEGAL_MOVE"), ("dead", "CRASH"), ("late", "TIME")):
        for pair in ((name, "calm"), ("calm", name)):
            game = seen.games[pair]
            assert game.termination == termination and pair[game.winner - 1] == "calm"  # type: ignore[operator]
    assert seen.rows["calm"].wins == 6 and seen.rows["calm"].draws == 2
    # The draw is on the board at 42 moves, where the course's coordinator would ask once more.
    assert len(seen.records["calm", "calm too"]["record"]["moves"]) == 42


# MaxConnect4: exactly one legal move in the file, or the game is lost


def test_maxconnect4_takes_exactly_one_move_and_counts_quadruples(tmp_path: Path) -> None:
    plain = (HERE / "plain_maxconnect4.py").read_text()
    one = "        lay(rows, first_open(rows), player)\n        write(third"
    assert one in plain
    programs = {
        "plain": plain,
        "last": plain.replace("for col in range(7) if", "for col in reversed(range(7)) if"),
        "nothing": plain.replace(one, "        return\n        write(third"),
        "twice": plain.replace(one, one.replace("write", "lay(rows, 6, player)\n        write")),
    }
    entries = sources(tmp_path, "maxconnect4.py", programs)
    seen = played(
        tmp_path,
        course="maxconnect4",
        format="gauntlet",
        entries=entries,
        options={"depth": 4},
        conduct={"turn_ms": KIND_MS},
    )
    for name in ("nothing", "twice"):
        assert seen.rows[name].losses == 2 and seen.rows[name].invalid == 2, seen.rows[name]
    honest = seen.games["plain", "last"]
    assert honest.termination in ("MORE_LINES", "DRAW")
    assert len(seen.records["plain", "last"]["record"]["moves"]) == 42


# APS105: who is late, invalid or misprints is out, and its games are annulled


def test_aps105_disqualifies_and_annuls(tmp_path: Path) -> None:
    plain = (HERE / "plain_lab7.c").read_text()
    say = "Computer lays a stone at ROW %d COL %d.\\n"
    assert say in plain
    programs = {
        "plain": plain,
        "plain too": f"/* the same */\n{plain}",
        "misprinting": plain.replace(say, "I lay a stone at ROW %d COL %d!\\n"),
    }
    entries = sources(tmp_path, "Lab7Part2.c", programs)
    seen = played(
        tmp_path,
        course="aps105",
        game="connect6-simple:7x7",
        entries=entries,
        conduct={"turn_ms": KIND_MS, "handshake_s": 20},
    )
    out = seen.rows["misprinting"]
    assert out.problem == "disqualified" and out.points == 0 and out.rank == 3
    guilty = [game for game in seen.games.values() if game.termination == "DISQUALIFIED"]
    assert guilty and all("misprinting" in (game.first, game.second) for game in guilty)
    # What it played before stays on record and counts for nobody.
    for name in ("plain", "plain too"):
        row = seen.rows[name]
        assert row.wins + row.draws + row.losses == 2, row


# Gomocup and Connect6 by their own rules


@pytest.mark.parametrize("protocol, game", [("gomocup", "gomoku"), ("connect6", "connect6")])
def test_line_protocols_by_their_own_rules(protocol: str, game: str, tmp_path: Path) -> None:
    inarow = Path(sys.executable).parent / "inarow"
    engine = f"{inarow} engine --protocol {protocol} --move-time 5ms"
    dead = tmp_path / "dead.py"
    dead.write_text("import sys\nsys.stdin.readline()\n")
    entries = [
        {"name": "ours", "source": engine},
        {"name": "dead", "source": f"{sys.executable} {dead}"},
    ]
    conduct = {"handshake_s": 20}
    seen = played(tmp_path, adapter=protocol, game=game, entries=entries, conduct=conduct)
    assert seen.rows["ours"].wins == 2 and seen.rows["dead"].losses == 2
    for pair, log in seen.records.items():
        assert log["record"]["game"] == game
        assert seen.games[pair].termination in ("CRASH", "NO_ANSWER")
