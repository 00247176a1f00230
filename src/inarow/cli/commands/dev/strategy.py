"""``inarow dev strategy``: the proven openings that players of MaxConnect4 follow."""

from __future__ import annotations

import json
import random
import time
from argparse import Namespace
from collections import Counter
from pathlib import Path
from typing import Any

from inarow.analysis.certificate import Certificate, RejectedError, read_certificate
from inarow.analysis.strategy import (
    LEAST_EMPTY,
    Strategy,
    Tree,
    read_strategy,
    shipped_strategy,
    write_strategy,
)
from inarow.cli.interrupts import NOTHING_SAVED, SAME_COMMAND, interrupt_note
from inarow.cli.options import add_json, add_seed, int_arg
from inarow.cli.parser import Parser
from inarow.cli.progress import ProgressLines
from inarow.errors import UserError
from inarow.files import checked_output
from inarow.makers.strategy import MOST_NODES, Step, descent, first_difference, leaves, strategy_of
from inarow.text import require_range


def _add_certificates(parser: Parser) -> None:
    parser.add_argument("certificates", nargs="+", metavar="CERTIFICATE")
    parser.add_argument(
        "--least-empty",
        type=int_arg,
        default=LEAST_EMPTY,
        metavar="N",
        help=f"replies where at least N cells are empty (default: {LEAST_EMPTY})",
    )
    add_json(parser)


def add_make_arguments(parser: Parser) -> None:
    parser.description = """\
Take the first replies of certificates of one board (inarow prove --certificate): what a player
follows to keep the value of the game by proof, whatever the opponent does."""
    parser.add_argument("--out", metavar="FILE", required=True, help="the strategy to write")
    _add_certificates(parser)


def add_check_arguments(parser: Parser) -> None:
    parser.description = """\
Extract the strategy from certificates again and compare. Exit status 1 if a reply differs."""
    parser.add_argument(
        "--strategy", metavar="FILE", help="the strategy (default: the one players follow)"
    )
    _add_certificates(parser)


def add_walk_arguments(parser: Parser) -> None:
    parser.description = """\
Follow every branch of a strategy to its end, where the solver takes over, and show how many nodes
the solver needs there. Then continue from some of the ends towards the end of the game, with the
replies that give the solver most to do. Exit status 1 if anything is not proven."""
    parser.add_argument(
        "strategy", nargs="?", metavar="FILE", help="the strategy (default: the one players follow)"
    )
    parser.add_argument(
        "--every", type=int_arg, default=1, metavar="N", help="only every N-th end (default: 1)"
    )
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="save what is proven, and resume from it"
    )
    parser.add_argument(
        "--descents",
        type=int_arg,
        default=100,
        metavar="N",
        help="ends to continue from (default: 100)",
    )
    add_seed(parser, "seed of the choice of ends", 0)
    add_json(parser)


def _made(args: Namespace) -> Strategy:
    require_range("--least-empty", args.least_empty, 0, 63)
    start = time.monotonic()
    tell = ProgressLines(
        lambda done, of: f"{time.monotonic() - start:.0f} s: {done} of {of} replies read"
    )
    certificates = [_certificate(Path(name)) for name in args.certificates]
    return strategy_of(certificates, args.least_empty, tell)


@interrupt_note(NOTHING_SAVED)
def run_check(args: Namespace) -> int:
    strategy = _strategy(args)
    parts = first_difference(strategy, _made(args))
    trees = [_tree_data(tree) for tree in strategy.trees]
    if args.json:
        print(json.dumps({"same": parts is None, "difference": parts, "trees": trees}))
    elif parts is None:
        replies = sum(data["replies"] for data in trees)
        print(f"the strategy is that of the certificates, in all of its {replies} replies")
    else:
        print(f"the strategy is NOT that of the certificates: {parts}")
    return int(parts is not None)


@interrupt_note(NOTHING_SAVED)
def run_make(args: Namespace) -> int:
    output = checked_output(args.out)
    strategy = _made(args)
    write_strategy(output, strategy)
    size = output.stat().st_size
    trees = [_tree_data(tree) for tree in strategy.trees]
    if args.json:
        print(json.dumps({"file": str(output), "bytes": size, "trees": trees}))
        return 0
    for tree, data in zip(strategy.trees, trees, strict=True):
        print(f"{_tree_words(tree)}: {data['replies']} replies, {data['ends']} ends")
    print(f"{output}: {size} bytes")
    return 0


def _certificate(path: Path) -> Certificate:
    try:
        return read_certificate(path)
    except OSError as error:
        raise UserError(f"certificate '{path}' cannot be read: {error.strerror}") from None
    except RejectedError as error:
        raise UserError(f"certificate '{path}' is rejected: {error}") from None


def _tree_data(tree: Tree) -> dict[str, Any]:
    ends = [move is None for _, move in tree.replies.entries()]
    return {
        "opening": list(tree.opening),
        "player": tree.player,
        "difference": tree.difference,
        "replies": ends.count(False),
        "ends": ends.count(True),
    }


def _tree_words(tree: Tree) -> str:
    columns = " ".join(map(str, tree.opening))
    start = f"after column {columns}" if columns else "from the empty board"
    return f"player {tree.player} ends at least {tree.difference:+d} ahead {start}"


class _Tally:
    """Nodes of the solver by the number of empty cells."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.positions, self.worst = Counter[int](), dict[int, Step]()
        self.failed: list[Step] = []

    def add(self, step: Step) -> None:
        empty = step.pos.game.cells - step.pos.stone_count
        self.positions[empty] += 1
        if step.nodes is None:
            self.failed.append(step)
        elif empty not in self.worst or step.nodes > (self.worst[empty].nodes or 0):
            self.worst[empty] = step

    def as_json(self) -> dict[str, Any]:
        return {
            "positions": self.positions.total(),
            "most_nodes": {str(e): self.worst[e].nodes for e in sorted(self.worst, reverse=True)},
            "hardest": {str(e): self.worst[e].pos.text for e in sorted(self.worst, reverse=True)},
            "not_proven": [step.pos.text for step in self.failed],
        }

    def print(self) -> None:
        print(f"{self.what}: {self.positions.total()} positions")
        for empty in sorted(self.positions, reverse=True):
            worst = self.worst.get(empty)
            nodes = "" if worst is None else f"at most {worst.nodes:>9} nodes   {worst.pos.text}"
            print(f"  {empty} empty  {self.positions[empty]:>7}  {nodes}".rstrip())
        for step in self.failed:
            print(f"  NOT PROVEN in {MOST_NODES} nodes: {step.pos.text}")


def _strategy(args: Namespace) -> Strategy:
    return shipped_strategy() if args.strategy is None else read_strategy(Path(args.strategy))


def run_walk(args: Namespace) -> int:
    strategy = _strategy(args)
    require_range("--every", args.every, 1, 10**9)
    require_range("--descents", args.descents, 0, 10**9)
    start, of = time.monotonic(), sum(1 for _ in strategy.leaves())
    tell = ProgressLines(lambda doing: f"{time.monotonic() - start:.0f} s: {doing}")
    checkpoint = None if args.checkpoint is None else Path(args.checkpoint)
    ends, ways = _Tally("ends of branches"), _Tally("ways on")

    def note() -> str:
        if checkpoint is None:
            return f"{NOTHING_SAVED}; with --checkpoint FILE an interrupted walk can be resumed"
        proven = ends.positions.total() - len(ends.failed)
        return f"{proven} proven ends are saved in '{checkpoint}'; {SAME_COMMAND}"

    with interrupt_note(note):
        for number, step in enumerate(leaves(strategy, args.every, checkpoint), start=1):
            ends.add(step)
            tell(f"{number} of {-(-of // args.every)} ends of branches")
        rng, borders = random.Random(args.seed), list(strategy.leaves())
        for number in range(args.descents if borders else 0):
            for step in descent(*rng.choice(borders), rng):
                ways.add(step)
                tell(f"{number} of {args.descents} ways on")
    failed = bool(ends.failed or ways.failed)
    if args.json:
        trees = [_tree_data(tree) for tree in strategy.trees]
        found = {"ends": ends.as_json(), "ways_on": ways.as_json()}
        print(json.dumps({"holds": not failed, "trees": trees, **found}))
    else:
        for tree in strategy.trees:
            data = _tree_data(tree)
            print(f"{_tree_words(tree)}: {data['replies']} replies, {data['ends']} ends")
        for tally in (ends, ways):
            tally.print()
        print("every one was proven" if not failed else "NOT all of them were proven")
    return int(failed)
