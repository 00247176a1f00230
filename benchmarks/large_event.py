"""What an event of very many entries costs, and how well it finds the best: no game is played.

``python -m benchmarks.large_event``. Results are drawn from strengths that are known; pairing,
standings, ratings, the driver and its store are the real ones, in CPU seconds of one core. The last
figures are of building what was handed in. ``docs/large-events.md`` plans an event with them.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Claim, TableParser, report
from benchmarks.simulated_field import SPREAD_ELO, DrawnGames, Field, ranked, rated
from inarow.arena.builds import Entry
from inarow.arena.entries import EntrySpec
from inarow.arena.event import event_from_dict
from inarow.arena.pairing.round_robin import RoundRobin
from inarow.arena.pairing.swiss import Swiss
from inarow.arena.scheduler import play_event
from inarow.arena.store import Store

MOVES = 30
"""Of a game whose record is stored."""
_FINALISTS = 16
_C = """
#include <stdio.h>
int main(int count, char** words) {{ puts("3"); return count > 9 || !words[0] ? {who} : 0; }}
"""
_PYTHON = "print(3)\n# {who}\n"
_BUILDS = """
import os, pickle, sys
from inarow.arena.builds import build_program
from inarow.arena.event import tournament_from_dict
sources = sys.argv[1:]
event, specs = tournament_from_dict(
    {"course": "comp3308", "entries": [*sources, "random", "level:1"]}
)
sizes = []
for spec in specs[:-2]:
    entry = build_program(event, spec, True, True)
    assert not entry.problem, entry.problem
    sizes.append(len(pickle.dumps(entry.bundle.value)))
print(sum(sizes) / max(len(sizes), 1))
"""


def peak_mb() -> float:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def one_swiss(count: int, rounds: int | None, seed: int) -> list[Claim]:
    """One Swiss tournament of all: what pairing and rating take, and what is found by each."""
    field = Field(count, seed)
    swiss = Swiss(rounds)
    played, pairing_s = field.tournament(swiss, field.entries)
    by_points = ranked(field.entries, played)
    began_s = time.process_time()
    by_rating = rated(field.entries, field.games)
    rated_s = time.process_time() - began_s
    name = f"{count} entries, {swiss.rounds_for(count)} rounds"
    claims = [
        Claim(f"{name}: last round paired", pairing_s, "s CPU"),
        Claim(f"{name}: rated", rated_s, "s CPU", note=f"peak {peak_mb():.0f} MB"),
    ]
    for by, table in (("points", by_points), ("rating", by_rating)):
        shares = [
            f"{field.found(table, best):.0%} of the best {best}"
            for best in (_FINALISTS, 100)
            if best < count
        ]
        note = f"as many first have {', '.join(shares)}"
        tau = field.agreement(table)
        claims.append(Claim(f"{name}: order by {by}", tau, "tau", at_least=True, note=note))
    return claims


def in_sections(
    count: int, size: int, rounds: int, through: int, main_rounds: int, seed: int
) -> list[Claim]:
    """The same field in sections; so many of each play on in one Swiss, and the best of that in a
    final. Who plays on is decided by ratings."""
    field = Field(count, seed)
    best: list[str] = []
    began_s = time.process_time()
    for at in range(0, count, size):
        section = field.entries[at : at + size]
        before = len(field.games)
        field.tournament(Swiss(rounds), section)
        best += rated(section, field.games[before:])[:through]
    sections = len(field.games)
    field.tournament(Swiss(main_rounds), best)
    finalists = rated(best, field.games[sections:])[:_FINALISTS]
    main = len(field.games) - sections
    final, _ = field.tournament(RoundRobin(), finalists)
    spent_s = time.process_time() - began_s
    first = ranked(finalists, final)[0]
    came = len({*best} & {*field.true_order[:_FINALISTS]})
    name = f"{count} in sections of {size}, {rounds} rounds, {through} play on"
    games = f"{sections} of sections, {main} of {len(best)} in {main_rounds} rounds"
    note = f"{came} came out of their sections; won by number {field.true_order.index(first) + 1}"
    return [
        Claim(f"{name}: games", len(field.games), "", note=f"{games}, {len(final) * 2} of a final"),
        Claim(f"{name}: paired and rated", spent_s, "s CPU", note="all of it"),
        Claim(
            f"{name}: best {_FINALISTS} in the final",
            100 * field.found(finalists, _FINALISTS),
            "%",
            at_least=True,
            note=note,
        ),
    ]


def driven(count: int, rounds: int, cores: int, folder: Path, seed: int) -> list[Claim]:
    """An event by its driver, with its store, and games that are drawn: what each costs there."""
    field = Field(count, seed)
    event = event_from_dict({"format": "swiss", "rounds": rounds, "seed": seed})
    executor = DrawnGames(field, cores, MOVES)
    path = folder / f"{count}.db"
    with Store(path) as store:
        store.create(event, [EntrySpec(name, "random") for name in field.entries])
        began_s = time.process_time()
        play_event(store, [Entry(name, player="random") for name in field.entries], executor)
        spent_s = time.process_time() - began_s
        assert store.counts()["done"] == executor.games
    size = path.stat().st_size
    peak = peak_mb()
    name = f"{count} entries, {rounds} rounds, {cores} cores"
    games = executor.games
    return [
        Claim(
            f"{name}: the driver for a game",
            spent_s / games * 1000,
            "ms CPU",
            note=f"of {games}; pairing, store and all; peak {peak:.0f} MB",
        ),
        Claim(
            f"{name}: store for a game",
            size / games,
            "bytes",
            note=f"of {MOVES} moves; {size / 2**20:.0f} MB",
        ),
    ]


def builds(count: int, folder: Path) -> list[Claim]:
    """What it takes to take in and build a program that nobody has seen before."""
    claims = []
    for language, file, text in (("C", "ConnectFour.c", _C), ("Python", "ConnectFour.py", _PYTHON)):
        paths = []
        for number in range(count):
            place = folder / f"{language}-{number}"
            place.mkdir()
            (place / file).write_text(text.format(who=number))
            paths.append(str(place))
        cache = folder / f"cache-{language}"
        cache.mkdir()
        cache.chmod(0o755)
        none_s, _ = _built([], cache)
        all_s, size = _built(paths, cache)
        note = f"{size:.0f} bytes go to each machine that plays it"
        spent = (all_s - none_s) / count
        claims.append(Claim(f"{language} taken in and built", spent * 1000, "ms CPU", note=note))
    return claims


def _built(paths: list[str], cache: Path) -> tuple[float, float]:
    """CPU seconds of a process that builds these and of all that it starts, and the mean size of
    what it would send."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", _BUILDS, *paths],
        stdout=subprocess.PIPE,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        check=True,
    )
    after = os.times()
    spent_s = after.children_user + after.children_system
    return spent_s - before.children_user - before.children_system, float(done.stdout)


def parser() -> TableParser:
    table = TableParser(prog="python -m benchmarks.large_event", description=__doc__)
    several = {"nargs": "+", "metavar": "N"}
    table.add_sample("--entries", [1000, 3000, 10_000], [60], help="fields to pair", **several)
    table.add_argument("--rounds", type=int, help="of Swiss (default log2 of the field, and 2)")
    table.add_sample("--sectioned", 10_000, 120, help="the field that is played in sections")
    table.add_sample("--section", 1000, 40, help="entries of a section")
    table.add_sample("--section-rounds", 8, 5, help="rounds of a section")
    table.add_sample("--through", 30, 6, help="of each section play on")
    table.add_sample("--main-rounds", 12, 4, help="rounds of those who play on")
    table.add_sample("--driven", [1000, 10_000], [60], help="fields with a store", **several)
    table.add_sample("--driven-rounds", 3, 2, help="rounds of each of these")
    table.add_sample("--cores", 2000, 20, help="at which the driver plays")
    table.add_sample("--builds", 20, 1, help="programs of each language to build")
    table.add_argument("--seed", type=int, default=1)
    return table


def main() -> int:
    args = parser().options()
    claims = []
    for count in sorted(args.entries):
        claims += one_swiss(count, args.rounds, args.seed)
    claims += in_sections(
        args.sectioned,
        args.section,
        args.section_rounds,
        args.through,
        args.main_rounds,
        args.seed,
    )
    with tempfile.TemporaryDirectory(prefix="inarow-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        for count in sorted(args.driven):
            claims += driven(count, args.driven_rounds, args.cores, folder, args.seed)
        claims += builds(args.builds, folder)
    title = f"A large event, strengths {SPREAD_ELO:.0f} Elo around their mean"
    return report(title, claims, args)


if __name__ == "__main__":
    sys.exit(main())
