"""A free board for those who look at it: wins that were proved before are remembered, and what is
proven (forced wins, threats) or only judged is told by a sentence, by letters on the board and by
the heat of candidates. The words say which is which.

These are the words of the page; the terminal has those of ``analysis/free.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from inarow._core import Position
from inarow.analysis.analyse import Memory
from inarow.analysis.free import STRENGTHS, Findings, ForcedWin, Judgement, threat_phrase, threats
from inarow.analysis.verdict import Analysis
from inarow.move_text import format_move
from inarow.record import Record
from inarow.teaching.text import fragment, sentence, sides_for
from inarow.text import count_word

MOST_LETTERS = 6
MOST_CANDIDATES = 20
_won = Memory(300)
SIDES = sides_for()


class Letter(NamedTuple):
    """A letter on the board: the cell, and what a stone of ``player`` would do there."""

    letter: str
    cell: int
    player: int
    words: str


class Candidate(NamedTuple):
    """A move, how much it does, from 0 to 1, and in words what."""

    move: int
    value: float
    words: str


def judged(line: Record, look: Callable[[], Analysis]) -> Analysis:
    """What ``look`` finds of the position at the cursor, unless a win is known already: one that
    was proved here before, or one whose first stone of two has been laid as its line says."""
    known = _won.get(line.pos) or _continued(line)
    if known is None:
        known = look()
    if known.result == "win" and known.findings is not None and known.findings.win is not None:
        _won.keep(known)
    return known


def proved_move(line: Record) -> int | None:
    """The next stone of a win that was proved here, or of one in the middle of a turn."""
    known = _won.get(line.pos) or _continued(line)
    if known is None or known.findings is None or known.findings.win is None:
        return None
    return known.findings.win.line[0]


def _continued(line: Record) -> Analysis | None:
    """The rest of a win that was proved before the last stone, of the same turn."""
    if line.at == 0:
        return None
    before, move = line.positions[line.at - 1], line.moves[line.at - 1]
    known = _won.get(before)
    if before.to_move != line.pos.to_move or known is None or known.findings is None:
        return None
    win = known.findings.win
    if win is None or len(win.line) < 2 or win.line[0] != move:
        return None
    rest = ForcedWin(win.player, win.how, win.line[1:])
    choice = known.findings.choice
    findings = known.findings._replace(
        threats=threats(line.pos),
        win=rest,
        choice=None if choice is None else choice._replace(move=rest.line[0]),
    )
    verdict = replace(known.verdict, pos=line.pos, line=known.verdict.line[1:])
    moves = tuple(
        replace(
            verdict_of, pos=line.pos, line=verdict.line if verdict_of.move == rest.line[0] else ()
        )
        for verdict_of in known.moves
        if verdict_of.move != move
    )
    return Analysis(verdict, moves, findings)


def findings_text(pos: Position, found: Findings, choice: Judgement) -> str:
    """The win that is forced; else what is proven of the position, and the choice."""
    side, other = SIDES[pos.to_move], SIDES[pos.opponent]
    move = format_move(pos.game, choice.move)
    if found.win is not None:
        start = format_move(pos.game, found.win.line[0])
        return sentence("wins by force", side=side, move=start, how=_how(pos, found.win))
    if choice.proved and choice.value < 0:
        return sentence("lost by force", side=side, move=move)
    if pos.stone_count == 0:
        return sentence("empty board")
    parts = []
    if found.danger is not None:
        threat = format_move(pos.game, found.danger.line[0])
        parts.append(sentence("danger", other=other, move=threat))
    if found.no_win_by_threats:
        parts.append(sentence("no win by threats", side=side))
    if not choice.proved:
        parts.append(sentence("judged best", move=move))
    return " ".join(parts)


def _how(pos: Position, win: ForcedWin) -> str:
    """How a win is forced; one at sight is looked at, so that the words name what is there."""
    if win.how != "at sight":
        return fragment(win.how, **({"other": SIDES[3 - win.player]} if win.how == "pairs" else {}))
    k = count_word(pos.game.k)
    after = pos.play(win.line[0])
    if after.is_over:
        return fragment("at sight, line", k=k)
    ways = after.winning_cells(pos.to_move)
    if after.to_move == pos.to_move and ways:
        return fragment("at sight, second stone", k=k)
    if after.to_move != pos.to_move and len(ways) >= 2 and not after.winning_cells(after.to_move):
        return fragment("at sight, two ways", k=k)
    return fragment("at sight")


def letters(pos: Position, found: Findings) -> list[Letter]:
    """The strongest threats on the board, one letter a cell, with what a stone there would do."""
    shown: list[Letter] = []
    for threat in found.threats:
        if threat.kind == "open two" or any(one.cell == threat.cell for one in shown):
            continue
        if len(shown) == MOST_LETTERS:
            break
        kind = threat_phrase(threat.kind, pos.game.k)
        words = f"would make {kind} for {SIDES[threat.player]}" if kind else ""
        shown.append(Letter("ABCDEF"[len(shown)], threat.cell, threat.player, words))
    return shown


def heat(pos: Position, found: Findings, choice: Judgement) -> list[Candidate]:
    """Candidates by what a stone there would make or stop, the strongest first; the best one,
    proven or judged, is 1."""
    shares: dict[int, tuple[float, str]] = {}
    for threat in found.threats:
        share = 0.9 * (STRENGTHS.index(threat.kind) + 1) / len(STRENGTHS)
        verb = "makes"
        if threat.player != pos.to_move:
            share, verb = 0.9 * share, "stops"
        kind = threat_phrase(threat.kind, pos.game.k)
        words = f"{verb} {kind}" if kind else ""
        shares[threat.cell] = max(shares.get(threat.cell, (0.0, "")), (share, words))
    _, does = shares.get(choice.move, (0.0, ""))
    best = "best" if choice.proved else "judged best"
    shares[choice.move] = (1.0, f"{best}, {does}" if does else best)
    strongest = sorted(shares.items(), key=lambda pair: -pair[1][0])[:MOST_CANDIDATES]
    return [Candidate(move, value, words) for move, (value, words) in strongest]
