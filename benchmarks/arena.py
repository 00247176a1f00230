"""Tournaments: how many games an hour, how fast ratings are, that no kill loses a game, and that no
load makes a program late.

``python -m benchmarks.arena``. Games an hour are those of programs that answer at once, so they
measure the referee; they need a quiet machine.
"""

from __future__ import annotations

import json
import math
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.measure import Claim, TableParser, command, report
from inarow.arena.entries import EntrySpec, EntryState
from inarow.arena.event import event_from_dict
from inarow.arena.pairing.format import Pairing
from inarow.arena.ratings import rate, tally
from inarow.arena.standings import status
from inarow.arena.store import Store
from inarow.errors import UserError

LAUNCHED = r"""
#include <stdio.h>
#include <string.h>
int main(int count, char** words) {
  const char* top = count > 2 && strlen(words[1]) == 47 ? words[1] + 40 : ".......";
  int seed = 0;
  for (const char* c = words[1]; *c; ++c) seed = seed * 31 + *c;
  for (int i = 0; i < 7; ++i) {
    int column = ((unsigned)seed + i) % 7;
    if (top[column] == '.') { printf("%d\n", column); return 0; }
  }
  return 1;
}
"""
PERSISTENT = r"""
#include <stdio.h>
#include <string.h>
int main(void) {
  static char line[4096];
  int height[7] = {0}, seed = 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "name", 4)) printf("quick-c0000000\n");
    else if (!strncmp(line, "isready", 7)) printf("readyok\n");
    else if (!strncmp(line, "position", 8)) {
      memset(height, 0, sizeof height);
      seed = 1;
      for (const char* c = line + 18; *c >= '0' && *c <= '6'; ++c) {
        ++height[*c - '0'];
        seed = seed * 31 + *c;
      }
    } else if (!strncmp(line, "go", 2)) {
      for (int i = 0; i < 7; ++i) {
        int column = ((unsigned)seed + i) % 7;
        if (height[column] < 6) { printf("bestmove %d 0\n", column); break; }
      }
    } else if (!strncmp(line, "quit", 4)) { printf("quitting\n"); return 0; }
  }
  return 0;
}
"""


def games_an_hour(course: str, source: str, games: int, folder: Path) -> tuple[float, str]:
    """Of two such programs, on two cores, without the time to build them."""
    entries = []
    for name in "ab":
        place = folder / f"{course}-{name}"
        place.mkdir()
        if course == "comp3308":
            (place / "ConnectFour.c").write_text(source)
            entries.append(str(place))
        else:
            (place / "engine.c").write_text(source)
            program = place / "engine"
            subprocess.run(["cc", "-O2", "-o", program, place / "engine.c"], check=True)
            entries.append(str(program))
    options = ["--course", course] if course == "comp3308" else ["--set", "adapter=engine"]
    store = str(folder / f"{course}.db")
    argv = [command("inarow"), "arena", "run", *entries, *options, "--store", store, "--jobs", "2"]
    warm = subprocess.run([*argv, "--rounds", "1"], capture_output=True, check=True)
    assert warm.stdout
    Path(store).unlink()
    began_s = time.monotonic()
    subprocess.run([*argv, "--rounds", str(games // 2)], capture_output=True, check=True)
    took_s = time.monotonic() - began_s
    with Store.open(store) as played:
        found = status(played)
    moves = 0.0
    faults = sum(row.late + row.invalid + row.crashed for row in found.standings)
    with Store.open(store) as played:
        logs = [played.log(game.key) for game in played.games()[:20]]
        moves = sum(len(saved.log.turns) for saved in logs if saved) / max(len(logs), 1)
    note = f"{found.done} games in {took_s:.1f} s, {moves:.0f} moves each, {faults} faults"
    return found.done / took_s * 3600, note


def rating_s(entries: int, games: int) -> float:
    """CPU seconds to rate so many entries."""
    rng = random.Random(1)
    strength = [rng.gauss(0, 1) for _ in range(entries)]
    played: list[tuple[str, str, int | None]] = []
    for _ in range(games):
        a, b = rng.sample(range(entries), 2)
        won = rng.random() < 1 / (1 + math.exp(strength[b] - strength[a]))
        played.append((str(a), str(b), 1 if won else 2))
    began_s = time.process_time()
    rate([str(number) for number in range(entries)], tally(played))
    return time.process_time() - began_s


def large_store_s(games: int, folder: Path) -> float:
    """CPU seconds to open and rate a store with so many games among a hundred entries."""
    names = [f"e{number}" for number in range(100)]
    path = folder / "large.db"
    with Store(path) as store:
        store.create(event_from_dict({}), [EntrySpec(name, "random") for name in names])
        for name in names:
            store.set_state(name, EntryState.PLAYING)
        rng = random.Random(1)
        each = max(games // 4950, 2)
        for number, first in enumerate(names):
            for second in names[number + 1 :]:
                store.plan(Pairing(1, first, second), [""] * each)
    with sqlite3.connect(path) as db:
        keys = [row[0] for row in db.execute("SELECT key FROM games")]
        ends = [(rng.choice((1, 2, None)), key) for key in keys]
        db.executemany(
            "UPDATE games SET state = 'done', termination = 'LINE', detail = '', winner = ?,"
            " ended = 1 WHERE key = ?",
            ends,
        )
    began_s = time.process_time()
    with Store.open(path) as store:
        assert status(store).done >= games * 0.99
    return time.process_time() - began_s


WORKING = LAUNCHED.replace(
    "  int seed = 0;",
    "  for (clock_t end = clock() + CLOCKS_PER_SEC / 12; clock() < end;) {}\n  int seed = 0;",
).replace("#include <string.h>", "#include <string.h>\n#include <time.h>")
"""Answers after a twelfth of a second of CPU time."""
WORKING_LIMIT_MS = 250
OVERLOAD = 3


def false_forfeits(games: int, folder: Path) -> tuple[int, str]:
    """Late turns of programs that use a third of their time, with three times as many games at once
    as there are cores."""
    entries = []
    for name in "ab":
        place = folder / f"working-{name}"
        place.mkdir()
        (place / "ConnectFour.c").write_text(f"/* {name} */{WORKING}")
        entries.append(str(place))
    cores = len(os.sched_getaffinity(0))
    store = str(folder / "loaded.db")
    argv = [command("inarow"), "arena", "run", *entries, "--course", "comp3308", "--store", store]
    argv += ["--move-time", f"{WORKING_LIMIT_MS}ms", "--rounds", str(max(games // 2, 1))]
    began_s = time.monotonic()
    subprocess.run([*argv, "--jobs", str(OVERLOAD * cores)], capture_output=True, check=True)
    took_s = time.monotonic() - began_s
    with Store.open(store) as played:
        found = status(played)
        logs = [played.log(game.key) for game in played.games()]
        turns = sum(len(saved.log.turns) for saved in logs if saved)
    late = sum(row.late for row in found.standings)
    note = f"{turns} turns in {took_s:.0f} s, {OVERLOAD * cores} games at once on {cores} cores"
    return late, f"{note}, {found.void} void and played again"


def killed(kills: int, folder: Path) -> tuple[int, str]:
    """Games lost or doubled after so many kills at random moments of one event, which has more
    games than are played between them."""
    entries = [f"level:{number}" for number in range(1, 8)]
    rounds = 4 + kills // 2
    store = folder / "killed.db"
    argv = [command("inarow"), "arena", "run", *entries, "--rounds", str(rounds), "--jobs", "2"]
    argv += ["--store", str(store), "--json"]
    rng = random.Random(2)
    begins_s = _first_game_s(argv, store)
    for _ in range(kills):
        with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(rng.uniform(0.05, begins_s + 0.3))
            process.send_signal(signal.SIGKILL)
            process.communicate()
    with Store.open(store) as played:
        before = len(played.games())
    done = subprocess.run(argv, capture_output=True, check=True)
    found = json.loads(done.stdout)
    expected = rounds * 42
    with Store.open(store) as played:
        keys = [game.key for game in played.games()]
    wrong = abs(len(keys) - expected) + len(keys) - len(set(keys)) + found["void"]
    words = f"{kills} kills in the first {before} of {expected} games"
    return wrong, f"{words}, {len(keys)} played, {found['void']} void"


def _first_game_s(argv: list[str], store: Path) -> float:
    """How long a run takes from its start to its first game; it is killed then."""
    began_s = time.monotonic()
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while True:
            time.sleep(0.02)
            with suppress(UserError), Store.open(store) as played:
                if played.counts().get("done"):
                    break
        process.send_signal(signal.SIGKILL)
        process.communicate()
    return time.monotonic() - began_s


def parser() -> TableParser:
    table = TableParser(prog="python -m benchmarks.arena", description=__doc__)
    table.add_sample("--games", full=400, quick=8, help="games of each throughput (default 400)")
    table.add_sample("--kills", full=100, quick=2, help="kills of one event (default 100)")
    table.add_sample("--loaded", full=60, quick=2, help="games at three times the load")
    table.add_sample("--stored", full=1_000_000, quick=10_000, help="games of a large store")
    return table


def main() -> int:
    args = parser().options()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        launched, launched_note = games_an_hour("comp3308", LAUNCHED, args.games, folder)
        lasting, lasting_note = games_an_hour("comp2230", PERSISTENT, args.games, folder)
        late, late_note = false_forfeits(args.loaded, folder)
        wrong, wrong_note = killed(args.kills, folder)
        claims = [
            Claim("launched a move", launched, "games/h", 10_000, 30_000, True, launched_note),
            Claim("persistent", lasting, "games/h", 50_000, 100_000, True, lasting_note),
            Claim("1,000 entries, 100,000 games rated", rating_s(1000, 100_000), "s CPU", 1.0),
            Claim(
                f"store of {args.stored} games rated",
                large_store_s(args.stored, folder),
                "s CPU",
                10.0,
            ),
            Claim("games lost or doubled by kills", wrong, "games", 0, note=wrong_note),
            Claim("late turns at three times the load", late, "turns", 0, note=late_note),
        ]
    return report("Tournaments", claims, args)


if __name__ == "__main__":
    sys.exit(main())
