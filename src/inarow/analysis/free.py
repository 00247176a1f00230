"""The analyst of free boards: threats, wins that are forced with their lines, and what the player
judges where nothing is proved. It never gives exact scores, only proved results, and the words say
which is which.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from inarow._core import FREE_WIN, Family, FreeEngine, Game, Position, free_threats
from inarow.analysis.verdict import Analysis, MoveVerdict, Source, Verdict, most_of, open_analysis
from inarow.analysis.watch import cancellable
from inarow.limits import UNLIMITED, USUAL, Limits, Progress, SolverOptions
from inarow.move_text import format_move
from inarow.text import count_word

LEAST_WIN = FREE_WIN - 1000
# From the weakest to the strongest, what a stone would leave missing.
STRENGTHS = (
    "open three",
    "closed two",
    "two closed twos",
    "open two",
    "two open twos",
    "one",
    "one and open two",
    "two ones",
    "complete",
)
HOW = {
    "at sight": "with a stone that completes a line or leaves two ways to",
    "chain": "every stone but the last leaves a single reply",
    "threats": "every stone threatens, and every reply was tried",
    "pairs": "each pair makes threats that take both stones of the reply to stop",
}
"""How a win is forced, in words that name neither side."""


class Threat(NamedTuple):
    """What a stone of ``player`` on ``cell`` would make: ``kind`` is one of STRENGTHS, named by the
    stones that would still be missing."""

    cell: int
    player: int
    kind: str


class ForcedWin(NamedTuple):
    """A proved win of ``player`` if it were to move: how, and one line of it. The line starts with
    the player's stone and goes on in turn; for "pairs" it holds the player's stones only."""

    player: int
    how: str
    line: tuple[int, ...]


class Judgement(NamedTuple):
    """The move that the player of free boards would make, and its value for the side to move:
    proved, or else a judgement at a depth."""

    move: int
    value: int
    depth: int
    proved: bool


class Findings(NamedTuple):
    """``win`` and ``danger`` are proofs; ``choice`` says whether it is one.

    ``win``: the side to move wins by force. ``danger``: the opponent would, if it could move now.
    ``no_win_by_threats``: the search for a win by threats alone came to its end without one.
    ``choice`` is None if the search was cancelled.
    """

    threats: tuple[Threat, ...]
    win: ForcedWin | None = None
    danger: ForcedWin | None = None
    no_win_by_threats: bool = False
    choice: Judgement | None = None

    def sentences(self, name: Callable[[int], str]) -> list[str]:
        """The findings in words, proofs first; ``name`` writes a cell."""

        def forced(win: ForcedWin) -> str:
            line = " ".join(name(cell) for cell in win.line)
            return f"{HOW[win.how]}; line {line}"

        found = []
        if self.win is not None:
            found.append(f"proved: the side to move wins, {forced(self.win)}")
        elif self.no_win_by_threats:
            found.append("proved: the side to move has no win by threats alone")
        if self.danger is not None:
            found.append(f"proved: the opponent would win if it could move, {forced(self.danger)}")
        if self.choice is not None and self.choice.proved and self.choice.value < 0:
            found.append(f"proved: the side to move loses; {name(self.choice.move)} holds longest")
        elif self.choice is not None and not self.choice.proved:
            move, value, depth, _ = self.choice
            seen = abs(value) >= LEAST_WIN
            what = ("a win" if value > 0 else "a loss") if seen else f"{value:+d}"
            found.append(f"judgement: {name(move)}, value {what} at depth {depth}, not proved")
        return found

    def as_json(self, game: Game, base: int = 1) -> dict[str, Any]:
        """What is proved, then what is judged, moves written as people write them."""

        def name(cell: int) -> str:
            return format_move(game, cell, base)

        def forced(win: ForcedWin | None) -> dict[str, Any] | None:
            return None if win is None else {**win._asdict(), "line": [*map(name, win.line)]}

        choice = self.choice
        return {
            "win": forced(self.win),
            "danger": forced(self.danger),
            "no_win_by_threats": self.no_win_by_threats,
            "choice": None if choice is None else {**choice._asdict(), "move": name(choice.move)},
            "threats": [{**threat._asdict(), "cell": name(threat.cell)} for threat in self.threats],
        }


def threat_name(kind: str, k: int) -> str:
    """A kind in the words of players, who count the stones that lie and not those that miss: an
    open two of five in a row is an open three."""
    one, two, three = (count_word(k - missing) for missing in (1, 2, 3))
    return {
        "complete": f"{count_word(k)} in a row",
        "two ones": f"{one} with two ways on",
        "one and open two": f"{one} and open {two}",
        "one": one,
        "two open twos": f"two open {two}s",
        "open two": f"open {two}",
        "two closed twos": f"two closed {two}s",
        "closed two": f"closed {two}",
        "open three": f"open {three}",
    }[kind]


def threat_phrase(kind: str, k: int) -> str:
    """The same as what a stone makes or stops: ``an open three``; empty where no two stones would
    lie together, which is nothing to speak of."""
    stones = k - (3 if kind == "open three" else 2)
    if stones < 2 and kind not in ("complete", "two ones", "one"):
        return f"a {count_word(k - 1)}" if kind == "one and open two" else ""
    if kind == "complete":
        return threat_name(kind, k)
    if kind == "two ones":
        return f"an open {count_word(k - 1)}"
    words = threat_name(kind, k).replace("and open", "and an open")
    return words if words.startswith("two ") and kind != "one" else f"{_article(words)} {words}"


def _article(words: str) -> str:
    return "an" if words[0] in "aeio" else "a"


DEFAULT_TIME_S = 1.0
MEMORY_MB = 32
# Shares of the time: for one's own forced win, for the opponent's if it could move, for the choice.
_WIN_SHARE, _DANGER_SHARE, _CHOICE_SHARE = 1 / 3, 1 / 6, 1 / 2
# Of the choice's, where the opponent would win if it could move: whether it wins after every move.
_LOSS_SHARE = 1 / 3

exact = False


def takes(game: Game) -> bool:
    """Whether the player of free boards plays a game."""
    return game.family is Family.FREE and 3 <= game.k <= 8 and max(game.stones) <= 2


def known(pos: Position) -> Analysis:
    """Nothing of free boards is on record."""
    return open_analysis(pos)


def solve(
    pos: Position,
    limits: Limits = UNLIMITED,
    options: SolverOptions = USUAL,
    progress: Progress | None = None,
) -> Verdict:
    """A win by threats if one is found in the time; the move is not judged."""
    start = time.perf_counter()
    time_s = DEFAULT_TIME_S if limits.time_s is None else limits.time_s
    engine = FreeEngine(pos.game, options.table_mb or MEMORY_MB)
    with cancellable(engine, progress):
        win, _ = forced_win(engine, pos, time_s)
    return _verdict(pos, win, None, time.perf_counter() - start)


def analyse(
    pos: Position,
    limits: Limits = UNLIMITED,
    options: SolverOptions = USUAL,
    progress: Progress | None = None,
) -> Analysis:
    """All of it within about the time of the limits, a second unless given. A search that is
    cancelled says what it has proved by then, and names no move."""
    start = time.perf_counter()
    time_s = DEFAULT_TIME_S if limits.time_s is None else limits.time_s
    engine = FreeEngine(pos.game, options.table_mb or MEMORY_MB)

    cancelled = False

    def watch(nodes: int) -> bool:
        nonlocal cancelled
        cancelled = progress is not None and progress(nodes) is False
        return not cancelled

    choice = None
    with cancellable(engine, None if progress is None else watch):
        win, refuted = forced_win(engine, pos, _WIN_SHARE * time_s)
        danger, _ = forced_win(engine, pos.passed(), _DANGER_SHARE * time_s)
        if not cancelled:
            left_s = _CHOICE_SHARE * time_s
            lost = danger is not None and engine.forced_loss(pos, _LOSS_SHARE * left_s)
            choice = _chosen(engine, pos, win, lost, left_s)
    if cancelled:
        choice = None
    findings = Findings(threats(pos), win, danger, refuted, choice)
    verdict = _verdict(pos, win, choice, time.perf_counter() - start)
    return Analysis(verdict, _moves(verdict, win, choice), findings)


def _chosen(
    engine: FreeEngine, pos: Position, win: ForcedWin | None, lost: bool, time_s: float
) -> Judgement:
    move, value, depth, _, proved = engine.choose(pos, time_s)
    if win is not None:
        return Judgement(win.line[0], max(value, LEAST_WIN), depth, True)
    if lost:
        return Judgement(move, min(value, -LEAST_WIN), depth, True)
    return Judgement(move, value, depth, proved)


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
