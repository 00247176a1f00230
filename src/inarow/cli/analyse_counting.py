"""The MaxConnect4 part of ``inarow analyse``: what each column leads to under best play by both."""

from __future__ import annotations

import json
from typing import Any

from inarow._core import Position
from inarow.analysis.counted import Bounds, CountedAnalysis, CountedAnalyst
from inarow.cli.waiting import waiting_for
from inarow.render.board_text import board_text


def print_analysis(pos: Position, base: int, time_s: float | None, as_json: bool) -> None:
    """``base`` is the number of the leftmost column; the time is for all of it."""
    analyst = CountedAnalyst(pos)
    with waiting_for(analyst.nodes_searched):
        analysis = analyst.analyse(pos, time_s)
    print(json.dumps(_data(pos, analysis, base)) if as_json else _text(pos, analysis, base))


def _data(pos: Position, analysis: CountedAnalysis, base: int) -> dict[str, Any]:
    return {
        "board": pos.cells("012"),
        "player": pos.to_move,
        "exact": analysis.bounds.exact,
        "lower": analysis.bounds.lower,
        "upper": analysis.bounds.upper,
        "moves": {
            str(move + base): {"lower": bounds.lower, "upper": bounds.upper}
            for move, bounds in analysis.moves.items()
        },
        "line": [move + base for move in analysis.line],
    }


def _text(pos: Position, analysis: CountedAnalysis, base: int) -> str:
    first, second = pos.score()
    lines = [
        board_text(pos, color=False, column_labels=range(base, pos.game.cols + base)),
        "",
        f"Score: {first} to {second}.",
    ]
    if pos.is_full:
        return "\n".join([*lines, "The board is full."])
    lines += ["", "column  final difference, first player minus second"]
    best = _best(pos, analysis.moves)
    for move, bounds in analysis.moves.items():
        lines.append(f"{move + base:6}  {bounds}{', best' if move in best else ''}")
    mover = "first" if pos.to_move == 1 else "second"
    lines += ["", f"The {mover} player is to move: {analysis.bounds}."]
    if analysis.line:
        words = [str(move + base) for move in analysis.line]
        cut = len(words) < pos.game.cells - pos.stone_count
        lines.append("Best line: " + " ".join([*words, "..."] if cut else words))
    return "\n".join(lines)


def _best(pos: Position, moves: dict[int, Bounds]) -> set[int]:
    """The moves that are proven to be as good as any."""
    if pos.to_move == 1:
        limit = max(bounds.upper for bounds in moves.values())
        return {move for move, bounds in moves.items() if bounds.lower >= limit}
    limit = min(bounds.lower for bounds in moves.values())
    return {move for move, bounds in moves.items() if bounds.upper <= limit}
