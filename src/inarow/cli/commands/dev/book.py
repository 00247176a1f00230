"""``inarow dev book``: computes an opening book with the solver, and checks one."""

from __future__ import annotations

import random
import sys
import time
from argparse import Namespace
from pathlib import Path

from inarow._core import BookLayer, FallingSolver, Position, result_of_code
from inarow.analysis.batch import solve_many
from inarow.analysis.books import SHIPPED, SHIPPED_RESULTS, read_book_file, write_book
from inarow.cli.executors import add_cluster, executor_of
from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.options import add_jobs, add_seed, float_arg, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLines
from inarow.errors import UserError
from inarow.files import checked_output
from inarow.game import game_named, name_of
from inarow.limits import SolverOptions
from inarow.makers.book import BookBuilder, BuildProgress
from inarow.text import require_range

_MOST_ON_THE_WAY = 4_000_000


def add_build_arguments(parser: Parser) -> None:
    parser.description = """\
Compute the exact score of every position of a ply, up to mirror image, with the solver. With
--difference compute the result of every board of the ply, and a column that keeps it. What is done
is saved in a checkpoint file; the same command resumes there."""
    parser.add_argument(
        "--game", default="connect4", metavar="NAME", help="game (default: connect4)"
    )
    parser.add_argument(
        "--ply", type=int_arg, required=True, metavar="N", help="moves played in each position"
    )
    parser.add_argument(
        "--difference",
        type=int_arg,
        metavar="N",
        help="boards on which the side to move has N more stones than the other, or -N fewer"
        " (default: scores of alternate play)",
    )
    add_jobs(parser, "run N processes", 1)
    add_cluster(parser)
    parser.add_argument(
        "--table-mb",
        type=float_arg,
        default=64,
        metavar="MB",
        help="memory for the table of each process (default: 64)",
    )
    parser.add_argument(
        "--out", metavar="FILE", help="file to write (default: GAME[-dN]-plyN.book)"
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="where progress is saved (default: OUT.checkpoint)"
    )


def add_verify_arguments(parser: Parser) -> None:
    parser.description = """\
Solve a random sample of a book again. Exit status 1 if an entry is wrong."""
    parser.add_argument(
        "book", nargs="?", metavar="FILE", help="the book (default: every shipped one)"
    )
    parser.add_argument(
        "--sample", type=int_arg, default=200, metavar="N", help="positions (default: 200)"
    )
    add_seed(parser, "seed of the sample")
    add_jobs(parser, "solve with N threads", 1)


def run_build(args: Namespace) -> int:
    require_range("--jobs", args.jobs, 1, 64)
    game = game_named(args.game)
    require_range("--ply", args.ply, 0, game.cells - 1)
    which = "" if args.difference is None else f"-d{args.difference}"
    name = f"{name_of(game).replace(':', '-')}{which}-ply{args.ply}.book"
    output = checked_output(name if args.out is None else args.out)
    if not 0 < args.table_mb <= 65536:
        raise UserError(f"--table-mb is {args.table_mb:g}, expected above 0 and at most 65536")
    checkpoint = Path(f"{output}.checkpoint" if args.checkpoint is None else args.checkpoint)
    builder = BookBuilder(game, args.ply, checkpoint, args.table_mb, args.difference)
    if builder.done:
        print(f"resuming from {checkpoint}: {builder.done} of {builder.total}", file=sys.stderr)
    note = interrupt_note(
        lambda: (
            f"{builder.done} of {builder.total} positions are saved in '{checkpoint}';"
            f" {SAME_COMMAND}"
        )
    )
    with note, executor_of(args.cluster, args.jobs) as executor:
        built = builder.run(executor, ProgressLines(_progress_words))
    write_book(output, game, args.ply, built.numbers, args.difference)
    size = output.stat().st_size
    print(f"{output}: {builder.total} positions, {size} bytes, {built.cpu_s:.0f} s of CPU time")
    return 0


@interrupt_note(NOTHING_SAVED)
def run_verify(args: Namespace) -> int:
    require_range("--jobs", args.jobs, 1, 64)
    if args.sample < 1:
        raise UserError(f"--sample is {args.sample}, expected an integer above 0")
    paths = [SHIPPED, *SHIPPED_RESULTS.values()] if args.book is None else [Path(args.book)]
    seed = random.randrange(1 << 32) if args.seed is None else args.seed
    return 1 if sum(_differing(path, args.sample, seed, args.jobs) for path in paths) else 0


def _differing(path: Path, sample: int, seed: int, jobs: int) -> int:
    """How many positions of a sample the solver finds otherwise."""
    book = read_book_file(path)
    # The positions are listed to be compared with the numbers, and listing may take for ever where
    # a few bytes claim a ply in the middle of the game.
    most = max(_MOST_ON_THE_WAY, 1000 * len(book.numbers))
    try:
        layer = BookLayer(book.game, book.ply, book.difference, most)
    except UserError as error:
        raise UserError(
            f"book '{path}' is damaged: {len(book.numbers)} numbers, and {error}"
        ) from None
    if len(layer) != len(book.numbers):
        raise UserError(
            f"book '{path}' is damaged: {len(book.numbers)} numbers for {len(layer)} positions"
        )
    places = random.Random(seed).sample(range(len(layer)), min(sample, len(layer)))
    show = ProgressLines(_progress_words)
    start = time.monotonic()

    def progress(done: int, total: int) -> None:
        elapsed = time.monotonic() - start
        show(BuildProgress(done, total, elapsed, elapsed * (total - done) / done))

    wrong = 0
    if book.difference is None:
        asked = [layer[place] for place in places]
        solved = solve_many(asked, options=SolverOptions(book=False), jobs=jobs, progress=progress)
        for place, answer in zip(places, solved, strict=True):
            if book.number(place) != answer.score.value:
                wrong += 1
                print(
                    f"{answer.pos.text}: {book.number(place)} in the book,"
                    f" {answer.score.value} by the solver"
                )
    else:
        solver = FallingSolver(book.game)
        for done, place in enumerate(places, start=1):
            if problem := _problem(solver, layer[place], book.number(place)):
                wrong += 1
                print(f"{layer[place].text}: {problem}")
            progress(done, len(places))
    print(f"{path}: {len(places)} positions solved again (seed {seed}), {wrong} differ")
    return wrong


def _problem(solver: FallingSolver, pos: Position, number: int) -> str:
    """What is wrong with an entry of a book of results, or nothing."""
    result, column = result_of_code(number, pos.game.cols)
    words = {1: "won", 0: "drawn", -1: "lost"}
    found, _, _, _ = solver.keep(pos)
    if found != result:
        return f"{words[result]} in the book, {words[found]} by the solver"
    if column is None:
        return ""
    if column not in pos.legal_moves():
        return f"column {column} of the book is full"
    after = pos.play(column)
    if after.is_over:
        return ""
    kept = -solver.keep(after)[0]
    return "" if kept == result else f"column {column} of the book makes it {words[kept]}"


def _progress_words(progress: BuildProgress) -> str:
    left = "" if progress.left_s is None else f", {_span(progress.left_s)} left"
    return f"{progress.done} of {progress.total} positions{left}"


def _span(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"
