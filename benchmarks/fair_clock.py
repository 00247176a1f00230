"""No program is late because the machine is busy: python -m benchmarks.fair_clock [--moves N]

Programs in C that use 60 % of their limit in CPU time are asked for moves while three times as many
other programs want a core as there are cores: none may be called late, whether it is started for
each move (argv) or lives through the game (engine). Programs that use 5 % more than their limit
must always be late, under load too, and those that sleep 5 % longer whenever the machine does not
stall them: a sleeper that is stalled is asked again, and CPU time decides in its favour.
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

from benchmarks.measure import Claim, TableParser, report
from inarow import Game, Position, UserError
from inarow.arena.conduct import COMP3308, CONDUCTS, Conduct
from inarow.cli.progress import ProgressLines
from inarow.players.seat import Effort, ForfeitError
from inarow.record import Record, Termination
from inarow.running.adapters import ProgramSeat, seat_for
from inarow.running.clock import STALL_SHARE
from inarow.running.program import ARGS, Program
from inarow.running.sandbox import Sandbox, chosen_sandbox

SOURCE = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void work(double ms) {
    for (double end = cpu_ms() + ms; cpu_ms() < end;) {
    }
}

int main(int argc, char **argv) {
    if (argc == 1) {  // never rests, and ends with whoever started it
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;) {
        }
    }
    double work_ms = atof(argv[1]), sleep_ms = atof(argv[2]);
    if (argc > 3) {  // argv: STATE PLAYER
        work(work_ms);
        usleep((useconds_t)(sleep_ms * 1e3));
        puts("3");
        return 0;
    }
    char line[4096];
    setvbuf(stdout, NULL, _IONBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "name", 4)) puts("worker-c0000000");
        if (!strncmp(line, "isready", 7)) puts("readyok");
        if (!strncmp(line, "go", 2)) {
            work(work_ms);
            usleep((useconds_t)(sleep_ms * 1e3));
            puts("bestmove 3 0");
        }
        if (!strncmp(line, "quit", 4)) return 0;
    }
}
"""


def compiled(folder: Path) -> Path:
    """The program above, in a folder that everybody can enter."""
    folder.chmod(0o755)
    build = ["gcc", "-O1", "-static", "-x", "c", "-", "-o", str(folder / "worker")]
    subprocess.run(build, input=SOURCE.encode(), check=True)
    return folder


def worker(folder: Path, work_ms: float, sleep_ms: float = 0.0) -> Program:
    """That program, with how long it works and sleeps."""
    return Program("worker", ("/box/worker", f"{work_ms}", f"{sleep_ms}", ARGS), folder)


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
    conduct: Conduct = {"argv": COMP3308, "engine": CONDUCTS["comp2230"]}[adapter]
    record = Record(Position(Game()))
    seat: ProgramSeat = seat_for(adapter, program, sandbox)
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

    def asked(work: float, sleep: float, count: int) -> list[tuple[bool, Effort]]:
        program = worker(folder, work * limit_ms, sleep * limit_ms)
        found: list[tuple[bool, Effort]] = []
        what = f"{adapter}, {work or sleep:.0%} of the limit"
        progress = ProgressLines(lambda: f"{what}: {len(found)} of {count} moves, {_late(found)}")
        with judge_of(adapter, program, sandbox, limit_ms) as judge:
            while len(found) < count:
                found.append(judge())
                progress()
        return found

    loaded = f"load x {args.load}"
    with load(spinners, folder):
        honest = asked(0.6, 0, moves)
    wall = statistics.median(effort.wall_ms for _, effort in honest) / limit_ms
    yield Claim(
        f"{adapter}: late of {moves} moves with 60 % of the limit, {loaded}",
        sum(late for late, _ in honest),
        "",
        must=0,
        note=f"tier {sandbox.tier or 'none'}, {limit_ms:g} ms; median wall {wall:.2f} limits",
    )
    for number, where in ((0, "no load of ours"), (spinners, loaded)):
        with load(number, folder):
            in_time = sum(not late for late, _ in asked(1.05, 0, few))
        what = f"{adapter}: in time of {few} moves with 105 % of the limit, {where}"
        yield Claim(what, in_time, "", must=0)
    quiet = [
        late
        for late, effort in asked(0, 1.05, few)
        if (effort.stall_ms or 0) < STALL_SHARE * limit_ms
    ]
    what = f"{adapter}: in time of {len(quiet)} sleepers of 105 % that were not stalled"
    yield Claim(what, sum(not late for late in quiet), "", must=0)


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
        return chosen_sandbox("none" if tier == "none" else int(tier) if tier else None)
    except UserError as error:
        if tier is not None:
            raise SystemExit(f"fair_clock: {error}") from None
        print(f"fair_clock: {error}; tier none is measured", file=sys.stderr)
        return chosen_sandbox("none")


if __name__ == "__main__":
    sys.exit(main())
