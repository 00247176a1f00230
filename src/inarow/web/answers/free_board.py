"""A free board: what is proven of it (forced wins, threats), and what is only judged.

The words say which is which. Of a game that the player of free boards does not take, nothing is
said.
"""

from __future__ import annotations

from typing import Any

from inarow._core import Outcome, Position
from inarow.analysis.findings import HOW, STRENGTHS, Findings, ForcedWin, Judgement, spoken
from inarow.analysis.verdict import Analysis
from inarow.move_text import format_move
from inarow.words import COLOURS, count_word

MOST_LETTERS = 6


def free_board_answer(analysis: Analysis) -> dict[str, Any] | None:
    """The analysis of a free board as ``inarow analyse --json`` prints it, and what the page draws
    of it: a sentence, letters on the board, and candidates; None for other games."""
    found, pos = analysis.findings, analysis.pos
    if found is None or found.choice is None:
        return None
    return {
        **analysis.as_json(),
        "sentence": _sentence(pos, found, found.choice),
        "letters": _letters(found),
        "heat": _heat(pos, found, found.choice),
    }


def _sentence(pos: Position, found: Findings, choice: Judgement) -> str:
    mover, other = COLOURS[pos.to_move], COLOURS[pos.opponent]
    move = format_move(pos.game, choice.move)
    if found.win is not None:
        start = format_move(pos.game, found.win.line[0])
        return f"{mover} wins by force with {start}: {_how(pos, found.win)}."
    parts = []
    if choice.proved and choice.value < 0:
        parts.append(f"{mover} loses; {move} holds longest.")
    if found.danger is not None:
        threat = format_move(pos.game, found.danger.line[0])
        parts.append(f"{other} would win with {threat} if it could move now.")
    if found.no_win_by_threats:
        parts.append(f"{mover} has no win by threats alone.")
    if not choice.proved:
        parts.append(f"{move} is judged best, not proven.")
    return " ".join(parts)


def _how(pos: Position, win: ForcedWin) -> str:
    """How a win is forced; one at sight is looked at, so that the words name what is there."""
    if win.how != "at sight":
        return HOW[win.how]
    line = f"{count_word(pos.game.k)} in a row"
    after = pos.play(win.line[0])
    if after.outcome() != Outcome.ONGOING:
        return f"that is {line}"
    ways = after.winning_cells(pos.to_move)
    if after.to_move == pos.to_move and ways:
        return f"the second stone makes {line}"
    if after.to_move != pos.to_move and len(ways) >= 2 and not after.winning_cells(after.to_move):
        return f"it leaves two ways to {line}"
    return "it completes a line or leaves two ways to"


def _letters(found: Findings) -> list[dict[str, Any]]:
    """The strongest threats on the board, one letter a cell."""
    letters: list[dict[str, Any]] = []
    for threat in found.threats:
        if threat.kind == "open two" or any(one["cell"] == threat.cell for one in letters):
            continue
        if len(letters) == MOST_LETTERS:
            break
        letter = "ABCDEF"[len(letters)]
        letters.append({"letter": letter, "cell": threat.cell, "player": threat.player})
    return letters


def _heat(pos: Position, found: Findings, choice: Judgement) -> list[dict[str, Any]]:
    """Candidates by what a stone there would make or stop, from 0 to 1, in ``words`` too; the best
    one, proven or judged, is 1."""
    heat: dict[int, tuple[float, str]] = {}
    for threat in found.threats:
        share = 0.9 * (STRENGTHS.index(threat.kind) + 1) / len(STRENGTHS)
        verb = "makes"
        if threat.player != pos.to_move:
            share, verb = 0.9 * share, "stops"
        words = f"{verb} {spoken(threat.kind, pos.game.k)}"
        heat[threat.cell] = max(heat.get(threat.cell, (0.0, "")), (share, words))
    _, does = heat.get(choice.move, (0.0, ""))
    best = "best" if choice.proved else "judged best"
    heat[choice.move] = (1.0, f"{best}, {does}" if does else best)
    strongest = sorted(heat.items(), key=lambda pair: -pair[1][0])[:20]
    return [
        {"move": move, "value": round(value, 3), "words": words}
        for move, (value, words) in strongest
    ]
