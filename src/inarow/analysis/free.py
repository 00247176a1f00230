"""The analyst of free boards: threats, wins that are forced with their lines, and what the player
thinks where nothing is proved. It never gives exact scores, only proved results."""

from __future__ import annotations

import time

from inarow._core import Family, FreeEngine, Game, Position, free_threats
from inarow.analysis.findings import LEAST_WIN, STRENGTHS, Findings, ForcedWin, Judgement, Threat
from inarow.analysis.verdict import Analysis, MoveVerdict, Source, Verdict, most_of, open_analysis
from inarow.analysis.watch import watched
from inarow.limits import Limits, Progress

DEFAULT_TIME_S = 1.0
MEMORY_MB = 32
# Shares of the time: for one's own forced win, for the opponent's if it could move, for the choice.
_WIN_SHARE, _DANGER_SHARE, _CHOICE_SHARE = 1 / 3, 1 / 6, 1 / 2

exact = False


def takes(game: Game) -> bool:
    """Whether the player of free boards plays a game."""
    return game.family is Family.FREE and 3 <= game.k <= 8 and max(game.stones) <= 2


def known(pos: Position) -> Analysis:
    """Nothing of free boards is on record."""
    return open_analysis(pos)


def solve(pos: Position, limits: Limits, progress: Progress | None = None) -> Verdict:
    """A win by threats if one is found in the time; the move is not judged."""
    start = time.perf_counter()
    time_s = DEFAULT_TIME_S if limits.time_s is None else limits.time_s
    engine = FreeEngine(pos.game, limits.table_mb or MEMORY_MB)
    with watched(engine, progress):
        win, _ = forced_win(engine, pos, time_s)
    return _verdict(pos, win, None, time.perf_counter() - start)


def analyse(pos: Position, limits: Limits, progress: Progress | None = None) -> Analysis:
    """All of it within about the time of the limits, a second unless given. A search that is
    cancelled says what it has proved by then, and names no move."""
    start = time.perf_counter()
    time_s = DEFAULT_TIME_S if limits.time_s is None else limits.time_s
    engine = FreeEngine(pos.game, limits.table_mb or MEMORY_MB)

    cancelled = False

    def watch(nodes: int) -> bool:
        nonlocal cancelled
        cancelled = progress is not None and progress(nodes) is False
        return not cancelled

    choice = None
    with watched(engine, None if progress is None else watch):
        win, refuted = forced_win(engine, pos, _WIN_SHARE * time_s)
        danger, _ = forced_win(engine, pos.passed(), _DANGER_SHARE * time_s)
        if not cancelled:
            choice = _chosen(engine, pos, win, _CHOICE_SHARE * time_s)
    if cancelled:
        choice = None
    findings = Findings(threats(pos), win, danger, refuted, choice)
    verdict = _verdict(pos, win, choice, time.perf_counter() - start)
    return Analysis(verdict, _moves(verdict, win, choice), findings)


def _chosen(engine: FreeEngine, pos: Position, win: ForcedWin | None, time_s: float) -> Judgement:
    move, value, depth, _, proved = engine.choose(pos, time_s)
    if win is None:
        return Judgement(move, value, depth, proved)
    return Judgement(win.line[0], max(value, LEAST_WIN), depth, True)


def _verdict(
    pos: Position, win: ForcedWin | None, choice: Judgement | None, seconds: float
) -> Verdict:
    """The result where it is proved: how soon it comes is not known."""
    low, high = -most_of(pos.game), most_of(pos.game)
    if win is not None:
        return Verdict(pos, 1, high, _both_sides(win), "threats", seconds=seconds)
    if choice is None or not choice.proved:
        return Verdict(pos, low, high, seconds=seconds)
    if choice.value:
        low, high = (1, high) if choice.value > 0 else (low, -1)
    else:
        low = high = 0
    return Verdict(pos, low, high, source="proof", seconds=seconds)


def _moves(
    verdict: Verdict, win: ForcedWin | None, choice: Judgement | None
) -> tuple[MoveVerdict, ...]:
    """No move is better than the position, and the proved one is as good."""
    pos, low = verdict.pos, -most_of(verdict.pos.game)
    proved = choice.move if choice is not None and choice.proved else None
    best = proved if win is None else win.line[0]
    line = () if win is None else _both_sides(win)
    others: Source = "proof" if verdict.hi < 0 else "none"
    return tuple(
        MoveVerdict(pos, verdict.lo, verdict.hi, line, verdict.source, move=move)
        if move == best
        else MoveVerdict(pos, low, verdict.hi, source=others, move=move)
        for move in pos.legal_moves()
    )


def _both_sides(win: ForcedWin) -> tuple[int, ...]:
    """The line of a win, where it has the stones of both."""
    return () if win.how == "pairs" else win.line


def threats(pos: Position, weakest: str | None = None) -> tuple[Threat, ...]:
    """The cells where a stone would threaten at least ``weakest``, strongest first. Unless given,
    that is the weakest kind that must be answered: an open two, and with two stones a turn any."""
    if weakest is None:
        weakest = "open two" if pos.game.stones[1] == 1 else "closed two"
    least = STRENGTHS.index(weakest)
    found = [Threat(*row) for row in free_threats(pos)]
    strong = [threat for threat in found if STRENGTHS.index(threat.kind) >= least]
    return tuple(sorted(strong, key=lambda threat: -STRENGTHS.index(threat.kind)))


def forced_win(engine: FreeEngine, pos: Position, time_s: float) -> tuple[ForcedWin | None, bool]:
    """The proved win of the side to move, and whether wins by threats are ruled out."""
    how, line, refuted, _ = engine.forced_win(pos, time_s)
    return (ForcedWin(pos.to_move, how, tuple(line)) if how else None), refuted
