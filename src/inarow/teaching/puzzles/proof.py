"""Whether a position is a puzzle: one first move reaches the goal, every other was proved not to.

Falling and counted games are scored move by move by their exact solvers, and so is what is left of
a small board; large free boards have proofs of their own (``free_proof.py``).
"""

from __future__ import annotations

import random

from inarow._core import FallingSolver, Family, Position
from inarow.analysis import exhaustive
from inarow.analysis.analyse import analyse
from inarow.analysis.free import threats
from inarow.analysis.verdict import Analysis, MoveVerdict, side_of_ply
from inarow.game import counts_lines, name_of
from inarow.limits import Limits, SolverOptions
from inarow.players.levels import strong_player
from inarow.record import Record
from inarow.score import Unit
from inarow.teaching.puzzles.book import LATEST, SOONEST, Proof, Puzzle
from inarow.teaching.puzzles.free_proof import proof_on_free_board
from inarow.teaching.reasons import Ending, ready_threats
from inarow.teaching.text import sentence, sides_for
from inarow.text import COLOURS

EACH_S = 20.0
TEMPTED_DEPTH = 2
"""So far does someone look who is tempted."""
MEMORY_MB = 8
_SURE = 10**9


def proof_of(pos: Position, defences: bool = True) -> Proof | None:
    """The proof that a position is a puzzle, or None; ``defences`` as on a free board."""
    if pos.is_over or len(pos.legal_moves()) < 3:
        return None
    if is_large(pos):
        return proof_on_free_board(pos, defences)
    found = analyse(pos, Limits(EACH_S), options=SolverOptions(book=False))
    return _only_move(found) if found.exact else None


def puzzle_of(record: Record, defences: bool = True) -> Puzzle | None:
    """The puzzle at the cursor of a game, or None where there is none."""
    pos = record.pos
    proof = proof_of(pos, defences)
    if proof is None:
        return None
    moves, game = record.moves[: record.at], name_of(record.game)
    return Puzzle(
        game, tuple(moves), proof.goal, proof.win_in, proof.plies, tempting(pos, proof),
        proof.nodes, themes(pos, proof),
    )  # fmt: skip


def _only_move(found: Analysis) -> Proof | None:
    pos, result = found.pos, found.result
    if result not in ("win", "draw"):
        return None
    reaching = [move for move in found.moves if move.result == result]
    if len(reaching) != 1:
        return None
    only = reaching[0]
    if counts_lines(pos.game):
        left = pos.game.cells - pos.stone_count
        return Proof(only.move, result, 0, left, found.verdict.nodes, only.line)
    if result == "draw":
        return Proof(only.move, "draw", 0, 1, _fresh_nodes(pos), only.line)
    own = own_stones(pos, only)
    if not SOONEST <= own <= LATEST:
        return None
    return Proof(only.move, "win", own, only.plies or 0, _fresh_nodes(pos), only.line)


def own_stones(pos: Position, move: MoveVerdict) -> int:
    """How many stones of its own the side to move lays until the end."""
    plies = move.plies or 0
    return sum(side_of_ply(pos, ply) == pos.to_move for ply in range(1, plies + 1))


def _fresh_nodes(pos: Position) -> int:
    """What the solver needs for the position and each of its moves, knowing nothing before; of a
    small board the stones that are left."""
    if pos.game.family is Family.FREE:
        return int(pos.game.cells - pos.stone_count)
    _, _, nodes, _ = FallingSolver(pos.game, MEMORY_MB).solve(pos, None, None, 1, None)
    return int(nodes)


# What makes it hard, and what it shows.


def tempting(pos: Position, proof: Proof) -> int:
    """The other moves that a look of two plies takes for at least as good; on a large free board
    those that make or stop a threat."""
    if is_large(pos):
        near = threats(pos, "closed two")
        asked_for = proof.line[: pos.left] if pos.left > 1 else (proof.move,)
        return len({threat.cell for threat in near}.difference(asked_for))
    player = strong_player(pos.game)

    def judged(move: int) -> float:
        after = pos.play(move)
        if after.is_over:
            return _SURE
        chosen = player.choose(after, Limits(depth=TEMPTED_DEPTH), rng=random.Random(0))
        return -(chosen.value or 0)

    own = judged(proof.move)
    return sum(move != proof.move and judged(move) >= own for move in pos.legal_moves())


def themes(pos: Position, proof: Proof) -> tuple[str, ...]:
    """What the line of the proof shows, each looked at on the board."""
    if is_large(pos):
        return (_theme_on_free_board(pos, proof),)
    found = ["only-draw"] if proof.goal == "draw" else []
    if counts_lines(pos.game):
        gains = {move: _gain(pos, move) for move in pos.legal_moves()}
        if gains[proof.move] < max(gains.values()):
            found.append("fewer-points-now")
        return tuple(found)
    if proof.goal == "draw":
        return tuple(found)
    threatens, double, board = [], False, pos
    for number, move in enumerate(proof.line):
        board = board.play(move)
        if number % 2 == 0 and not board.is_over:
            ready = ready_threats(board, pos.to_move)
            threatens.append(bool(ready))
            double = len(ready) >= 2
    if threatens and all(threatens):
        found.append("forced-line")
    if double:
        found.append("double-threat")
    if threatens and not threatens[0]:
        found.append("quiet-move")
    ending = Ending(pos, proof.line)
    if ending.cell is not None and ending.beneath and not double:
        row = pos.game.rows - ending.cell // pos.game.cols
        found.append("odd-threat" if row % 2 else "even-threat")
    return tuple(found)


def is_large(pos: Position) -> bool:
    """Whether the board is free, and too much of it is left to look at everything."""
    return pos.game.family is Family.FREE and not exhaustive.within_reach(pos)


def _theme_on_free_board(pos: Position, proof: Proof) -> str:
    if proof.goal == "hold":
        return "only-defence"
    if max(pos.game.stones) > 1:
        return "too-many-lines"
    return "fours" if pos.game.k == 5 else "fives"


def _gain(pos: Position, move: int) -> int:
    """The points that a move makes at once."""
    mine = pos.to_move - 1
    return int(pos.play(move).score()[mine] - pos.score()[mine])


def win_in(found: Analysis) -> int | None:
    """In how many stones of its own the side to move wins, where one move alone wins."""
    winning = [move for move in found.moves if move.lo > 0]
    if not found.exact or len(winning) != 1 or found.verdict.unit is Unit.POINTS:
        return None
    return own_stones(found.pos, winning[0])


def task(found: Analysis, reader: int = 0) -> str:
    """What a puzzle asks of the side to move, empty where it is none."""
    count = win_in(found)
    if count is None:
        return ""
    if reader == found.pos.to_move:
        return sentence("puzzle, yours", colour=COLOURS[reader], count=count)
    return sentence("puzzle", side=sides_for()[found.pos.to_move], count=count)
