"""Busy machines make no program late, and no program gains by making or finding one busy:
python -m benchmarks.fair_clock [--moves N]

Programs in C are asked for moves on an idle machine and while three times as many other programs
want a core as there are cores, started for each move (argv) and living through the game (engine).
Those that use 60 % of their limit, in one task, in two at once or in twelve threads one after the
other, must never be late under load. Those that use more than their limit, asleep or awake, must
always be late: nine threads that wait behind each other before the program sleeps, in one burst or
in many, are what a program can do to make the machine look busy.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, report
from inarow import Game, Position, UserError
from inarow.cli.progress import ProgressLines
from inarow.course import find_course
from inarow.players.conduct import Conduct
from inarow.players.seat import Effort, ForfeitError
from inarow.record import Record, Termination
from inarow.running.clock import used_ms
from inarow.running.program import ARGS, Program
from inarow.running.sandbox import Sandbox, choose_sandbox
from inarow.running.seats import ProgramSeat, make_seat

SOURCE = r"""
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static double work_ms;

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void *work(void *unused) {
    for (double end = cpu_ms() + work_ms; cpu_ms() < end;) {
    }
    return unused;
}

// So many times: so many threads work, all at once, then the program sleeps.
static void act(char **word) {
    int times = atoi(word[1]), threads = atoi(word[2]);
    work_ms = atof(word[3]);
    for (int i = 0; i < times; i++) {
        pthread_t started[64];
        for (int n = 1; n < threads; n++) pthread_create(&started[n], NULL, work, NULL);
        if (threads > 0) work(NULL);
        for (int n = 1; n < threads; n++) pthread_join(started[n], NULL);
        if (threads == 0) {  // by a thread of its own
            pthread_create(&started[0], NULL, work, NULL);
            pthread_join(started[0], NULL);
        }
        if (atof(word[4]) > 0) usleep((useconds_t)(atof(word[4]) * 1e3));
    }
}

int main(int argc, char **argv) {
    if (argc == 1) {  // never rests, and ends with whoever started it
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
        }
    }
    if (argc > 5) {  // argv: STATE PLAYER
        act(argv);
        puts("3");
        return 0;
    }
    char line[4096];
    setvbuf(stdout, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "name", 4)) puts("worker-c0000000");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) {
            act(argv);
            puts("bestmove 3 0");
        }
        if (!strncmp(line, "quit", 4)) return 0;
    }
}
"""


class Behaviour(NamedTuple):
    """What a program does: so many times, so many threads work at once (0: the first thread waits
    for another one that works), then it sleeps; in shares of its limit."""

    words: str
    work: float
    sleep: float = 0.0
    threads: int = 1
    times: int = 1


HONEST = (
    Behaviour("works 60 %", 0.6),
    Behaviour("works 2 x 30 % at once", 0.3, threads=2),
    Behaviour("works 12 x 5 % in a thread each", 0.05, threads=0, times=12),
    Behaviour("works 30 %, sleeps 30 %, by turns", 0.05, 0.05, times=6),
)
LATE = (
    Behaviour("works 105 %", 1.05),
    Behaviour("sleeps 105 %", 0.0, 1.05),
    Behaviour("works 5 %, sleeps 150 %", 0.05, 1.5),
    Behaviour("works 50 %, sleeps 80 %", 0.5, 0.8),
    Behaviour("9 threads work 5 % each, sleeps 250 %", 0.05, 2.5, threads=9),
    Behaviour("9 threads work 0.2 %, sleeps 5 %, 25 times", 0.002, 0.05, threads=9, times=25),
)


def compiled(folder: Path) -> Path:
    """The program above, in a folder that everybody can enter."""
    folder.chmod(0o755)
    build = ["gcc", "-O1", "-static", "-pthread", "-x", "c", "-", "-o", str(folder / "worker")]
    subprocess.run(build, input=SOURCE.encode(), check=True)
    return folder


def worker(folder: Path, behaviour: Behaviour, limit_ms: float) -> Program:
    """That program, with what it does."""
    work, sleep = behaviour.work * limit_ms, behaviour.sleep * limit_ms
    words = (behaviour.times, behaviour.threads, work, sleep)
    return Program("worker", ("/box/worker", *map(str, words), ARGS), folder)


@contextmanager
def load(programs: int, folder: Path) -> Iterator[None]:
    """So many of them that never rest. Each is a session of its own, as those that are measured
    are: Linux shares out its cores among sessions first."""
    spin = [str(folder / "worker")]
    spinning = [subprocess.Popen(spin, start_new_session=True) for _ in range(programs)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


Judge = Callable[[], tuple[bool, Effort]]


@contextmanager
def judge_of(adapter: str, program: Program, sandbox: Sandbox, limit_ms: float) -> Iterator[Judge]:
    """Asks a program for the first move of a game: whether it was late, and what it took."""
    course = {"argv": "comp3308", "engine": "comp2230"}[adapter]
    conduct: Conduct = find_course(course).conduct
    record = Record(Position(Game()))
    seat: ProgramSeat = make_seat(adapter, program, sandbox)
    with closing(seat):
        seat.begin(conduct.terms(Game()), 0)

        def judge() -> tuple[bool, Effort]:
            try:
                effort = seat.turn(record, (limit_ms, limit_ms), limit_ms).effort
            except ForfeitError as fault:
                assert fault.termination is Termination.TIME, fault.detail
                assert fault.effort is not None
                return True, fault.effort
            assert effort is not None
            return False, effort

        yield judge


def claims_of(adapter: str, folder: Path, sandbox: Sandbox, args: Namespace) -> Iterator[Claim]:
    """What holds of programs that are asked by an adapter."""
    limit_ms, moves = args.limit, args.moves
    spinners = args.load * len(os.sched_getaffinity(0))
    few = args.others or max(moves // 5, 1)

    def asked(behaviour: Behaviour, count: int, where: str) -> list[tuple[bool, Effort]]:
        found: list[tuple[bool, Effort]] = []
        what = f"{adapter}, {behaviour.words}, {where}"
        progress = ProgressLines(lambda: f"{what}: {len(found)} of {count} moves, {_late(found)}")
        with judge_of(adapter, worker(folder, behaviour, limit_ms), sandbox, limit_ms) as judge:
            while len(found) < count:
                found.append(judge())
                progress()
        return found

    loaded = f"load x {args.load}"
    for number, behaviour in enumerate(HONEST):
        count = few if number else moves
        with load(spinners, folder):
            found = asked(behaviour, count, loaded)
        yield Claim(
            f"{adapter}: late of {count}: {behaviour.words}, {loaded}",
            sum(late for late, _ in found),
            "",
            must=0,
            note=f"tier {sandbox.tier or 'none'}, {limit_ms:g} ms; {_medians(found, limit_ms)}",
        )
    for behaviour in LATE:
        for number, where in ((0, "idle"), (spinners, loaded)):
            with load(number, folder):
                found = asked(behaviour, few, where)
            yield Claim(
                f"{adapter}: in time of {few}: {behaviour.words}, {where}",
                sum(not late for late, _ in found),
                "",
                must=0,
                note=_medians(found, limit_ms),
            )


def _medians(found: list[tuple[bool, Effort]], limit_ms: float) -> str:
    wall = statistics.median(effort.wall_ms for _, effort in found) / limit_ms
    used = statistics.median(used_ms(effort) for _, effort in found) / limit_ms
    return f"median wall {wall:.2f}, time used {used:.2f} limits"


def _late(found: list[tuple[bool, Effort]]) -> str:
    return f"{sum(late for late, _ in found)} late"


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_sample("--moves", full=100, quick=5, help="of each kind (default 100)")
    table.add_argument(
        "--others", type=int, help="of those beyond their limit (default: a fifth of the moves)"
    )
    table.add_argument("--limit", type=float, default=150.0, help="ms a move (%(default)s)")
    table.add_argument(
        "--load", type=int, default=3, help="programs of ours that want each core (%(default)s)"
    )
    table.add_argument("--tier", choices=("1", "2", "none"), help="the best unless given")
    return table


def main() -> int:
    args = parser().options()
    sandbox = _sandbox(args.tier)
    with tempfile.TemporaryDirectory() as name:
        folder = compiled(Path(name))
        claims = [
            claim
            for adapter in ("argv", "engine")
            for claim in claims_of(adapter, folder, sandbox, args)
        ]
    return report("the fair clock", claims, args)


def _sandbox(tier: str | None) -> Sandbox:
    try:
        return choose_sandbox("none" if tier == "none" else int(tier) if tier else None)
    except UserError as error:
        if tier is not None:
            raise SystemExit(f"fair_clock: {error}") from None
        print(f"fair_clock: {error}; tier none is measured", file=sys.stderr)
        return choose_sandbox("none")


if __name__ == "__main__":
    sys.exit(main())
