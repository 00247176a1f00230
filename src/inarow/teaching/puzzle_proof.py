"""Whether a position is a puzzle: one first move reaches the goal, every other was proved not to.

Falling and counted games are scored move by move by their exact solvers. On a free board the goal
is a win by stones each of which leaves one reply (fours, in Gomoku): each other first stone of that
kind is followed by its reply, and wins by threats are ruled out behind it. Or it is to hold: after
every other stone the opponent has a win that is proved, after this one a win by threats is ruled
out.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from inarow._core import FallingSolver, Family, FreeEngine, Outcome, Position
from inarow.analysis.analyse import analyse
from inarow.analysis.free import threats
from inarow.analysis.verdict import Analysis, MoveVerdict, side_of_ply
from inarow.game import name_of
from inarow.limits import Limits
from inarow.players.levels import strong_player
from inarow.record import Record
from inarow.teaching.puzzle_file import Goal, Puzzle
from inarow.teaching.threats import Ending, ready_threats

SOONEST, LATEST = 2, 8
EACH_S = 20.0
TEMPTED_DEPTH = 2
"""So far does someone look who is tempted."""
GLANCE_S = 1.0
"""A chain of fours is found so soon or hardly ever."""
MEMORY_MB = 8
_SURE = 10**9


class Proof(NamedTuple):
    """The one move, and what a puzzle tells beside its position."""

    move: int
    goal: Goal
    win_in: int
    plies: int
    nodes: int
    line: tuple[int, ...]


def proof_of(pos: Position) -> Proof | None:
    """The proof that a position is a puzzle, or None."""
    if pos.outcome() != Outcome.ONGOING or len(pos.legal_moves()) < 3:
        return None
    if pos.game.family is Family.FREE:
        return _on_free_board(pos)
    found = analyse(pos, Limits(EACH_S, book=False))
    return _only_move(found) if found.exact else None


def puzzle_of(record: Record) -> Puzzle | None:
    """The puzzle at the cursor of a game, or None where there is none."""
    pos = record.pos
    proof = proof_of(pos)
    if proof is None:
        return None
    moves, game = record.moves[: record.at], name_of(record.game)
    return Puzzle(
        game, tuple(moves), proof.goal, proof.win_in, proof.plies, tempting(pos, proof.move),
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
    if pos.game.family is Family.COUNTED:
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
    """What the solver needs for the position and each of its moves, knowing nothing before."""
    _, _, nodes, _ = FallingSolver(pos.game, MEMORY_MB).solve(pos, None, None, 1, None)
    return int(nodes)


# Free boards.


def forced(
    engine: FreeEngine, pos: Position, time_s: float = EACH_S / 4
) -> tuple[str, tuple[int, ...], bool, int]:
    """How the side to move wins by force, with its line, or that wins by threats are ruled out."""
    how, line, refuted, nodes = engine.forced_win(pos, time_s)
    return how, tuple(line), refuted, nodes


def _on_free_board(pos: Position) -> Proof | None:
    if max(pos.game.stones) > 1 or ready_threats(pos, pos.to_move):
        return None
    engine = FreeEngine(pos.game, MEMORY_MB)
    return _by_fours(engine, pos) or _only_defence(engine, pos)


def _by_fours(engine: FreeEngine, pos: Position) -> Proof | None:
    if not fours(pos):
        return None
    how, line, _, nodes = forced(engine, pos, GLANCE_S)
    if how != "chain":
        return None
    for move in fours(pos):
        if move == line[0]:
            continue
        after = pos.play(move)
        ways = after.winning_cells(pos.to_move)
        if after.outcome() != Outcome.ONGOING or len(ways) != 1:
            return None
        how, _, refuted, more = forced(engine, after.play(ways[0]))
        nodes += more
        if how or not refuted:
            return None
    own, plies = _to_the_end(pos, line)
    return Proof(line[0], "win", own, plies, nodes, line) if own <= LATEST else None


def _to_the_end(pos: Position, line: tuple[int, ...]) -> tuple[int, int]:
    """Stones of the side to move until its line stands, and plies; a line of fours may end with
    two ways to it."""
    end = pos
    for move in line:
        end = end.play(move)
    more = 0 if end.outcome() != Outcome.ONGOING else 2
    return (len(line) + more + 1) // 2, len(line) + more


def _only_defence(engine: FreeEngine, pos: Position) -> Proof | None:
    """The one stone after which the opponent has no win by threats; every other one loses."""
    if ready_threats(pos, pos.opponent) or not forced(engine, pos.passed(), GLANCE_S)[0]:
        return None
    if forced(engine, pos, GLANCE_S)[0]:
        return None
    holding, nodes = [], 0
    near = [threat.cell for threat in threats(pos, "closed two")]
    for move in dict.fromkeys([*near, *pos.legal_moves()]):
        how, _, refuted, more = forced(engine, pos.play(move), GLANCE_S)
        nodes += more
        if not how:
            holding.append(move)
        if len(holding) > 1 or (not how and not refuted):
            return None
    if len(holding) != 1:
        return None
    return Proof(holding[0], "hold", 0, 1, nodes, (holding[0],))


def fours(pos: Position) -> list[int]:
    """The stones of the side to move after which it needs one more."""
    found = threats(pos, "one")
    return [threat.cell for threat in found if threat.player == pos.to_move]


# What makes it hard, and what it shows.


def tempting(pos: Position, solution: int) -> int:
    """The other moves that a look of two plies takes for at least as good; on a free board those
    that make or stop a threat."""
    if pos.game.family is Family.FREE:
        near = threats(pos, "closed two")
        return len({threat.cell for threat in near} - {solution})
    player = strong_player(pos.game)

    def judged(move: int) -> float:
        after = pos.play(move)
        if after.outcome() != Outcome.ONGOING:
            return _SURE
        chosen = player.choose(after, Limits(depth=TEMPTED_DEPTH), random.Random(0))
        return -(chosen.value or 0)

    own = judged(solution)
    return sum(move != solution and judged(move) >= own for move in pos.legal_moves())


def themes(pos: Position, proof: Proof) -> tuple[str, ...]:
    """What the line of the proof shows, each looked at on the board."""
    if pos.game.family is Family.FREE:
        return ("fours",) if proof.goal == "win" else ("only-defence",)
    found = ["only-draw"] if proof.goal == "draw" else []
    if pos.game.family is Family.COUNTED:
        gains = {move: _gain(pos, move) for move in pos.legal_moves()}
        if gains[proof.move] < max(gains.values()):
            found.append("fewer-points-now")
        return tuple(found)
    if proof.goal == "draw":
        return tuple(found)
    threatens, double, board = [], False, pos
    for number, move in enumerate(proof.line):
        board = board.play(move)
        if number % 2 == 0 and board.outcome() == Outcome.ONGOING:
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


def _gain(pos: Position, move: int) -> int:
    """The points that a move makes at once."""
    mine = pos.to_move - 1
    return int(pos.play(move).score()[mine] - pos.score()[mine])
