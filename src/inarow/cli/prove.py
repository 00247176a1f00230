"""``inarow prove``: settle the value of MaxConnect4 on a board, with a certificate; check one."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from inarow._core import Game, Goal
from inarow.analysis.certificate import (
    Certificate,
    RejectedError,
    check_certificate,
    read_certificate,
    write_certificate,
)
from inarow.analysis.proof import Progress, Prover
from inarow.errors import UserError
from inarow.files import checked_output

_PROGRESS_EVERY_S = 5.0


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", choices=["maxconnect4"], help="the game to settle")
    parser.add_argument("--rows", type=int, default=6, metavar="N", help="default 6")
    parser.add_argument("--cols", type=int, default=7, metavar="N", help="default 7")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="default 2")
    parser.add_argument(
        "--table-mb", type=int, default=2048, metavar="MB", help="memory of the table, default 2048"
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="keep a journal in FILE, and go on from it if it exists"
    )
    parser.add_argument(
        "--first-moves", action="store_true", help="settle the value of each first move as well"
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write a strategy for each side that holds the value"
    )
    parser.add_argument(
        "--endgame",
        type=int,
        default=16,
        metavar="N",
        help="the checker plays the last N cells by itself; more make a shorter certificate"
        " and a longer check (default 16)",
    )
    parser.add_argument(
        "--check", metavar="FILE", help="replay a certificate independently of the solver"
    )


def run(args: Namespace) -> int:
    if args.check is not None:
        if args.game is not None:
            raise UserError("--check takes the game from the certificate: name no game")
        return _check(Path(args.check))
    if args.game is None:
        raise UserError("name a game to settle (maxconnect4), or a certificate with --check FILE")
    for option, value, largest in (
        ("threads", args.threads, 64),
        ("table-mb", args.table_mb, 1 << 20),
        ("rows", args.rows, 63),
        ("cols", args.cols, 32),
    ):
        if not 1 <= value <= largest:
            raise UserError(f"--{option} is {value}, expected 1 to {largest}")
    game = Game(args.rows, args.cols, 4, goal=Goal.COUNT_TO_FULL)
    if args.certificate is not None:
        checked_output(args.certificate)
    return _prove(game, args)


def _prove(game: Game, args: Namespace) -> int:
    try:
        prover = Prover(
            game,
            args.threads,
            args.table_mb,
            None if args.resume is None else Path(args.resume),
            _Watcher(),
        )
        start = time.monotonic()
        value = prover.value()
        print(f"maxconnect4, {game.cols} columns x {game.rows} rows: {_meaning(value)}")
        print(f"{prover.nodes} nodes, {time.monotonic() - start:.1f} s, {args.threads} threads")
        sys.stdout.flush()
        # The certificate first: it is written from the table that the first moves would overwrite.
        if args.certificate is not None:
            certificate = prover.certificate(value, args.endgame)
            write_certificate(Path(args.certificate), certificate)
            print(
                f"certificate: {len(certificate.first)} replies of the first player,"
                f" {len(certificate.second)} of the second",
                flush=True,
            )
        if args.first_moves:
            for move, after in prover.first_moves().items():
                print(f"first move in column {move + 1}: {after}", flush=True)
    except OSError as error:
        raise UserError(f"file '{error.filename}' cannot be used: {error.strerror}") from None
    return 0


def _check(path: Path) -> int:
    try:
        certificate = read_certificate(path)
        positions = check_certificate(certificate)
    except OSError as error:
        raise UserError(f"file '{path}' cannot be read: {error.strerror}") from None
    except RejectedError as rejected:
        print(f"inarow prove: {path} is rejected: {rejected}", file=sys.stderr)
        return 1
    print(f"accepted: maxconnect4, {_board(certificate)}: {_meaning(certificate.value)}")
    print(f"{positions} positions")
    return 0


def _board(certificate: Certificate) -> str:
    line = "" if certificate.k == 4 else f", {certificate.k} in a row"
    return f"{certificate.cols} columns x {certificate.rows} rows{line}"


def _meaning(value: int) -> str:
    if value == 0:
        return "the final difference is 0, a draw"
    winner = "first" if value > 0 else "second"
    return f"the final difference is {value}, the {winner} player wins by {abs(value)}"


class _Watcher:
    """A line on standard error now and then."""

    def __init__(self) -> None:
        self._next_s = _PROGRESS_EVERY_S

    def __call__(self, progress: Progress) -> None:
        if progress.elapsed_s < self._next_s:
            return
        self._next_s = progress.elapsed_s + _PROGRESS_EVERY_S
        replies = f", {progress.replies} replies" if progress.replies else ""
        print(
            f"{progress.elapsed_s:.0f} s: {progress.doing} {progress.nodes / 1e6:.0f} M nodes,"
            f" {progress.findings} findings{replies}",
            file=sys.stderr,
        )
