"""Perfect play: python -m benchmarks.perfect_play [--player file] [--games N | --random]

Plays games as either side against an opponent that mixes perfect and random moves. Every own move
is checked by the solver: it must keep the exact score (the fastest win, the slowest loss). The file
plays these games without its clock, so that a busy machine does not change its moves. Then the
positions that took longest, and others at random, are given to the real command, one process a
move: its column must keep the score too, and the wall time with start-up is taken.

With --random it is asked about random boards instead, 2000 over all numbers of stones, or those of
--stones, for each difference of the sides from -2 to +2, either side being to move, one process
each: whether the column keeps the result, won, drawn or lost, and how long it took, on the wall and
of CPU time. With --in-process the file is asked in this process, twice, with all the time it wants
and with none, so that whatever a clock allows lies between; where tables answer both are quick.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, command, report
from benchmarks.random_boards import Ask, asked_here, process_answer, tally
from inarow import Game, Outcome, Position
from inarow.analysis.falling import solve
from inarow.export.tournament import tournament_file
from inarow.limits import Limits
from inarow.players.falling import FallingPlayer
from inarow.protocols import comp3308

NAMES = ("red", "yellow")


class Contestant(NamedTuple):
    column: Callable[[Position], int]
    process: list[str] | None = None
    """The command that plays a move, if there is one."""
    hurried: Callable[[Position], int] | None = None
    """The column where there is no time, of the file."""


def contestant(name: str, folder: Path) -> Contestant:
    if name == "command":
        return Contestant(
            lambda pos: comp3308.tournament_column(pos, 0.6), [command("ConnectFour")]
        )
    if name == "play":
        player = FallingPlayer()
        return Contestant(
            lambda pos: player.choose(pos, Limits(time_s=0.6), rng=random.Random(0)).move
        )
    path = folder / "ConnectFour.py"
    path.write_text(tournament_file(), encoding="utf-8")
    module = ModuleType("exported")
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)

    def column(pos: Position, until: float) -> int:
        stones = module.parsed(comp3308.format_state(pos), NAMES[pos.to_move - 1])
        return int(module.best_column(*stones, until=until))

    return Contestant(
        partial(column, until=float("inf")),
        [sys.executable, str(path)],
        partial(column, until=0.0),
    )


def keeps_the_score(pos: Position, column: int) -> bool:
    """Whether a column is as good as any, the end being as near or as far as can be."""
    after = pos.play(column)
    outcome = after.outcome()
    if outcome is Outcome.DRAW:
        return True  # the last cell
    return outcome is not Outcome.ONGOING or solve(after).score == solve(pos).score.of(pos.opponent)


def a_perfect_column(pos: Position, rng: random.Random) -> int:
    columns = pos.legal_moves()
    rng.shuffle(columns)
    return next(column for column in columns if keeps_the_score(pos, column))


class Record:
    """Columns and times of one contestant, each position asked once."""

    def __init__(self, player: Contestant) -> None:
        self.player = player
        self.columns: dict[Position, int] = {}
        self.seconds: dict[Position, float] = {}
        self.mistakes: list[Position] = []
        self.results: dict[str, int] = {"won": 0, "drawn": 0, "lost": 0}

    def game(self, side: int, perfect: float, rng: random.Random) -> None:
        pos, asked = Position(Game()), []
        while not pos.is_over:
            if pos.to_move == side:
                if pos not in self.columns:
                    start = time.perf_counter()
                    self.columns[pos] = self.player.column(pos)
                    self.seconds[pos] = time.perf_counter() - start
                    asked.append(pos)
                pos = pos.play(self.columns[pos])
            elif rng.random() < perfect:
                pos = pos.play(a_perfect_column(pos, rng))
            else:
                pos = pos.play(rng.choice(pos.legal_moves()))
        for earlier in reversed(asked):  # late ones first: what is learnt there helps
            if not keeps_the_score(earlier, self.columns[earlier]):
                self.mistakes.append(earlier)
        won = Outcome.FIRST_WINS if side == 1 else Outcome.SECOND_WINS
        outcome = pos.outcome()
        self.results[
            "won" if outcome is won else "drawn" if outcome is Outcome.DRAW else "lost"
        ] += 1


def process_move(process: list[str], pos: Position) -> tuple[int, float]:
    """The column that the real command prints, and the seconds it took."""
    start = time.monotonic()
    done = subprocess.run(
        [*process, comp3308.format_state(pos), NAMES[pos.to_move - 1]],
        capture_output=True,
        check=True,
    )
    return int(done.stdout), time.monotonic() - start


def random_boards(name: str, ask: Ask, args: Namespace) -> list[Claim]:
    claims = []
    for difference in range(-2, 3):
        found = tally(ask, difference, args.positions, args.seed, *args.stones)
        what = f"{name}, difference {difference:+}, {found.asked} boards"
        lost = len(found.given_away)
        if args.player == "file":
            claims += [
                Claim(f"{what}: results given away up to 8 stones", found.up_to(8), "", must=0),
                Claim(f"{what}: results given away", lost, ""),
            ]
        else:
            most = 0 if difference == 0 else 2
            claims.append(Claim(f"{what}: results given away", lost, "", must=most, reach=0))
        claims += (
            []
            if args.in_process
            else [
                Claim(f"{what}: slowest", found.slowest_s, "s wall", must=0.8),
                Claim(f"{what}: slowest", found.slowest_cpu_s, "s CPU", must=0.8),
            ]
        )
    return claims


def parser() -> TableParser:
    table = TableParser(description=__doc__)
    table.add_argument("--player", choices=("command", "play", "file"), default="command")
    table.add_sample("--games", full=1000, quick=2, help="as each side")
    table.add_argument("--random", action="store_true", help="random boards of any difference")
    table.add_sample("--positions", full=2000, quick=3, help="random, of each difference")
    table.add_argument(
        "--stones",
        type=int,
        nargs=2,
        default=(0, 41),
        metavar=("LEAST", "MOST"),
        help="on random boards (default 0 41)",
    )
    table.add_argument(
        "--in-process", action="store_true", help="ask the file about random boards without a clock"
    )
    table.add_argument("--seed", type=int, default=1)
    return table


def asked(player: Contestant, args: Namespace) -> dict[str, Ask]:
    """Who is asked about random boards."""
    if args.in_process:
        if player.hurried is None:
            parser().error("--in-process is for --player file")
        return {
            "file without a clock": asked_here(player.column),
            "file without time": asked_here(player.hurried),
        }
    if player.process is None:
        parser().error("--random asks processes: --player command or file")
    return {args.player: partial(process_answer, player.process)}


def main() -> int:
    args = parser().options()
    rng = random.Random(args.seed)
    claims = []
    with tempfile.TemporaryDirectory() as folder:
        player = contestant(args.player, Path(folder))
        if args.random:
            for name, ask in asked(player, args).items():
                claims += random_boards(name, ask, args)
            return report("results kept on random boards", claims, args)
        for side in (1, 2):
            record = Record(player)
            for number in range(args.games):
                record.game(side, rng.choice((0.3, 0.6, 0.9, 1.0)), rng)
                if number % 20 == 0:
                    print(f"side {side}: game {number}, {record.results}", file=sys.stderr)
            slowest = sorted(record.seconds, key=record.seconds.__getitem__)[-20:]
            worst = record.seconds[slowest[-1]]
            if player.process is not None:
                sample = slowest + rng.sample(list(record.columns), min(30, len(record.columns)))
                moves = {pos: process_move(player.process, pos) for pos in sample}
                worst = max(seconds for _, seconds in moves.values())
                record.mistakes += [
                    pos for pos, (column, _) in moves.items() if not keeps_the_score(pos, column)
                ]
            for pos in record.mistakes[:5]:
                print(f"mistake: {pos.text}", file=sys.stderr)
            print(f"side {side}: {record.results}", file=sys.stderr)
            name = f"{args.player} as player {side}"
            many = f"{args.games} games, {len(record.columns)} positions"
            claims += [
                Claim(f"{name}: mistakes in {many}", len(record.mistakes), "", must=0),
                Claim(f"{name}: slowest move", worst, "s wall", must=0.8),
            ]
    return report("perfect play from the empty board", claims, args)


if __name__ == "__main__":
    sys.exit(main())
