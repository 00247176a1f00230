"""Whether a position of a large free board is a puzzle.

With one stone a turn the goal is a win by fours: all chains of them are looked at, and one first
four alone begins one that wins. Or it is to hold: after every other stone the opponent has a win
that is proved, after this one a win by threats is ruled out. With two stones a turn a pair is
asked for: the one that leaves more lines than the opponent's pair can stop, or the one that stops
every line in the opponent's reach.
"""

from __future__ import annotations

from inarow._core import FreeEngine, Position
from inarow.analysis.free import threats
from inarow.teaching.fours import Fours, TooManyChainsError
from inarow.teaching.pairs import TURN, holding_pairs, in_reach, winning_pairs
from inarow.teaching.puzzle_file import LATEST, SOONEST, Proof
from inarow.teaching.threats import ready_threats

MEMORY_MB = 8
MOST_CHAINS = 20_000
FORCED_S = 5.0
GLANCE_S = 1.0
"""A win by threats is found so soon or hardly ever."""
PAIR_PLIES = 3 * TURN


def proof_on_free_board(pos: Position, defences: bool = True) -> Proof | None:
    """The proof that a position is a puzzle, or None; the game goes on and has moves enough.
    Without ``defences`` the slow proof that one stone alone holds is left out."""
    if max(pos.game.stones) > 1:
        return _by_a_pair(pos)
    if ready_threats(pos, pos.to_move):
        return None
    found = _by_fours(pos)
    if found is None and defences:
        found = _only_defence(FreeEngine(pos.game, MEMORY_MB), pos)
    return found


def forced(
    engine: FreeEngine, pos: Position, time_s: float = FORCED_S
) -> tuple[str, tuple[int, ...], bool, int]:
    """How the side to move wins by force, with its line, or that wins by threats are ruled out."""
    how, line, refuted, nodes = engine.forced_win(pos, time_s)
    return how, tuple(line), refuted, nodes


def _by_fours(pos: Position) -> Proof | None:
    look = Fours(MOST_CHAINS)
    try:
        winning = [(move, own) for move, own in look.first_stones(pos) if own is not None]
    except TooManyChainsError:
        return None
    if len(winning) != 1 or not SOONEST <= winning[0][1] <= LATEST:
        return None
    move, own = winning[0]
    return Proof(move, "win", own, 2 * own - 1, look.looked_at + 1, look.line(pos))


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


def _by_a_pair(pos: Position) -> Proof | None:
    """The first stone of the proof is either of the pair."""
    if pos.left != TURN or in_reach(pos, pos.to_move):
        return None
    danger = len(in_reach(pos, pos.opponent))
    winning = winning_pairs(pos)
    if len(winning) == 1:
        first, second = winning[0]
        lines = len(in_reach(pos.play(first).play(second), pos.to_move))
        return Proof(first, "win", 2, PAIR_PLIES, lines + danger, winning[0])
    holding = holding_pairs(pos)
    if winning or len(holding) != 1:
        return None
    return Proof(holding[0][0], "hold", 0, TURN, danger, holding[0])
