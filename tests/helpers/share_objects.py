"""One object, many threads: a program that fails, or is ended by a signal, unless all answers are
those of one thread. Usage: share_objects.py NAME"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable

from inarow import GAMES, Limits, Position
from inarow._core import (
    CountedSolver,
    ExportSearch,
    FallingPlayer,
    FallingSolver,
    FreeEngine,
)
from inarow.players.free import FreePlayer
from inarow.players.levels import player_for
from inarow.players.named import player

THREADS, ROUNDS = 6, 4

Work = Callable[[Position], object]
"""What a call gives that does not depend on what the object has seen before."""


def lines(game: str, stones: int, count: int = 12) -> list[Position]:
    """Positions of so many random stones in which the game goes on."""
    found: list[Position] = []
    rng = random.Random(stones)
    while len(found) < count:
        pos = Position(GAMES[game])
        for _ in range(stones):
            moves = pos.legal_moves()
            if not pos.game.gravity:  # near the middle, so that there is something to think about
                moves = [move for move in moves if abs(move // 15 - 7) < 4 > abs(move % 15 - 7)]
            pos = pos.play(rng.choice(moves))
            if pos.winner is not None:
                break
        else:
            found.append(pos)
    return found


def legal(pos: Position, move: int) -> bool:
    return move in pos.legal_moves()


def falling_solver() -> tuple[list[Position], Work]:
    solver = FallingSolver(GAMES["connect4"], 1)
    return lines("connect4", 18), lambda pos: solver.solve(pos)[:2]


def falling_analysis() -> tuple[list[Position], Work]:
    solver = FallingSolver(GAMES["connect4"], 1)
    return lines("connect4", 22), lambda pos: [move[:3] for move in solver.analyse(pos)[1]]


def falling_player() -> tuple[list[Position], Work]:
    strong = FallingPlayer(GAMES["connect4"])
    return lines("connect4", 24), lambda pos: strong.choose(pos, 10.0)[1]


def export_search() -> tuple[list[Position], Work]:
    search = ExportSearch()
    return lines("connect4", 20), lambda pos: search.solve(pos, 100_000)


def counted_solver() -> tuple[list[Position], Work]:
    solver = CountedSolver(GAMES["maxconnect4"], 2)
    return lines("maxconnect4", 26), lambda pos: solver.solve(pos)[:2]


def free_engine() -> tuple[list[Position], Work]:
    engine = FreeEngine(GAMES["gomoku"], 4)
    return lines("gomoku", 12, 5), lambda pos: engine.choose(pos, 60.0, 2)


def free_proofs() -> tuple[list[Position], Work]:
    engine = FreeEngine(GAMES["gomoku"], 4)
    return lines("gomoku", 16), lambda pos: legal(pos, engine.choose(pos, 0.02)[0])


def free_player() -> tuple[list[Position], Work]:
    shared = FreePlayer(4)
    rng = random.Random(0)
    return lines("gomoku", 12, 4), lambda pos: shared.choose(pos, Limits(depth=2), rng=rng)


def level_8() -> tuple[list[Position], Work]:
    shared = player_for(GAMES["gomoku"], 8)
    rng = random.Random(0)
    return lines("gomoku", 12), lambda pos: legal(
        pos, shared.choose(pos, Limits(0.02), rng=rng).move
    )


def named_of_two_games() -> tuple[list[Position], Work]:
    shared = player("strong")
    rng = random.Random(0)
    both = lines("gomoku", 10, 3) + lines("maxconnect4", 20, 3)
    return both, lambda pos: legal(pos, shared.choose(pos, Limits(depth=2), rng=rng).move)


MAKERS = {
    maker.__name__: maker
    for maker in (
        falling_solver,
        falling_analysis,
        falling_player,
        export_search,
        counted_solver,
        free_engine,
        free_proofs,
        free_player,
        level_8,
        named_of_two_games,
    )
}


def differences(name: str) -> list[str]:
    """Answers of a shared object that one of its own would not give."""
    positions, alone = MAKERS[name]()
    expected = [alone(pos) for pos in positions]
    wrong: list[str] = []
    _, shared = MAKERS[name]()
    start = threading.Barrier(THREADS)

    def work(seed: int) -> None:
        start.wait()
        order = list(range(len(positions))) * ROUNDS
        random.Random(seed).shuffle(order)
        for i in order:
            try:
                answer = shared(positions[i])
            except Exception as error:
                answer = error
            if answer != expected[i]:
                wrong.append(f"{positions[i].text}: {answer!r}, alone {expected[i]!r}")

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong


if __name__ == "__main__":
    sys.setswitchinterval(1e-4)
    found = differences(sys.argv[1])
    print("\n".join(found[:5]))
    sys.exit(1 if found else 0)
