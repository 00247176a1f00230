"""``inarow prove``: settle the value of MaxConnect4 on a board, with a certificate; check one."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from inarow._core import Family, Game, Position
from inarow.analysis.certificate import (
    Certificate,
    RejectedError,
    check_certificate,
    read_certificate,
    write_certificate,
)
from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.options import add_json, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLines
from inarow.errors import UserError
from inarow.files import checked_output
from inarow.game import game_named
from inarow.makers.prove import ProofProgress, Prover
from inarow.move_text import played_moves
from inarow.text import ORDINALS, plural, require_range


def add_arguments(parser: Parser) -> None:
    parser.usage = "inarow prove GAME [options]\ninarow prove --check FILE [--replies N]"
    parser.description = """\
Prove the value of MaxConnect4 on a board: the final difference under best play by both. With
--certificate the proof is written as a file that a separate checker replays with --check."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="maxconnect4, or a size such as maxconnect4:8x4"
    )
    parser.add_argument("--threads", type=int_arg, metavar="N", help="threads (default: 2)")
    parser.add_argument(
        "--table-mb",
        type=int_arg,
        metavar="MB",
        help="memory for the table (default: 2048, or 64 for up to 28 cells)",
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="save what is proved in FILE, and resume from it"
    )
    parser.add_argument(
        "--first-moves",
        action="store_true",
        default=None,
        help="prove the value of each first move too",
    )
    parser.add_argument(
        "--opening", metavar="MOVES", help="prove the position after these columns, such as 17"
    )
    parser.add_argument(
        "--at-least",
        type=int_arg,
        metavar="D",
        help="prove only whether the final difference is at least D",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write a strategy for each side that holds the value"
    )
    parser.add_argument(
        "--endgame",
        type=int_arg,
        metavar="N",
        help="the checker solves the last N cells itself (default: 16)",
    )
    parser.add_argument("--check", metavar="FILE", help="replay a certificate")
    parser.add_argument(
        "--replies",
        type=int_arg,
        metavar="N",
        help="with --check: replay only the first N replies of each side; proves nothing",
    )
    add_json(parser)


def run(args: Namespace) -> int:
    if args.check is not None:
        for name in _SETTLING:
            if getattr(args, name) is not None:
                option = name.replace("_", "-")
                what = "name no game" if name == "game" else f"leave --{option} out"
                raise UserError(f"--check takes everything from the certificate: {what}")
        if args.replies is not None:
            require_range("--replies", args.replies, 1, 1 << 30)
        return _check(Path(args.check), args.replies, as_json=args.json)
    if args.replies is not None:
        raise UserError("--replies requires --check")
    if args.game is None:
        raise UserError("name a game to settle (maxconnect4), or a certificate with --check FILE")
    game = _game(args)
    threads = _within("threads", args.threads, 2, 1, 64)
    usual_mb = 64 if game.cells <= 28 else 2048  # touching a large table for nothing takes time
    table_mb = _within("table-mb", args.table_mb, usual_mb, 1, 1 << 20)
    endgame = _within("endgame", args.endgame, min(16, game.cells), 0, game.cells)
    certificate = None if args.certificate is None else checked_output(args.certificate)
    journal = None if args.checkpoint is None else Path(args.checkpoint)
    if certificate is not None and journal is not None and _same(certificate, journal):
        raise UserError(f"--certificate and --checkpoint both name '{certificate}'")
    opening, _ = played_moves(Position(game), args.opening or "")
    if args.first_moves and (opening or args.at_least is not None):
        raise UserError(
            "--first-moves is about the values of the empty board's moves: leave"
            f" {'--opening' if opening else '--at-least'} out"
        )
    if args.at_least is not None:
        require_range("--at-least", args.at_least, -_MOST_POINTS, _MOST_POINTS)
    try:
        prover = Prover(game, threads, table_mb, journal, ProgressLines(_proof_words))
    except MemoryError:
        raise UserError(f"--table-mb {table_mb}: there is not so much memory") from None
    task = _Task(
        game, threads, opening, args.at_least, certificate, endgame, args.first_moves, args.json
    )

    def note() -> str:
        if journal is None:
            return f"{NOTHING_SAVED}; with --checkpoint FILE an interrupted proof can be resumed"
        return f"{plural(prover.findings, 'bound')} saved in '{journal}'; {SAME_COMMAND}"

    with interrupt_note(note):
        return _prove(prover, task)


_SETTLING = (
    "game", "threads", "table_mb", "checkpoint", "first_moves", "certificate",
    "endgame", "opening", "at_least",
)  # fmt: skip
_MOST_POINTS = 252
"""Nobody is further ahead on any board: four directions times 63 cells."""


class _Task(NamedTuple):
    game: Game
    threads: int
    opening: tuple[int, ...]
    at_least: int | None
    certificate: Path | None
    endgame: int
    first_moves: bool | None
    as_json: bool


def _game(args: Namespace) -> Game:
    named = game_named(args.game)
    if named.family is not Family.COUNTED:
        raise UserError(
            f"game '{args.game}' cannot be settled here: expected maxconnect4 or a size of it"
        )
    return named


def _within(option: str, value: int | None, default: int, least: int, most: int) -> int:
    if value is None:
        return default
    require_range(f"--{option}", value, least, most)
    return value


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _prove(prover: Prover, task: _Task) -> int:
    start = time.monotonic()
    value, sides = _settled(prover, task)
    columns = tuple(move + 1 for move in task.opening)
    game, seconds = task.game, time.monotonic() - start
    data: dict[str, Any] = {
        "game": "maxconnect4",
        "rows": game.rows,
        "cols": game.cols,
        "k": game.k,
        **_claim_data(columns, value, sides),
        "nodes": prover.nodes,
        "seconds": round(seconds, 3),
        "threads": task.threads,
        "journal_bounds": prover.believed,
    }
    rest = f", resting on {prover.believed} bounds of the journal" if prover.believed else ""
    threads = plural(task.threads, "thread")
    _say(
        task,
        f"maxconnect4, {_board(game.rows, game.cols, game.k)}: {_claim(columns, value, sides)}",
    )
    _say(task, f"{prover.nodes} nodes, {seconds:.1f} s, {threads}{rest}")
    # The certificate first: it is written from the table that the first moves would overwrite.
    if task.certificate is not None:
        certificate = prover.certificate(value, task.endgame, task.opening, sides)
        write_certificate(task.certificate, certificate)
        replies = [len(certificate.first), len(certificate.second)]
        data["certificate"] = {"file": str(task.certificate), "replies": replies}
        _say(
            task,
            f"certificate: {replies[0]} replies of the first player, {replies[1]} of the second",
        )
    if task.first_moves:
        data["first_moves"] = {}
        for move, after in prover.first_moves():
            data["first_moves"][str(move + 1)] = after
            _say(task, f"first move in column {move + 1}: {after}")
    if task.as_json:
        print(json.dumps(data))
    return 0


def _settled(prover: Prover, task: _Task) -> tuple[int, tuple[int, ...]]:
    """A final difference and the sides that hold it: both if it is the value."""
    if task.at_least is None:
        return prover.value(task.opening), (1, 2)
    if prover.reaches(task.at_least, task.opening):
        return task.at_least, (1,)
    return task.at_least - 1, (2,)


def _say(task: _Task, line: str) -> None:
    if not task.as_json:
        print(line, flush=True)


@interrupt_note(NOTHING_SAVED)
def _check(path: Path, most: int | None, *, as_json: bool) -> int:
    try:
        certificate = read_certificate(path)
        positions = check_certificate(certificate, _check_progress(certificate), most)
    except OSError as error:
        raise UserError(f"file '{path}' cannot be read: {error.strerror}") from None
    except RejectedError as rejected:
        print(f"inarow prove: {path} is rejected: {rejected}", file=sys.stderr)
        if as_json:
            print(json.dumps({"accepted": False, "reason": str(rejected)}))
        return 1
    rows, cols, k, value, *_ = certificate
    claim = (certificate.opening, value, certificate.sides)
    replies = [len(replies) for _, _, replies in certificate.strategies()]
    if most is not None and most < max(replies):
        return _say_beginning(certificate, most, positions, as_json=as_json)
    if as_json:
        found = {"rows": rows, "cols": cols, "k": k, "positions": positions}
        print(json.dumps({"accepted": True, **found, **_claim_data(*claim)}))
    else:
        print(f"accepted: maxconnect4, {_board(rows, cols, k)}: {_claim(*claim)}")
        print(f"{positions} positions")
    return 0


def _say_beginning(certificate: Certificate, most: int, positions: int, *, as_json: bool) -> int:
    rows, cols, k, *_ = certificate
    of = {player: len(replies) for player, _, replies in certificate.strategies()}
    if as_json:
        found = {"rows": rows, "cols": cols, "k": k, "positions": positions}
        replayed = {str(player): [min(most, number), number] for player, number in of.items()}
        print(json.dumps({"accepted": None, **found, "replies": replayed}))
        return 0
    print(f"not rejected so far: maxconnect4, {_board(rows, cols, k)}")
    for player, number in of.items():
        print(f"player {player}: {min(most, number)} of {number} replies hold")
    print(f"{positions} positions; only all of the replies are a proof")
    return 0


def _claim_data(opening: Sequence[int], value: int, sides: tuple[int, ...]) -> dict[str, Any]:
    name = "value" if len(sides) == 2 else "at_least" if sides == (1,) else "at_most"
    return {**({"opening": list(opening)} if opening else {}), name: value}


def _claim(opening: Sequence[int], value: int, sides: tuple[int, ...]) -> str:
    """What both sides together show of a final difference, or one of them."""
    after = f"after column {' '.join(map(str, opening))} " if opening else ""
    if len(sides) == 2:
        return after + _meaning(value)
    return f"{after}the final difference is at {'least' if sides == (1,) else 'most'} {value}"


def _board(rows: int, cols: int, k: int) -> str:
    line = "" if k == 4 else f", {k} in a row"
    return f"{plural(cols, 'column')} x {plural(rows, 'row')}{line}"


def _meaning(value: int) -> str:
    if value == 0:
        return "the final difference is 0, a draw"
    winner = ORDINALS[1 if value > 0 else 2]
    return f"the final difference is {value}, the {winner} player wins by {abs(value)}"


def _proof_words(progress: ProofProgress) -> str:
    findings = "" if progress.findings is None else f", {progress.findings} in the journal"
    replies = "" if progress.replies is None else f", {progress.replies} replies"
    return (
        f"{progress.elapsed_s:.0f} s: {progress.doing} {progress.nodes / 1e6:.0f} M nodes"
        f"{findings}{replies}"
    )


def _check_progress(certificate: Certificate) -> ProgressLines[int, int, int]:
    """The same for a certificate that is being replayed."""
    of = (len(certificate.first), len(certificate.second))
    start = time.monotonic()

    def words(player: int, replies: int, positions: int) -> str:
        return (
            f"{time.monotonic() - start:.0f} s: player {player}'s strategy: {replies} of"
            f" {of[player - 1]} replies, {positions / 1e6:.0f} M positions"
        )

    return ProgressLines(words)
