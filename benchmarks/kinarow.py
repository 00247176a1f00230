"""Strength and speed of the player of free boards.

    python -m benchmarks.kinarow                     the table of claims
    python -m benchmarks.kinarow match --partner static --size 19 --games 100 --time 0.5
    python -m benchmarks.kinarow rate
    python -m benchmarks.kinarow lab7 --moves 1000 --busy

A match plays every opening twice, once with each colour. An opening is a few stones of each side
thrown near the centre; the seed fixes it. A game whose windows are all dead is stopped as a draw.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Claim, TableParser, report
from inarow import Game, Outcome, Position
from inarow.limits import Limits
from inarow.move_text import format_move
from inarow.players.base import Player
from inarow.players.free import FreePlayer
from opponents.sparring import PARTNERS, use_cpu_clock


class Bout(NamedTuple):
    """A match of the table: the share of the points, in percent, that we promise."""

    partner: str
    size: int
    time_s: float
    must: float
    reach: float


BOUTS = (
    Bout("part1", 19, 0.01, must=99, reach=100),
    Bout("longest-line", 19, 0.005, must=99, reach=100),
    Bout("static", 19, 0.1, must=85, reach=95),
    Bout("windows", 19, 0.01, must=75, reach=85),
)


class Played(NamedTuple):
    """One game from our point of view: points 1, 0.5 or 0; ``moves`` as ``--moves`` takes them."""

    seed: int
    ours: int
    points: float
    plies: int
    slowest_s: float
    moves: str


def opening(game: Game, seed: int, stones: int) -> Position:
    """Alternate stones on random cells around the centre, without a winner."""
    rng = random.Random(seed)
    while True:
        pos = Position(game)
        while pos.stone_count < stones and pos.legal_moves():
            row = min(game.rows - 1, max(0, game.rows // 2 + round(rng.gauss(0, game.rows / 9))))
            col = min(game.cols - 1, max(0, game.cols // 2 + round(rng.gauss(0, game.cols / 9))))
            if pos.at(row, col) == 0:
                pos = pos.play(row * game.cols + col)
        if not pos.is_over:
            return pos


def opening_moves(pos: Position) -> list[int]:
    """Moves that lead to a position of one stone a turn, in some order."""
    stones = pos.cells().replace("/", "")
    sides = ([i for i, stone in enumerate(stones) if stone == mark] for mark in "xo")
    return [move for pair in zip_longest(*sides) for move in pair if move is not None]


def windows(game: Game) -> list[int]:
    """All lines of k cells, as masks."""
    found = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(game.rows - down * (game.k - 1)):
            for col in range(game.cols):
                if 0 <= col + right * (game.k - 1) < game.cols:
                    cells = ((row + i * down) * game.cols + col + i * right for i in range(game.k))
                    found.append(sum(1 << cell for cell in cells))
    return found


def dead(pos: Position, lines: list[int]) -> bool:
    """Whether every window holds stones of both sides."""
    text = pos.cells().replace("/", "")
    first = sum(1 << i for i, stone in enumerate(text) if stone == "x")
    second = sum(1 << i for i, stone in enumerate(text) if stone == "o")
    return all(line & first and line & second for line in lines)


def play(
    pos: Position,
    players: dict[int, Player],
    time_s: float,
    seed: int,
    read_clock: Callable[[], float] = time.perf_counter,
) -> Played:
    """One game; players are keyed by 1 and 2, and the player of free boards is ours."""
    ours = next(side for side, player in players.items() if isinstance(player, FreePlayer))
    rng = random.Random(seed)
    lines = windows(pos.game)
    slowest = 0.0
    moves = opening_moves(pos)
    while not pos.is_over:
        if pos.stone_count > pos.game.cells // 3 and dead(pos, lines):
            break
        started = read_clock()
        choice = players[pos.to_move].choose(pos, Limits(time_s=time_s), rng=rng)
        if pos.to_move == ours:
            slowest = max(slowest, read_clock() - started)
        moves.append(choice.move)
        pos = pos.play(choice.move)
    winner = {Outcome.FIRST_WINS: 1, Outcome.SECOND_WINS: 2}.get(pos.outcome())
    points = 0.5 if winner is None else float(winner == ours)
    told = ",".join(format_move(pos.game, move) for move in moves)
    return Played(seed, ours, points, pos.stone_count, slowest, told)


def match(
    game: Game,
    partner: str,
    games: int,
    time_s: float,
    *,
    read_clock: Callable[[], float],
    seed: int = 1,
    stones: int = 4,
    bias: int | None = None,
) -> Iterator[Played]:
    """The games of a match as they end."""
    for number in range(games):
        ours = 1 + number % 2
        player = FreePlayer(attack_bias=bias)
        players: dict[int, Player] = {ours: player, 3 - ours: PARTNERS[partner]}
        start = opening(game, seed + number // 2, stones)
        yield play(start, players, time_s, seed + number, read_clock)


def run_match(args: argparse.Namespace) -> int:
    use_cpu_clock(args.clock == "cpu")
    tally = {1.0: 0, 0.5: 0, 0.0: 0}
    slowest = 0.0
    game = Game(rows=args.size, cols=args.size, k=args.k, gravity=False, exact=args.exact)
    for played in match(
        game,
        args.partner,
        args.games,
        args.time,
        read_clock=time.process_time if args.clock == "cpu" else time.perf_counter,
        seed=args.seed,
        stones=args.stones,
        bias=args.bias,
    ):
        tally[played.points] += 1
        slowest = max(slowest, played.slowest_s)
        if args.json:
            print(json.dumps(played._asdict()), flush=True)
        elif args.verbose:
            print(played, flush=True)
    wins, draws, losses = tally[1.0], tally[0.5], tally[0.0]
    summary = {
        "partner": args.partner,
        "size": args.size,
        "k": args.k,
        "exact": args.exact,
        "time_s": args.time,
        "clock": args.clock,
        "bias": args.bias,
        "games": args.games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "slowest_s": round(slowest, 3),
    }
    if args.json:
        print(json.dumps(summary))
    else:
        print(
            f"{args.partner} {args.size}x{args.size} k={args.k},"
            f" {args.time} s of {args.clock} time a move:"
            f" {wins} wins, {draws} draws, {losses} losses; slowest move {slowest:.3f} s"
        )
    return 0


class Rate(NamedTuple):
    """Over the first moves of games against itself; seconds are of CPU time."""

    nodes: int
    cpu_s: float
    nodes_a_second: float
    depth: float


def rate(k: int, games: int, time_s: float) -> Rate:
    game = Game(rows=19, cols=19, k=k, gravity=False)
    player = FreePlayer()
    rng = random.Random(0)
    nodes = 0
    cpu = 0.0
    depths = []
    for seed in range(games):
        pos = opening(game, seed, 6)
        for _ in range(6):
            started = time.process_time()
            choice = player.choose(pos, Limits(time_s=time_s), rng=rng)
            cpu += time.process_time() - started
            nodes += choice.nodes or 0
            depths.append(choice.depth or 0)
            pos = pos.play(choice.move)
            if pos.is_over:
                break
    return Rate(nodes, cpu, nodes / cpu, sum(depths) / len(depths))


def run_rate(args: argparse.Namespace) -> int:
    """Positions a second of CPU time."""
    found = rate(args.k, args.games, args.time)
    if args.json:
        print(json.dumps(found._asdict()))
    else:
        print(
            f"{found.nodes} positions in {found.cpu_s:.2f} s of CPU:"
            f" {found.nodes_a_second / 1e3:.0f} thousand a second,"
        )
        print(f"mean depth {found.depth:.1f} at {args.time} s a move")
    return 0


def run_table(args: argparse.Namespace) -> int:
    """The claims of docs/free-boards.md, with fewer games."""
    use_cpu_clock(True)
    claims = [match_claim(bout, args.games) for bout in BOUTS]
    use_cpu_clock(False)
    speed = rate(6, 1 if args.quick else 3, 0.5)
    note = f"mean depth {speed.depth:.1f} at 0.5 s a move"
    claims.append(Claim("positions a second", speed.nodes_a_second / 1e3, "thousand", note=note))
    first, later = lab7_times(19, args.moves, 1)
    what = f"slowest of {len(first) + len(later)} moves of Lab7Part2"
    claims.append(Claim(what, max(first + later), "s wall", must=1.0, reach=0.95))
    return report("k in a row", claims, args)


def match_claim(bout: Bout, games: int) -> Claim:
    game = Game(rows=bout.size, cols=bout.size, k=6, gravity=False)
    played = list(match(game, bout.partner, games, bout.time_s, read_clock=time.process_time))
    what = f"against {bout.partner}, {bout.size} x {bout.size}, {1000 * bout.time_s:g} ms a move"
    points = 100 * sum(one.points for one in played) / games
    return Claim(what, points, "% points", must=bout.must, reach=bout.reach, at_least=True)


def run_lab7(args: argparse.Namespace) -> int:
    """Wall time of the moves of Lab7Part2, from the typed square to the printed answer, the start
    of the process included in the first; with --busy another process keeps a core occupied."""
    with ExitStack() as stack:
        if args.busy:
            spin = [sys.executable, "-c", "while True: pass"]
            stack.callback(subprocess.Popen(spin).kill)
        first, later = lab7_times(args.size, args.moves, args.seed)
    for name, times in (("first moves, start-up included", first), ("later moves", later)):
        times.sort()
        late = sum(seconds > 0.95 for seconds in times)
        if times:
            print(
                f"{len(times)} {name}, on {args.size} x {args.size}:"
                f" median {times[len(times) // 2]:.3f} s, slowest {times[-1]:.3f} s,"
                f" {late} over 0.95 s"
            )
    return 0


def lab7_times(size: int, moves: int, seed: int) -> tuple[list[float], list[float]]:
    """The seconds of first moves and of later ones, game after game."""
    program = Path(__file__).parents[1] / "programs" / "Lab7Part2.py"
    first: list[float] = []
    later: list[float] = []
    while (left := moves - len(first) - len(later)) > 0:
        times = lab7_game(program, size, seed, left)
        first += times[:1]
        later += times[1:]
        seed += 1
    return first, later


def lab7_game(program: Path, size: int, seed: int, most: int) -> list[float]:
    """The seconds of the computer's moves in one game against random stones."""
    rng = random.Random(seed)
    pos = Position(Game(rows=size, cols=size, k=6, gravity=False))
    computer = 1 + seed % 2
    times: list[float] = []
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(f"{size}\n{'BW'[computer - 1]}\n")
        process.stdin.flush()
        while not pos.is_over and len(times) < most:
            if pos.to_move == computer:
                line = ""
                while "lays a stone" not in line:
                    line = process.stdout.readline()
                times.append(time.perf_counter() - started)
                row, col = (int(word.strip(".")) for word in line.split() if word[0].isdigit())
                move = row * size + col
            else:
                # Near the last stone, so that there is something to think about.
                near = [m for m in pos.legal_moves() if abs(m - size * size // 2) < 4 * size]
                move = rng.choice(near or pos.legal_moves())
                process.stdin.write(f"{move // size} {move % size}\n")
                process.stdin.flush()
                started = time.perf_counter()
            pos = pos.play(move)  # an illegal move raises here
        process.kill()
    return times


def parser() -> TableParser:
    table = TableParser(prog="python -m benchmarks.kinarow", description=__doc__)
    table.set_defaults(run=run_table)
    table.add_sample("--games", full=20, quick=2, help="games of each match of the table")
    table.add_sample("--moves", full=100, quick=4, help="moves of Lab7Part2 in the table")
    commands = table.add_subparsers(metavar="COMMAND", parser_class=argparse.ArgumentParser)
    command = commands.add_parser("match", help="a match against a sparring partner")
    command.set_defaults(run=run_match)
    command.add_argument("--partner", choices=PARTNERS, default="static")
    command.add_argument("--size", type=int, default=19)
    command.add_argument("--games", type=int, default=100)
    command.add_argument("--time", type=float, default=0.2, help="seconds a move, both sides")
    command.add_argument(
        "--clock", choices=("wall", "cpu"), default="wall", help="what the seconds are counted in"
    )
    command.add_argument("--stones", type=int, default=4, help="stones of the opening")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--bias", type=int, default=None, help="attack bias in percent")
    command.add_argument("-k", type=int, default=6)
    command.add_argument("--exact", action="store_true", help="more than k in a row do not win")
    command.add_argument("--json", action="store_true")
    command.add_argument("--verbose", action="store_true")
    command = commands.add_parser("lab7", help="the time of Lab7Part2's moves")
    command.set_defaults(run=run_lab7)
    command.add_argument("--moves", type=int, default=1000)
    command.add_argument("--size", type=int, default=19)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--busy", action="store_true", help="keep another core occupied")
    command = commands.add_parser("rate", help="positions a second on 19 x 19")
    command.set_defaults(run=run_rate)
    command.add_argument("--games", type=int, default=3)
    command.add_argument("--time", type=float, default=0.5)
    command.add_argument("-k", type=int, default=6)
    command.add_argument("--json", action="store_true")
    return table


def main() -> int:
    args = parser().options()
    if args.run is run_match and args.exact and args.partner != "windows":
        parser().error("only the windows partner plays the exact rule")
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
