"""inarow analyse: the truth about a position, for every move, in numbers and in words."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from inarow._core import Goal, Outcome, Position
from inarow.analysis.falling import analyse
from inarow.analysis.mistakes import Mistake, last_mistake
from inarow.analysis.verdict import Analysis, Verdict
from inarow.cli.analyse_counting import print_analysis
from inarow.cli.analyse_free import print_free_analysis
from inarow.cli.option_types import decimal, whole
from inarow.cli.position_arguments import add_position_arguments, chosen_record
from inarow.cli.search_limits import refuse_options, require_limits
from inarow.cli.waiting import Waiting
from inarow.errors import UserError
from inarow.game import name_of
from inarow.move_text import format_move
from inarow.render.board_text import board_text
from inarow.render.terminal import style_of


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """\
Show the board, the exact score of every column for the side to move, the best line, and in words
what it means. With --moves, also the last mistake of the game: the last move that threw away a win
or a draw. Bounds are shown as bounds when the time is up first.

For MaxConnect4 it shows the final difference that each column leads to, first player minus second;
there is no last mistake. On a board without gravity it shows threats and forced wins with their
lines, and says what is proved and what is judgement."""
    add_position_arguments(parser)
    parser.add_argument(
        "--time", type=decimal, metavar="S", help="stop after so many seconds in all"
    )
    parser.add_argument("--threads", type=whole, metavar="N", help="for hard positions; default 1")
    parser.add_argument("--lines", action="store_true", help="show the best line of every move")
    parser.add_argument("--no-book", action="store_true", help="leave the opening book out")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: Namespace) -> int:
    record, base = chosen_record(args)
    pos = record.pos
    require_limits(args)
    exact_lines = pos.game.gravity and pos.game.goal is Goal.FIRST_TO_K
    if not exact_lines:
        refuse_options(args, name_of(pos.game), "--threads", "--lines", "--no-book")
    if pos.game.gravity and pos.game.goal is Goal.COUNT_TO_FULL and pos.game.stones == (1, 1):
        print_analysis(pos, base, args.time, args.json)
        return 0
    if not pos.game.gravity:
        print_free_analysis(pos, base, args.time, args.json)
        return 0
    if pos.game.goal is not Goal.FIRST_TO_K or pos.game.stones != (1, 1):
        raise UserError(f"there is no exact analysis of {name_of(pos.game)}")
    waiting = Waiting()
    book = not args.no_book
    analysis = analyse(
        pos, time_s=args.time, threads=args.threads or 1, progress=waiting.nodes, book=book
    )
    moves = list(record.moves)
    mistake = None
    if moves and args.time is None:
        mistake = last_mistake(record.start, moves, waiting.move, book)
    waiting.done()
    if args.json:
        print(json.dumps(_data(analysis, mistake, base)))
    else:
        print(_text(analysis, mistake, base, args.lines, moves))
    return 0


def _data(analysis: Analysis, mistake: Mistake | None, base: int) -> dict[str, Any]:
    solved, game = analysis.solved, analysis.solved.pos.game

    def names(moves: tuple[int, ...]) -> list[str]:
        return [format_move(game, move, base) for move in moves]

    data: dict[str, Any] = {
        "game": name_of(game),
        "position": solved.pos.text,
        "to_move": solved.pos.to_move,
        "lo": solved.lo,
        "hi": solved.hi,
        "words": solved.words,
        "nodes": solved.nodes,
        "seconds": solved.seconds,
        "moves": [
            {
                "move": format_move(game, verdict.move, base),
                "lo": verdict.lo,
                "hi": verdict.hi,
                "result": verdict.result,
                "plies": verdict.plies,
                "words": verdict.words,
                "line": names(verdict.line),
            }
            for verdict in analysis.moves
        ],
        "line": names(analysis.line),
        "last_mistake": None,
    }
    if mistake is not None:
        data["last_mistake"] = {
            **mistake._asdict(),
            "move": format_move(game, mistake.move, base),
            "better": names(mistake.better),
        }
    return data


def _text(
    analysis: Analysis, mistake: Mistake | None, base: int, lines: bool, played: list[int]
) -> str:
    pos = analysis.solved.pos
    style = style_of(sys.stdout)
    parts = [
        board_text(
            pos,
            color=style.color,
            symbols=style.symbols,
            last_move=played[-1] if played else None,
            column_labels=range(base, base + pos.game.cols),
        ),
        "",
    ]
    side = "first" if pos.to_move == 1 else "second"
    outcome = pos.outcome()
    if outcome is not Outcome.ONGOING:
        ends = {Outcome.FIRST_WINS: "the first player has won", Outcome.DRAW: "a draw"}
        parts.append(f"The game is over: {ends.get(outcome, 'the second player has won')}.")
    else:
        parts += [_table(analysis, base), "", f"The {side} player is to move: {_sum(analysis)}."]
        parts += _line_sentences(analysis, base, lines)
    if mistake is not None:
        parts.append(_mistake_sentence(mistake, pos, base))
    elif played and analysis.solved.exact:
        parts.append("No move of this game threw away a win or a draw.")
    return "\n".join(parts)


def _sum(analysis: Analysis) -> str:
    solved = analysis.solved
    return f"{solved.words} ({_score(solved.lo, solved.hi)})"


def _score(lo: int, hi: int) -> str:
    return f"{lo:+d}" if lo == hi else f"{lo:+d} to {hi:+d}"


def _table(analysis: Analysis, base: int) -> str:
    """One row a move: column, score, words, and a mark at the best."""
    game = analysis.solved.pos.game
    best = {verdict.move for verdict in analysis.best}
    rows = [
        (
            format_move(game, verdict.move, base),
            _score(verdict.lo, verdict.hi),
            verdict.words + (", best" if verdict.move in best else ""),
        )
        for verdict in analysis.moves
    ]
    widths = [max(len(row[i]) for row in [("column", "score", ""), *rows]) for i in range(2)]
    head = [f"{'column':>{widths[0]}}  {'score':>{widths[1]}}"]
    return "\n".join(
        head + [f"{move:>{widths[0]}}  {score:>{widths[1]}}  {text}" for move, score, text in rows]
    )


def _line_sentences(analysis: Analysis, base: int, every: bool) -> list[str]:
    game = analysis.solved.pos.game

    def shown(verdict: Verdict) -> str:
        cut = verdict.plies is not None and len(verdict.line) < verdict.plies
        words = [format_move(game, move, base) for move in verdict.line]
        return " ".join([*words, "..."] if cut else words)

    if every:
        return [f"Best play after {shown(verdict)}" for verdict in analysis.moves if verdict.line]
    best = next((verdict for verdict in analysis.best if verdict.line), None)
    return [f"Best play: {shown(best)}"] if best else []


def _mistake_sentence(mistake: Mistake, pos: Position, base: int) -> str:
    def name(move: int) -> str:
        return format_move(pos.game, move, base)

    side = "first" if mistake.player == 1 else "second"
    better = ", ".join(name(move) for move in mistake.better)
    article = {"win": "a win", "draw": "a draw", "loss": "a loss"}
    return (
        f"The last mistake was move {mistake.number}, column {name(mistake.move)} by the {side}"
        f" player: it turned {article[mistake.before]} into {article[mistake.after]};"
        f" {better} kept it."
    )
