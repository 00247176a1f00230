"""What is found on a free board beside bounds: threats, forced wins with their lines, and what the
player judges where nothing is proved. The words say which is which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from inarow._core import FREE_WIN, Game
from inarow.move_text import format_move
from inarow.words import count_word

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


def made(kind: str, k: int) -> str:
    """The same as what a stone makes or stops: ``an open three``; empty where no two stones would
    lie together, which is nothing to speak of."""
    stones = k - (3 if kind == "open three" else 2)
    if stones < 2 and kind not in ("complete", "two ones", "one"):
        return f"a {count_word(k - 1)}" if kind == "one and open two" else ""
    if kind == "complete":
        return spoken(kind, k)
    if kind == "two ones":
        return f"an open {count_word(k - 1)}"
    words = spoken(kind, k).replace("and open", "and an open")
    return words if words.startswith("two ") and kind != "one" else f"{_article(words)} {words}"


def _article(words: str) -> str:
    return "an" if words[0] in "aeio" else "a"
