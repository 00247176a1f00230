"""inarow analyse for boards without gravity: threats, forced wins with their lines, and a judgement
that is called one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from inarow._core import Position
from inarow.analysis.free import Analysis, ForcedWin, analyse, spoken
from inarow.errors import UserError
from inarow.game import name_of
from inarow.move_text import format_move
from inarow.players.free import plays
from inarow.render.board_text import board_text

DEFAULT_TIME_S = 1.0
_SHOWN_THREATS = 12


def print_free_analysis(pos: Position, base: int, time_s: float | None, as_json: bool) -> None:
    """All that is known and judged about the position, on standard output."""
    analysis = free_analysis(pos, time_s)
    if as_json:
        print(json.dumps(analysis_data(pos, analysis, base)))
    else:
        print(analysis_text(pos, analysis, base))


def free_analysis(pos: Position, time_s: float | None) -> Analysis:
    """The analysis, or UserError for a game that the k-in-a-row player does not play."""
    if not plays(pos.game):
        raise UserError(f"there is no analysis of {name_of(pos.game)}")
    return analyse(pos, DEFAULT_TIME_S if time_s is None else time_s)


def analysis_text(pos: Position, analysis: Analysis, base: int) -> str:
    """The board, what is proved, what is judged, and the strongest threats of both sides."""
    name = _namer(pos, base)
    board = board_text(
        pos,
        color=False,
        column_labels=range(base, base + pos.game.cols),
        row_labels=range(base, base + pos.game.rows),
    )
    lines = [
        board,
        "",
        *(f"{text}." for text in analysis.sentences(name)),
    ]
    for player, side in ((1, "first"), (2, "second")):
        found = [threat for threat in analysis.threats if threat.player == player]
        shown = ", ".join(
            f"{name(t.cell)} {spoken(t.kind, pos.game.k)}" for t in found[:_SHOWN_THREATS]
        )
        more = f" and {len(found) - _SHOWN_THREATS} more" if len(found) > _SHOWN_THREATS else ""
        lines.append(f"a stone of the {side} player would make: {shown or 'no threat'}{more}")
    return "\n".join(lines)


def analysis_data(pos: Position, analysis: Analysis, base: int) -> dict[str, Any]:
    """The same for ``--json``."""
    name = _namer(pos, base)

    def told(win: ForcedWin | None) -> dict[str, Any] | None:
        if win is None:
            return None
        return {"player": win.player, "how": win.how, "line": [name(cell) for cell in win.line]}

    return {
        "game": name_of(pos.game),
        "position": pos.text,
        "to_move": pos.to_move,
        "proved_win": told(analysis.win),
        "proved_danger": told(analysis.danger),
        "no_win_by_threats": analysis.no_win_by_threats,
        "move": name(analysis.move),
        "value": analysis.value,
        "depth": analysis.depth,
        "proved": analysis.proved,
        "threats": [
            {"cell": name(threat.cell), "player": threat.player, "kind": threat.kind}
            for threat in analysis.threats
        ],
    }


def _namer(pos: Position, base: int) -> Callable[[int], str]:
    return lambda cell: format_move(pos.game, cell, base)
