"""What is known about a position of a free-placement game: the threats on the board, the wins that
are forced with their lines, and what the player thinks where nothing is proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inarow._core import FREE_WIN, FreeEngine, Outcome, Position, free_threats
from inarow.words import count_word

_LEAST_WIN = FREE_WIN - 1000
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
_HOW = {
    "at sight": "with a stone that completes a line or leaves two ways to",
    "chain": "every stone but the last leaves a single reply",
    "threats": "every stone threatens, and every reply was tried",
    "pairs": "every pair of stones binds both stones of the reply",
}


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


class Analysis(NamedTuple):
    """``win`` and ``danger`` are proofs; ``move`` and ``value`` are proved only if ``proved``.

    ``win``: the side to move wins by force. ``danger``: the opponent would, if it could move now.
    ``no_win_by_threats``: the search for a win by threats alone came to its end without one.
    """

    threats: tuple[Threat, ...]
    win: ForcedWin | None
    danger: ForcedWin | None
    no_win_by_threats: bool
    move: int
    value: int
    depth: int
    proved: bool

    def sentences(self, name: Callable[[int], str]) -> list[str]:
        """The findings in words, proofs first; ``name`` writes a cell."""

        def told(win: ForcedWin) -> str:
            line = " ".join(name(cell) for cell in win.line)
            return f"{_HOW[win.how]}; line {line}"

        found = []
        if self.win is not None:
            found.append(f"proved: the side to move wins, {told(self.win)}")
        elif self.no_win_by_threats:
            found.append("proved: the side to move has no win by threats alone")
        if self.danger is not None:
            found.append(f"proved: the opponent would win if it could move, {told(self.danger)}")
        if self.proved and self.value < 0:
            found.append(f"proved: the side to move loses; {name(self.move)} holds longest")
        elif not self.proved:
            seen = abs(self.value) >= _LEAST_WIN
            what = ("a win" if self.value > 0 else "a loss") if seen else f"{self.value:+d}"
            found.append(
                f"judgement: {name(self.move)}, value {what} at depth {self.depth}, not proved"
            )
        return found


def spoken(kind: str, k: int) -> str:
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


def analyse(pos: Position, time_s: float = 1.0, memory_mb: int = 32) -> Analysis:
    """All of it within about this time. The game goes on in ``pos``; ValueError if it does not, or
    if the k-in-a-row player does not play the game."""
    if pos.outcome() is not Outcome.ONGOING:
        raise ValueError("the game is over in this position")
    engine = FreeEngine(pos.game, memory_mb)
    win, refuted = forced_win(engine, pos, time_s / 3)
    danger, _ = forced_win(engine, pos.passed(), time_s / 6)
    move, value, depth, _, proved = engine.choose(pos, time_s / 2)
    if win is not None:
        move, proved = win.line[0], True
        value = max(value, _LEAST_WIN)
    return Analysis(threats(pos), win, danger, refuted, move, value, depth, proved)
